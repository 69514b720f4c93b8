// Every lesson, taken to its end by touch on a phone in English and by mouse on a desk in Japanese; openings found by name, and
// why their other moves are worse; progress over time. What is learned by keyboard, in the other two ways, is in learn-keys.test.js.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { becomes, closing, lateGame, openPage, startBrowser, startStudio } from "./studio.js";

let browser;
let studio;

before(async () => {
  browser = await startBrowser();
  studio = await startStudio();
});
after(async () => {
  await browser?.close();
  await studio?.stop();
});

const DESK = { width: 1280, height: 860 };
const PHONE = { width: 360, height: 640 };
const ask = async (path, options) => (await fetch(studio.url + path, options)).json();

for (const [locale, viewport] of [["en-GB", PHONE], ["ja-JP", DESK]]) {
  test(`every lesson can be taken to its end, ${locale}`, async () => {
    const hasTouch = viewport === PHONE;
    const page = await openPage(browser, studio, { viewport, locale, hasTouch, path: "/learn" });
    const press = (found) => (hasTouch ? found.tap() : found.click());
    const lessons = (await ask("/api/learn")).lessons;
    assert.equal(lessons.length, 7);
    await page.getByTestId("lessons").waitFor();
    for (const { id } of lessons) {
      const plan = await ask(`/api/learn/lessons/${id}`);
      await page.goto(`${studio.url}/learn?lesson=${id}`);
      const language = locale.slice(0, 2);
      const first = plan.done < plan.steps.length ? plan.done : 0;
      for (const step of plan.steps.slice(first)) {
        await page.getByTestId("lesson-said").getByText(step.ask[language].split("{")[0]).waitFor();
        if (step.moves.length > 0) await press(page.locator(`[data-name="${step.moves.find(({ right }) => right).square}"].legal`));
        else await press(page.locator(".primary:enabled"));
        await page.getByTestId("lesson-said").getByText(step.done[language]).waitFor();
        await press(page.locator(".primary:enabled"));
      }
      await page.getByTestId("lesson-said").getByText(plan.end[language]).waitFor();
    }
    await closing(page);
  });
}

for (const [locale, viewport] of [["en-GB", PHONE], ["ja-JP", DESK]]) {
  test(`an opening is found by its name, and the coach says why other moves are worse, ${locale}`, async () => {
    const english = locale === "en-GB";
    const page = await openPage(browser, studio, { viewport, locale, path: "/learn/openings" });
    await page.getByLabel(english ? "Search for a name or moves" : "名前か手順で探す").fill(english ? "rose-bill" : "牛");
    const found = page.getByTestId("found-openings").getByRole("button").first();
    await found.getByText(english ? "Rose-Bill" : "牛").first().waitFor();
    await found.click();
    await page.waitForURL(/train=\d+/);
    const step = async (move) => {
      // Not the answer to the step without a move, with which the training begins.
      const isAnswer = (response) => response.url().includes("/step") && response.request().postDataJSON().move !== undefined;
      const answered = page.waitForResponse(isAnswer);
      await move.click();
      return (await answered).json();
    };
    // All first moves are worth the same; of the second own move one is wrong.
    const { right, reply } = await step(page.locator('[aria-busy="false"] [data-name="f5"].legal'));
    assert.ok(right && reply);
    await page.getByTestId("training-said").getByText(reply).waitFor();
    const id = /train=(\d+)/.exec(page.url())[1];
    const known = await ask(`/api/learn/repertoires/${id}`);
    const values = page.getByTestId("move-values");
    for (;;) {
      const { values: worth, moves, finished } = await step(page.locator('[aria-busy="false"] .square.legal').first());
      assert.ok(!finished && moves.length >= 4 && known.moves > 2);
      if (worth.some(({ score }) => score < worth[0].score)) break;
    }
    // A line may be shown already; a worse move is asked about, and its line is played on the board.
    await values.locator("button").last().click();
    const claim = page.getByTestId("move-why").getByTestId("claim").first();
    await claim.or(page.getByTestId("move-why").getByText(english ? "No single reason" : "理由は一つに")).first().waitFor();
    if (await claim.count()) {
      await claim.click();
      await page.locator('button[aria-keyshortcuts="Escape"]').waitFor();
      await page.keyboard.press("Escape");
    }
    // Back in the list the repertoire is there as a picture: a tree on a desk, its lines on a phone.
    await page.goto(`${studio.url}/learn/openings`);
    const tree = page.getByTestId("opening-tree").first();
    await tree.locator(viewport === PHONE ? "li" : "svg .box").first().waitFor();
    assert.equal(await tree.locator(viewport === PHONE ? "svg" : "ul").first().isVisible(), false);
    await closing(page);
  });
}

test("progress is told over time: ratings, accuracy, discs lost by phase, themes, memory and days in a row", async () => {
  const own = await startStudio();
  try {
    const at = async (path, body) => {
      const sent = body ? { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) } : {};
      return (await fetch(own.url + path, sent)).json();
    };
    const page = await openPage(browser, own, { path: "/learn/progress" });
    await page.getByText("it starts with the first game you review").first().waitFor();
    for (const level of ["level:1", "level:2"]) {
      const game = await lateGame(own, { white: { player: level } });
      const before = (await at("/api/learn")).progress.games;
      await page.goto(`${own.url}/analyse/review?game=${game}`);
      await becomes(async () => (await at("/api/learn")).progress.games, before + 1, "the games that are learned from");
    }
    // One puzzle in eleven has no theme: then another one is tried.
    do {
      const { id } = await at("/api/puzzles/next?mode=rated");
      const { position } = await at(`/api/puzzles/${id}`);
      // The first move of a longer solution ends nothing; another one does.
      for (const { square } of position.legal) {
        if ((await at(`/api/puzzles/${id}/attempts`, { line: [], move: square, mode: "rated", milliseconds: 5000 })).over) break;
      }
    } while ((await at("/api/puzzles")).themes.every(({ tried }) => tried === 0));
    await fetch(`${own.url}/api/learn/lessons/outflank`, { method: "PUT", headers: { "content-type": "application/json" }, body: '{"steps":7}' });
    await page.goto(`${own.url}/learn/progress`);
    const told = await at("/api/learn/progress");
    await becomes(() => page.getByTestId("level-rating").textContent(), told.games.at(-1).rating.toLocaleString("en-GB"));
    await page.getByTestId("puzzle-rating").waitFor();
    const play = page.getByTestId("play-over-time");
    // The three phases are three curves of two games each.
    assert.equal(await play.locator("polyline").count(), 4);
    const mean = (phase) => told.games.reduce((sum, { losses }) => sum + losses[phase], 0) / told.games.length;
    await play.getByText(`Endgame ${mean(2).toFixed(1)}`).waitFor();
    assert.equal(await page.getByTestId("streak").textContent(), "1");
    await page.getByTestId("by-theme").locator("meter").first().waitFor();
    const kept = await page.getByTestId("memory").locator(".count").allTextContents();
    assert.deepEqual(kept.map(Number), told.strengths);
    for (const [kind, name] of [["JSON", "outflank-learn.json"], ["CSV", "outflank-games.csv"]]) {
      const download = page.waitForEvent("download");
      await page.getByRole("link", { name: new RegExp(kind) }).click();
      assert.equal((await download).suggestedFilename(), name);
    }
    await closing(page);
  } finally {
    await own.stop();
  }
});

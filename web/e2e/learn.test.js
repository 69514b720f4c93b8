// Learning: a first lesson by keyboard, a mistake of a played game that comes back the next day and is solved, an opening
// learned; on a phone and on a desk, in both languages.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { closing, newGame, openPage, square, startBrowser, startStudio } from "./studio.js";

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
const post = (path, body) => ask(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

/** Waits until the server says something. */
async function until(what, is) {
  for (let wait = 0; wait < 1200; wait += 1) {
    const found = await what();
    if (is(found)) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("it did not come");
}

for (const [locale, viewport] of [["en-GB", DESK], ["ja-JP", PHONE]]) {
  test(`every lesson can be taken to its end, ${locale}`, async () => {
    const page = await openPage(browser, studio, { viewport, locale, path: "/learn" });
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
        if (step.moves.length > 0) await page.locator(`[data-name="${step.moves.find(({ right }) => right).square}"].legal`).click();
        else await page.locator(".primary:enabled").click();
        await page.getByTestId("lesson-said").getByText(step.done[language]).waitFor();
        // The next step is where the keyboard is.
        await page.keyboard.press("Enter");
      }
      await page.getByTestId("lesson-said").getByText(plan.end[language]).waitFor();
    }
    await closing(page);
  });
}

test("a mistake of a game comes back the next day and is solved", async () => {
  let page = await openPage(browser, studio, { viewport: DESK });
  const { game: { id } } = await newGame(studio, { black: { player: "human" }, white: { player: "level:1" } });
  // The first legal move is a plan, but no good one.
  await until(
    () => ask(`/api/games/${id}`),
    (game) => {
      if (game.position.side === "black" && !game.result) void post(`/api/games/${id}/moves`, { ply: game.plies.length, move: game.position.legal[0].square });
      return game.result;
    },
  );
  await page.goto(`${studio.url}/analyse/review?game=${id}`);
  const learned = await until(() => ask("/api/learn"), ({ cards }) => cards > 0);
  assert.equal(learned.due, 0, "not on the same day");
  await closing(page);
  await studio.kill();
  process.env.OUTFLANK_LEARN_AHEAD_HOURS = "24";
  await studio.start();
  delete process.env.OUTFLANK_LEARN_AHEAD_HOURS;
  const [card] = await ask("/api/learn/cards");
  assert.equal(card.kind, "mistake");
  page = await openPage(browser, studio, { viewport: DESK, path: "/learn" });
  await page.getByRole("link", { name: "Start today’s positions" }).click();
  // The same mistake again: it is refuted, and the answer named.
  await page.locator(`[data-name="${card.played}"].legal`).click();
  const said = page.getByTestId("review-said");
  await said.getByText("is not the move").waitFor();
  const best = /(\w\d) is better/.exec(await said.innerText())[1];
  await page.goto(`${studio.url}/learn`);
  const due = learned.cards - 1;
  await until(() => ask("/api/learn"), (now) => now.due === due);
  await closing(page);
  await studio.kill();
  process.env.OUTFLANK_LEARN_AHEAD_HOURS = "25";
  await studio.start();
  delete process.env.OUTFLANK_LEARN_AHEAD_HOURS;
  const answer = await post(`/api/learn/cards/${card.id}/answer`, { move: best, milliseconds: 9000 });
  assert.deepEqual([answer.right, answer.grade], [true, "good"]);
  assert.ok(answer.days >= 1);
});

test("an opening is learned against the trainer", async () => {
  const page = await openPage(browser, studio, { viewport: PHONE, path: "/learn/openings" });
  await page.getByRole("button", { name: "Tiger" }).click();
  await page.waitForURL(/train=\d+/);
  const id = /train=(\d+)/.exec(page.url())[1];
  const tree = await ask(`/api/learn/repertoires/${id}`);
  assert.ok(tree.moves > 2 && tree.coverage[0].share === 1, JSON.stringify(tree.coverage));
  const said = page.getByTestId("training-said");
  await said.getByText("Your move.").waitFor();
  await square(page, "d3").click();
  // By symmetry every first move is the same.
  await said.getByText("is right").waitFor();
  const after = await ask(`/api/learn/repertoires/${id}`);
  assert.equal(after.due, tree.due - 1);
  await closing(page);
});

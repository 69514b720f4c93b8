// Review and analysis in a real browser.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { suitsDesktopAndPhone } from "./accessible.js";
import { browser, studio } from "./ground.js";
import { LATE_BOARD, becomes, closing, lateGame, newGame, openPage, pause, square } from "./studio.js";

// A game of people, from data/famous_games.tsv.
const lines = readFileSync("../data/famous_games.tsv", "utf8").trim().split("\n").slice(1);
const game = lines[2].split("\t")[6];
const link = (at = "", moves = game) => `/analyse/review?moves=${moves}&black=Ada&white=Kaori${at === "" ? "" : `&at=${at}`}`;

/** Opens the review of a game that is proven at once, so that no deeper search changes what is said of it. */
async function openLate(at, options = {}) {
  const page = await openPage(browser, studio, { path: `/analyse/review?game=${await lateGame(studio)}&at=${at}`, ...options });
  // As long as it is checked, numbers say how far it is.
  await page.waitForFunction(() => /^\D+$/.test(document.querySelector('[data-testid="progress"]')?.textContent ?? ""));
  return page;
}
/** Waits until every position has a value. */
const shallow = (page) => page.waitForFunction(() => document.querySelectorAll("#score-graph .line").length > 0 && document.querySelector('[data-testid="accuracy-white"]')?.textContent !== "–");

test("the whole game has values soon, and the last positions are exact", async () => {
  const page = await openPage(browser, studio, { path: link(50) });
  await shallow(page);
  await page.getByText(/exact from move \d+/).waitFor();
  // With ten empty squares every move is solved.
  await page.waitForFunction(() => document.querySelectorAll(".othello-board .value").length > 0 && document.querySelectorAll(".othello-board .value.estimate").length === 0);
  await becomes(() => page.locator(".othello-board .value.best").count(), (count) => count >= 1, "the number of best moves");
  await becomes(() => page.locator(".othello-board .played").count(), 1);
  const written = await page.locator(".othello-board .value").allTextContents();
  for (const text of written) assert.match(text, /^(0|[+−]\d+)$/);
  await closing(page);
});

test("every legal move has its value on its square, estimates marked as such", async () => {
  const page = await openPage(browser, studio, { path: link(12) });
  await page.locator(".othello-board .value.estimate").first().waitFor();
  const legal = await page.locator(".square.legal").count();
  await becomes(() => page.locator(".othello-board .value").count(), legal, "the number of values");
  assert.match(await page.locator(".othello-board .value.estimate").first().textContent(), /^≈/);
  await page.keyboard.press("v");
  await becomes(() => page.locator(".othello-board .value").count(), 0, "the number of values");
  await closing(page);
});

test("keys lead to the next and the previous key moment", async () => {
  // The last mistake of this game is move 12.
  const page = await openLate(14);
  const current = () => page.locator('[data-testid="review-moves"] .current .count').textContent().then(Number);
  await page.keyboard.press("p");
  await becomes(current, 12, "the move");
  await becomes(() => page.getByTestId("judged").textContent(), /(Inaccuracy|Mistake|Blunder).*\d+ discs? lost/s, "the caption");
  await page.keyboard.press("ArrowLeft");
  await becomes(current, 11, "the move");
  await page.keyboard.press("n");
  await becomes(current, 12, "the move");
  await closing(page);
});

test("other moves can be tried, promoted, commented and deleted", async () => {
  const page = await openPage(browser, studio, { path: link(4) });
  await page.locator(".othello-board .value").first().waitFor();
  const played = await page.locator('[data-testid="review-moves"] .current b').textContent();
  const names = await page.locator(".square.legal").evaluateAll((all) => all.map((one) => one.dataset.name));
  const other = names.find((name) => name !== played);
  await square(page, other).click();
  await page.getByTestId("variations").getByText(other).waitFor();
  await page.locator(".othello-board .value").first().waitFor();
  await page.getByLabel("Comment").fill("an idea");
  await page.getByRole("button", { name: "Promote to main line" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Back to the game" }).click();
  await page.getByTestId("review-moves").locator(".current").waitFor();
  const variations = (count) => becomes(() => page.getByTestId("variations").locator("li").count(), count, "the number of variations");
  await variations(1);
  await square(page, other).click();
  await becomes(() => page.getByLabel("Comment").inputValue(), "an idea", "the comment");
  await page.getByRole("button", { name: "Delete from here on" }).click();
  await variations(0);
  await closing(page);
});

test("the expected line can be shown on the board", async () => {
  const page = await openLate(0);
  const judged = page.getByTestId("judged");
  await judged.getByText("−6 → −18 · 12 discs lost · exact").waitFor();
  await becomes(() => judged.textContent(), /Blunder.*a7.*chance to win/s, "the caption");
  await page.getByTestId("show-line").click();
  await page.getByTestId("line-caption").getByRole("button", { name: "Return" }).click();
  await page.getByTestId("review-moves").locator(".current").waitFor();
  await closing(page);
});

test("the coach says why, shows it on the board, and sums up the game", async () => {
  const page = await openLate(0);
  const coach = page.getByTestId("coach");
  await coach.getByTestId("cause").waitFor();
  const claims = await coach.getByTestId("claim").allTextContents();
  assert.ok(claims.length >= 1);
  for (const text of claims) assert.doesNotMatch(text, /[{}]|say-|why-/);
  // Every claim has a line, which begins with the move of the game or with the better one.
  assert.match(claims[0], /Show it on the board: ([a-h][1-8]|pass)/);
  const discs = () => page.locator("[data-disc]").evaluateAll((all) => all.map((one) => one.dataset.name + one.dataset.disc).join());
  const before = await discs();
  await coach.getByTestId("claim").first().click();
  await page.waitForFunction((old) => [...document.querySelectorAll("[data-disc]")].map((one) => one.dataset.name + one.dataset.disc).join() !== old, before);
  await page.getByTestId("review-moves").waitFor();
  await page.getByTestId("lessons").getByRole("button", { name: "Move 1", exact: true }).click();
  await becomes(discs, before, "the board");
  await closing(page);
});

test("the coach explains moves that are tried", async () => {
  const page = await openPage(browser, studio, { path: `/analyse?position=${LATE_BOARD}` });
  await page.waitForFunction(() => document.querySelectorAll(".othello-board .value.exact").length > 0 && document.querySelectorAll(".othello-board .value.estimate").length === 0);
  await square(page, "g2").click();
  const tried = page.getByTestId("tried");
  await tried.getByTestId("cause").waitFor();
  await becomes(() => page.getByTestId("judged").textContent(), /Blunder.*a7 \S+ → g2 \S+ · 12 discs lost · exact/s, "the caption");
  await tried.getByTestId("claim").first().click();
  await closing(page);
});

test("the coach speaks Japanese", async () => {
  const page = await openLate(0, { settings: { locale: "ja" } });
  await page.getByTestId("cause").waitFor();
  for (const text of await page.getByTestId("claim").allTextContents()) assert.match(text, /[\u3040-\u30ff\u4e00-\u9faf].*盤上で見る/s);
  await closing(page);
});

test("accuracy is told for each player, in all and by phase", async () => {
  const page = await openPage(browser, studio, { path: link(60) });
  await shallow(page);
  await page.getByText(/exact from move \d+/).waitFor();
  // Values of the last moves come first.
  await page.waitForFunction(() => !document.querySelector('[data-testid="phases"]').textContent.includes("–"));
  const told = await page.evaluate(() =>
    ["black", "white"].map((side) => {
      const overall = document.querySelector(`[data-testid="accuracy-${side}"]`);
      const names = [...document.querySelectorAll('[data-testid="phases"] thead th')].slice(1);
      const phases = [...document.querySelectorAll(`[data-testid="phases"] [data-side="${side}"] td`)];
      return [overall.textContent, phases.map((phase, index) => [names[index].textContent, phase.textContent])];
    }),
  );
  for (const [overall, phases] of told) {
    assert.deepEqual(phases.map(([name]) => name), ["Opening", "Midgame", "Endgame"]);
    const numbers = phases.map(([, text]) => Number(text.match(/^\d+/)?.[0]));
    // The whole lies between its parts, but for rounding.
    const whole = Number(overall.match(/^\d+/)?.[0]);
    assert.ok(whole >= Math.min(...numbers) - 1 && whole <= Math.max(...numbers) + 1, `${overall} of ${phases}`);
  }
  await closing(page);
});

test("a report can be printed: the moves, and a diagram for each of the worst mistakes with its label and the better move", async () => {
  const page = await openLate(14);
  await page.evaluate(() => (globalThis.print = () => (globalThis.printed = true)));
  await page.getByRole("button", { name: "Print" }).click();
  await becomes(() => page.evaluate(() => globalThis.printed), true);
  assert.equal(await page.locator(".printed").isVisible(), false);
  await page.emulateMedia({ media: "print" });
  await page.locator(".printed").waitFor();
  assert.equal(await page.getByRole("button", { name: "Print" }).count(), 0);
  assert.match(await page.locator(".printed").textContent(), /g2 b2 a2 a1/i);
  const captions = await becomes(() => page.locator(".printed figcaption").allTextContents(), (all) => all.length >= 1, "the diagrams");
  for (const caption of captions) assert.match(caption, /^\s*\d+\. [a-h][1-8]\s.*−\d+ · [a-h][1-8]/s);
  assert.equal(await page.locator(".printed figure svg, .printed figure .mini, .printed figure [class*=board]").first().isVisible(), true);
  assert.ok((await page.pdf()).length > 10_000);
  await closing(page);
});

test("mistakes can be retried", async () => {
  const page = await openPage(browser, studio, { path: link(0) });
  await shallow(page);
  // There is a next one as soon as there are two.
  await becomes(() => page.getByTestId("retry-start").textContent(), (text) => Number(/\d+/.exec(text)?.[0]) >= 2, "the number of mistakes");
  await page.getByTestId("retry-start").click();
  await becomes(() => page.locator(".othello-board .value").count(), 0, "the number of values");
  await page.getByRole("button", { name: "Show the answer" }).click();
  await becomes(() => page.getByTestId("retry").textContent(), /[a-h][1-8] was best: /, "the answer");
  await page.getByRole("button", { name: "Next position" }).click();
  await page.getByText(/Find something better/).waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.locator(".othello-board .value").first().waitFor();
  await closing(page);
});

test("a link carries the game and the place", async () => {
  const page = await openPage(browser, studio, { path: link(7), permissions: ["clipboard-read", "clipboard-write"] });
  await page.locator(".othello-board .value").first().waitFor();
  await page.keyboard.press("ArrowRight");
  await page.getByTestId("share-open").click();
  await page.getByTestId("share").click();
  await page.getByText("Copied").waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto(copied);
  await page.locator('[data-testid="review-moves"] .current').waitFor();
  await becomes(() => page.locator('[data-testid="review-moves"] .current .count').textContent(), "9");
  await becomes(() => page.getByTestId("name-black").textContent(), "Ada");
  await closing(page);
});

test("a finished game of the studio can be reviewed", async () => {
  const human = { player: "human" };
  const { game: kept } = await newGame(studio, { black: { ...human, name: "Bo" }, white: human, start: game });
  const page = await openPage(browser, studio, { path: `/game/${kept.id}` });
  await page.getByRole("link", { name: "Review the game" }).click();
  await shallow(page);
  await becomes(() => page.getByTestId("name-black").textContent(), "Bo");
  await closing(page);
});

test("what is no game is refused with a reason", async () => {
  const page = await openPage(browser, studio, { path: link("", "zz9") });
  await page.getByRole("alert").waitFor();
  await closing(page);
});

test("the analysis board values positions that are played or pasted, and solves them", async () => {
  const page = await openPage(browser, studio, { path: "/analyse" });
  await page.locator(".othello-board .value").first().waitFor();
  await square(page, "f5").click();
  await page.locator('[data-name="f5"][data-disc="black"]').waitFor();
  await page.getByLabel("A position or a game").fill(game.slice(0, 90));
  await page.getByRole("button", { name: "Open" }).click();
  await page.locator(".othello-board .value.exact").first().waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".othello-board .value.estimate").length === 0);
  await becomes(() => page.getByTestId("solve").isDisabled(), true, "the button that solves");
  await page.getByLabel("A position or a game").fill("nonsense!");
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByRole("alert").waitFor();
  await closing(page);
});

test("the analysis board shows as many lines as wished, pauses, and takes settings of the engine", async () => {
  const page = await openPage(browser, studio, { path: "/analyse" });
  const lines = page.getByTestId("lines").locator("> li");
  await page.getByLabel("Lines shown").selectOption("2");
  await lines.nth(1).waitFor();
  await becomes(() => lines.count(), 2, "the number of lines");
  await page.getByLabel("Lines shown").selectOption("30");
  await lines.nth(3).waitFor();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByText("Engine settings").click();
  const exact = page.getByLabel(/Solve exactly from/);
  await exact.fill("10");
  await page.getByText("Solve exactly from 10 empty squares").waitFor();
  await page.getByRole("button", { name: "Resume" }).click();
  // A line is played by a click.
  await lines.first().getByRole("button").first().click();
  await page.waitForFunction(() => document.querySelectorAll("[data-disc=black], [data-disc=white]").length > 5);
  await closing(page);
});

/** The CPU time that the studio has used, in hundredths of a second. */
const used = () => readFileSync(`/proc/${studio.process.pid}/stat`, "utf8").split(" ").slice(13, 15).map(Number).reduce((a, b) => a + b);

test("nothing is left running after leaving", async () => {
  const page = await openPage(browser, studio, { path: link(20) });
  await shallow(page);
  // Deeper searches go on for minutes, in slices of two seconds and more.
  for (const before = used(); used() < before + 10; ) await pause(50);
  await page.goto(`${studio.url}/help`);
  // CPU time, not time: on a busy machine searches hear of it later, but do no more meanwhile. A slice takes far more.
  const [left, allowed] = [used(), 50];
  for (let [now, still] = [left, 0]; still < 20; ) {
    assert.ok(now - left <= allowed, `${now - left} hundredths of a second`);
    await pause(50);
    const before = now;
    now = used();
    still = now === before ? still + 1 : 0;
  }
  await closing(page);
});

test("position in, best move and score out", async () => {
  const ask = (body) => fetch(`${studio.url}/api/analyze`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const board = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--X";
  const answer = await (await ask({ text: board })).json();
  assert.deepEqual([answer.best, answer.score, answer.kind], ["g8", 18, "exact"]);
  assert.equal((await ask({ text: "zz" })).status, 422);
  assert.equal((await ask({ text: board, seconds: 1e9 })).status, 422);
});

test("review and analysis are accessible and inside the window, on a dark desktop and a light phone", async () => {
  const page = await openPage(browser, studio, { settings: { scheme: "dark" }, bypassCSP: true });
  for (const path of ["/analyse/review", link(30), "/analyse"]) {
    await page.goto(studio.url + path);
    if (path === link(30)) await shallow(page);
    await page.locator(path === "/analyse/review" ? "h1" : ".othello-board .value").first().waitFor();
    await suitsDesktopAndPhone(page);
  }
  await page.context().close();
});

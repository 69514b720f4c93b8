// Puzzles: a rated run by keyboard, a wrong answer refuted, themes, today's five, and an endgame against the clock; on
// desktop and phone, in both languages.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { before, test } from "node:test";
import { suitsDesktopAndPhone } from "./accessible.js";
import { browser, studio } from "./ground.js";
import { BINARY, closing, openPage, square } from "./studio.js";

const PHONE = { viewport: { width: 390, height: 844 } };

/** The puzzles with their answers, by name. */
let known;
before(async () => {
  const lines = execFileSync(BINARY, ["puzzles", "export", "-"], { encoding: "utf8", maxBuffer: 1 << 28 });
  known = new Map(lines.trim().split("\n").map((line) => JSON.parse(line)).map((puzzle) => [puzzle.id, puzzle]));
});

const said = (page) => page.getByTestId("puzzle-said");

/** Waits for a puzzle that is not `before`, and returns it. */
async function shown(page, before = "") {
  await page.waitForFunction((last) => {
    const name = document.querySelector("[data-puzzle]")?.dataset.puzzle ?? "";
    return name !== "" && name !== last && document.querySelector(".square.legal");
  }, before);
  return known.get(await page.locator("[data-puzzle]").getAttribute("data-puzzle"));
}

/** The squares that the solver has to find. */
function answers({ position, line }) {
  const solver = position.at(-1);
  let mover = solver;
  const found = [];
  for (const move of line) {
    if (mover === solver && move !== "pass") found.push(move);
    mover = mover === "X" ? "O" : "X";
  }
  return found;
}

/** Solves the puzzle on the screen by clicking. */
async function solve(page, puzzle) {
  for (const move of answers(puzzle)) {
    await page.locator(`[data-name="${move}"].legal`).click();
    await square(page, move).and(page.locator("[data-disc]")).waitFor();
  }
  await page.getByTestId("puzzle-result").waitFor();
}

test("a rated run by keyboard alone: solved, the next one missed, refuted and explained, and all of it counted", async () => {
  const page = await openPage(browser, studio, { path: "/learn/puzzles" });
  assert.equal(await page.getByTestId("puzzle-rating").textContent(), "1500?");
  await page.getByRole("link", { name: "Solve puzzles" }).focus();
  await page.keyboard.press("Enter");
  const first = await shown(page);
  for (const move of answers(first)) {
    await page.locator(`[data-name="${move}"].legal`).focus();
    await page.keyboard.press("Enter");
    await square(page, move).and(page.locator("[data-disc]")).waitFor();
  }
  await said(page).getByText("Solved.").waitFor();
  const up = await page.getByTestId("puzzle-result").textContent();
  assert.match(up, /Your rating: 1[5-9]\d\d|Your rating: 2\d{3}/);
  await page.keyboard.press("n");
  const second = await shown(page, first.id);
  const wrong = second.moves.at(-1).move;
  await page.locator(`[data-name="${wrong}"].legal`).focus();
  await page.keyboard.press("Enter");
  await said(page).getByText(`Not ${wrong}.`).waitFor();
  await said(page).getByText(`${second.best} was the move.`).waitFor();
  // The refutation is played out, and the coach says why.
  await page.getByRole("button", { name: "Return" }).or(page.getByTestId("claim").first()).first().waitFor();
  await page.getByTestId("puzzle-why").waitFor();
  await page.goto(`${studio.url}/learn/puzzles`);
  await page.getByText("1 of 2 solved at the first attempt").waitFor();
  // A second attempt at a puzzle changes nothing.
  await page.goto(`${studio.url}/learn/puzzles/${first.id}`);
  await solve(page, await shown(page));
  await page.getByText("nothing counts").waitFor();
  await closing(page);
});

test("a theme has its own puzzles, and says what was played about", async () => {
  const page = await openPage(browser, studio, { path: "/learn/puzzles", ...PHONE });
  await page.getByRole("link", { name: /^Wedge/ }).click();
  const puzzle = await shown(page);
  assert.ok(puzzle.themes.includes("wedge"));
  await page.getByText("Put a disc between two of theirs on an edge.").waitFor();
  await solve(page, puzzle);
  await page.getByTestId("puzzle-result").getByRole("link", { name: "Wedge" }).waitFor();
  await closing(page);
});

test("today's five come one after the other and are ticked off, in Japanese on a phone", async () => {
  const page = await openPage(browser, studio, { path: "/learn/puzzles", settings: { locale: "ja" }, ...PHONE });
  await page.getByRole("link", { name: "今日の5問を解く" }).click();
  let last = "";
  for (let number = 1; number <= 5; number += 1) {
    const puzzle = await shown(page, last);
    last = puzzle.id;
    await solve(page, puzzle);
    await page.getByTestId("puzzle-next").click();
  }
  await page.getByText("今日の5問にはすべて挑戦しました。").waitFor();
  assert.equal(await page.getByTestId("daily").locator(".solved").count(), 5);
  await closing(page);
});

test("an endgame is won against perfect play, and the time is kept", async () => {
  const page = await openPage(browser, studio, { path: "/learn/puzzles/endgame?empties=8" });
  await page.locator("[data-puzzle]").waitFor();
  const puzzle = await shown(page);
  const solver = puzzle.position.at(-1) === "X" ? "black" : "white";
  // The best move each time, as the program solves it.
  const moves = [];
  for (;;) {
    const asked = await fetch(`${studio.url}/api/line`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ text: puzzle.position, moves }),
    }).then((answer) => answer.json());
    const now = asked.positions.at(-1);
    if (now.finished) break;
    assert.equal(now.side, solver);
    const { best } = JSON.parse(execFileSync(BINARY, ["solve", now.board, "--json"], { encoding: "utf8" }));
    const answered = page.waitForResponse((response) => response.url().endsWith("/endgame"));
    await page.locator(`[data-name="${best}"].legal`).click();
    moves.push(best, ...(await (await answered).json()).reply);
  }
  await page.getByTestId("endgame-said").getByText(/^Won by \d+ in \d+:\d\d\.$/).waitFor();
  await page.getByRole("link", { name: "All puzzles" }).click();
  await page.getByText("1 of 1 won").waitFor();
  await closing(page);
});

test("the pages are accessible on desktop and phone", async () => {
  for (const path of ["/learn/puzzles", "/learn/puzzles/rated", "/learn/puzzles/endgame?empties=10"]) {
    const page = await openPage(browser, studio, { path, bypassCSP: true });
    await page.locator(".tile, .square.legal").first().waitFor();
    await suitsDesktopAndPhone(page);
    await closing(page);
  }
});

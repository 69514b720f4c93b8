// What the system `nea` promises of time, in a real browser that has the machine to itself.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, studio } from "../ground.js";
import { closing, gameOf, human, newGame, openPage, waitForPlies } from "../studio.js";

test("nea 6: plays well, within five seconds a move", async () => {
  const { game } = await newGame(studio, { black: { player: "nea:depth=2" }, white: { player: "level:16" } });
  const { game: strongest } = await newGame(studio, { black: { player: "level:20" }, white: human, start: "f5f6e6f4f3c5f7e3c3c4d2g4" });
  const done = await waitForPlies(studio, game.id, 99);
  assert.equal(done.result.winner, "white", "it beats the ancestor");
  const moved = await waitForPlies(studio, strongest.id, 13);
  // It stops in time; a busy machine may notice a little later.
  for (const { milliseconds } of [...done.plies, ...moved.plies]) assert.ok(milliseconds <= 5200, `${milliseconds} ms`);
});

test("nea 9: the interface answers while the computer thinks", async () => {
  // It thinks for five seconds: the browser is awake before that begins.
  const page = await openPage(browser, studio, { path: "/" });
  const { game } = await newGame(studio, { black: { player: "level:20" }, white: human, start: "f5f6e6f4f3c5f7e3c3c4d2g4" });
  await page.goto(`${studio.url}/game/${game.id}`);
  await page.getByText("is thinking").waitFor();
  await page.getByTestId("thought").waitFor();
  await page.getByTestId("disc-size").click();
  await page.locator(".othello-board.small").waitFor();
  await page.keyboard.press("Home");
  await page.getByText("looking at the start").waitFor();
  assert.equal((await gameOf(studio, game.id)).thinking, true, "all that while it was thinking");
  await closing(page);
});

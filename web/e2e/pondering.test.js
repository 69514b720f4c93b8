// Thinking on the opponent's time, in a real browser: switched on in the settings, for as long as somebody looks on.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, studio } from "./ground.js";
import { becomes, closing, human, newGame, openPage, pause } from "./studio.js";

/** Waits until so many players ponder, as long as anything is waited for: a busy machine begins late. */
const untilPondering = (count) =>
  becomes(async () => {
    const text = await fetch(`${studio.url}/metrics`).then((answer) => answer.text());
    return Number(/^outflank_engine_pondering (\d+)$/m.exec(text)?.[1]);
  }, count, "how many ponder");

test("agent, scout: the computer thinks on one's own time if one wants it, and stops when one leaves", async () => {
  const start = "f5d6c3d3c4f4f6f3e6e7d7c5b6g5";
  const { game } = await newGame(studio, { black: human, white: { player: "level:20" }, start });
  const page = await openPage(browser, studio, { path: `/game/${game.id}` });
  await page.locator(".square.legal").first().waitFor();
  await pause(200);
  await untilPondering(0);
  await page.goto(`${studio.url}/settings`);
  const wish = page.getByRole("switch", { name: "Let the computer think during your turn" });
  assert.equal(await wish.isChecked(), false);
  await wish.check();
  await page.goto(`${studio.url}/game/${game.id}`);
  await untilPondering(1);
  await page.goto(`${studio.url}/library`);
  await untilPondering(0);
  await closing(page);
});

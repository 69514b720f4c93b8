// When the computer answers, in a real browser that has the machine to itself.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, studio } from "../ground.js";
import { closing, myTurn, newGame, openPage, square } from "../studio.js";

test("the computer answers when the discs have turned, and a moment later", async () => {
  const { game } = await newGame(studio, { black: { player: "human" }, white: { player: "random" } });
  const page = await openPage(browser, studio, { path: `/game/${game.id}`, settings: { animation: "normal", answer: "normal" } });
  await myTurn(page);
  // In the page: when the disc is drawn, and when the answer is.
  const drawn = page.evaluate(async () => {
    const moves = () => document.querySelectorAll('[data-testid="moves"] button').length;
    const at = async (count) => {
      while (moves() < count) await new Promise(requestAnimationFrame);
      return performance.now();
    };
    return [await at(1), await at(2)];
  });
  await square(page, "f5").click();
  const [own, answer] = await drawn;
  // One disc turns for 60 + 280 ms; then 400 ms.
  assert.ok(answer - own >= 690 && answer - own < 1500, `${Math.round(answer - own)} ms`);
  await closing(page);
});

import { expect, it } from "vitest";
import { answerPause, turningTime, usualPace } from "./pace";

const animation = { turn: 280, step: 60 };

it("an answer waits until the farthest disc has turned, and 400 ms more", () => {
  // a1 turns over b1, c1 and d1.
  expect(turningTime(0, [1, 2, 3], animation)).toBe(3 * 60 + 280);
  expect(answerPause(0, [1, 2, 3], animation, "normal")).toBe(860);
  expect(answerPause(0, [9], animation, "slow")).toBe(60 + 280 + 1200);
});

it("without turning the moment is left, and at once is at once", () => {
  expect(answerPause(0, [1], { turn: 0, step: 0 }, "normal")).toBe(400);
  expect(answerPause(0, [1], animation, "atOnce")).toBe(0);
  expect(usualPace(animation, "normal")).toBe(860);
});

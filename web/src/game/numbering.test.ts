import { expect, it } from "vitest";
import { moveNumbers, movesMade } from "./numbering";

const plies = ["f5", "pass", "d6", "c3"].map((move) => ({ move }));

it("passes have no number and are not counted", () => {
  expect(moveNumbers(plies)).toEqual([1, null, 2, 3]);
  expect([0, 1, 2, 3, 4].map((at) => movesMade(plies, at))).toEqual([0, 1, 1, 2, 3]);
});

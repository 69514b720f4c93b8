import { expect, it } from "vitest";
import { STARTS, startText } from "./starts";

it("a handicap gives black as many corners as it says, and white the first move", () => {
  for (const [start, corners] of [["handicap1", 1], ["handicap2", 2], ["handicap4", 4]] as const) {
    const board = startText(start, "")!;
    expect(board).toHaveLength(65);
    expect([0, 7, 56, 63].filter((corner) => board[corner] === "X")).toHaveLength(corners);
    expect(board.at(-1)).toBe("O");
  }
});

it("the standard start needs no words, a custom one is what was written", () => {
  expect(startText("standard", "x")).toBeUndefined();
  expect(startText("custom", " f5d6 ")).toBe("f5d6");
  expect(STARTS).toContain("standard");
});

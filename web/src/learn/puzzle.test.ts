// What is said of puzzles.

import { describe, expect, test } from "vitest";
import { clockText, goalText, worth, type Puzzle, type PuzzleMove } from "./puzzle";

const move = (score: number, kind: PuzzleMove["kind"]): PuzzleMove => ({ square: "a1", score, kind });

describe("what a move is worth", () => {
  test("exact values say by how much", () => {
    expect(worth(move(6, "exact"))).toEqual(["puzWinsBy", { n: 6 }]);
    expect(worth(move(-4, "exact"))).toEqual(["puzLosesBy", { n: 4 }]);
    expect(worth(move(0, "exact"))).toEqual(["puzDraws", {}]);
  });
  test("bounds say no more than they prove", () => {
    expect(worth(move(2, "lower"))).toEqual(["puzWins", {}]);
    expect(worth(move(-2, "upper"))).toEqual(["puzLoses", {}]);
    expect(worth(move(0, "upper"))).toEqual(["puzNotWin", {}]);
  });
});

test("the goal is said with its margin", () => {
  const puzzle = { goal: "discs", margin: 4 } as Puzzle;
  expect(goalText(puzzle)).toEqual(["puzGoalDiscs", { n: 4 }]);
  expect(goalText({ ...puzzle, goal: "win", margin: null })).toEqual(["puzGoalWin", {}]);
});

test("times are minutes and seconds", () => {
  expect(clockText(0)).toBe("0:00");
  expect(clockText(61_900)).toBe("1:01");
});

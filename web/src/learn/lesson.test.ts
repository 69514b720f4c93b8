import { describe, expect, it } from "vitest";
import type { PositionView } from "../api/types";
import { en } from "../i18n/en";
import { boardAfter, judge, noteStep, STEPS, stepsDone } from "./lesson";

const position = (legal: string[], finished = false): PositionView => ({
  board: "", side: finished ? null : "white", black: 33, white: 31, empties: 0, legal: legal.map((square) => ({ square, flips: [] })), finished, score: 2,
});
const move = (square: string, n = 1) => ({ square, flips: Array.from({ length: n }, () => "d4") });

describe("the first lesson", () => {
  it("has seven steps, each a whole position with texts", () => {
    expect(STEPS.map(({ id }) => id)).toEqual(["outflank", "where", "directions", "pass", "end", "corner", "guard"]);
    for (const { id, position } of STEPS) {
      expect(position).toHaveLength(65);
      for (const part of ["title", "ask", "done"]) expect(en).toHaveProperty(`lesson-${id}-${part}`);
    }
  });

  it("judges a move by what the server says of it", () => {
    expect(judge({ kind: "any" }, move("f5"), position(["d6"])).reached).toBe(true);
    expect(judge({ kind: "turns", at_least: 5 }, move("e5", 4), position([])).reached).toBe(false);
    expect(judge({ kind: "passes" }, move("b8"), position([])).reached).toBe(true);
    expect(judge({ kind: "passes" }, move("b8"), position([], true)).reached).toBe(false);
    expect(judge({ kind: "ends" }, move("b8"), position([], true))).toMatchObject({ reached: true, black: 33, white: 31 });
    expect(judge({ kind: "corner" }, move("a8"), position(["d6"])).reached).toBe(true);
    expect(judge({ kind: "safe" }, move("g7"), position(["d6", "h8"]))).toMatchObject({ reached: false, corner: "h8" });
  });

  it("places the disc and turns those that the server named", () => {
    const board = STEPS[0]!.position;
    const after = boardAfter(board, { square: "g4", flips: ["d4", "e4", "f4"] });
    expect(after.slice(24, 32)).toBe("--XXXXX-");
    expect(after[64]).toBe("O");
  });

  it("remembers how far one came", () => {
    const kept = new Map<string, string>();
    const keep = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };
    expect(stepsDone(keep)).toBe(0);
    noteStep(keep, 3);
    noteStep(keep, 2);
    expect(stepsDone(keep)).toBe(3);
  });
});

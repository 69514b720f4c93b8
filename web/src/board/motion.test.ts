import { describe, expect, it } from "vitest";
import { START } from "../game/starts";
import { AT_REST, moved, type Motion } from "./motion";
import { parseDiscs } from "./state";

const START_DISCS = parseDiscs(START);
const AFTER_F5 = parseDiscs("---------------------------OX------XXX--------------------------O");
const FAR_ON = parseDiscs("X".repeat(60));
const movingSquares = ({ moving }: Motion) => moving.flatMap((change, square) => (change ? [square] : []));

describe("discs", () => {
  it("lie still on the first board", () => {
    const first = moved(AT_REST, START_DISCS, null, true);
    expect(movingSquares(first)).toEqual([]);
    expect(first.rounds).toEqual(AT_REST.rounds);
  });

  it("move when a move is made, and their squares are drawn anew", () => {
    const next = moved(moved(AT_REST, START_DISCS, null, true), AFTER_F5, 37, true);
    expect(movingSquares(next)).toEqual([36, 37]);
    expect([next.moving[37]?.kind, next.moving[36]?.kind]).toEqual(["place", "flip"]);
    expect([next.rounds[36], next.rounds[37], next.rounds[35]]).toEqual([1, 1, 0]);
  });

  it("are simply there after a jump, or without animation", () => {
    const first = moved(AT_REST, START_DISCS, null, true);
    for (const next of [moved(first, FAR_ON, null, true), moved(first, AFTER_F5, 37, false)]) {
      expect(movingSquares(next)).toEqual([]);
      expect(next.rounds.some((round) => round > 0)).toBe(true);
    }
  });

  it("stay as they are when the same board is shown again", () => {
    const next = moved(moved(AT_REST, START_DISCS, null, true), AFTER_F5, 37, true);
    const again = moved(next, [...AFTER_F5], 37, true);
    expect([again.moving, again.rounds]).toEqual([next.moving, next.rounds]);
  });
});

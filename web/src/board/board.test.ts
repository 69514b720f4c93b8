import { describe, expect, it } from "vitest";
import { distance, drawnAt, shifted, squareIndex, squareName } from "./geometry";
import { boardKey, cursorKey } from "./keyboard";
import { boardText, changes, count, isOneMove, parseDiscs } from "./state";
import { START } from "../game/starts";

const AFTER_F5 = "---------------------------OX------XXX--------------------------O";

describe("squares", () => {
  it("are named by column and row", () => {
    expect(squareName(0)).toBe("a1");
    expect(squareName(37)).toBe("f5");
    expect(squareName(63)).toBe("h8");
    for (let square = 0; square < 64; square += 1) expect(squareIndex(squareName(square))).toBe(square);
  });

  it("that are none have no number", () => {
    for (const text of ["", "a9", "i1", "a", "a10", "11"]) expect(squareIndex(text)).toBeNull();
  });

  it("stay on the board when shifted", () => {
    expect(shifted(0, -1, -1)).toBe(0);
    expect(shifted(63, 1, 0)).toBe(63);
    expect(shifted(9, 1, 1)).toBe(18);
    expect(shifted(12, -7, 0)).toBe(8);
  });

  it("are drawn at the opposite end of a turned board", () => {
    expect(drawnAt(0, true)).toBe(63);
    expect(drawnAt(drawnAt(19, true), true)).toBe(19);
    expect(drawnAt(19, false)).toBe(19);
  });
});

describe("discs", () => {
  it("survive being written and read", () => {
    const discs = parseDiscs(START);
    expect(count(discs, "black")).toBe(2);
    expect(count(discs, "white")).toBe(2);
    expect(boardText(discs, "black")).toBe(START);
  });

  it("missing from a short text are empty squares", () => {
    expect(parseDiscs("XO")).toHaveLength(64);
    expect(count(parseDiscs("XO"), "black")).toBe(1);
  });
});

describe("a change of the board", () => {
  it("places the disc first and turns the others outward", () => {
    const found = changes(parseDiscs(START), parseDiscs(AFTER_F5), 37);
    expect(found.map(({ square, kind, step }) => [square, kind, step])).toEqual([
      [37, "place", 0],
      [36, "flip", 1],
    ]);
    expect(isOneMove(found)).toBe(true);
  });

  it("turns a long row in order of distance", () => {
    const before = parseDiscs("-OOOOOOX".padEnd(64, "-"));
    const after = parseDiscs("XXXXXXXX".padEnd(64, "-"));
    const flips = changes(before, after, 0).filter(({ kind }) => kind === "flip");
    expect(flips.map(({ square }) => square)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(flips.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(flips.every(({ square, step }) => distance(0, square) === step)).toBe(true);
  });

  it("back in the game removes the disc and turns all at once", () => {
    const found = changes(parseDiscs(AFTER_F5), parseDiscs(START), null);
    expect(found.map(({ kind, step }) => [kind, step])).toEqual([
      ["flip", 0],
      ["remove", 0],
    ]);
  });

  it("of nothing is nothing", () => {
    expect(changes(parseDiscs(START), parseDiscs(START), null)).toEqual([]);
  });

  it("over many moves is a jump", () => {
    const full = parseDiscs("X".repeat(64));
    expect(isOneMove(changes(parseDiscs(START), full, null))).toBe(false);
  });
});

describe("keys", () => {
  it("move the cursor, place and leave", () => {
    expect(boardKey("ArrowRight", 0, false, true)).toEqual({ act: "move", to: 1 });
    expect(boardKey("s", 0, false, false)).toEqual({ act: "move", to: 8 });
    expect(boardKey("Enter", 5, false, false)).toEqual({ act: "place" });
    expect(boardKey("Escape", 5, false, false)).toEqual({ act: "leave" });
    expect(boardKey("q", 5, false, false)).toBeNull();
    // Arrows alone step through the game.
    for (const key of ["ArrowRight", "ArrowUp", "Home", "End"]) expect(boardKey(key, 5, false, false)).toBeNull();
  });

  it("follow the eye on a turned board", () => {
    expect(boardKey("ArrowRight", 9, true, true)).toEqual({ act: "move", to: 8 });
    expect(cursorKey("W", 9, true)).toBe(17);
  });

  it("W A S D work everywhere, arrows only on the board", () => {
    expect(cursorKey("d", 9, false)).toBe(10);
    expect(cursorKey("ArrowRight", 9, false)).toBeNull();
  });
});

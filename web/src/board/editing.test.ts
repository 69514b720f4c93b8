import { describe, expect, it } from "vitest";
import { cleared, mirrored, painted, rotated, swapped } from "./editing";
import { count, parseDiscs } from "./state";

const odd = parseDiscs("XXO-----O".padEnd(64, "-"));

describe("editing", () => {
  it("paints one square and leaves the rest alone", () => {
    const board = painted(cleared(), 5, "black");
    expect(board[5]).toBe("black");
    expect(count(board, "black")).toBe(1);
    expect(painted(board, 5, "flip")[5]).toBe("white");
    expect(painted(board, 6, "flip")[6]).toBeNull();
    expect(painted(board, 5, "erase")).toEqual(cleared());
  });

  it("cycles through black, white and empty", () => {
    let board = cleared();
    const seen = [0, 1, 2].map(() => (board = painted(board, 9, "cycle"))[9]);
    expect(seen).toEqual(["black", "white", null]);
  });

  it("turned four times or mirrored twice is as before", () => {
    expect(rotated(rotated(rotated(rotated(odd))))).toEqual(odd);
    expect(mirrored(mirrored(odd))).toEqual(odd);
    expect(swapped(swapped(odd))).toEqual(odd);
    expect(rotated(odd)[7]).toBe("black");
    expect(mirrored(odd)[7]).toBe("black");
    expect(mirrored(odd)[5]).toBe("white");
  });
});

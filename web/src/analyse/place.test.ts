import { describe, expect, it } from "vitest";
import { addressOf, isSameGame, NOWHERE, readLine, readPlace, writeLine, type Place } from "./place";

const read = (address: string) => readPlace(new URLSearchParams(address.split("?")[1] ?? ""));

describe("a place", () => {
  const game: Place = { ...NOWHERE, game: 5, at: 12, line: ["d1", "pass", "e1"] };
  const moves: Place = { ...NOWHERE, moves: "f5d6c3", black: "Ann & Bob", white: "Kaori", at: 2, line: ["c4"] };

  it("goes into the address and comes back", () => {
    const kept = [{ ...NOWHERE, entry: 7, at: 3 }, { ...NOWHERE, study: "aB3", line: ["c4"] }];
    for (const place of [NOWHERE, game, moves, ...kept, { ...NOWHERE, position: "X".repeat(64) }]) expect(read(addressOf("review", place))).toEqual(place);
    expect(addressOf("engine", NOWHERE)).toBe("/analyse");
    expect(addressOf("review", kept[0]!)).toBe("/analyse/review?library=7&at=3");
    expect(addressOf("review", game)).toBe("/analyse/review?game=5&at=12&line=d1--e1");
    expect(addressOf("explorer", { ...NOWHERE, moves: "f5" }, { player: "Ann" })).toBe("/analyse/explorer?moves=f5&player=Ann");
  });

  it("is read from older links, too", () => {
    const board = "-".repeat(27) + "OX------XO" + "-".repeat(27);
    expect(read(`?text=${board}X`).position).toBe(`${board}X`);
    expect(read("?text=f5d6")).toEqual({ ...NOWHERE, moves: "f5d6" });
    expect(read("?at=-3&game=x")).toEqual(NOWHERE);
  });

  it("lies in the same game as another, wherever both are", () => {
    expect(isSameGame(game, { ...NOWHERE, game: 5 })).toBe(true);
    expect(isSameGame(moves, { ...NOWHERE, moves: "f5d6c3", at: 1 })).toBe(true);
    expect(isSameGame(moves, { ...NOWHERE, moves: "f5d6c4" })).toBe(false);
    expect(isSameGame(game, moves)).toBe(false);
    expect(isSameGame(game, { ...NOWHERE, entry: 5 })).toBe(false);
    expect(isSameGame({ ...NOWHERE, study: "a" }, { ...NOWHERE, study: "a", at: 9, black: "Ann" })).toBe(true);
  });
});

describe("a line in an address", () => {
  it("is read as far as it has squares and passes", () => {
    expect(readLine("F5d6c3")).toEqual(["f5", "d6", "c3"]);
    expect(readLine("f5--c3")).toEqual(["f5", "pass", "c3"]);
    expect(readLine("f5z9c3")).toEqual(["f5"]);
    expect(readLine("")).toEqual([]);
    expect(writeLine(["f5", "pass", "c3"])).toBe("f5--c3");
  });
});

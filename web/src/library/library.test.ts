import { describe, expect, test } from "vitest";
import { NOTHING, filtersSet, fromAddress, keyOf, sortedBy, toAddress, toServer } from "./query";
import { discsOf, shares } from "./share";

describe("what is asked of the library", () => {
  test("goes into the address and comes back", () => {
    const query = { ...NOTHING, player: "Ann & Bob", kind: "level:7", deleted: true, sort: "date", rising: true, offset: 50 };
    expect(fromAddress(new URLSearchParams(toAddress(query)))).toEqual(query);
    expect(toAddress(NOTHING)).toBe("");
    expect(fromAddress(new URLSearchParams("offset=-3"))).toEqual(NOTHING);
  });

  test("counts what narrows the list", () => {
    expect(filtersSet(NOTHING)).toBe(0);
    expect(filtersSet({ ...NOTHING, search: "x", sort: "date" })).toBe(0);
    expect(filtersSet({ ...NOTHING, player: "x", deleted: true })).toBe(2);
  });

  test("asks for a colour only with a player, and for people by their own word", () => {
    expect(toServer({ ...NOTHING, colour: "black" })["colour"]).toBe("");
    expect(toServer({ ...NOTHING, player: "x", colour: "black" })["colour"]).toBe("black");
    expect(toServer({ ...NOTHING, kind: "people" })).toMatchObject({ human_human: true });
    expect(toServer({ ...NOTHING, kind: "level:7" })).toMatchObject({ kind: "level:7" });
  });

  test("finds keys in texts", () => {
    expect(keyOf(" #17 ")).toBe(17);
    expect(keyOf("17")).toBe(17);
    expect(keyOf("17a")).toBeNull();
    expect(keyOf("")).toBeNull();
  });

  test("sorts names from A and the rest from the largest, and the other way round when asked again", () => {
    expect(sortedBy(NOTHING, "black")).toMatchObject({ sort: "black", rising: true });
    expect(sortedBy(sortedBy(NOTHING, "black"), "black").rising).toBe(false);
    expect(sortedBy({ ...NOTHING, offset: 100 }, "date")).toMatchObject({ rising: false, offset: 0 });
  });
});

test("results are shares of the games that have one", () => {
  const results = { games: 12, black: 5, draws: 1, white: 4, mean_score: null };
  expect(shares(results).map(({ share }) => share)).toEqual([0.5, 0.1, 0.4]);
  expect(shares({ ...results, black: 0, draws: 0, white: 0 }).map(({ share }) => share)).toEqual([0, 0, 0]);
  expect(discsOf(12)).toEqual({ black: 38, white: 26 });
});

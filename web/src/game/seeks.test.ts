import { expect, it } from "vitest";
import { paceText, PRESETS, rangeKind, speedOf } from "./seeks";

it("clocks are written as players write them", () => {
  expect(PRESETS.map(paceText)).toEqual(["1+0", "3+2", "5+0", "5+3", "10+0", "15+10", "20+0", "30+0"]);
  expect(paceText({ initial: 30, increment: 1 })).toBe("½+1");
  expect(paceText({ initial: 90, increment: 0 })).toBe("1.5+0");
});

it("games are called by the time they take", () => {
  expect(PRESETS.map(speedOf)).toEqual(["bullet", "blitz", "blitz", "blitz", "rapid", "rapid", "rapid", "classical"]);
});

it("a range of ratings is open at either end, or at both", () => {
  const kind = (min_rating: number | null, max_rating: number | null) => rangeKind({ min_rating, max_rating });
  expect([kind(null, null), kind(1400, null), kind(null, 1600), kind(1400, 1600)]).toEqual([null, "from", "upTo", "between"]);
});

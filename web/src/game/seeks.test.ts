import { expect, it } from "vitest";
import { paceText, PRESETS, speedOf } from "./seeks";

it("clocks are written as players write them", () => {
  expect(PRESETS.map(paceText)).toEqual(["1+0", "3+2", "5+0", "5+3", "10+0", "15+10", "20+0", "30+0"]);
  expect(paceText({ initial: 30, increment: 1 })).toBe("½+1");
  expect(paceText({ initial: 90, increment: 0 })).toBe("1.5+0");
});

it("games are called by the time they take", () => {
  expect(PRESETS.map(speedOf)).toEqual(["bullet", "blitz", "blitz", "blitz", "rapid", "rapid", "rapid", "classical"]);
});

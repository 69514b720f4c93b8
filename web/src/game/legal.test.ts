import { expect, it } from "vitest";
import { legalSquares } from "./legal";

it("legal moves are squares with what they turn over", () => {
  expect([...legalSquares([{ square: "f5", flips: ["e5"] }, { square: "d3", flips: ["d4", "e4"] }])]).toEqual([
    [37, [36]],
    [19, [27, 28]],
  ]);
  expect(legalSquares([]).size).toBe(0);
});

import { expect, it } from "vitest";
import { commonQuarter, quarterSquares } from "./regions";

it("squares of one quarter have it in common, the moves of the start have none", () => {
  expect(commonQuarter([0, 9, 27])).toBe("TopLeft");
  expect(commonQuarter([63])).toBe("BottomRight");
  expect(commonQuarter([19, 26, 37, 44])).toBeNull();
  expect(quarterSquares("TopRight").size).toBe(16);
  expect(quarterSquares("BottomLeft").has(56)).toBe(true);
});

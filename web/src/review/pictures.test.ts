import { expect, it } from "vitest";
import { START } from "../game/starts";
import { boardSvg } from "./pictures";

it("draws the board as the pages do: discs with light, star points, the last move, values and names", () => {
  const drawn = boardSvg({
    board: START,
    last: 27,
    values: new Map([
      [19, { text: "≈−1", kind: "estimate", best: true }],
      [27, { text: "+9", kind: "exact", best: false }],
    ]),
    names: { black: "Ada & Bo", white: "黒木" },
    note: "After move 1, d3",
  });
  expect(drawn.match(/url\(#black\)/g)).toHaveLength(3);
  expect(drawn).toContain("Ada &#38; Bo");
  expect(drawn).toContain("#e0513f");
  // A value is written on empty squares only.
  expect(drawn).toContain("≈−1");
  expect(drawn).not.toContain("+9");
  expect(drawn).toContain("After move 1, d3");
});

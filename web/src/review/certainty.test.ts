import { describe, expect, it } from "vitest";
import { chart, favoured, percent, short } from "./certainty";

describe("a number of the mover", () => {
  it("favours the mover, the other side, or nobody", () => {
    expect(favoured(1.5, "white")).toEqual({ side: "white", discs: 1.5 });
    expect(favoured(-1.5, "white")).toEqual({ side: "black", discs: 1.5 });
    expect(favoured(0.01, "white")).toBeNull();
  });
});

describe("a chance", () => {
  it("is never certain", () => {
    expect([0, 0.004, 0.5, 0.999].map(percent)).toEqual([1, 1, 50, 99]);
  });
});

describe("a count", () => {
  it("is written short", () => {
    expect(short(1_234_567, "en")).toBe("1.2M");
    expect(short(12, "en")).toBe("12");
  });
});

describe("the chart of a search", () => {
  it("has the line in the middle of its errors, and even scores in the middle of the box", () => {
    const drawn = chart([{ score: 0, error: 4, kind: "estimate" }, { score: 8, error: null, kind: "exact" }], 100, 40);
    expect(drawn.points.map((point) => point.y)).toEqual([20, 4]);
    expect(drawn.points.map((point) => point.exact)).toEqual([false, true]);
    expect(drawn.line).toBe("M6.0 20.0L94.0 4.0");
    expect(chart([], 100, 40)).toMatchObject({ line: "", area: "", points: [] });
  });
});

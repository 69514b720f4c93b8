import { describe, expect, it } from "vitest";
import { curveOf, height, scaleOf, smoothed } from "./curve";

const points = (...values: number[]) => values.map((value, moment) => ({ moment, value }));

describe("curves over time", () => {
  it("stand on a scale of round steps that holds all values", () => {
    expect(scaleOf([1263, 1391])).toEqual({ least: 1250, most: 1400, ticks: [1250, 1300, 1350, 1400] });
    expect(scaleOf([0.4, 7.2])).toEqual({ least: 0, most: 8, ticks: [0, 2, 4, 6, 8] });
    expect(scaleOf([1500])).toEqual({ least: 1500, most: 1501, ticks: [1500, 1501] });
    expect(scaleOf([1507, 1512], 20)).toEqual({ least: 1500, most: 1520, ticks: [1500, 1520] });
    expect(scaleOf([])).toEqual({ least: 0, most: 1, ticks: [0, 1] });
    for (let low = -700; low < 3000; low += 37)
      for (const span of [0, 1, 7, 60, 420, 2900]) {
        const { least, most, ticks } = scaleOf([low, low + span]);
        expect(least <= low && low + span <= most && ticks.length >= 2 && ticks.length <= 5, `${low} and ${span}`).toBe(true);
      }
  });
  it("go from left to right, high values at the top", () => {
    const scale = scaleOf([0, 10]);
    expect([height(scale, 10), height(scale, 0)]).toEqual([0, 100]);
    expect(curveOf(points(0, 5, 10), scale)).toBe("0.00,100.00 50.00,50.00 100.00,0.00");
    expect(curveOf(points(5), scale)).toBe("50.00,50.00");
  });
  it("are smoothed over the last few points", () => {
    expect(smoothed(points(2, 4, 6, 8), 3).map(({ value }) => value)).toEqual([2, 3, 4, 6]);
    expect(smoothed([], 3)).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { curveOf, HEIGHT, named, played, together, WIDTH } from "./person";
import { changeText, ratingText } from "./ratings";

const curve = (...ratings: number[]) => curveOf(ratings.map((rating, game) => ({ game, moment: game, rating })));

describe("a rating", () => {
  it("is written with its mark and its change", () => {
    expect(ratingText({ rating: 1512, provisional: true, change: null })).toBe("1512?");
    expect(ratingText({ rating: 1512, provisional: false, change: 8 })).toBe("1512");
    expect([8, -8, 0, null].map(changeText)).toEqual(["+8", "−8", "±0", ""]);
  });

  it("adds records up", () => {
    const both = together({ won: 3, drawn: 1, lost: 0 }, { won: 1, drawn: 0, lost: 2 });
    expect(both).toEqual({ won: 4, drawn: 1, lost: 2 });
    expect(played(both)).toBe(7);
    const one = { won: 1, drawn: 0, lost: 0 };
    expect(named([["Tiger", one], ["", one], ["Rose", one], ["Tiger", one]])).toEqual([["Tiger", { ...one, won: 2 }], ["Rose", one]]);
  });

  it("is drawn within its picture, on a scale of round numbers", () => {
    for (const ratings of [[1500], [1500, 1500], [1500, 1662, 1580, 1601], [400, 3100], [1499, 1501]]) {
      const { points, scale, path } = curve(...ratings);
      expect(points).toHaveLength(ratings.length);
      for (const { x, y } of points) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(WIDTH);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y).toBeLessThanOrEqual(HEIGHT);
      }
      expect(scale.length).toBeGreaterThan(1);
      expect(scale.length).toBeLessThanOrEqual(5);
      expect(scale.every(({ rating }) => rating % 25 === 0)).toBe(true);
      expect(scale[0]!.rating).toBeLessThanOrEqual(Math.min(...ratings));
      expect(scale.at(-1)!.rating).toBeGreaterThanOrEqual(Math.max(...ratings));
      expect(path.match(/[ML]/g)).toHaveLength(ratings.length);
    }
    expect(curve().scale).toEqual([]);
  });

  it("rises upwards and goes on to the right", () => {
    const [first, second] = curve(1500, 1600).points;
    expect(second!.y).toBeLessThan(first!.y);
    expect(second!.x).toBeGreaterThan(first!.x);
  });
});

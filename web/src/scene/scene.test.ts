import { describe, expect, it } from "vitest";
import { changes, parseDiscs } from "../board/state";
import { motionsOf, poseAt } from "./motion";
import { between, placeOf, pointOf, VIEWS } from "./views";
import { START } from "../game/starts";

const AFTER_F5 = "---------------------------OX------XXX--------------------------O";
const timing = { turn: 280, step: 60 };

describe("discs of the scene", () => {
  const found = changes(parseDiscs(START), parseDiscs(AFTER_F5), 37);
  const motions = motionsOf(found, () => false, 1000, timing);

  it("fall first, then turn over in order", () => {
    expect(motions.map(({ square, kind }) => [square, kind])).toEqual([
      [37, "place"],
      [36, "flip"],
    ]);
    expect(motions[1]!.begin).toBeGreaterThan(motions[0]!.begin);
  });

  it("begin where they were and end lying still, the right side up", () => {
    const [placed, turned] = motions as [(typeof motions)[0], (typeof motions)[0]];
    expect(poseAt(placed, 1000)!.height).toBeGreaterThan(2);
    expect(poseAt(turned, 1000)!.angle).toBeCloseTo(Math.PI);
    expect(poseAt(turned, turned.begin + turned.length / 2)!.angle).toBeCloseTo(Math.PI / 2);
    expect(poseAt(turned, turned.begin + turned.length / 2)!.height).toBeGreaterThan(0.5);
    expect(poseAt(turned, turned.begin + turned.length * 0.999)!.angle).toBeCloseTo(0, 3);
    expect(poseAt(turned, turned.begin + turned.length)).toBeNull();
  });
});

describe("views", () => {
  it("are above the table and outside the board", () => {
    for (const view of VIEWS) {
      const [, height] = pointOf(placeOf(view, false));
      expect(height).toBeGreaterThan(4);
    }
  });

  it("of a turned board are opposite", () => {
    const [x, y, z] = pointOf(placeOf("corner", false));
    const [u, v, w] = pointOf(placeOf("corner", true));
    expect([u, v, w].map((value) => Math.round(value * 1000))).toEqual([-x, y, -z].map((value) => Math.round(value * 1000)));
  });

  it("change the shorter way around, and arrive", () => {
    const [from, to] = [
      { around: 0.1, up: 1, far: 10 },
      { around: 2 * Math.PI - 0.1, up: 0.5, far: 12 },
    ];
    expect(between(from, to, 0.5).around).toBeCloseTo(0);
    expect(between(from, to, 1).up).toBeCloseTo(0.5);
  });
});

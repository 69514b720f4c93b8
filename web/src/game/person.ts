// What the page of a person computes: records put together, and the curve of the rating as numbers for a drawing.

import type { Schemas } from "../api/types";

export type RatingPoint = Schemas["RatingPointView"];
export type RecordView = Schemas["RecordView"];

/** Counts the games of a record. */
export const played = ({ won, drawn, lost }: RecordView): number => won + drawn + lost;

/** Adds two records up. */
export const together = (one: RecordView, two: RecordView): RecordView => ({
  won: one.won + two.won,
  drawn: one.drawn + two.drawn,
  lost: one.lost + two.lost,
});

/** Puts records of the same name together, in the order in which names come first: lines of an opening share one. */
export function named(records: readonly (readonly [string, RecordView])[]): [string, RecordView][] {
  const found = new Map<string, RecordView>();
  for (const [name, record] of records) {
    const known = found.get(name);
    if (name !== "") found.set(name, known ? together(known, record) : record);
  }
  return [...found];
}

export const WIDTH = 600;
export const HEIGHT = 180;
/** The room for the numbers at the left, and around the line. */
export const LEFT = 64;
const MARGIN = 14;
/** How far apart the lines of the scale may be, in points. */
const STEPS = [25, 50, 100, 200, 500, 1000];

export interface Curve {
  readonly path: string;
  readonly points: readonly { readonly x: number; readonly y: number; readonly point: RatingPoint }[];
  /** The lines of the scale. */
  readonly scale: readonly { readonly y: number; readonly rating: number }[];
}

/** Draws a rating game by game. The scale has round numbers, and at most five lines. */
export function curveOf(points: readonly RatingPoint[]): Curve {
  const ratings = points.map(({ rating }) => rating);
  const [least, most] = [Math.min(...ratings), Math.max(...ratings)];
  const step = STEPS.find((each) => (most - least) / each <= 3) ?? 2000;
  const low = Math.floor(least / step) * step;
  const high = Math.max(Math.ceil(most / step) * step, low + step);
  const y = (rating: number) => MARGIN + ((high - rating) / (high - low)) * (HEIGHT - 2 * MARGIN);
  const width = WIDTH - LEFT - MARGIN;
  const x = (index: number) => LEFT + (points.length < 2 ? width / 2 : (index * width) / (points.length - 1));
  const drawn = points.map((point, index) => ({ x: x(index), y: y(point.rating), point }));
  const path = drawn.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  const lines = points.length === 0 ? 0 : (high - low) / step + 1;
  const scale = Array.from({ length: lines }, (_, index) => ({ rating: low + index * step, y: y(low + index * step) }));
  return { path, points: drawn, scale };
}

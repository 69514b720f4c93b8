// Curves over time: where points stand in a picture of 100 by 100, and which numbers stand beside it.

export interface Point {
  /** In milliseconds since 1970. */
  readonly moment: number;
  readonly value: number;
}

/** From where to where a scale goes, in round steps. */
export interface Scale {
  readonly least: number;
  readonly most: number;
  /** What is written beside it, the least first. */
  readonly ticks: readonly number[];
}

const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/** Makes a scale that holds all values, with one to four round steps, none finer than is worth a line. */
export function scaleOf(values: readonly number[], finest = 1): Scale {
  const [low, high] = values.length === 0 ? [0, 1] : [Math.min(...values), Math.max(...values)];
  const step = STEPS.find((one) => one >= finest && Math.ceil(high / one) - Math.floor(low / one) <= 4) ?? STEPS.at(-1)!;
  const least = Math.floor(low / step) * step;
  const most = Math.max(Math.ceil(high / step) * step, least + step);
  const count = Math.round((most - least) / step);
  return { least, most, ticks: Array.from({ length: count + 1 }, (_, index) => least + index * step) };
}

/** Returns how high a value stands, from 0 at the top to 100. */
export const height = ({ least, most }: Scale, value: number): number => 100 - (100 * (value - least)) / (most - least);

/** Returns the points of a curve; games stand side by side, whenever they were played. */
export function curveOf(points: readonly Point[], scale: Scale): string {
  const along = (index: number) => (points.length < 2 ? 50 : (100 * index) / (points.length - 1));
  return points.map(({ value }, index) => `${along(index).toFixed(2)},${height(scale, value).toFixed(2)}`).join(" ");
}

/** Smooths points: each is the mean of the last few. */
export function smoothed(points: readonly Point[], over: number): Point[] {
  return points.map(({ moment }, index) => {
    const last = points.slice(Math.max(0, index - over + 1), index + 1);
    return { moment, value: last.reduce((sum, { value }) => sum + value, 0) / last.length };
  });
}

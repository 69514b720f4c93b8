// The graph of a game's score, black up, as numbers for a drawing.

export interface Point {
  readonly score: number;
  readonly exact: boolean;
}

export interface Graph {
  /** Discs at the upper and the lower edge. */
  readonly reach: number;
  /** Paths through neighbouring known points; `solid` are exact. */
  readonly lines: readonly { readonly path: string; readonly solid: boolean }[];
  /** The area between the middle and the line. */
  readonly area: string;
}

export const WIDTH = 600;
export const HEIGHT = 130;

/** Returns where a position lies from left to right. */
export function x(at: number, count: number): number {
  return count < 2 ? 0 : (at * WIDTH) / (count - 1);
}

/** Returns where a score lies from top to bottom. */
export function y(score: number, reach: number): number {
  const held = Math.max(-reach, Math.min(reach, score));
  return HEIGHT / 2 - (held / reach) * (HEIGHT / 2 - 8);
}

/** Returns the discs at the edges: the smallest of a few round numbers that holds every score. */
export function reachOf(points: readonly (Point | null)[]): number {
  const largest = Math.max(0, ...points.map((point) => Math.abs(point?.score ?? 0)));
  return [10, 20, 40, 64].find((reach) => largest <= reach) ?? 64;
}

/** Makes the graph. Positions of which nothing is known yet leave a gap. */
export function graphOf(points: readonly (Point | null)[]): Graph {
  const reach = reachOf(points);
  const at = (index: number) => {
    const point = points[index];
    return point ? `${x(index, points.length).toFixed(1)} ${y(point.score, reach).toFixed(1)}` : null;
  };
  const lines: { path: string; solid: boolean }[] = [];
  const areas: string[] = [];
  for (let index = 1; index < points.length; index += 1) {
    const [from, to] = [at(index - 1), at(index)];
    if (from === null || to === null) continue;
    const solid = (points[index - 1]?.exact && points[index]?.exact) ?? false;
    const last = lines.at(-1);
    if (last && last.solid === solid && last.path.endsWith(from)) last.path += ` L${to}`;
    else lines.push({ path: `M${from} L${to}`, solid });
    const [left, right] = [x(index - 1, points.length), x(index, points.length)].map((place) => place.toFixed(1));
    areas.push(`M${left} ${HEIGHT / 2} L${from} L${to} L${right} ${HEIGHT / 2}Z`);
  }
  return { reach, lines, area: areas.join("") };
}

/** What each side has given away up to every position, in discs. */
export function lossesOf(plies: readonly ({ readonly side: "black" | "white"; readonly loss: number } | null)[]): { readonly black: number[]; readonly white: number[] } {
  const sums = { black: [0], white: [0] };
  for (const ply of plies) {
    for (const side of ["black", "white"] as const) {
      const before = sums[side].at(-1) ?? 0;
      sums[side].push(before + (ply?.side === side ? ply.loss : 0));
    }
  }
  return sums;
}

/** Returns where a sum lies from top to bottom; nothing is at the bottom. */
export function lossY(loss: number, most: number): number {
  return HEIGHT - 8 - (loss / Math.max(10, most)) * (HEIGHT - 30);
}

/** Draws sums as a line from position to position. */
export function lossPath(sums: readonly number[], most: number): string {
  return sums.map((sum, at) => `${at === 0 ? "M" : "L"}${x(at, sums.length).toFixed(1)} ${lossY(sum, most).toFixed(1)}`).join(" ");
}

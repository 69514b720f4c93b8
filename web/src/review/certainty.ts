// How values and shares are written where it matters how sure they are.

import type { Side } from "../board/state";

/** Whom a number that is the mover's favours: the side and how much; `null` if nobody. */
export function favoured(discs: number, side: Side): { readonly side: Side; readonly discs: number } | null {
  if (Math.abs(discs) < 0.05) return null;
  const other: Side = side === "black" ? "white" : "black";
  return { side: discs > 0 ? side : other, discs: Math.abs(discs) };
}

/** Writes large counts short: 950, 12 k, 3.4 M. */
export function short(count: number, locale: string): string {
  return new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 }).format(count);
}

/** Writes a chance in whole per cent, never as certain. */
export function percent(chance: number): number {
  return Math.min(99, Math.max(1, Math.round(100 * chance)));
}

export interface Chart {
  /** The line of the scores, and the area that their errors leave open. */
  readonly line: string;
  readonly area: string;
  readonly zero: number;
  readonly points: readonly { readonly x: number; readonly y: number; readonly exact: boolean }[];
}

/** Draws scores with their errors from left to right, in a box of a width and height. */
export function chart(scores: readonly { readonly score: number; readonly error: number | null; readonly kind: string }[], width: number, height: number): Chart {
  const ends = scores.flatMap(({ score, error }) => [score - (error ?? 0), score + (error ?? 0)]);
  const most = Math.max(8, ...ends.map(Math.abs));
  const x = (index: number) => (scores.length < 2 ? width / 2 : 6 + (index * (width - 12)) / (scores.length - 1));
  const y = (score: number) => height / 2 - (score * (height / 2 - 4)) / most;
  const at = (index: number, score: number) => `${x(index).toFixed(1)} ${y(score).toFixed(1)}`;
  const upper = scores.map(({ score, error }, index) => at(index, score + (error ?? 0)));
  const lower = scores.map(({ score, error }, index) => at(index, score - (error ?? 0))).reverse();
  return {
    line: scores.map(({ score }, index) => `${index === 0 ? "M" : "L"}${at(index, score)}`).join(""),
    area: scores.length < 2 ? "" : `M${[...upper, ...lower].join("L")}Z`,
    zero: height / 2,
    points: scores.map(({ score, kind }, index) => ({ x: x(index), y: y(score), exact: kind === "exact" })),
  };
}

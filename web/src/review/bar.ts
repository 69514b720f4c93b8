// The evaluation bar: how much of it is black.

/** Discs at which the bar has gone three quarters of the way from the middle to an end. */
const STEEP = 16;

/** Returns black's share of the bar in per cent; an end is never quite reached. */
export function barShare(score: number): number {
  return Math.round((50 + 48 * Math.tanh(score / STEEP)) * 10) / 10;
}

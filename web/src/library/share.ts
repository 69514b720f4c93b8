// Results of games as shares of a whole.

import type { ResultsView } from "../api/types";

export interface Share {
  readonly part: "black" | "draws" | "white";
  readonly games: number;
  /** From 0 to 1. */
  readonly share: number;
}

/** Splits results; games without a result are left out. */
export function shares(results: ResultsView): Share[] {
  const all = results.black + results.draws + results.white;
  return (["black", "draws", "white"] as const).map((part) => ({
    part,
    games: results[part],
    share: all === 0 ? 0 : results[part] / all,
  }));
}

/** Writes how many discs each side has at the end, from the score of black; empty squares are the winner's. */
export function discsOf(score: number): { black: number; white: number } {
  return { black: (64 + score) / 2, white: (64 - score) / 2 };
}

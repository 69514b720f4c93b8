// The order of the moves that the explorer lists: the best for whoever is to move first.

import type { Side } from "../board/state";

export type Order = "games" | "results" | "mean" | "engine";

interface Row {
  readonly results: { readonly games: number; readonly black: number; readonly draws: number; readonly mean_score?: number | null };
  /** From black's view. */
  readonly engine: { readonly score: number } | null;
}

/** Sorts moves; what is unknown comes last, and what is equal stays in the order of frequency. */
export function sorted<R extends Row>(rows: readonly R[], order: Order, side: Side): R[] {
  const sign = side === "black" ? 1 : -1;
  const worth = ({ results, engine }: R): number | null => {
    if (order === "games") return results.games;
    if (order === "results") return (sign * (results.black + results.draws / 2)) / Math.max(1, results.games);
    const score = order === "mean" ? (results.mean_score ?? null) : (engine?.score ?? null);
    return score === null ? null : sign * score;
  };
  return rows.toSorted((one, other) => (worth(other) ?? -Infinity) - (worth(one) ?? -Infinity) || other.results.games - one.results.games);
}

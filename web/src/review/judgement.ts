// What is said of a move: signs of judgements, and the words for chances.

import type { Label } from "../api/review";

/** The sign of a judgement, as annotators write it. */
export const SIGNS: Record<Label, string> = { forced: "□", only: "!", best: "★", good: "✓", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** A chance in whole per cent; what is not certain is not called so. */
export function chancePercent(chance: number): number {
  return Math.min(99, Math.max(1, Math.round(100 * chance)));
}

// Which moves of a game deserve a second look.

import type { Label, PlyJudged } from "../api/review";
import type { Side } from "../board/state";

const SIGNIFICANT: readonly Label[] = ["inaccuracy", "mistake", "blunder"];

/** Tells whether a label deserves a second look. */
export function isMistake(label: Label | undefined): boolean {
  return label !== undefined && SIGNIFICANT.includes(label);
}

/** Lists the plies, counted from 0, that lost something; of one side or of both. */
export function mistakes(plies: readonly (PlyJudged | null)[], side: Side | null = null): number[] {
  return plies.flatMap((ply, index) => (ply && isMistake(ply.label) && (side === null || ply.side === side) ? [index] : []));
}

/** Returns the next mistake after a position, or the one before it; `null` if there is none. */
export function nextMistake(found: readonly number[], at: number, forward: boolean): number | null {
  // The mistake of ply p is seen in the position before it, which has the number p.
  return (forward ? found.find((ply) => ply > at) : found.findLast((ply) => ply < at)) ?? null;
}

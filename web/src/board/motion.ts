// Which discs move on a board that changes. State only; Board.svelte draws it.

import { SQUARES } from "./geometry";
import { changes, isOneMove, type Change, type Disc } from "./state";

/** What moves, by square. */
export interface Motion {
  /** The board that was shown last; `null` before the first. */
  readonly discs: readonly Disc[] | null;
  readonly moving: readonly (Change | null)[];
  /** How often each square has changed: a new number makes its drawing start anew. */
  readonly rounds: readonly number[];
}

/** A board that has not been shown yet. */
export const AT_REST: Motion = {
  discs: null,
  moving: Array<Change | null>(SQUARES).fill(null),
  rounds: Array<number>(SQUARES).fill(0),
};

/**
 * Shows another board. Discs move if that looks like a single move and `animated` is set; otherwise they are simply there.
 * `last` is the square of the move.
 */
export function moved(motion: Motion, discs: readonly Disc[], last: number | null, animated: boolean): Motion {
  const found = motion.discs === null ? [] : changes(motion.discs, discs, last);
  if (found.length === 0) return { ...motion, discs };
  const moving = Array<Change | null>(SQUARES).fill(null);
  const rounds = [...motion.rounds];
  const drawn = animated && isOneMove(found);
  for (const change of found) {
    if (drawn) moving[change.square] = change;
    rounds[change.square] = (rounds[change.square] ?? 0) + 1;
  }
  return { discs, moving, rounds };
}

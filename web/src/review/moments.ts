// The order in which the key moments of a game are walked: one's own first, where it is known who one is.

import type { Moment } from "../api/review";
import type { Side } from "../board/state";

/** Puts the moments of a side first; both parts stay in the order of the game. */
export function walkOf(moments: readonly Moment[], you: Side | null): readonly Moment[] {
  if (you === null) return moments;
  return [...moments.filter(({ side }) => side === you), ...moments.filter(({ side }) => side !== you)];
}

/**
 * Returns where the walk goes on from a position, as a place in it; `null` at its end. From a moment it is the next one,
 * from elsewhere the first that comes later in the game.
 */
export function nextMoment(walk: readonly Moment[], ply: number): number | null {
  const here = walk.findIndex((moment) => moment.ply === ply);
  const found = here >= 0 ? here + 1 : walk.findIndex((moment) => moment.ply > ply);
  return found >= 0 && found < walk.length ? found : null;
}

/** Returns where the walk came from, as a place in it; `null` at its beginning. */
export function previousMoment(walk: readonly Moment[], ply: number): number | null {
  const here = walk.findIndex((moment) => moment.ply === ply);
  const found = here >= 0 ? here - 1 : walk.findLastIndex((moment) => moment.ply < ply);
  return found >= 0 ? found : null;
}

// What may be done in a game, so that nothing is offered that the server would refuse.

import type { GameView } from "../api/types";

/** Tells whether somebody only looks on at a game of two people elsewhere. */
export const spectates = (game: GameView): boolean => game.by_invitation && game.yours.length === 0;

/** Tells whether the computer may help: not two people against the clock, nor people elsewhere. */
export function mayHelp(game: GameView): boolean {
  if (game.by_invitation || game.yours.length === 0) return false;
  return !(game.black.human && game.white.human && game.clock !== null);
}

/** Tells whether a move of one's own can be taken back. */
export function mayUndo(game: GameView): boolean {
  const placed = game.plies.filter((ply) => ply.move !== "pass");
  const last = placed.at(-1);
  // People elsewhere take back a move that is not answered; a game that was cut short on one device goes on where it was.
  if (game.by_invitation) return game.result === null && last !== undefined && game.yours.includes(last.side);
  const cutShort = game.result !== null && !game.position.finished && game.yours.length > 0;
  return cutShort || placed.some((ply) => game.yours.includes(ply.side));
}

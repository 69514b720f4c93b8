// What may be done in a game, so that nothing is offered that the server would refuse.

import type { GameView } from "../api/types";

/** Tells whether somebody only looks on at a game of two people elsewhere, or at a rated one. */
export const spectates = (game: GameView): boolean => (game.by_invitation || game.rated) && game.yours.length === 0;

/** Tells whether the computer may help: not two people against the clock, nor people elsewhere, nor in a rated game. */
export function mayHelp(game: GameView): boolean {
  if (game.by_invitation || game.rated || game.yours.length === 0) return false;
  return !(game.black.human && game.white.human && game.clock !== null);
}

/** Tells whether a move of one's own can be taken back. */
export function mayUndo(game: GameView): boolean {
  const placed = game.plies.filter((ply) => ply.move !== "pass");
  // People elsewhere have to be asked; a game that was cut short on one device goes on where it was.
  if (game.remote) return game.remote.may_offer.includes("take-back");
  if (game.rated) return false;
  const cutShort = game.result !== null && !game.position.finished && game.yours.length > 0;
  return cutShort || placed.some((ply) => game.yours.includes(ply.side));
}

// Legal moves as the server tells them, and as a board wants them.

import { squareIndex } from "../board/geometry";

/** Returns the squares where a disc may be placed, each with the squares whose discs that turns over. */
export function legalSquares(
  moves: readonly { readonly square: string; readonly flips: readonly string[] }[],
): ReadonlyMap<number, readonly number[]> {
  const index = (name: string) => squareIndex(name) ?? -1;
  return new Map(moves.map((move) => [index(move.square), move.flips.map(index)]));
}

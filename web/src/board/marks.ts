// What can be written on squares beside the discs.

import type { Disc } from "./state";

/** The value of a move, written on its square. */
export interface SquareValue {
  readonly text: string;
  readonly kind: "exact" | "estimate" | "bound";
  readonly best: boolean;
}

/** Says what a screen reader reads for a square; `flips` is how many discs a move there turns over, if it is legal. */
export type SquareLabel = (square: number, disc: Disc, flips: number | null, last: boolean) => string;

// What can be written on squares beside the discs.

import type { Disc } from "./state";

/** The value of a move, written on its square. */
export interface SquareValue {
  readonly text: string;
  readonly kind: "exact" | "estimate" | "bound";
  readonly best: boolean;
  /** Whether it is the move that was played, and a mistake. */
  readonly bad?: boolean;
}

/** An arrow: the best move is solid, the one that was played dashed. */
export interface Arrow {
  readonly from: number;
  readonly to: number;
  readonly kind: "best" | "played";
}

/** Says what a screen reader reads for a square; `flips` is how many discs a move there turns over, if it is legal. */
export type SquareLabel = (square: number, disc: Disc, flips: number | null, last: boolean) => string;

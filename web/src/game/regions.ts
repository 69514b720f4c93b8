// Where on the board a square lies, in words: the first half of a hint names a quarter, not a square.

import type { MessageKey } from "../i18n/catalogue";

export type Quarter = "TopLeft" | "TopRight" | "BottomLeft" | "BottomRight";

const quarterOf = (square: number): Quarter => `${square < 32 ? "Top" : "Bottom"}${square % 8 < 4 ? "Left" : "Right"}`;

/** Returns the quarter in which all squares lie; `null` if they lie in several. */
export function commonQuarter(squares: readonly number[]): Quarter | null {
  const found = new Set(squares.map(quarterOf));
  return found.size === 1 ? ([...found][0] ?? null) : null;
}

/** Returns the squares of a quarter. */
export function quarterSquares(quarter: Quarter): ReadonlySet<number> {
  return new Set(Array.from({ length: 64 }, (_, square) => square).filter((square) => quarterOf(square) === quarter));
}

/** Returns the word for a quarter. */
export const quarterKey = (quarter: Quarter): MessageKey => `region${quarter}`;

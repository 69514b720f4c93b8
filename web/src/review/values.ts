// Values of moves as they are written: exact ones plain, estimates with ≈, bounds with ≤.

import type { MoveValue } from "../api/review";
import { squareIndex } from "../board/geometry";
import type { SquareValue } from "../board/marks";
import { signed } from "../i18n/catalogue";

/** Writes the value of a move. */
export function valueText(value: Pick<MoveValue, "score" | "kind">): string {
  const sign = value.kind === "exact" ? "" : value.kind === "upper" ? "≤" : "≈";
  return sign + signed(value.score);
}

/** Returns what is written on the squares of a position; `bad` is the move that was played, if it was a mistake. */
export function squareValues(known: { readonly moves: readonly MoveValue[] } | null, bad: string | null = null): ReadonlyMap<number, SquareValue> {
  const best = known?.moves[0]?.score;
  const written = (known?.moves ?? []).flatMap((one) => {
    const square = squareIndex(one.move);
    if (square === null) return [];
    const kind = one.kind === "upper" ? ("bound" as const) : one.kind;
    return [[square, { text: valueText(one), kind, best: one.score === best && one.kind !== "upper", bad: one.move === bad }] as const];
  });
  return new Map(written);
}

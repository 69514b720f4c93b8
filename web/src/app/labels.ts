// Words for squares and for judgements.

import type { Label } from "../api/review";
import type { SquareLabel } from "../board/marks";
import { squareName } from "../board/geometry";
import { t } from "./preferences.svelte";

/** What a screen reader says of a square. */
export const labelOf: SquareLabel = (index, disc, flips, last) => {
  const square = squareName(index);
  const label =
    disc === "black"
      ? t("squareBlack", { square })
      : disc === "white"
        ? t("squareWhite", { square })
        : flips === null
          ? t("squareEmpty", { square })
          : t("squareLegal", { square, n: flips });
  return last ? t("squareLast", { label }) : label;
};

/** The word for a judgement. */
export function labelName(label: Label): string {
  return t(`label${label[0]!.toUpperCase()}${label.slice(1)}` as "labelBest");
}

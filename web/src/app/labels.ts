// What a screen reader says of a square.

import type { SquareLabel } from "../board/marks";
import { squareName } from "../board/geometry";
import { t } from "./preferences.svelte";

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

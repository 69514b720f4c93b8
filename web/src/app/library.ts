// What the pages of the library say alike.

import type { LibraryEntry, OpeningView } from "../api/types";
import { signed } from "../i18n/catalogue";
import { preferences } from "./preferences.svelte";

/** Names an opening in the user's language, else in the other. */
export function openingName(opening: OpeningView | null): string {
  if (opening === null) return "";
  const { en, ja } = opening;
  return (preferences.locale === "ja" ? (ja ?? en) : (en ?? ja)) ?? "";
}

/** Names both players, black first. */
export function playersOf(game: LibraryEntry): string {
  return `${game.black || game.black_player || "?"} – ${game.white || game.white_player || "?"}`;
}

/** Writes the score of a game from black's view. */
export function scoreOf(game: LibraryEntry): string {
  return game.score === null ? "?" : signed(game.score);
}

// What the pages of the library say alike.

import type { LibraryEntry, OpeningView } from "../api/types";
import type { Side } from "../board/state";
import { signed } from "../i18n/catalogue";
import "../i18n/library-texts";
import { discsOf } from "../library/share";
import { givenName } from "./names";
import { playerName } from "./players";
import { preferences, t } from "./preferences.svelte";

/** Names an opening in the user's language, else in the other. */
export function openingName(opening: OpeningView | null): string {
  if (opening === null) return "";
  const { en, ja } = opening;
  return (preferences.locale === "ja" ? (ja ?? en) : (en ?? ja)) ?? "";
}

/** Names a player: as written, else by what plays there, else by the colour. */
export function seatName(game: LibraryEntry, side: Side): string {
  const player = game[`${side}_player`];
  const name = game[side];
  const given = givenName(name);
  if (given !== "" && given !== player) return given;
  if (player !== "" && player !== "human") return playerName(player);
  // The one person of a game played here against the computer.
  const opposite = game[side === "black" ? "white_player" : "black_player"];
  return game.source === "studio" && player === "human" && opposite !== "" && opposite !== "human" ? t("you") : t(side);
}

/** Names both players, black first. */
export function playersOf(game: LibraryEntry): string {
  return `${seatName(game, "black")} – ${seatName(game, "white")}`;
}

/** Writes how a game ended: discs if they are known, `bare` where colours stand beside them, else who won. */
export function scoreOf(game: LibraryEntry, form: "said" | "bare" = "said"): string {
  if (game.score !== null && game.ending === "played") {
    const { black, white } = discsOf(game.score);
    return form === "bare" ? `${black} : ${white}` : t("resultScore", { black, white });
  }
  if (game.winner === "black") return t("libraryBlackWon");
  if (game.winner === "white") return t("libraryWhiteWon");
  return game.winner === "draw" ? t("libraryDraw") : t("libraryOpen");
}

/** Writes a day as people read it, as far as it is known. */
export function dayText(day: string): string {
  const [year, month, date] = day.split("-").map(Number);
  if (!year) return "";
  if (!month) return String(year);
  const options: Intl.DateTimeFormatOptions = date ? { dateStyle: "medium" } : { year: "numeric", month: "short" };
  return new Intl.DateTimeFormat(preferences.region, { ...options, timeZone: "UTC" }).format(Date.UTC(year, month - 1, date || 1));
}

/** Writes when a game was played: for one played here the time of day is known, too. */
export function momentText(game: LibraryEntry): string {
  if (game.source !== "studio") return dayText(game.date);
  return new Intl.DateTimeFormat(preferences.region, { dateStyle: "medium", timeStyle: "short" }).format(game.added);
}

/** Writes a number with its thousands apart. */
export const counted = (n: number) => new Intl.NumberFormat(preferences.region).format(n);

/** Writes a share as a percentage; what is not nothing is never written as nothing. */
export function percent(share: number): string {
  if (share > 0 && share < 0.005) return "<1 %";
  return `${Math.round(100 * share)} %`;
}

/** Writes a mean score with one place. */
export function meanText(score: number | null): string {
  if (score === null) return "";
  const text = signed(Math.round(score * 10) / 10);
  return /\d\.\d/.test(text) || text === "0" ? text : `${text}.0`;
}

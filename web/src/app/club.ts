// Tournaments between people as the pages describe them.

import "../i18n/club-texts";
import type { BoardResultView, ClubCellView, ClubJournalLine, ClubView } from "../api/types";
import { ApiError } from "../api/client";
import { refusalText } from "./refusals";
import { t } from "./preferences.svelte";

const SYSTEMS = { swiss: "clubSwiss", "round-robin": "clubRoundRobin", "double-round-robin": "clubDoubleRoundRobin" } as const;

/** Says who meets whom. */
export const systemName = (system: keyof typeof SYSTEMS): string => t(SYSTEMS[system]);

/** Says what somebody is called; whose account is gone has a number only. */
export function entrantName(club: ClubView, number: number): string {
  return club.entrants[number - 1]?.name || t("clubUnnamed", { n: number });
}

/** Says how far a tournament is. */
export function stateText(club: ClubView): string {
  const values = { n: club.rounds.length, planned: club.planned };
  switch (club.state) {
    case "open":
      return t("clubStateOpen");
    case "running":
      return t("clubStateRunning", values);
    case "between":
      return t("clubStateBetween", values);
    case "over":
      return t("clubStateOver");
  }
}

/** Says what came of a board. */
export function resultText(club: ClubView, board: { black: number; white: number }, result: BoardResultView): string {
  if (result.forfeit === null || result.forfeit === undefined) return `${result.black}–${result.white}`;
  if (result.forfeit === "both") return t("clubNeither");
  return t("clubNotPlayed", { name: entrantName(club, board[result.forfeit]) });
}

const SIGNS = { win: "+", draw: "=", loss: "−", "forfeit-win": "+", "forfeit-loss": "−", pending: "", bye: "", missed: "" } as const;

/** Writes a round of somebody in a cell: `+3B40`. */
export function cellText(cell: ClubCellView): string {
  if (cell.kind === "bye") return t("clubBye");
  if (cell.kind === "missed") return "–";
  const color = cell.color === "white" ? "W" : "B";
  const rest = cell.kind.startsWith("forfeit") ? "F" : `${color}${cell.discs ?? ""}`;
  return `${SIGNS[cell.kind]}${cell.opponent}${rest}`;
}

/** Writes the colours that somebody had, in order. */
export function colorsText(cells: readonly ClubCellView[]): string {
  return cells
    .filter((cell) => cell.color && !cell.kind.startsWith("forfeit"))
    .map((cell) => (cell.color === "white" ? "W" : "B"))
    .join("");
}

const DEEDS = {
  renamed: "clubDidRenamed",
  withdrew: "clubDidWithdrew",
  returned: "clubDidReturned",
  paired: "clubDidPaired",
  unpaired: "clubDidUnpaired",
  result: "clubDidResult",
  "taken-over": "clubDidTakenOver",
  changed: "clubDidChanged",
  ended: "clubDidEnded",
} as const;

/** Says what was done. */
export function deedText(club: ClubView, { deed }: ClubJournalLine): string {
  const name = deed.entrant ? entrantName(club, deed.entrant) : "";
  if (deed.kind === "entered") return name ? t("clubDidEntered", { name }) : t("clubDidEnteredMany");
  const board = club.rounds[(deed.round ?? 0) - 1]?.boards[(deed.board ?? 0) - 1];
  const said = (result: BoardResultView | null | undefined) => (result && board ? resultText(club, board, result) : t("clubNoResult"));
  const values = { name, n: deed.round ?? 0, board: deed.board ?? 0, before: said(deed.before), after: said(deed.after) };
  return t(DEEDS[deed.kind], values);
}

/** Says why something was refused. What only tournaments refuse the server says itself, in English. */
export function clubRefusal(error: unknown): string {
  if (error instanceof ApiError && error.code === "not-now") return `${t("clubNotNow")} (${error.message})`;
  return refusalText(error);
}

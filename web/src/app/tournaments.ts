// Tournaments as the pages describe them.

import type { TournamentView } from "../api/types";
import { t } from "./preferences.svelte";

const FORMATS = {
  "round-robin": "labFormatRoundRobin",
  gauntlet: "labFormatGauntlet",
  matrix: "labFormatMatrix",
  sprt: "labFormatSprt",
} as const;

/** Says who meets whom. */
export function formatName(format: string): string {
  return format in FORMATS ? t(FORMATS[format as keyof typeof FORMATS]) : format;
}

/** A tournament whose last game is this old, in milliseconds, has probably been interrupted. */
const QUIET = 120_000;

/** Tells whether games are being played, as far as can be seen. */
export function isGoingOn(tournament: TournamentView, now: number): boolean {
  return !tournament.complete && now - tournament.updated < QUIET;
}

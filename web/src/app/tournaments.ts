// Work of the lab as the pages describe it.

import type { LabRunView } from "../api/types";
import "../i18n/lab-texts";
import { roughly } from "../lab/orders";
import { playerName } from "./players";
import { preferences, t } from "./preferences.svelte";

const FORMATS = {
  "round-robin": "labFormatRoundRobin",
  gauntlet: "labFormatGauntlet",
  matrix: "labFormatMatrix",
  sparse: "labFormatSparse",
  sprt: "labFormatSprt",
} as const;

/** Says who meets whom. */
export function formatName(format: string): string {
  return format in FORMATS ? t(FORMATS[format as keyof typeof FORMATS]) : format;
}

/** Says what a player is called: as it was named, or what its text means. */
export function entrantName({ name, player }: { readonly name: string; readonly player: string }): string {
  return name === player || player.includes("=files/") ? playerName(name) : name;
}

/** Work whose last news is this old, in milliseconds, has probably been interrupted. */
const QUIET = 120_000;

/** Tells whether work is going on, as far as can be seen. */
export function isGoingOn(run: LabRunView, now: number): boolean {
  return run.state === "running" || (run.state === "elsewhere" && now - run.updated < QUIET);
}

/** Says how it is with a piece of work. */
export function stateText(run: LabRunView): string {
  switch (run.state) {
    case "finished":
      return t("labComplete");
    case "running":
      return t("labRunning");
    case "waiting":
      return t("labQueued");
    case "paused":
      return t("labPaused");
    case "failed":
      return t("labFailed", { why: run.failure ?? "" });
    case "elsewhere":
      return isGoingOn(run, Date.now()) ? t("labRunning") : t("labWaiting", { id: run.id });
  }
}

const number = (value: number) => new Intl.NumberFormat(preferences.region).format(value);

/** Says how much is done. */
export function progressText(run: LabRunView): string {
  const values = { games: number(run.done), planned: number(run.planned) };
  return t(run.kind === "tuning" ? "labTrials" : "labProgress", values);
}

/** Says how long it will take, if that is known. */
export function leftText(run: LabRunView): string {
  if (run.seconds_left === null) return "";
  const { unit, n } = roughly(run.seconds_left);
  return t("labLeft", { time: t(unit, { n }) });
}

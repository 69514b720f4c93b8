// What the server refuses or finds odd, in the user's language. What has no text here is said as the server does.

import { ApiError } from "../api/client";
import type { OddityView, StorageTrouble } from "../api/types";
import type { MessageKey } from "../i18n/catalogue";
import { t } from "./preferences.svelte";

const REFUSALS: Record<string, MessageKey> = {
  unreachable: "serverUnreachable",
  "not-your-turn": "refusedTurn",
  "game-over": "refusedOver",
  "moved-on": "refusedMovedOn",
  "time-over": "refusedTime",
  "nothing-to-undo": "refusedUndo",
  "nothing-to-redo": "refusedRedo",
  "illegal-move": "refusedIllegal",
  forbidden: "refusedForbidden",
  "too-many": "refusedBusy",
  "needs-consent": "refusedConsent",
  "too-soon": "refusedTooSoon",
  "not-now": "refusedMovedOn",
  "no-offer": "refusedMovedOn",
  "invitation-used": "remoteTaken",
  "not-here": "refusedNotHere",
  "no-claim": "refusedMovedOn",
  "in-play": "refusedInPlay",
  "no-help": "refusedHelp",
  rated: "refusedRated",
  "not-rated": "refusedNotRated",
  "disk-full": "troubleDiskFull",
  "read-only": "troubleReadOnly",
  "database-unreachable": "troubleUnreachable",
  "database-busy": "refusedBusy",
};

const TROUBLES: Record<StorageTrouble, MessageKey> = {
  "disk-full": "troubleDiskFull",
  "read-only": "troubleReadOnly",
  unreachable: "troubleUnreachable",
};

const ODDITIES: Record<string, MessageKey> = {
  "few-discs": "oddFewDiscs",
  "empty-centre": "oddCentre",
  disconnected: "oddDisconnected",
};

/** Says why something failed. */
export function refusalText(error: unknown): string {
  if (!(error instanceof ApiError)) return t("serverUnreachable");
  const key = REFUSALS[error.code];
  return key ? t(key) : error.message;
}

/** Tells whether a request failed because nothing can be stored at the moment: it may be repeated later. */
export function isStorageTrouble(error: unknown): boolean {
  return error instanceof ApiError && ["disk-full", "read-only", "database-unreachable"].includes(error.code);
}

/** Says why nothing can be stored at the moment. */
export function troubleText(trouble: StorageTrouble): string {
  return t(TROUBLES[trouble]);
}

/** Says what no game can contain. */
export function oddityText(oddity: OddityView): string {
  const key = ODDITIES[oddity.kind];
  return key ? t(key, { squares: oddity.squares.join(", ") }) : oddity.message;
}

// What the coach says, as sentences of the catalogue.

import type { Cause, Claim, Mistake } from "../api/review";
import { other, type Side } from "../board/state";
import type { MessageKey, Values } from "../i18n/catalogue";

/** Returns the name of a cause. */
export const whyKey = (cause: Cause): MessageKey => `why-${cause}`;

/** Returns the sentence of a claim and what stands in it; `names` are the words for the sides, `side` made the mistake. */
export function sentence(explained: Mistake, claim: Claim, side: Side, names: Record<Side, string>): [MessageKey, Values] {
  const [played, better] = [explained.played[0] ?? "", explained.better[0] ?? ""];
  return [`say-${claim.cause}`, { ...claim.details, n: claim.details["turn"] ?? 0, played, better, side: names[side], other: names[other(side)] }];
}

/** Returns the part of a line that shows a claim. */
export function shownLine(explained: Mistake, claim: Claim): readonly string[] {
  return explained[claim.branch].slice(0, Math.max(claim.plies, 1));
}

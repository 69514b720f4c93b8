// What the coach says, as sentences of the catalogue.

import type { Cause, Claim, Mistake } from "../api/review";
import { other, type Side } from "../board/state";
import type { MessageKey, Values } from "../i18n/catalogue";

/** Returns the name of a cause. */
export const whyKey = (cause: Cause): MessageKey => `why-${cause}`;

/** How the sides are spoken of: words of a language, and which of them is the reader. */
export interface Address {
  readonly black: string;
  readonly white: string;
  /** The side of the person at the screen; `null` if nobody or both are. */
  readonly you: Side | null;
  readonly words: Record<"you" | "You" | "your" | "of" | "turns", string>;
}

/** Speaks of black and white, or of you, in the language of the pages. */
export function address(t: (key: MessageKey) => string, you: Side | null): Address {
  const words = { you: t("coachYou"), You: t("coachYouFirst"), your: t("coachYour"), of: t("coachOf"), turns: t("coachTurns") };
  return { black: t("black"), white: t("white"), you, words };
}

/** Returns the sentence of a claim and what stands in it; `side` made the mistake. */
export function sentence(explained: Mistake, claim: Claim, side: Side, { you, words, ...names }: Address): [MessageKey, Values] {
  const [played, better] = [explained.played[0] ?? "", explained.better[0] ?? ""];
  const turn = Number(claim.details["turn"] ?? 0);
  const opponent = other(side);
  const called = (who: Side) => (who === you ? words.you : names[who]);
  const first = (who: Side) => (who === you ? words.You : names[who]);
  const possessive = (who: Side) => (who === you ? words.your : words.of.replace("#", names[who]));
  return [
    `say-${claim.cause}`,
    {
      ...claim.details,
      n: turn,
      turns: words.turns.split(" ")[turn - 1] ?? String(turn),
      played,
      better,
      side: called(side),
      Side: first(side),
      sides: possessive(side),
      other: called(opponent),
      Other: first(opponent),
      others: possessive(opponent),
      you: you === null ? "" : you === side ? "side" : "other",
      way: [...(played + better)].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 0),
    },
  ];
}

/** Returns the part of a line that shows a claim. */
export function shownLine(explained: Mistake, claim: Claim): readonly string[] {
  return explained[claim.branch].slice(0, Math.max(claim.plies, 1));
}

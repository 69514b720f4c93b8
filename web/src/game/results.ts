// How a game ended, in words: from the person's side where there is one, else by who won. Nothing is said of discs where
// they did not decide.

import type { ResultView } from "../api/types";
import type { Side } from "../board/state";
import type { MessageKey, Values } from "../i18n/catalogue";

/** A text of the catalogue with its values. */
export type Told = readonly [key: MessageKey, values: Values];

/** Discs by colour. */
export type Discs = Readonly<Record<Side, number>>;

const OWN: Partial<Record<ResultView["reason"], readonly [won: MessageKey, lost: MessageKey]>> = {
  discs: ["resultYouWonBy", "resultYouLostBy"],
  resigned: ["resultYouWonResigned", "resultYouResigned"],
  time: ["resultYouWonTime", "resultYouLostTime"],
  forfeited: ["resultYouWonLeft", "resultYouLostLeft"],
};
const OTHERS: Partial<Record<ResultView["reason"], MessageKey>> = {
  discs: "resultWinsBy",
  resigned: "resultWinsResigned",
  time: "resultWinsTime",
  forfeited: "resultWinsForfeit",
  agreed: "resultWinsAgreed",
  adjudicated: "resultWinsAdjudicated",
};

/** Says who won and how; `mine` is the side of the person here, if exactly one side is theirs. */
export function resultTitle(result: ResultView, mine: Side | null, names: Readonly<Record<Side, string>>): Told {
  const { reason, winner, black, white } = result;
  if (reason === "aborted") return ["resultAborted", {}];
  if (winner === null) return [reason === "agreed" ? "resultDrawnAgreed" : "resultDrawn", {}];
  const values = { n: Math.abs(black - white), winner: names[winner] };
  if (mine === null) return [OTHERS[reason] ?? "resultWon", values];
  const [won, lost] = OWN[reason] ?? ["resultYouWonOther", "resultYouLostOther"];
  return [winner === mine ? won : lost, values];
}

/** Tells the discs of a game that was played out, and why they may be more than lie on the board; `null` if they did not decide. */
export function resultDiscs(result: ResultView, onBoard: Discs): Told | null {
  const { reason, black, white } = result;
  if (reason !== "discs") return null;
  if (black === onBoard.black && white === onBoard.white) return ["resultDiscs", { black, white }];
  return ["resultCountedAs", { black: onBoard.black, white: onBoard.white, countedBlack: black, countedWhite: white }];
}

// How what is proven of puzzles is said: keys of texts with their values.

import type { Schemas } from "../api/types";
import type { MessageKey, Values } from "../i18n/catalogue";

export type Puzzle = Schemas["PuzzleView"];
export type PuzzleMove = Schemas["PuzzleMoveView"];

/** Says what a move is worth: a key and its values. A bound says no more than it proves. */
export function worth({ score, kind }: PuzzleMove): [MessageKey, Values] {
  if (kind === "lower" && score > 0) return ["puzWins", {}];
  if (kind === "upper") return [score < 0 ? "puzLoses" : "puzNotWin", {}];
  if (score === 0) return ["puzDraws", {}];
  return [score > 0 ? "puzWinsBy" : "puzLosesBy", { n: Math.abs(score) }];
}

/** Says what is to be found. */
export function goalText({ goal, margin }: Puzzle): [MessageKey, Values] {
  if (goal === "win") return ["puzGoalWin", {}];
  return goal === "draw" ? ["puzGoalDraw", {}] : ["puzGoalDiscs", { n: margin ?? 0 }];
}

/** Writes a time as minutes and seconds. */
export function clockText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

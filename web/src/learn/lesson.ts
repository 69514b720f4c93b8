// The first lesson: its steps, and whether a move reaches the goal of one. Positions and goals are data (lesson.json, whose
// claims a test of the server checks); what a move does is asked of the server, never worked out here.

import type { LegalMove, PositionView } from "../api/types";
import data from "./lesson.json";

/** What a move of a step has to do. */
export type Goal =
  | { readonly kind: "any" | "passes" | "ends" | "corner" | "safe" }
  | { readonly kind: "turns"; readonly at_least: number };

export interface LessonStep {
  readonly id: string;
  /** 64 squares and the side to move. */
  readonly position: string;
  readonly goal: Goal;
  /** A square that is pointed at. */
  readonly mark?: string;
}

export const STEPS = data.steps as unknown as readonly LessonStep[];

const CORNERS: readonly string[] = ["a1", "h1", "a8", "h8"];

/** What came of a move: whether it reached the goal, and what can be said of it. */
export interface Verdict {
  readonly reached: boolean;
  /** How many discs it turned over. */
  readonly n: number;
  /** A corner that the opponent can take now. */
  readonly corner: string;
  readonly black: number;
  readonly white: number;
}

/** Returns the board after a move: the server said which discs it turns over. */
export function boardAfter(board: string, move: LegalMove): string {
  const mover = board[64] ?? "X";
  const index = (square: string) => square.charCodeAt(0) - 97 + 8 * (Number(square[1]) - 1);
  const squares = [...board.slice(0, 64)];
  for (const square of [move.square, ...move.flips]) squares[index(square)] = mover;
  return squares.join("") + (mover === "X" ? "O" : "X");
}

/** Judges a move of a step; `after` is the position that the server found after it, with the opponent to move. */
export function judge(goal: Goal, move: LegalMove, after: PositionView): Verdict {
  const corner = after.legal.find(({ square }) => CORNERS.includes(square))?.square ?? "";
  const reached = {
    any: true,
    turns: goal.kind === "turns" && move.flips.length >= goal.at_least,
    passes: after.legal.length === 0 && !after.finished,
    ends: after.finished,
    corner: CORNERS.includes(move.square),
    safe: corner === "",
  }[goal.kind];
  return { reached, n: move.flips.length, corner, black: after.black, white: after.white };
}

const KEY = "outflank.lesson";

/** Returns how many steps were done; all of them once it was finished. */
export function stepsDone(keep: Pick<Storage, "getItem">): number {
  const done = Number(keep.getItem(KEY) ?? "0");
  return Number.isInteger(done) && done >= 0 ? Math.min(done, STEPS.length) : 0;
}

/** Takes note of a step that was done. */
export function noteStep(keep: Pick<Storage, "getItem" | "setItem">, done: number): void {
  try {
    keep.setItem(KEY, String(Math.max(done, stepsDone(keep))));
  } catch {
    // The lesson begins anew next time.
  }
}

// A line of moves that is stepped through and gone on with, as in the explorer.

import { goTo, step, type Step, type Timeline } from "../game/timeline";

export interface Line {
  readonly moves: readonly string[];
  /** How many of them are shown. */
  readonly at: number;
}

/** Reads squares without blanks; what is none ends the line. */
export function lineOf(text: string): Line {
  const moves = text.toLowerCase().match(/^(?:[a-h][1-8])*/)?.[0].match(/../g) ?? [];
  return { moves, at: moves.length };
}

/** Goes on with a move; what followed before is kept if it is the same. */
export function played(line: Line, move: string): Line {
  if (line.moves[line.at] === move) return { moves: line.moves, at: line.at + 1 };
  return { moves: [...line.moves.slice(0, line.at), move], at: line.at + 1 };
}

/** Writes the moves that are shown. */
export const shownMoves = (line: Line) => line.moves.slice(0, line.at).join("");

export const timelineOf = (line: Line): Timeline => ({ length: line.moves.length, at: line.at });

/** Takes a step. */
export const stepped = (line: Line, how: Step): Line => ({ moves: line.moves, at: step(timelineOf(line), how).at });

/** Goes to a move. */
export const gone = (line: Line, at: number): Line => ({ moves: line.moves, at: goTo(timelineOf(line), at).at });

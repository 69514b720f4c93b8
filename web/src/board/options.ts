// What a board is told, in groups. All but the discs and the labels can be left out.

import type { Arrow, SquareLabel, SquareValue } from "./marks";

/** What can be done on the board. Legal squares come in as data: the board knows no rules. */
export interface Movable {
  /** Where the side to move may place a disc, and what that turns over. */
  readonly legal?: ReadonlyMap<number, readonly number[]>;
  /** Whether every square can be chosen, as when a position is set up. */
  readonly free?: boolean;
  /** Whether arrows without Shift move the keyboard over the board: where there is no game to step through. */
  readonly arrows?: boolean;
  /** Whether a choice is being carried out, so that another one has to wait. */
  readonly busy?: boolean;
  readonly onchoose?: (square: number) => void;
  /** Hears which square the keyboard points at. */
  readonly onpoint?: (square: number | null) => void;
}

/** Squares that stand out. */
export interface Highlight {
  /** The square of the last move. */
  readonly last?: number | null;
  readonly hint?: number | null;
  /** The square that was chosen in vain, while it shakes. */
  readonly refused?: number | null;
  /** The square of the move that was played here in the game. */
  readonly played?: number | null;
  /** Squares that are looked at together. */
  readonly outlined?: ReadonlySet<number>;
  /** The square whose disc is ringed: the present move of a line that is played out. */
  readonly ringed?: number | null;
}

/** What is written on squares. */
export interface Writing {
  /** The numbers of the moves, on discs. */
  readonly numbers?: ReadonlyMap<number, number>;
  /** The values of moves, on empty squares. */
  readonly values?: ReadonlyMap<number, SquareValue>;
  readonly arrows?: readonly Arrow[];
}

/** How the board is drawn. */
export interface Look {
  readonly coordinates?: boolean;
  readonly smallDiscs?: boolean;
  /** Whether white's side is at the bottom. */
  readonly turned?: boolean;
  readonly legalMoves?: boolean;
  readonly lastMove?: boolean;
  /** How thick the outline of the last move is. */
  readonly lastSize?: "thin" | "medium" | "thick";
  /** Whether lines and two shades tell the squares apart. */
  readonly grid?: boolean;
  /** Whether the discs that a move would turn over are shown. */
  readonly preview?: boolean;
}

/** How discs move, in milliseconds; with a turn of 0 they do not. */
export interface Animation {
  /** How long a disc turns. */
  readonly turn: number;
  /** How much later the next disc begins. */
  readonly step: number;
}

/** What a screen reader says. */
export interface Labels {
  readonly board: string;
  readonly square: SquareLabel;
}

export const LOOK: Required<Look> = {
  coordinates: true,
  smallDiscs: false,
  turned: false,
  legalMoves: true,
  lastMove: true,
  lastSize: "medium",
  grid: true,
  preview: true,
};
export const ANIMATION: Animation = { turn: 280, step: 60 };

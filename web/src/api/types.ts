// What the server says and hears. The same types, described for machines, are at /api/openapi.json.

import type { Side } from "../board/state";

export interface LegalMove {
  readonly square: string;
  /** The squares whose discs would turn over. */
  readonly flips: readonly string[];
}

export interface PositionView {
  /** 64 squares, then the side to move. */
  readonly board: string;
  /** The side to move; `null` when the game is over. */
  readonly side: Side | null;
  readonly black: number;
  readonly white: number;
  readonly empties: number;
  readonly legal: readonly LegalMove[];
  readonly finished: boolean;
  /** Black minus white, empty squares to the winner. */
  readonly score: number;
}

export interface PlyView {
  readonly side: Side;
  /** A square, or `pass`. */
  readonly move: string;
  /** The board after it. */
  readonly board: string;
  readonly milliseconds: number;
}

export interface SeatView {
  /** `human`, `level:7`, `random` ... */
  readonly player: string;
  readonly name: string;
  readonly human: boolean;
}

export interface ClockView {
  readonly black: number;
  readonly white: number;
  readonly running: Side | null;
}

export type EndReason = "discs" | "resigned" | "time";

export interface ResultView {
  readonly reason: EndReason;
  readonly winner: Side | null;
  readonly black: number;
  readonly white: number;
}

export interface GameView {
  readonly id: number;
  readonly name: string;
  /** Grows with every change. */
  readonly revision: number;
  readonly created: number;
  readonly updated: number;
  readonly black: SeatView;
  readonly white: SeatView;
  /** The sides that move by way of this request: all of a local game, one's own in a game by invitation. */
  readonly yours: readonly Side[];
  readonly start: string;
  readonly plies: readonly PlyView[];
  /** How many plies can be done again. */
  readonly undone: number;
  readonly position: PositionView;
  readonly result: ResultView | null;
  readonly clock: ClockView | null;
  /** The pause before a move of the computer is shown, in milliseconds. */
  readonly pace: number;
  /** Whether two people play who do not sit together: no computer helps them. */
  readonly by_invitation: boolean;
  readonly thinking: boolean;
}

export interface GameSummary {
  readonly id: number;
  readonly name: string;
  readonly updated: number;
  readonly black: SeatView;
  readonly white: SeatView;
  readonly board: string;
  readonly plies: number;
  readonly result: ResultView | null;
}

export interface PlayerView {
  readonly id: string;
  readonly group: "computer" | "simple" | "heritage";
  readonly name: string;
  readonly description: string;
  /** How many plies a level looks ahead. */
  readonly depth: number | null;
  /** From how many empty squares on a level looks to the end. */
  readonly solves: number | null;
  /** What can be set, as in `nea:depth=7`. */
  readonly parameters: readonly ParameterView[];
}

export interface ParameterView {
  readonly name: string;
  readonly default: string;
  readonly meaning: string;
}

export interface Seat {
  readonly player: string;
  readonly name?: string;
}

export interface NewGame {
  readonly black: Seat;
  readonly white: Seat;
  readonly name?: string;
  /** A board of 65 characters, or any text that holds a position or game. */
  readonly start?: string;
  /** Begin with one of the balanced openings. */
  readonly balanced?: boolean;
  /** Seconds for each side, and what a move adds. */
  readonly clock?: { readonly initial: number; readonly increment: number };
  readonly pace?: number;
  /** The side that a person in another browser plays. */
  readonly invite?: Side;
  /** Whether a person without a move has to say so. */
  readonly manual_pass?: boolean;
}

export interface Created {
  readonly game: GameView;
  /** The key of one's own seat, in a game by invitation. */
  readonly key: string | null;
  /** The key for the other person. */
  readonly invitation: string | null;
}

/** A thought of the computer. */
export interface Thought {
  readonly side: Side;
  readonly depth: number;
  readonly exact: boolean;
  /** For the side to move. */
  readonly score: number;
  readonly best: string | null;
  readonly milliseconds: number;
}

export interface HintView {
  readonly best: string | null;
  readonly score: number;
  readonly exact: boolean;
  readonly depth: number;
}

/** Something that no game can contain. */
export interface OddityView {
  readonly kind: string;
  readonly squares: readonly string[];
  /** A sentence in English. */
  readonly message: string;
}

export interface SetupView {
  readonly position: PositionView;
  /** Why the position cannot come from a game; empty if it can as far as is known. */
  readonly oddities: readonly OddityView[];
}

export type LiveMessage =
  | { readonly type: "game"; readonly game: GameView }
  | { readonly type: "thought"; readonly thought: Thought }
  | { readonly type: "rematch"; readonly id: number; readonly key: string | null }
  | { readonly type: "gone" };

/** A player in a tournament. */
export interface PlaceView {
  readonly rank: number;
  readonly name: string;
  readonly player: string;
  readonly games: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly points: number;
  readonly percent: number | null;
  readonly elo: number | null;
  readonly elo_low: number | null;
  readonly elo_high: number | null;
  readonly mean_score: number | null;
  readonly seconds_per_move: number | null;
}

export interface TournamentView {
  /** The name of its folder. */
  readonly id: string;
  readonly name: string;
  readonly format: string;
  readonly games: number;
  readonly planned: number;
  readonly complete: boolean;
  readonly forfeits: number;
  readonly updated: number;
  /** From the best to the last. */
  readonly players: readonly PlaceView[];
  /** The share of the points of each against each. */
  readonly cross: readonly (readonly (number | null)[])[];
}

/** The name of an opening. */
export interface OpeningView {
  readonly line: string;
  readonly en: string | null;
  readonly ja: string | null;
}

/** A game of the library in a list. */
export interface LibraryEntry {
  readonly key: number;
  /** The game of the studio it was, if any. */
  readonly game: number | null;
  readonly date: string;
  readonly added: number;
  readonly black: string;
  readonly white: string;
  readonly black_player: string;
  readonly white_player: string;
  readonly event: string;
  readonly place: string;
  readonly opening: OpeningView | null;
  /** Black minus white. */
  readonly score: number | null;
  readonly winner: "black" | "white" | "draw" | null;
  readonly ending: string;
  readonly plies: number;
  readonly source: string;
  readonly tags: readonly string[];
  readonly notes: string;
  readonly deleted: boolean;
}

/** A game of the library with its moves. */
export interface LibraryGame extends LibraryEntry {
  /** 64 squares, then the side to move. */
  readonly start: string;
  /** The squares, passes left out; with another start than the usual one the game as GGF. */
  readonly transcript: string;
  readonly moves: readonly PlyView[];
}

export interface TagView {
  readonly tag: string;
  readonly games: number;
}

export interface LibraryPage {
  readonly total: number;
  readonly games: readonly LibraryEntry[];
}

/** What an import has done. */
export interface LibraryImport {
  readonly read: number;
  readonly added: number;
  readonly duplicates: number;
  readonly positions: number;
  readonly bad: number;
  readonly faults: readonly string[];
}

/** An import of files: how far it is. */
export interface ImportProgress extends LibraryImport {
  readonly id: number;
  readonly state: "collecting" | "reading" | "indexing" | "done" | "stopped" | "failed";
  readonly files: number;
  /** How many games there will be, if that can be told. */
  readonly expected: number | null;
  readonly failure: string | null;
}

/** How games ended. */
export interface ResultsView {
  readonly games: number;
  readonly black: number;
  readonly draws: number;
  readonly white: number;
  readonly mean_score: number | null;
}

export interface ExploredMove {
  readonly move: string;
  /** All squares that are the same by symmetry. */
  readonly squares: readonly string[];
  readonly results: ResultsView;
}

/** What was played in a position. */
export interface ExploredView {
  readonly position: PositionView;
  readonly opening: OpeningView | null;
  readonly results: ResultsView;
  readonly moves: readonly ExploredMove[];
  readonly games: readonly LibraryEntry[];
}

// What a review says and hears over its live connection; docs/review.md describes it.

import type { Side } from "../board/state";
import type { PositionView } from "./types";

export type Label = "forced" | "only" | "best" | "good" | "inaccuracy" | "mistake" | "blunder";

/** A move and what it is worth to the mover. */
export interface MoveValue {
  readonly move: string;
  readonly score: number;
  /** Proven, proven to be no more, or expected. */
  readonly kind: "exact" | "upper" | "estimate";
  readonly loss: number;
  readonly label: Label;
  /** The expected play, the move itself first. */
  readonly line: readonly string[];
}

export interface PositionValue {
  readonly board: string;
  readonly depth: number;
  readonly percent: number;
  readonly exact: boolean;
  readonly done: boolean;
  readonly nodes: number;
  readonly milliseconds: number;
  /** Best first. */
  readonly moves: readonly MoveValue[];
}

export interface PlyJudged {
  readonly side: Side;
  readonly score: number;
  readonly best: string;
  readonly best_score: number;
  readonly loss: number;
  readonly exact: boolean;
  readonly label: Label;
}

/** What a claim of the coach is about; the first of a mistake is its main cause. */
export type Cause =
  | "wipe-out"
  | "poisoned-corner"
  | "corner-missed"
  | "corner-given"
  | "wedge-missed"
  | "edge-attack"
  | "parity-lost"
  | "mobility-collapse"
  | "stable-given"
  | "tempo-lost"
  | "frontier-opened"
  | "corner-falls"
  | "corner-forgone"
  | "pass-forced"
  | "pass-forgone"
  | "last-move-lost"
  | "fewer-moves"
  | "fewer-safe"
  | "moves-given"
  | "squeezed"
  | "fewer-stable"
  | "corner-threatened"
  | "square-lost"
  | "moves-opened"
  | "frontier-grown";

/** Something that is true of a mistake, and where its line shows it. */
export interface Claim {
  readonly cause: Cause;
  /** Squares and numbers by name. */
  readonly details: Readonly<Record<string, string | number>>;
  /** Which of the two lines shows it, and in how many plies. */
  readonly branch: "played" | "better";
  readonly plies: number;
}

/** Why a move is a mistake. */
export interface Mistake {
  readonly loss: number;
  readonly exact: boolean;
  /** The main cause first. */
  readonly claims: readonly Claim[];
  /** Best play after the move and after the better one, each with the move itself. */
  readonly played: readonly string[];
  readonly better: readonly string[];
}

/** Why a move of the game was a mistake. */
export interface Explained extends Mistake {
  /** The ply, counted from 0. */
  readonly ply: number;
}

/** A cause with all that it cost a side. */
export interface Lesson {
  readonly cause: Cause;
  readonly loss: number;
  /** The plies, counted from 0. */
  readonly plies: readonly number[];
}

export interface SideSummary {
  readonly moves: number;
  readonly loss: number;
  readonly accuracy: number | null;
  /** In the opening, the midgame and the endgame. */
  readonly phases: readonly (number | null)[];
  /** What cost most, the dearest first. */
  readonly lessons: readonly Lesson[];
}

export interface Summary {
  /** Black's score in each position; `null` where nothing is known yet. */
  readonly scores: readonly ({ readonly score: number; readonly exact: boolean } | null)[];
  /** One for each ply; `null` for passes and where nothing is known yet. */
  readonly plies: readonly (PlyJudged | null)[];
  readonly black: SideSummary;
  readonly white: SideSummary;
  readonly exact_from: number | null;
  readonly done: number;
  readonly total: number;
}

export interface GameOpened {
  readonly black: string | null;
  readonly white: string | null;
  readonly transcript: string;
  readonly plies: readonly string[];
  readonly positions: readonly PositionView[];
}

export type ReviewMessage =
  | ({ readonly type: "game" } & GameOpened)
  | { readonly type: "position"; readonly moves: readonly string[]; readonly position: PositionView }
  | ({ readonly type: "value" } & PositionValue)
  | ({ readonly type: "summary" } & Summary)
  | ({ readonly type: "explained" } & Explained)
  | { readonly type: "refused"; readonly code: string; readonly message: string };

export type ReviewWish =
  | { readonly type: "open"; readonly text: string }
  | { readonly type: "look"; readonly moves: readonly string[] }
  | { readonly type: "solve" }
  | { readonly type: "pause"; readonly paused: boolean }
  | { readonly type: "set"; readonly exact_from?: number; readonly threads?: number };

const TYPES = ["game", "position", "value", "summary", "explained", "refused"];

/** Reads a message; `null` if it is none of ours. */
export function readMessage(data: unknown): ReviewMessage | null {
  try {
    const message = JSON.parse(String(data)) as { type?: unknown };
    return TYPES.includes(String(message.type)) ? (message as ReviewMessage) : null;
  } catch {
    return null;
  }
}

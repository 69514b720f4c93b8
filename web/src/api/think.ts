// How the engine thinks about a position: lines of JSON, one after the other, while it searches.

import { ApiError, refusal } from "./client";
import type { PositionView } from "./types";

/** What one placement of a pattern says. */
export interface Pattern {
  readonly shape: string;
  readonly squares: readonly string[];
  /** How far it favours the side to move, in discs. */
  readonly discs: number;
}

/** A term of an older evaluation: so much of something, times what one of it is worth. */
export interface Term {
  readonly name: string;
  readonly amount: number;
  readonly weight: number;
  readonly value: number;
}

/** What a player of the heritage sees. */
export interface Ancestor {
  readonly id: string;
  readonly value: number;
  readonly terms: readonly Term[];
}

/** What is seen without a search. */
export interface Seen {
  readonly position: PositionView;
  readonly empties: number;
  /** The mover's, in discs; `null` when the game is over. */
  readonly evaluation: number | null;
  readonly error: number;
  /** The loudest first. */
  readonly patterns: readonly Pattern[];
  readonly heritage: readonly Ancestor[];
}

/** What a completed depth says. */
export interface Depth {
  readonly depth: number;
  readonly percent: number;
  readonly score: number;
  readonly kind: "exact" | "lower" | "upper" | "estimate";
  readonly best: string | null;
  readonly line: readonly string[];
  readonly nodes: number;
  readonly milliseconds: number;
  readonly error: number | null;
  readonly chance: number;
  readonly chances: readonly [number, number];
}

export type ThinkLine =
  | ({ readonly type: "seen" } & Seen)
  | ({ readonly type: "depth" } & Depth)
  | { readonly type: "end"; readonly stopped: boolean };

export interface ThinkWish {
  readonly text: string;
  readonly seconds?: number;
}

/** Cuts a growing text into whole lines; what is left waits for more. */
export function cutLines(text: string): { readonly lines: readonly string[]; readonly rest: string } {
  const parts = text.split("\n");
  return { lines: parts.slice(0, -1).filter((line) => line !== ""), rest: parts.at(-1) ?? "" };
}

/** Lets the engine think; `hear` gets every line. Aborting ends the search. */
export async function think(wish: ThinkWish, hear: (line: ThinkLine) => void, signal: AbortSignal, fetch = globalThis.fetch): Promise<void> {
  const headers = { "content-type": "application/json" };
  const response = await fetch("/api/think", { method: "POST", headers, body: JSON.stringify(wish), signal });
  if (!response.ok) throw await refusal(response);
  const reader = response.body?.getReader();
  if (!reader) throw new ApiError(0, "unreachable", "the server sent nothing");
  const decoder = new TextDecoder();
  for (let rest = ""; ; ) {
    const { done, value } = await reader.read();
    if (done) return;
    const cut = cutLines(rest + decoder.decode(value, { stream: true }));
    rest = cut.rest;
    for (const line of cut.lines) hear(JSON.parse(line) as ThinkLine);
  }
}

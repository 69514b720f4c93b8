// How the engine thinks about a position: lines of JSON, one after the other, while it searches.

import { ApiError, refusal, type Fetch } from "./client";
import type { Schemas } from "./types";

export type Ancestor = Schemas["HeritageView"];
export type Depth = Schemas["DepthView"];
export type Pattern = Schemas["PatternView"];
export type Seen = Schemas["SeenView"];
export type Term = Schemas["TermView"];
export type ThinkLine = Schemas["ThinkLine"];
export type ThinkWish = Schemas["ThinkWish"];

/** Cuts a growing text into whole lines; what is left waits for more. */
export function cutLines(text: string): { readonly lines: readonly string[]; readonly rest: string } {
  const parts = text.split("\n");
  return { lines: parts.slice(0, -1).filter((line) => line !== ""), rest: parts.at(-1) ?? "" };
}

/** Lets the engine think; `hear` gets every line. Aborting ends the search. */
export async function think(wish: ThinkWish, hear: (line: ThinkLine) => void, signal: AbortSignal, fetch: Fetch): Promise<void> {
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

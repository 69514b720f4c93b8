// Questions to the assistant, and how it is set up. Keys go to the server and never come back.

import type { Mistake } from "./review";

export type Through = "builtin" | "endpoint";

/** Why an endpoint did not answer. */
export type Trouble = "off" | "unreachable" | "slow" | "refused" | "busy" | "broken" | "malformed" | "oversized";

export interface Answer {
  /** Plain text. */
  readonly text: string;
  /** Who gave it. */
  readonly through: Through;
  readonly topic: string | null;
  /** What a move lost and why; `board` is the position before it. */
  readonly explained: ({ readonly board: string } & Mistake) | null;
  readonly trouble: { readonly code: Trouble; readonly status: number | null } | null;
}

export interface Question {
  readonly question: string;
  /** The position, in any format, and moves made after it. */
  readonly text: string;
  readonly moves: readonly string[];
  readonly language: string;
  readonly through: Through;
  readonly said: readonly { readonly by: "user" | "assistant"; readonly text: string }[];
}

export interface AssistantView {
  readonly endpoint: { readonly url: string; readonly model: string; readonly has_key: boolean; readonly source: "settings" | "environment" } | null;
  readonly changeable: boolean;
  readonly notes: readonly { readonly at: number; readonly code: string; readonly text: string }[];
}

export interface EndpointWish {
  readonly url: string;
  readonly model?: string;
  readonly key?: string;
}

// What a review says and hears over its live connection; docs/review.md describes it.

import type { Schemas } from "./types";

export type Claim = Schemas["ClaimView"];
/** What a claim of the coach is about; the first of a mistake is its main cause. */
export type Cause = Claim["cause"];
export type Explained = Schemas["ExplainedView"];
export type GameOpened = Schemas["GameOpened"];
export type Label = PlyJudged["label"];
export type Lesson = Schemas["LessonView"];
export type Mistake = Schemas["MistakeView"];
export type Moment = Schemas["MomentView"];
export type MoveValue = Schemas["ValueView"];
export type PlyJudged = Schemas["PlyJudged"];
export type PositionValue = Schemas["PositionValue"];
export type ReviewedValue = Schemas["ReviewedValue"];
export type SideSummary = Schemas["SideView"];
export type Story = Schemas["StoryView"];
export type Summary = Schemas["SummaryView"];
export type ReviewMessage = Schemas["ReviewMessage"];
export type ReviewWish = Schemas["ReviewWish"];

const TYPES: readonly string[] = ["game", "position", "value", "summary", "explained", "refused"] satisfies ReviewMessage["type"][];

/** Reads a message; `null` if it is none of ours. */
export function readMessage(data: unknown): ReviewMessage | null {
  try {
    const message = JSON.parse(String(data)) as { type?: unknown };
    return TYPES.includes(String(message.type)) ? (message as ReviewMessage) : null;
  } catch {
    return null;
  }
}

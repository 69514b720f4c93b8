// The place one looks at in a game that goes on: an end that grows, and a step back or forward.

export interface Timeline {
  /** How many plies there are. */
  readonly length: number;
  /** How many of them are shown. */
  readonly at: number;
}

export type Step = "first" | "back" | "forward" | "last";

/** Looks at the end of a game. */
export function atEnd(length: number): Timeline {
  return { length, at: length };
}

/** Tells whether the present is shown; only then may a move be made. */
export function isLive(timeline: Timeline): boolean {
  return timeline.at === timeline.length;
}

/** Takes a step. */
export function step(timeline: Timeline, how: Step): Timeline {
  const { length, at } = timeline;
  switch (how) {
    case "first":
      return { length, at: 0 };
    case "back":
      return { length, at: Math.max(0, at - 1) };
    case "forward":
      return { length, at: Math.min(length, at + 1) };
    case "last":
      return { length, at: length };
  }
}

/** Goes to a ply. */
export function goTo(timeline: Timeline, at: number): Timeline {
  return { length: timeline.length, at: Math.max(0, Math.min(timeline.length, at)) };
}

/** Takes note of a new length: who looks at the present stays there, who looks at the past is left in peace. */
export function grown(timeline: Timeline, length: number): Timeline {
  return isLive(timeline) || timeline.at > length ? atEnd(length) : { length, at: timeline.at };
}

/** Says which step a key stands for; `null` for other keys. */
export function stepOfKey(key: string): Step | null {
  const steps: Record<string, Step> = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
  return steps[key] ?? null;
}

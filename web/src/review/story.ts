// The story of a game as sentences of the catalogue. "You" is the person at the screen, by seat; everybody else has a name
// or a colour.

import type { Story } from "../api/review";
import { other, type Side } from "../board/state";
import { signed, type MessageKey, type Values } from "../i18n/catalogue";

export type Sentence = readonly [MessageKey, Values];

export interface Ended {
  /** Who won; `null` for a draw, or if the game is not over. */
  readonly winner: Side | null;
  /** How it ended, in a word of the server; `null` if it is not over. */
  readonly reason: string | null;
}

export interface Told {
  readonly story: Story;
  /** How the game ended, if that is more than its last position says. */
  readonly ended: Ended | null;
  /** The side of the person at the screen; `null` if nobody or both are. */
  readonly you: Side | null;
  readonly names: Record<Side, string>;
  /** The number of a move as it is counted in lists, from its ply. */
  readonly number: (ply: number) => number;
  /** The move of a ply. */
  readonly move: (ply: number) => string;
}

/** Says how the game ended. */
export function headline({ story, ended, you, names }: Told): Sentence {
  const score = story.result;
  const early = ended !== null && ended.reason !== null && ended.reason !== "discs" ? ended : null;
  const winner = early ? early.winner : score === null || score === 0 ? null : score > 0 ? "black" : "white";
  if (score === null && early === null) return ["storyOpen", {}];
  if (winner === null) return ["storyDraw", {}];
  const [n, name] = [Math.abs(score ?? 0), names[winner]];
  if (early) {
    const how = early.reason === "resigned" ? "Resigned" : early.reason === "time" ? "Time" : "Early";
    if (you === null) return [`storyWon${how}`, { name }];
    return [winner === you ? `storyYouWon${how}` : `storyYouLost${how}`, { name: names[other(you)] }];
  }
  if (you === null) return ["storyWon", { name, n }];
  return [winner === you ? "storyYouWon" : "storyYouLost", { n }];
}

/** Says in one sentence what decided the game; `null` if nothing is known of that. */
export function turn({ story, you, names, number, move }: Told): Sentence | null {
  const found = story.turning_point;
  if (found) {
    const values = {
      n: number(found.ply),
      move: move(found.ply),
      from: signed(found.before),
      to: signed(found.after),
      since: number(found.ahead_since ?? 0),
      name: names[found.side],
    };
    const who = found.side === you ? "You" : "";
    if (found.before <= 0) return [`storyLevel${who}`, values];
    return [values.since <= 1 || values.since === values.n ? `storyTurn${who}` : `storyAhead${who}`, values];
  }
  const score = story.result;
  if (score === null || story.ahead_from === null) return score === 0 ? ["storyEven", {}] : null;
  const winner = score > 0 ? "black" : "white";
  const values = { name: names[winner], n: number(story.ahead_from) };
  const who = winner === you ? "You" : "";
  return [values.n <= 1 ? `storyAlways${who}` : `storyFrom${who}`, values];
}

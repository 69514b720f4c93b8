// A line of moves that is played out on a board, one move after the other: paused, stepped through, left. The boards come
// from the server; the game that is looked at stays where it is.

import type { PositionView } from "../api/types";
import { squareIndex } from "../board/geometry";
import { step, type Step } from "../game/timeline";
import { api } from "./server";

/** How long a move of a line stays before the next one, in milliseconds. */
export const PACE = 500;
/** How many lines are remembered. */
const MOST = 200;

const known = new Map<string, Promise<readonly PositionView[]>>();

/** Returns the positions of a line, the first one before its first move. */
export function boardsOf(start: string, moves: readonly string[]): Promise<readonly PositionView[]> {
  const key = `${start} ${moves.join(" ")}`;
  const found = known.get(key);
  if (found) return found;
  if (known.size >= MOST) known.delete(known.keys().next().value!);
  const asked = api.line(start, moves).then(({ positions }) => positions);
  // What failed is asked again.
  asked.catch(() => known.delete(key));
  known.set(key, asked);
  return asked;
}

/** What is said of a line while it is shown. */
export interface LineFacts {
  /** Black's score at its end, in discs. */
  readonly score: number;
  readonly exact: boolean;
}

export class LinePlayer {
  moves: readonly string[] = $state.raw([]);
  facts: LineFacts | null = $state.raw(null);
  at = $state(0);
  playing = $state(false);
  private positions: readonly PositionView[] = $state.raw([]);
  private timer: ReturnType<typeof setInterval> | undefined;
  /** Counts what was asked for: an answer that comes too late shows nothing. */
  private asked = 0;

  /** Whether a line is shown. */
  get active(): boolean {
    return this.positions.length > 0;
  }

  get position(): PositionView | null {
    return this.positions[this.at] ?? null;
  }

  get timeline() {
    return { at: this.at, length: Math.max(0, this.positions.length - 1) };
  }

  /** The move that led to what is shown; `null` before the first. */
  get move(): string | null {
    return this.at === 0 ? null : (this.moves[this.at - 1] ?? null);
  }

  get last(): number | null {
    return squareIndex(this.move ?? "");
  }

  /** The moves made so far, by the squares they were made on. */
  get numbers(): ReadonlyMap<number, number> {
    return new Map(
      this.moves.slice(0, this.at).flatMap((move, index) => {
        const square = squareIndex(move);
        return square === null ? [] : [[square, index + 1] as const];
      }),
    );
  }

  /** Shows a line from a position: up to a move, or played out from its first move on. */
  async show(start: string, moves: readonly string[], facts: LineFacts | null = null, upTo: number | null = null): Promise<void> {
    const asked = (this.asked += 1);
    this.pause();
    const positions = await boardsOf(start, moves).catch(() => null);
    if (asked !== this.asked || positions === null || positions.length < 2) return;
    [this.moves, this.facts, this.positions] = [moves, facts, positions];
    this.at = upTo ?? 1;
    if (upTo === null) this.play();
  }

  play(): void {
    this.pause();
    const { at, length } = this.timeline;
    if (at === length) this.at = 0;
    this.playing = true;
    this.timer = setInterval(() => {
      this.at += 1;
      if (this.at >= this.timeline.length) this.pause();
    }, PACE);
  }

  pause(): void {
    clearInterval(this.timer);
    this.playing = false;
  }

  step(how: Step): void {
    this.pause();
    this.at = step(this.timeline, how).at;
  }

  leave(): void {
    this.asked += 1;
    this.pause();
    this.positions = [];
    [this.moves, this.facts, this.at] = [[], null, 0];
  }
}

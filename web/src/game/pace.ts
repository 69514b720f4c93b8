// How long the computer's answer waits: until the discs of one's own move have turned, and a moment more.

import { distance } from "../board/geometry";
import type { Animation } from "../board/options";
import type { Settings } from "../settings/settings";

/** How long the computer waits once the discs have turned, in milliseconds. */
const MOMENT: Record<Settings["answer"], number> = { atOnce: 0, quick: 150, normal: 400, slow: 1200 };

/** Returns how long the discs of a move turn, from the disc placed to the farthest one. */
export function turningTime(square: number, flips: readonly number[], { turn, step }: Animation): number {
  if (turn === 0 || flips.length === 0) return 0;
  return Math.max(...flips.map((flip) => distance(square, flip))) * step + turn;
}

/** Returns how long the answer to a move waits, in milliseconds. */
export function answerPause(square: number, flips: readonly number[], animation: Animation, answer: Settings["answer"]): number {
  return answer === "atOnce" ? 0 : turningTime(square, flips, animation) + MOMENT[answer];
}

/** Returns the pace of a game against the computer, for moves that answer none of one's own: three discs of its own turn. */
export function usualPace(animation: Animation, answer: Settings["answer"]): number {
  return answer === "atOnce" ? 0 : (animation.turn === 0 ? 0 : 3 * animation.step + animation.turn) + MOMENT[answer];
}

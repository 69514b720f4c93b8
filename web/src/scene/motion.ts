// How discs move in the scene: where a disc is at a moment of its way. Pure; world.ts draws it.

import type { Change } from "../board/state";

/** A disc at a moment: how high it is, how far it has turned from black up (0) to white up (pi), how large. */
export interface Pose {
  readonly height: number;
  readonly angle: number;
  readonly size: number;
}

/** A disc that moves. Times in milliseconds. */
export interface Motion {
  readonly square: number;
  readonly kind: Change["kind"];
  /** The axis it turns about, as signs of column and row. */
  readonly axis: readonly [number, number];
  readonly begin: number;
  readonly length: number;
  /** The side that is up afterwards. */
  readonly white: boolean;
}

/** How high a disc falls from, and how high it rises when it turns, in squares. */
const DROP = 2.4;
const RISE = 0.75;

/** Plans the motions of a change: the disc that is placed falls, the others turn over in order after it. */
export function motionsOf(
  found: readonly Change[],
  isWhite: (square: number) => boolean,
  now: number,
  timing: { readonly turn: number; readonly step: number },
): Motion[] {
  return found
    .filter((change) => change.kind !== "remove")
    .map(({ square, kind, step, axis }) => ({
      square,
      kind,
      axis,
      begin: now + (kind === "flip" ? timing.turn * 0.45 + (step - 1) * timing.step : 0),
      length: kind === "flip" ? timing.turn * 1.25 : timing.turn * 0.8,
      white: isWhite(square),
    }));
}

/** Returns where a disc is; `null` once it lies still. */
export function poseAt(motion: Motion, now: number): Pose | null {
  const share = (now - motion.begin) / motion.length;
  if (share >= 1) return null;
  const end = motion.white ? Math.PI : 0;
  const passed = Math.max(0, share);
  if (motion.kind === "place") return { height: DROP * (1 - passed) * (1 - passed), angle: end, size: 1 };
  const eased = passed * passed * (3 - 2 * passed);
  const start = motion.white ? 0 : Math.PI;
  return { height: RISE * Math.sin(Math.PI * eased), angle: start + (end - start) * eased, size: 1 };
}

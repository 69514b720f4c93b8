// Clocks as they are shown. The server keeps the time; here only the seconds since its last word are counted.

import type { Side } from "../board/state";

export interface ClockReading {
  readonly black: number;
  readonly white: number;
  /** Whose clock runs; `null` if none does. */
  readonly running: Side | null;
  /** When this was read, on the clock of this page, in milliseconds. */
  readonly readAt: number;
}

/** Returns the milliseconds a side has left. */
export function remaining(reading: ClockReading, side: Side, now: number): number {
  const since = reading.running === side ? Math.max(0, now - reading.readAt) : 0;
  return Math.max(0, reading[side] - since);
}

/** Writes a time: `1:02:03`, `5:00`, and tenths below ten seconds, `0:09.4`. */
export function formatClock(milliseconds: number): string {
  const time = Math.max(0, milliseconds);
  const two = (value: number) => String(value).padStart(2, "0");
  if (time < 10_000) {
    const tenths = Math.floor(time / 100);
    return `0:${two(Math.floor(tenths / 10))}.${tenths % 10}`;
  }
  const seconds = Math.ceil(time / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Writes the time a move took: `0.04 s`, `3.2 s`, `1:05`. */
export function formatSpent(milliseconds: number): string {
  if (milliseconds >= 60_000) return formatClock(milliseconds);
  const seconds = milliseconds / 1000;
  return `${seconds < 1 ? seconds.toFixed(2) : seconds.toFixed(1)} s`;
}

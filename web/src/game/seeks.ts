// What people seek: the times that the lobby offers, and how a clock is written.

/** A clock: what each side begins with and what a move adds, in seconds. */
export interface Pace {
  readonly initial: number;
  readonly increment: number;
}

/** The times that are offered: those that Othello players use online, and two longer ones. */
export const PRESETS: readonly Pace[] = [
  { initial: 60, increment: 0 },
  { initial: 180, increment: 2 },
  { initial: 300, increment: 0 },
  { initial: 300, increment: 3 },
  { initial: 600, increment: 0 },
  { initial: 900, increment: 10 },
  { initial: 1200, increment: 0 },
  { initial: 1800, increment: 0 },
];

/** Writes a clock as players do: minutes and seconds a move, such as 3+2. */
export function paceText({ initial, increment }: Pace): string {
  const minutes = initial / 60;
  const written = Number.isInteger(minutes) ? String(minutes) : minutes === 0.5 ? "½" : String(Math.round(minutes * 10) / 10);
  return `${written}+${increment}`;
}

/** Whom somebody wants to meet, by rating; null where nothing is said. */
export interface RatingWish {
  readonly min_rating: number | null;
  readonly max_rating: number | null;
}

/** Tells which of the three texts about a range of ratings to write; null if everybody may join. */
export function rangeKind({ min_rating, max_rating }: RatingWish): "between" | "from" | "upTo" | null {
  if (min_rating === null) return max_rating === null ? null : "upTo";
  return max_rating === null ? "from" : "between";
}

export type Speed = "bullet" | "blitz" | "rapid" | "classical";

/** Tells how fast a game is: by the time for one side, of which a game of Othello has 30 moves. */
export function speedOf({ initial, increment }: Pace): Speed {
  const time = initial + 30 * increment;
  return time < 180 ? "bullet" : time < 480 ? "blitz" : time < 1500 ? "rapid" : "classical";
}

// Where one looks at the board from. Angles in radians, lengths in squares.

export const VIEWS = ["seat", "low", "corner", "overhead", "circle"] as const;
export type View = (typeof VIEWS)[number];

/** A place around the board: `around` from the side of the eighth row, `up` from the table, and how far. */
export interface Place {
  readonly around: number;
  readonly up: number;
  readonly far: number;
}

const DEGREE = Math.PI / 180;
const PLACES: Record<View, Place> = {
  seat: { around: 0, up: 54 * DEGREE, far: 16 },
  low: { around: 14 * DEGREE, up: 26 * DEGREE, far: 18.8 },
  corner: { around: 45 * DEGREE, up: 40 * DEGREE, far: 18 },
  // Not quite above: the way up must stay known.
  overhead: { around: 0, up: 89.9 * DEGREE, far: 16.6 },
  circle: { around: 30 * DEGREE, up: 38 * DEGREE, far: 18 },
};

/** Returns the place of a view; on a turned board one sits opposite. */
export function placeOf(view: View, turned: boolean): Place {
  const place = PLACES[view];
  return turned ? { ...place, around: place.around + Math.PI } : place;
}

/** Returns the coordinates of a place: right, up, towards the eighth row. */
export function pointOf({ around, up, far }: Place): readonly [number, number, number] {
  const flat = far * Math.cos(up);
  return [flat * Math.sin(around), far * Math.sin(up), flat * Math.cos(around)];
}

/** Returns a place between two, the shorter way around; `share` from 0 to 1. */
export function between(from: Place, to: Place, share: number): Place {
  const turn = Math.PI * 2;
  const way = ((((to.around - from.around + Math.PI) % turn) + turn) % turn) - Math.PI;
  const eased = share * share * (3 - 2 * share);
  return {
    around: from.around + way * eased,
    up: from.up + (to.up - from.up) * eased,
    far: from.far + (to.far - from.far) * eased,
  };
}

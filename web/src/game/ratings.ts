// Ratings as they are written.

import type { Schemas } from "../api/types";
import { signed } from "../i18n/catalogue";

export type RatingView = Schemas["RatingView"];

/** Writes a rating, with a question mark as long as too few games are known: `1512?`. */
export const ratingText = ({ rating, provisional }: RatingView): string => `${rating}${provisional ? "?" : ""}`;

/** Writes what a game changed: `+8`, `−8`, `±0`; empty if it did not count. */
export const changeText = (change: number | null): string => (change === null ? "" : change === 0 ? "±0" : signed(change));

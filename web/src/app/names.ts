// What the people and players of a game are called: by name, else "You" for the one who sits here, else by the colour.

import type { GameSummary, GameView, SeatView } from "../api/types";
import type { Side } from "../board/state";
import { playerName } from "./players";
import { t } from "./preferences.svelte";

const SIDES = ["black", "white"] as const;
/** Earlier versions stored the word for oneself as a name, in the language of that day. */
const PLACEHOLDERS: ReadonlySet<string> = new Set(["You", "あなた"]);

/** Returns the name that a person gave; empty if they gave none. */
export const givenName = (name: string): string => (PLACEHOLDERS.has(name) ? "" : name);

/** Returns the side of the one person against a computer; `null` if there are two or none. */
export function lonePerson(game: Pick<GameSummary, Side>): Side | null {
  const [first, second] = SIDES.filter((side) => game[side].human);
  return first !== undefined && second === undefined ? first : null;
}

/** Returns the one side that this browser plays; `null` if it plays both or none. */
export function ownSide(game: Pick<GameView, Side | "yours">): Side | null {
  const [own, second] = game.yours.filter((side) => game[side].human);
  return own !== undefined && second === undefined ? own : null;
}

/** Names whoever sits on a side; `own` is the side of the person here. */
export function seatName(seat: SeatView, side: Side, own: Side | null): string {
  const name = givenName(seat.name);
  if (name) return name;
  if (!seat.human) return playerName(seat.player);
  return side === own ? t("you") : t(side);
}

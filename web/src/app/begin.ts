// Beginning a game: what is chosen, what is remembered of it, and the way to the board.

import type { NewGame, Seat } from "../api/types";
import { other, type Side } from "../board/state";
import { usualPace } from "../game/pace";
import { startText, type Start } from "../game/starts";
import { preferences } from "./preferences.svelte";
import { router } from "./router.svelte";
import { keepInvitation, keepSeat } from "./seats";
import { api } from "./server";

export const KINDS = ["computer", "friend", "two", "watch", "older"] as const;
export type Kind = (typeof KINDS)[number];
export type Color = Side | "random";

/** What a game can begin with; all but the kind is remembered. */
export interface Choices {
  readonly kind: Kind;
  /** The computer player, against a person. */
  readonly opponent: string;
  /** The players of a game that is watched. */
  readonly black: string;
  readonly white: string;
  readonly color: Color;
  /** Minutes for each; 0 without a clock. */
  readonly clock: number;
  /** Seconds for each move. */
  readonly increment: number;
  readonly start: Start;
  readonly custom: string;
  /** The pause between the moves of a game that is watched, in milliseconds. */
  readonly pace: number;
  /** Whether it counts for ratings. */
  readonly rated: boolean;
  /** The names of two people at one screen. */
  readonly names: Readonly<Record<Side, string>>;
}

const key = (name: string) => `outflank.new.${name}`;

/** Returns what was chosen last; `fallback` if nothing was. */
export const remembered = (name: string, fallback: string): string => localStorage.getItem(key(name)) ?? fallback;

/** Remembers a choice. A browser that refuses just forgets it. */
export function remember(name: string, value: string | number): void {
  try {
    localStorage.setItem(key(name), String(value));
  } catch {
    // Nothing is lost but convenience.
  }
}

/** The levels: what a reader who has chosen nothing yet begins with is the easiest. */
export const EASIEST = "level:1";

/** Returns the choices of the last game, with some changed. */
export function choices(change: Partial<Choices> = {}): Choices {
  const color = remembered("color", "black");
  return {
    kind: "computer",
    opponent: remembered("opponent", EASIEST),
    black: remembered("black", "level:5"),
    white: remembered("white", "level:8"),
    color: color === "white" || color === "random" ? color : "black",
    clock: Number(remembered("clock", "0")) || 0,
    increment: 0,
    start: "standard",
    custom: "",
    pace: 600,
    rated: false,
    names: { black: preferences.current.playerName, white: remembered("secondName", "") },
    ...change,
  };
}

/** Whether somebody has played here before, or has said that they know the rules. */
export const isNewcomer = (): boolean => localStorage.getItem("outflank.new.known") === null && localStorage.getItem("outflank.new.kind") === null;

/** Takes note that the rules are known. */
export const knowsRules = (): void => remember("known", "yes");

/** Says who sits where, and which side is one's own. */
function seats({ kind, opponent, black, white, color, names }: Choices): { black: Seat; white: Seat; mine: Side | null } {
  if (kind === "watch") return { black: { player: black }, white: { player: white }, mine: null };
  if (kind === "two") {
    return { black: { player: "human", name: names.black }, white: { player: "human", name: names.white }, mine: null };
  }
  const mine: Side = color === "random" ? (Math.random() < 0.5 ? "black" : "white") : color;
  const self: Seat = { player: "human", name: preferences.current.playerName };
  const opposite: Seat = { player: kind === "friend" ? "human" : opponent };
  return mine === "black" ? { black: self, white: opposite, mine } : { black: opposite, white: self, mine };
}

/** Begins a game and goes to it. */
export async function begin(chosen: Choices): Promise<void> {
  const { kind, opponent, clock, increment, start, custom } = chosen;
  const { black, white, mine } = seats(chosen);
  const from = startText(start, custom);
  const game: NewGame = {
    black,
    white,
    manual_pass: preferences.current.passButton,
    pace: kind === "watch" ? chosen.pace : usualPace(preferences.timing, preferences.current.answer),
    saved: preferences.current.saveGames || chosen.rated,
    ...(chosen.rated ? { rated: true } : {}),
    ...(from ? { start: from } : {}),
    ...(start === "balanced" ? { balanced: true } : {}),
    ...(clock === 0 ? {} : { clock: { initial: clock * 60, increment } }),
    ...(kind === "friend" && mine ? { invite: other(mine) } : {}),
  };
  const created = await api.create(game);
  knowsRules();
  remember("color", chosen.color);
  remember("clock", clock);
  if (kind === "computer" || kind === "older") remember("opponent", opponent);
  if (kind === "watch") (["black", "white"] as const).forEach((side) => remember(side, chosen[side]));
  if (kind === "two") remember("secondName", chosen.names.white);
  if (created.key) keepSeat(localStorage, created.game.id, created.key);
  if (created.invitation) keepInvitation(localStorage, created.game.id, created.invitation);
  router.go(`/game/${created.game.id}`);
}

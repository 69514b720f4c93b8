// What the finished games of a person against computer players add up to.

import type { GameSummary } from "../api/types";
import type { Side } from "../board/state";

export type Outcome = "won" | "lost" | "drawn";

export interface Record {
  readonly won: number;
  readonly lost: number;
  readonly drawn: number;
  /** The latest first. */
  readonly outcomes: readonly Outcome[];
}

/** Returns the side of the one person against a computer, and that computer; `null` in other games. */
function pairing(game: GameSummary): { own: Side; player: string } | null {
  if (game.black.human === game.white.human) return null;
  const own: Side = game.black.human ? "black" : "white";
  return { own, player: game[own === "black" ? "white" : "black"].player };
}

/** Says how a finished game went for the one person in it; `null` if there is none, or it does not count. */
export function outcomeOf(game: GameSummary): Outcome | null {
  const pair = pairing(game);
  if (!pair || !game.result || game.result.reason === "aborted") return null;
  if (game.result.winner === null) return "drawn";
  return game.result.winner === pair.own ? "won" : "lost";
}

/** Returns the computer player of a game against one person; `null` in other games. */
export const opponentOf = (game: GameSummary): string | null => pairing(game)?.player ?? null;

/** Adds up the games against a player; the list has the latest first. */
export function recordAgainst(player: string, games: readonly GameSummary[]): Record {
  const outcomes = games.filter((game) => opponentOf(game) === player).flatMap((game) => outcomeOf(game) ?? []);
  const counted = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length;
  return { won: counted("won"), lost: counted("lost"), drawn: counted("drawn"), outcomes };
}

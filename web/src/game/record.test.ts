import { expect, it } from "vitest";
import type { GameSummary } from "../api/types";
import { opponentOf, outcomeOf, recordAgainst } from "./record";

const person = { player: "human", name: "", human: true, account: null, rating: null };
const level = (n: number) => ({ player: `level:${n}`, name: "", human: false, account: null, rating: null });
const game = (n: number, winner: "black" | "white" | null, own: "black" | "white" = "black"): GameSummary => ({
  id: 1, name: "", updated: 0, black: own === "black" ? person : level(n), white: own === "white" ? person : level(n), board: "", plies: 60,
  result: { reason: "discs", winner, black: 33, white: 31 },
});

it("games against a player are counted from the person's side", () => {
  const games = [game(4, "black"), game(4, "black", "white"), game(4, null), game(5, "white"), { ...game(4, null), result: null }];
  expect(recordAgainst("level:4", games)).toEqual({ won: 1, lost: 1, drawn: 1, outcomes: ["won", "lost", "drawn"] });
  expect(recordAgainst("level:9", games).outcomes).toEqual([]);
});

it("games of two people or two programs count for nobody", () => {
  const two = { ...game(4, "black"), white: person };
  expect([opponentOf(two), outcomeOf(two)]).toEqual([null, null]);
  expect(opponentOf(game(7, "black", "white"))).toBe("level:7");
});

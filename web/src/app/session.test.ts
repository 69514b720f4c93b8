// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../api/client";
import type { LiveState } from "../api/live";
import type { GameView, LiveMessage } from "../api/types";
import { START } from "../game/starts";

const server = vi.hoisted(() => ({
  offer: vi.fn<(id: number, offer: object) => Promise<GameView>>(),
  say: (_message: LiveMessage): void => {},
  become: (_state: LiveState): void => {},
  game: vi.fn<(id: number) => Promise<GameView>>(),
  libraryGame: vi.fn<(key: number) => Promise<object>>(),
  move: vi.fn<(id: number, ply: number, move: string) => Promise<GameView>>(),
}));
vi.mock("./server", () => ({
  api: { offer: server.offer, game: server.game, libraryGame: server.libraryGame, move: server.move },
  followGame: (_id: number, onMessage: typeof server.say, onState: typeof server.become) => {
    Object.assign(server, { say: onMessage, become: onState });
    return () => {};
  },
}));
const { GameSession } = await import("./session.svelte");

const human = { player: "human", name: "", human: true, account: null, rating: null };
const AFTER_F5 = "---------------------------OX------XXX--------------------------O";
const position = { board: START, side: "black", black: 2, white: 2, empties: 60, legal: [{ square: "f5", flips: ["e5"] }], finished: false, score: 0 } as const;
const start: GameView = {
  id: 7, name: "", revision: 1, created: 0, updated: 0, black: human, white: human, yours: ["black", "white"], start: START,
  plies: [], mobility: [[4, 4]], undone: 0, position, result: null, clock: null, pace: 0, by_invitation: false, rated: false, thinking: false, paused: false,
  saved: true, key: null, opening: 0, remote: null,
};
const moved: GameView = {
  ...start, revision: 2, plies: [{ side: "black", move: "f5", board: AFTER_F5, milliseconds: 1, helper: null }],
  mobility: [[4, 4], [3, 3]],
  position: { ...position, board: AFTER_F5, side: "white", legal: [] },
};
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe("a game", () => {
  beforeEach(() => {
    server.game.mockReset();
    server.move.mockReset();
    server.libraryGame.mockReset().mockRejectedValue(new ApiError(404, "missing", "there is no game"));
  });

  it("comes over the live connection alone while that is open", () => {
    const session = new GameSession(7);
    const leave = session.enter();
    server.become("open");
    server.say({ type: "game", game: start });
    expect(session.game).toEqual(start);
    expect(session.mover).toBe("black");
    expect(server.game).not.toHaveBeenCalled();
    leave();
  });

  it("says that the disk is full, and sends a move again when there is room", async () => {
    const session = new GameSession(7);
    const leave = session.enter();
    server.become("open");
    server.say({ type: "game", game: start });
    server.move.mockRejectedValueOnce(new ApiError(507, "disk-full", "the disk is full")).mockResolvedValueOnce(moved);
    await session.play(37);
    server.say({ type: "storage", trouble: "disk-full" });
    expect([session.trouble, session.game, session.failure?.status]).toEqual(["disk-full", start, 507]);
    server.say({ type: "storage", trouble: null });
    await settled();
    expect(server.move.mock.calls).toEqual([[7, 0, "f5"], [7, 0, "f5"]]);
    expect([session.trouble, session.game, session.failure]).toEqual([null, moved, null]);
    // It is sent once.
    server.say({ type: "storage", trouble: null });
    await settled();
    expect(server.move).toHaveBeenCalledTimes(2);
    leave();
  });

  it("is asked for while the connection is lost", async () => {
    server.game.mockResolvedValue(moved);
    const session = new GameSession(7);
    const leave = session.enter();
    server.say({ type: "game", game: start });
    server.become("lost");
    await settled();
    expect(session.game).toEqual(moved);
    server.become("lost");
    expect(server.game).toHaveBeenCalledTimes(2);
    leave();
  });

  it("that is not there says so, and one that is deleted meanwhile is gone", async () => {
    server.game.mockRejectedValue(new ApiError(404, "missing", "there is no game 7"));
    const [unknown, known] = [new GameSession(7), new GameSession(7)];
    unknown.enter();
    server.become("lost");
    await settled();
    expect([unknown.failure?.status, unknown.gone]).toEqual([404, false]);
    known.enter();
    server.say({ type: "game", game: start });
    server.become("lost");
    await settled();
    expect([known.failure, known.gone]).toEqual([null, true]);
  });

  it("is found by its key in the library, too", async () => {
    server.game.mockResolvedValue({ ...start, id: 3 });
    new GameSession(7).enter();
    server.become("lost");
    await settled();
    expect(location.pathname).toBe("/game/3");
    server.game.mockRejectedValue(new ApiError(404, "missing", "there is no game 8"));
    server.libraryGame.mockResolvedValue({ key: 8 });
    new GameSession(8).enter();
    server.become("lost");
    await settled();
    expect(location.pathname).toBe("/library/8");
  });

  it("tells how many moves each side has where one looks", () => {
    const session = new GameSession(7);
    session.enter();
    server.say({ type: "game", game: moved });
    expect(session.mobility).toEqual({ black: 3, white: 3 });
    session.step("first");
    expect(session.mobility).toEqual({ black: 4, white: 4 });
  });

  it("with somebody elsewhere waits for them, asks for what needs consent, and tells who has left", async () => {
    const remote = {
      open_seat: "white", begun: false, adjourned: false, on_air: false, shared: false, initial: 60, increment: 0, black_offers: null,
      white_offers: null, may_offer: [], first_move: null, rematch: null,
    } as const;
    const waiting: GameView = { ...start, by_invitation: true, yours: ["black"], remote };
    const session = new GameSession(7);
    session.enter();
    server.say({ type: "game", game: waiting });
    expect([session.remote.rests, session.mover]).toEqual([true, null]);
    const on: GameView = { ...waiting, revision: 2, remote: { ...remote, open_seat: null, first_move: 20_000 } };
    server.say({ type: "game", game: on });
    expect([session.remote.rests, session.mover, session.mayUndo]).toEqual([false, "black", false]);
    expect(session.remote.firstMove).toBeGreaterThan(18);
    const theirs: GameView = { ...moved, ...{ by_invitation: true, yours: ["black"], revision: 3 }, remote: { ...remote, open_seat: null, begun: true, may_offer: ["take-back"] } };
    server.say({ type: "game", game: theirs });
    server.offer.mockResolvedValue({ ...theirs, revision: 4, remote: { ...theirs.remote!, black_offers: "take-back" } });
    await session.undo();
    expect(server.offer).toHaveBeenCalledWith(7, { kind: "take-back", deed: "offer" });
    expect([session.remote.offered("black"), session.remote.offered("white")]).toEqual(["take-back", null]);
    const here = { here: true, away: null, claim_in: null };
    server.say({ type: "presence", spectators: 0, black: here, white: here });
    expect([session.remote.isHere("white"), session.remote.claimIn]).toEqual([true, null]);
    // A short absence is not told; a long one can be claimed in a while, and then now.
    server.say({ type: "presence", spectators: 0, black: here, white: { here: false, away: 100, claim_in: 9900 } });
    expect([session.remote.isHere("white"), session.remote.claimIn]).toEqual([true, null]);
    server.say({ type: "presence", spectators: 0, black: here, white: { here: false, away: 6000, claim_in: 4000 } });
    expect([session.remote.isHere("white"), session.remote.mayClaim]).toEqual([false, false]);
    server.say({ type: "presence", spectators: 0, black: here, white: { here: false, away: 10_000, claim_in: 0 } });
    expect(session.remote.mayClaim).toBe(true);
  });

  it("loses no click that comes between the live message of a move and its answer, and takes none for a board that was not seen", async () => {
    const session = new GameSession(7);
    session.enter();
    server.say({ type: "game", game: start });
    let answer = (_game: GameView) => {};
    server.move.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    const first = session.play(37);
    // A second click on the same square while the move is under way is no move.
    const doubled = session.play(37);
    const theirs: GameView = { ...moved, position: { ...moved.position, legal: [{ square: "d6", flips: ["d5"] }] } };
    server.say({ type: "game", game: theirs });
    expect([session.busy, session.mover]).toEqual([true, "white"]);
    const second = session.play(43);
    answer(theirs);
    await Promise.all([first, doubled]);
    await settled();
    expect(server.move.mock.calls).toEqual([[7, 0, "f5"], [7, 1, "d6"]]);
    answer({ ...theirs, revision: 3 });
    await second;
    expect([session.busy, session.vain.reason]).toEqual([false, ""]);
  });

  it("takes a move once, whether its answer or the live message comes first", async () => {
    for (const answerFirst of [true, false]) {
      const session = new GameSession(7);
      session.enter();
      server.say({ type: "game", game: start });
      server.move.mockImplementation(async () => {
        if (!answerFirst) server.say({ type: "game", game: moved });
        return moved;
      });
      await session.play(37);
      const [game, spoken] = [session.game, session.spoken];
      server.say({ type: "game", game: { ...moved } });
      expect(game?.plies).toHaveLength(1);
      expect([session.game, session.spoken]).toEqual([game, spoken]);
      // What overtakes is not taken back.
      server.say({ type: "game", game: start });
      expect(session.game?.revision).toBe(2);
    }
  });
});

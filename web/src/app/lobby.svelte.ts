// The lobby as the pages see it: who seeks a game, what is on air, and what one seeks oneself. The connection stays open
// as long as a page shows the lobby or one waits for somebody, wherever one looks meanwhile.

import { ApiError } from "../api/client";
import { follow, liveProtocols, type LiveState } from "../api/live";
import type { LobbyMessage, OnAirView, SeekView, SeekWish } from "../api/types";
import { tl, type LobbyKey } from "./lobby-texts";
import { refusalText } from "./refusals";
import { router } from "./router.svelte";
import { api, provider } from "./server";

const TYPES: readonly string[] = ["seeks", "games", "own"] satisfies LobbyMessage["type"][];

/** Reads a message about the lobby. */
export function readLobby(data: unknown): LobbyMessage | null {
  try {
    const message = JSON.parse(String(data)) as { type?: unknown };
    return TYPES.includes(String(message.type)) ? (message as LobbyMessage) : null;
  } catch {
    return null;
  }
}

const REFUSALS: Record<string, LobbyKey> = {
  "seek-gone": "lobbySeekGone",
  "too-many-seeks": "lobbyTooMany",
  "accounts-only": "lobbyRatedNeeds",
  "other-rating": "lobbyOtherRating",
};

class Lobby {
  seeks: readonly SeekView[] = $state.raw([]);
  games: readonly OnAirView[] = $state.raw([]);
  /** The numbers of one's own seeks that wait. */
  waiting: readonly number[] = $state.raw([]);
  state: LiveState = $state("connecting");
  failure = $state("");
  private shown = 0;
  private end: (() => void) | null = null;

  /** Shows the lobby until the returned function is called. */
  enter(): () => void {
    this.shown += 1;
    this.connect();
    return () => {
      this.shown -= 1;
      this.leaveIfIdle();
    };
  }

  /** Seeks a game; if somebody waits for the same, it begins. */
  seek = (wish: SeekWish) =>
    this.attempt(async () => {
      const { seek, game } = await api.request("post", "/api/lobby/seeks", { body: wish });
      if (seek !== null && !this.waiting.includes(seek)) this.waiting = [...this.waiting, seek];
      if (game !== null) this.goTo(game);
    });

  accept = (id: number) =>
    this.attempt(async () => {
      const { game } = await api.request("post", "/api/lobby/seeks/{id}/accept", { at: { id } });
      if (game !== null) this.goTo(game);
    });

  withdraw = (id: number) =>
    this.attempt(async () => {
      await api.request("delete", "/api/lobby/seeks/{id}", { at: { id } });
      this.waiting = this.waiting.filter((own) => own !== id);
    });

  private async attempt(work: () => Promise<void>): Promise<void> {
    this.failure = "";
    try {
      await work();
    } catch (error) {
      const key = error instanceof ApiError ? REFUSALS[error.code] : undefined;
      this.failure = key ? tl(key) : refusalText(error);
    }
  }

  private goTo(game: number): void {
    this.waiting = [];
    router.go(`/game/${game}`);
    this.leaveIfIdle();
  }

  private hear(message: LobbyMessage): void {
    if (message.type === "seeks") this.seeks = message.seeks;
    else if (message.type === "games") this.games = message.games;
    else {
      this.waiting = message.seeks;
      if (message.game !== null && router.path !== `/game/${message.game}`) this.goTo(message.game);
      else this.leaveIfIdle();
    }
  }

  private connect(): void {
    this.end ??= follow({
      connect: () => provider.connect("/api/lobby/live", liveProtocols(null)),
      read: readLobby,
      onMessage: (message) => this.hear(message),
      onState: (state) => (this.state = state),
    });
  }

  private leaveIfIdle(): void {
    if (this.shown > 0 || this.waiting.length > 0) return;
    this.end?.();
    this.end = null;
  }
}

export const lobby = new Lobby();

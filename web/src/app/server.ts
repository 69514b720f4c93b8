// The one connection to the server that all pages use.

import { Api } from "../api/client";
import { follow, liveProtocols, readLive, type LiveState } from "../api/live";
import type { LiveMessage } from "../api/types";
import { seatKey } from "./seats";

export const api = new Api(undefined, (game) => seatKey(localStorage, game));

/** Follows a game live until the returned function is called. */
export function followGame(
  id: number,
  onMessage: (message: LiveMessage) => void,
  onState: (state: LiveState) => void,
): () => void {
  const protocols = liveProtocols(seatKey(localStorage, id));
  const origin = location.origin.replace(/^http/, "ws");
  return follow({ connect: () => new WebSocket(`${origin}/api/games/${id}/live`, protocols), read: readLive, onMessage, onState });
}

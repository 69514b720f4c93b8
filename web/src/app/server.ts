// The one connection to the server that all pages use.

import { Api } from "../api/client";
import { follow, liveProtocols, readLive, type LiveState } from "../api/live";
import type { LiveMessage } from "../api/types";
import { preferences } from "./preferences.svelte";
import { seatKey } from "./seats";

export const api = new Api(undefined, (game) => seatKey(localStorage, game));

/** Follows a game live until the returned function is called. */
export function followGame(
  id: number,
  onMessage: (message: LiveMessage) => void,
  onState: (state: LiveState) => void,
): () => void {
  const protocols = liveProtocols(seatKey(localStorage, id));
  const live = `${location.origin.replace(/^http/, "ws")}/api/games/${id}/live`;
  const address = () => (preferences.current.pondering ? `${live}?ponder=true` : live);
  return follow({ connect: () => new WebSocket(address(), protocols), read: readLive, onMessage, onState });
}

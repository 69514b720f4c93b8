// The one connection to the server that all pages use.

import { Api, type Fetch } from "../api/client";
import { follow, liveProtocols, readLive, type LiveState } from "../api/live";
import type { LiveMessage } from "../api/types";
import { preferences } from "./preferences.svelte";
import { seatKey } from "./seats";
import { shell } from "./shell.svelte";

/** Asks the server, and notes whether it was there. */
const ask: Fetch = async (path, init) => {
  try {
    const answer = await fetch(path, init);
    shell.alone = false;
    return answer;
  } catch (error) {
    // A request that somebody gave up says nothing about the server.
    if (!init.signal?.aborted) shell.alone = true;
    throw error;
  }
};

export const api = new Api(ask, (game) => seatKey(localStorage, game));

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

// The one connection to the server that all pages use.

import { Api, type Fetch } from "../api/client";
import { follow, liveProtocols, readLive, type LiveState } from "../api/live";
import type { LiveMessage } from "../api/types";
import { preferences } from "./preferences.svelte";
import { invitedTo, seatKey } from "./seats";
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

/** What this browser has to show for a game: the key of a seat, or the invitation to one. */
const shownKey = (game: number) => seatKey(localStorage, game) ?? invitedTo(localStorage, game);

export const api = new Api(ask, shownKey);

/** The address of a live connection. */
export const liveAddress = (path: string) => `${location.origin.replace(/^http/, "ws")}${path}`;

/** Follows a game live until the returned function is called. */
export function followGame(
  id: number,
  onMessage: (message: LiveMessage) => void,
  onState: (state: LiveState) => void,
): () => void {
  const protocols = liveProtocols(shownKey(id));
  const live = liveAddress(`/api/games/${id}/live`);
  const address = () => (preferences.current.pondering ? `${live}?ponder=true` : live);
  return follow({ connect: () => new WebSocket(address(), protocols), read: readLive, onMessage, onState });
}

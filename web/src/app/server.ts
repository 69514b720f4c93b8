// The one connection that all pages use: to the server, or, where there is none, to this device.

import { Api, type Fetch } from "../api/client";
import { eventually } from "../api/eventually";
import { follow, liveProtocols, readLive, type LiveState } from "../api/live";
import { theServer, type Provider } from "../api/provider";
import type { LiveMessage } from "../api/types";
import { preferences } from "./preferences.svelte";
import { invitedTo, seatKey } from "./seats";
import { shell } from "./shell.svelte";

/** Asks the server, and notes whether it was there. */
const ask: Fetch = async (path, init) => {
  try {
    const answer = await theServer.fetch(path, init);
    shell.alone = false;
    return answer;
  } catch (error) {
    // A request that somebody gave up says nothing about the server.
    if (!init.signal?.aborted) shell.alone = true;
    throw error;
  }
};

/** Who answers the pages. */
export const provider: Provider = __SITE__
  ? eventually(() => import("../device/here").then(({ device }) => device()))
  : { fetch: ask, connect: theServer.connect };

/** What this browser has to show for a game: the key of a seat, or the invitation to one. */
const shownKey = (game: number) => seatKey(localStorage, game) ?? invitedTo(localStorage, game);

export const api = new Api(provider.fetch, shownKey);

/** Follows a game live until the returned function is called. */
export function followGame(
  id: number,
  onMessage: (message: LiveMessage) => void,
  onState: (state: LiveState) => void,
): () => void {
  const protocols = liveProtocols(shownKey(id));
  const live = `/api/games/${id}/live`;
  const address = () => (preferences.current.pondering ? `${live}?ponder=true` : live);
  return follow({ connect: () => provider.connect(address(), protocols), read: readLive, onMessage, onState });
}

// Who answers what the pages ask: the server, or this device. Both speak the same interface over HTTP and live connections,
// and the pages do not know which of them it is.

import type { Fetch } from "./client";
import type { Socket } from "./live";

/** A live connection that can be spoken on, as a WebSocket is. */
export interface Connection extends Socket {
  readonly readyState: number;
  send(text: string): void;
}

/** What `readyState` says of a connection that is open. */
export const OPEN = 1;

export interface Provider {
  readonly fetch: Fetch;
  readonly connect: (path: string, protocols?: readonly string[]) => Connection;
}

/** The server that these pages came from. */
export const theServer: Provider = {
  fetch: (path, init) => fetch(path, init),
  connect: (path, protocols = []) => new WebSocket(location.origin.replace(/^http/, "ws") + path, [...protocols]),
};

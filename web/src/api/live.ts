// A live connection: messages come in, and a broken connection is made again.

import type { LiveMessage } from "./types";

export type LiveState = "connecting" | "open" | "lost";

/** The part of a WebSocket that is used here. */
export interface Socket {
  onopen: ((event: Event) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  close(): void;
}

export interface LiveOptions<M> {
  readonly connect: () => Socket;
  /** Reads what came in; `null` if it is nothing known. */
  readonly read: (data: unknown) => M | null;
  readonly onMessage: (message: M) => void;
  readonly onState: (state: LiveState) => void;
  /** Calls back later and returns how to prevent it; `setTimeout` in a browser. */
  readonly later?: (callback: () => void, milliseconds: number) => () => void;
}

/** What is spoken on a live connection. The key of a seat goes along as a protocol: an address would end up in logs. */
export function liveProtocols(key: string | null): string[] {
  return key === null ? ["outflank"] : ["outflank", `outflank-key.${key}`];
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;

/** Returns how long to wait before the next attempt, after a number of failed ones. */
export function waitAfter(failures: number): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(failures, 10));
}

/** Listens until the returned function is called. */
export function follow<M>(options: LiveOptions<M>): () => void {
  const later =
    options.later ??
    ((callback, milliseconds) => {
      const timer = setTimeout(callback, milliseconds);
      return () => clearTimeout(timer);
    });
  let failures = 0;
  let ended = false;
  let socket: Socket | null = null;
  let cancel = () => {};

  const attempt = () => {
    options.onState(failures === 0 ? "connecting" : "lost");
    const made = options.connect();
    socket = made;
    made.onopen = () => {
      failures = 0;
      options.onState("open");
    };
    made.onmessage = (event) => {
      const message = options.read(event.data);
      if (message && !ended) options.onMessage(message);
    };
    made.onclose = () => {
      if (ended) return;
      options.onState("lost");
      cancel = later(attempt, waitAfter(failures));
      failures += 1;
    };
  };
  attempt();
  return () => {
    ended = true;
    cancel();
    socket?.close();
  };
}

const TYPES: readonly string[] = ["game", "thought", "rematch", "presence", "chat", "storage", "gone"] satisfies LiveMessage["type"][];

/** Reads a message about a game. */
export function readLive(data: unknown): LiveMessage | null {
  try {
    const message = JSON.parse(String(data)) as { type?: unknown };
    return TYPES.includes(String(message.type)) ? (message as LiveMessage) : null;
  } catch {
    return null;
  }
}

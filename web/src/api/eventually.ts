// A provider that is loaded when it is first asked.

import type { Connection, Provider } from "./provider";

/** Hands everything to a provider once it is there. One that cannot be loaded is tried again with the next question. */
export function eventually(load: () => Promise<Provider>): Provider {
  let loading: Promise<Provider> | null = null;
  const loaded = () => (loading ??= load().catch((error: unknown) => ((loading = null), Promise.reject(error))));
  return {
    fetch: async (path, init) => (await loaded()).fetch(path, init),
    connect: (path, protocols) => new LaterConnection(loaded(), path, protocols),
  };
}

/** A live connection whose other end is still being loaded. */
export class LaterConnection implements Connection {
  onopen: Connection["onopen"] = null;
  onclose: Connection["onclose"] = null;
  onmessage: Connection["onmessage"] = null;
  private inner: Connection | null = null;
  private closed = false;

  constructor(provider: Promise<Provider>, path: string, protocols: readonly string[] = []) {
    provider.then(
      (found) => {
        if (this.closed) return;
        const inner = (this.inner = found.connect(path, protocols));
        inner.onopen = (event) => this.onopen?.(event);
        inner.onclose = (event) => this.onclose?.(event);
        inner.onmessage = (event) => this.onmessage?.(event);
      },
      () => this.onclose?.(new CloseEvent("close", { code: 1006 })),
    );
  }

  get readyState(): number {
    return this.inner?.readyState ?? (this.closed ? 3 : 0);
  }

  send(text: string): void {
    this.inner?.send(text);
  }

  close(): void {
    this.closed = true;
    this.inner?.close();
  }
}

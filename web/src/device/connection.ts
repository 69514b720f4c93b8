// A live connection to the desk, which looks like a WebSocket.

import { OPEN, type Connection } from "../api/provider";

const CLOSED = 3;

export class DeskConnection implements Connection {
  onopen: Connection["onopen"] = null;
  onclose: Connection["onclose"] = null;
  onmessage: Connection["onmessage"] = null;
  readyState = 0;

  constructor(
    private readonly say: (text: string) => void,
    private readonly leave: () => void,
  ) {}

  /** The desk hears from now on. */
  opened(): void {
    if (this.readyState === CLOSED) return;
    this.readyState = OPEN;
    this.onopen?.(new Event("open"));
  }

  /** Something was said. */
  said(text: string): void {
    if (this.readyState === OPEN) this.onmessage?.(new MessageEvent("message", { data: text }));
  }

  /** The desk has closed the connection. */
  shut(code: number): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.onclose?.(new CloseEvent("close", { code, wasClean: true }));
  }

  send(text: string): void {
    if (this.readyState === OPEN) this.say(text);
  }

  close(): void {
    if (this.readyState === CLOSED) return;
    this.leave();
    this.shut(1000);
  }
}

// The device as a provider: turns requests and live connections into events of the desk, and its effects into answers,
// messages and searches.

import type { Connection, Provider } from "../api/provider";
import { DeskConnection } from "./connection";
import { bytesOf } from "./desk";
import type { DeskEvent, DeskNews, PageEffect, Trouble, WorkerLike } from "./messages";
import { ThinkerPool, type PoolOptions } from "./pool";

export interface DeviceParts {
  /** The Worker of the desk, which has been told to start. */
  readonly desk: WorkerLike;
  readonly thinkers: Pick<PoolOptions, "size" | "start" | "flag" | "token">;
  readonly onTrouble: (trouble: Trouble, message: string) => void;
  /** Something was kept. */
  readonly onKept?: () => void;
}

interface Asked {
  readonly resolve: (answer: Response) => void;
  readonly reject: (error: unknown) => void;
  stream: ReadableStreamDefaultController<Uint8Array> | null;
}

export class Device implements Provider {
  private readonly asked = new Map<number, Asked>();
  private readonly connections = new Map<number, DeskConnection>();
  private readonly pool: ThinkerPool;
  private readonly encoder = new TextEncoder();
  private count = 0;
  private ready: Promise<void>;
  private gone: string | null = null;

  constructor(private readonly parts: DeviceParts) {
    this.pool = new ThinkerPool({
      ...parts.thinkers,
      report: (job, line) => this.say({ event: "report", job, line }),
      done: (job, result) => this.say({ event: "done", job, result }),
      failed: (job, reason) => this.say({ event: "failed", job, reason }),
    });
    this.ready = new Promise((resolve, reject) => {
      parts.desk.onmessage = ({ data }) => {
        const news = data as DeskNews;
        if (news.news === "ready") resolve();
        else this.hear(news);
      };
      parts.desk.onerror = (event) => {
        reject(new Error(event.message));
        this.end("desk-failed", event.message);
      };
    });
    this.ready.catch(() => {});
  }

  fetch = async (path: string, init: RequestInit): Promise<Response> => {
    await this.ready;
    const { signal, body } = init;
    signal?.throwIfAborted();
    if (this.gone !== null) throw new TypeError(this.gone);
    const id = (this.count += 1);
    const [address, query = ""] = path.split("?", 2) as [string, string?];
    const file = body instanceof Blob ? await body.arrayBuffer() : undefined;
    const event: DeskEvent = {
      event: "request",
      id,
      method: init.method ?? "GET",
      path: address,
      query,
      body: typeof body === "string" ? body : "",
      ...(file ? { file: true } : {}),
    };
    return new Promise((resolve, reject) => {
      this.asked.set(id, { resolve, reject, stream: null });
      signal?.addEventListener("abort", () => this.abort(id, signal.reason), { once: true });
      this.say(event, file);
    });
  };

  connect = (path: string): Connection => {
    const socket = (this.count += 1);
    const [address, query = ""] = path.split("?", 2) as [string, string?];
    const connection = new DeskConnection(
      (text) => this.say({ event: "message", socket, text }),
      () => {
        if (this.connections.delete(socket)) this.say({ event: "close", socket });
      },
    );
    void this.ready.then(
      () => {
        if (connection.readyState !== 0) return;
        this.connections.set(socket, connection);
        this.say({ event: "open", socket, path: address, query });
        connection.opened();
      },
      () => connection.shut(1006),
    );
    return connection;
  };

  /** Lets searches rest as long as nobody looks. */
  rest(resting: boolean): void {
    if (resting) this.pool.rest();
    else this.pool.wake();
  }

  /** How many searches run now. */
  get running(): number {
    return this.pool.running;
  }

  /** How much memory the engines have, in bytes. */
  get memory(): number {
    return this.pool.memory;
  }

  /** Ends everything: another window goes on, or the desk has failed. */
  end(trouble: Trouble, message: string): void {
    if (this.gone !== null) return;
    this.gone = message;
    this.pool.end();
    this.parts.desk.terminate();
    for (const { reject } of this.asked.values()) reject(new TypeError(message));
    for (const connection of this.connections.values()) connection.shut(1006);
    this.asked.clear();
    this.connections.clear();
    this.parts.onTrouble(trouble, message);
  }

  private say(event: DeskEvent, file?: ArrayBuffer): void {
    if (this.gone === null) this.parts.desk.postMessage({ event, file }, file ? [file] : []);
  }

  private abort(id: number, reason: unknown): void {
    const asked = this.asked.get(id);
    if (!asked) return;
    this.asked.delete(id);
    this.say({ event: "abort", id });
    if (asked.stream) asked.stream.error(reason);
    else asked.reject(reason);
  }

  private hear(news: Exclude<DeskNews, { news: "ready" }>): void {
    if (news.news === "trouble") {
      if (news.trouble === "desk-failed") this.end(news.trouble, news.message);
      else this.parts.onTrouble(news.trouble, news.message);
    } else if (news.news === "kept") this.parts.onKept?.();
    else for (const effect of news.effects) this.carryOut(effect);
  }

  private carryOut(effect: PageEffect): void {
    switch (effect.effect) {
      case "answer":
        return this.answer(effect);
      case "begin": {
        const asked = this.asked.get(effect.id);
        const { id } = effect;
        const stream = new ReadableStream<Uint8Array>({
          start: (controller) => void (asked && (asked.stream = controller)),
          cancel: () => void (this.asked.delete(id) && this.say({ event: "abort", id })),
        });
        return asked?.resolve(new Response(stream, { status: effect.status, headers: { "content-type": effect.type } }));
      }
      case "chunk":
        return this.asked.get(effect.id)?.stream?.enqueue(this.encoder.encode(effect.text));
      case "end":
        this.asked.get(effect.id)?.stream?.close();
        return void this.asked.delete(effect.id);
      case "send":
        return this.connections.get(effect.socket)?.said(effect.text);
      case "shut": {
        const connection = this.connections.get(effect.socket);
        this.connections.delete(effect.socket);
        return connection?.shut(effect.code);
      }
      case "job":
        return this.pool.add(effect);
      case "cancel":
        return this.pool.cancel(effect.job);
    }
  }

  private answer({ id, status, type, body, base64, name }: Extract<PageEffect, { effect: "answer" }>): void {
    const asked = this.asked.get(id);
    this.asked.delete(id);
    const bytes = base64 ? bytesOf(body) : body;
    // A browser makes no answer of nothing with a body.
    const empty = status === 204 || status === 304;
    const headers: Record<string, string> = { "content-type": type };
    if (name !== undefined) headers["content-disposition"] = `attachment; filename="${name}"`;
    asked?.resolve(new Response(empty ? null : bytes, { status, headers }));
  }
}

// This device thinks beside a server: the server says what game and position are, and whether they may be looked at now;
// what they are worth is found here. So nothing is offered in games in which a computer does not help.

import { refusal } from "../api/client";
import { LaterConnection } from "../api/eventually";
import { OPEN, theServer, type Connection, type Provider } from "../api/provider";
import type { ReviewMessage, ReviewWish } from "../api/review";
import type { ThinkWish } from "../api/think";
import type { HintView, SetupView } from "../api/types";
import { filesOf, moduleOf } from "./files";
import { device, engine } from "./here";

/** This device without a desk of its own to keep: what it is asked is forgotten with the page. */
const here = () => device(false);
const json = { "content-type": "application/json" };
/** How long the engine thinks unless the question says otherwise, in seconds. */
const USUAL = 10;

/** What only the server knows, and what is found here. */
const KNOWN: readonly ReviewMessage["type"][] = ["game", "position", "refused"];

/** A review over two connections, which a page takes for one. */
export class SharedReview implements Connection {
  onopen: Connection["onopen"] = null;
  onclose: Connection["onclose"] = null;
  onmessage: Connection["onmessage"] = null;
  /** What was said to this device before it heard. */
  private unsaid: string[] = [];
  /** Whether the page wants nothing searched. */
  private paused = false;
  private ended = false;
  /** Whether this device cannot review: the server does it. */
  private lost = false;

  constructor(
    private readonly server: Connection,
    private readonly engine: Connection,
    /** Whether the server is told what is found here. */
    shares = false,
  ) {
    server.onopen = (event) => {
      // The server only knows the rules; it searches nothing.
      this.ask({ type: "pause", paused: !this.lost });
      this.onopen?.(event);
    };
    server.onclose = (event) => this.end(event);
    server.onmessage = ({ data }) => this.hearServer(String(data));
    if (shares) this.tell({ type: "set", reports: true });
    engine.onopen = () => {
      for (const text of this.unsaid.splice(0)) this.engine.send(text);
    };
    engine.onclose = () => this.leaveToServer();
    engine.onmessage = ({ data }) => {
      const message = JSON.parse(String(data)) as ReviewMessage;
      if (message.type === "found") this.share(message);
      else if (!KNOWN.includes(message.type)) this.onmessage?.(new MessageEvent("message", { data }));
    };
  }

  get readyState(): number {
    return this.server.readyState;
  }

  send(text: string): void {
    const wish = JSON.parse(text) as ReviewWish;
    if (wish.type === "pause") this.paused = wish.paused;
    if (this.lost || wish.type === "open" || wish.type === "look") this.server.send(text);
    if (this.lost) return;
    if (wish.type !== "open" && wish.type !== "look") this.tell(wish);
    // Until the server has said what is opened, nothing is searched.
    if (wish.type === "open") this.tell({ type: "pause", paused: true });
  }

  close(): void {
    this.server.close();
    this.ended = true;
    this.engine.close();
  }

  /** The server is gone, and the review with it; the page is told once. */
  private end(event: CloseEvent): void {
    if (this.ended) return;
    this.ended = true;
    this.engine.close();
    this.onclose?.(event);
  }

  /** This device cannot review, be it for want of memory or of an engine: the server searches after all. */
  private leaveToServer(): void {
    if (this.ended || this.lost) return;
    this.lost = true;
    this.unsaid = [];
    if (this.server.readyState === OPEN) this.ask({ type: "pause", paused: this.paused });
  }

  /** Tells the server what was found here: who played the game learns from it there. */
  private share({ position, pass, known, results }: Extract<ReviewMessage, { type: "found" }>): void {
    if (!this.lost && this.server.readyState === OPEN) this.ask({ type: "share", position, pass, known, results });
  }

  private ask(wish: ReviewWish): void {
    this.server.send(JSON.stringify(wish));
  }

  private tell(wish: ReviewWish): void {
    const text = JSON.stringify(wish);
    if (this.engine.readyState === OPEN) this.engine.send(text);
    else this.unsaid.push(text);
  }

  /** What the server shows may be looked at: the engine follows. What it refuses to show rests. */
  private hearServer(text: string): void {
    const message = JSON.parse(text) as ReviewMessage;
    if (this.lost) return void this.onmessage?.(new MessageEvent("message", { data: text }));
    if (!KNOWN.includes(message.type)) return;
    if (message.type === "game") {
      this.tell({ type: "pause", paused: this.paused });
      this.tell({ type: "open", text: message.transcript || (message.positions[0]?.board ?? "") });
    } else if (message.type === "position") this.tell({ type: "look", moves: message.moves });
    else this.tell({ type: "pause", paused: true });
    this.onmessage?.(new MessageEvent("message", { data: text }));
  }
}

/** Reviews on this device; `shares` says whether the server is told what is found. */
export const reviewer = (shares: boolean): Provider => ({
  fetch: theServer.fetch,
  connect: (path) => new SharedReview(theServer.connect(path), new LaterConnection(here(), path), shares),
});

/** Lets the server read a text and say whether an engine may look at it now; throws its refusal. */
async function boardOf(text: string): Promise<string> {
  const post = async (path: string, body: object) => {
    const answer = await theServer.fetch(path, { method: "POST", headers: json, body: JSON.stringify(body) });
    if (!answer.ok) throw await refusal(answer);
    return answer;
  };
  // The server searches nothing: what matters is whether it refuses.
  await post("/api/think", { text, seconds: 0 });
  const { position } = (await (await post("/api/positions", { text })).json()) as SetupView;
  return position.board;
}

const line = (value: unknown) => new TextEncoder().encode(`${JSON.stringify(value)}\n`);

/** Shows how the engine thinks: the lines that a server sends. */
async function think(init: RequestInit): Promise<Response> {
  const { text, seconds = USUAL } = JSON.parse(String(init.body)) as ThinkWish;
  const position = await boardOf(text);
  const left = new AbortController();
  init.signal?.addEventListener("abort", () => left.abort(init.signal?.reason), { once: true });
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const hear = (found: unknown) => controller.enqueue(line(found));
      const done = (found: unknown) => {
        hear(found);
        controller.close();
      };
      const task = { task: "think", position, milliseconds: Math.round((seconds ?? USUAL) * 1000) };
      engine().think(task, { hear, signal: left.signal }).then(done, (error: unknown) => controller.error(error));
    },
    cancel: () => left.abort(),
  });
  return new Response(stream, { headers: { "content-type": "application/x-ndjson" } });
}

/** Tells whether this device can run the engine; where it cannot, the server thinks. */
const isAble = (): Promise<boolean> => filesOf().then(moduleOf).then(() => true, () => false);

export const thinker: Provider = {
  fetch: async (path, init) => ((await isAble()) ? think(init) : theServer.fetch(path, init)),
  connect: theServer.connect,
};

/** Finds a hint in a game in which the computer may help, by what stands on its board; null where the engine does not run. */
export const hintFor = async (board: string): Promise<HintView | null> =>
  (await isAble()) ? ((await engine().think({ task: "hint", position: await boardOf(board) }, { class: "hint" })) as HintView) : null;

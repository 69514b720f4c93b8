// A Worker that thinks: one search at a time. An engine that fails is told, and another one takes its place.

import type { ThinkerNews } from "./pool";
import { fetchBytes } from "./fetching";
import { NeedsBook, openThinker, type HelperPlace, type Thinker } from "./wasm";

interface Start {
  readonly module: WebAssembly.Module;
  readonly weights: ArrayBuffer;
  /** How many threads a search may use; more than one only if the module is made for it. */
  readonly threads: number;
  /** Where the opening book lies. */
  readonly book: string;
}
type Said = { readonly start: Start } | { readonly run: number; readonly task: unknown; readonly flag: Int32Array | null; readonly token: string | null; readonly ponders: boolean };

const tell = (news: ThinkerNews) => postMessage(news);
let given: Start | null = null;
let thinker: Thinker | null = null;

/** Starts what helps the engine: a Worker for each thread but this one. */
const helpers = (threads: number) => (threads > 1 ? { count: threads - 1, help } : null);
function help(place: HelperPlace): void {
  new Worker(new URL("./helper.worker.ts", import.meta.url), { type: "module" }).postMessage(place);
}

/** How often a search looks whether it goes on, in milliseconds. */
const LOOK = 100;
/** The same where somebody's move waits for its end. */
const PONDER_LOOK = 25;

/** Tells whether an address is still there, at once. */
function isThere(token: string): boolean {
  try {
    const request = new XMLHttpRequest();
    request.open("GET", token, false);
    request.send();
    return request.status === 200;
  } catch {
    return false;
  }
}

/** Tells a search whether it is to end, by the flag or, where memory is not shared, by an address that is taken away. */
function stopper(flag: Int32Array | null, token: string | null, look: number): () => boolean {
  if (flag !== null) return () => Atomics.load(flag, 0) !== 0;
  // A page may not be allowed to look for such addresses: then the Worker is ended, which takes longer.
  if (token === null || !isThere(token)) return () => false;
  let [next, gone] = [performance.now() + look, false];
  return () => {
    if (gone || performance.now() < next) return gone;
    next = performance.now() + look;
    return (gone = !isThere(token));
  };
}

async function think(run: number, task: unknown, stopped: () => boolean): Promise<void> {
  if (given === null) return tell({ run, failed: "the engine is not there" });
  try {
    thinker ??= openThinker(given.module, new Uint8Array(given.weights), helpers(given.threads));
    const result = thinker.think(task, { report: (line) => tell({ run, line }), stopped });
    tell({ run, result, memory: thinker.memory });
  } catch (error) {
    if (error instanceof NeedsBook) return withBook(run, task, stopped, given.book);
    // Only code that has failed is replaced: what is wrong with a task is no failure.
    if (error instanceof WebAssembly.RuntimeError || !(error instanceof Error)) thinker = null;
    tell({ run, failed: error instanceof Error ? error.message : String(error) });
  }
}

/** Does a task once the opening book is there. */
async function withBook(run: number, task: unknown, stopped: () => boolean, address: string): Promise<void> {
  try {
    const book = await fetchBytes(address);
    thinker?.takeBook(book);
  } catch (error) {
    return tell({ run, failed: String(error) });
  }
  return think(run, task, stopped);
}

onmessage = ({ data }: MessageEvent<Said>) => {
  if ("start" in data) given = data.start;
  else void think(data.run, data.task, stopper(data.flag, data.token, data.ponders ? PONDER_LOOK : LOOK));
};

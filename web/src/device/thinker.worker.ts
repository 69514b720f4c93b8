// A Worker that thinks: one search at a time. An engine that fails is told, and another one takes its place.

import type { ThinkerNews } from "./pool";
import { openThinker, type HelperPlace, type Thinker } from "./wasm";

interface Start {
  readonly module: WebAssembly.Module;
  readonly weights: ArrayBuffer;
  /** How many threads a search may use; more than one only if the module is made for it. */
  readonly threads: number;
}
type Said = { readonly start: Start } | { readonly run: number; readonly task: unknown; readonly flag: Int32Array | null };

const tell = (news: ThinkerNews) => postMessage(news);
let given: Start | null = null;
let thinker: Thinker | null = null;

/** Starts what helps the engine: a Worker for each thread but this one. */
const helpers = (threads: number) => (threads > 1 ? { count: threads - 1, help } : null);
function help(place: HelperPlace): void {
  new Worker(new URL("./helper.worker.ts", import.meta.url), { type: "module" }).postMessage(place);
}

function think(run: number, task: unknown, flag: Int32Array | null): void {
  if (given === null) return tell({ run, failed: "the engine is not there" });
  try {
    thinker ??= openThinker(given.module, new Uint8Array(given.weights), helpers(given.threads));
    const stopped = () => flag !== null && Atomics.load(flag, 0) !== 0;
    tell({ run, result: thinker.think(task, { report: (line) => tell({ run, line }), stopped }) });
  } catch (error) {
    // Only code that has failed is replaced: what is wrong with a task is no failure.
    if (error instanceof WebAssembly.RuntimeError || !(error instanceof Error)) thinker = null;
    tell({ run, failed: error instanceof Error ? error.message : String(error) });
  }
}

onmessage = ({ data }: MessageEvent<Said>) => {
  if ("start" in data) given = data.start;
  else think(data.run, data.task, data.flag);
};

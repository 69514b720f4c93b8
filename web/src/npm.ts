// The engine as a package for pages of others: `loadEngine` and what comes of it.

import { Engine, type Wish } from "./device/engine";
import type { WorkerLike } from "./device/messages";

export { Engine, type Wish };

export interface Places {
  /** Where the engine's code is; beside this file if missing. */
  readonly module?: string | URL;
  /** Where its weights are; beside this file if missing. */
  readonly weights?: string | URL;
  /** Where the opening book is, which strong levels play from; beside this file if missing. */
  readonly book?: string | URL;
  /** How many threads a search may use where the page is isolated; one if missing. */
  readonly threads?: number;
  /** How many searches run side by side; one if missing. */
  readonly size?: number;
}

const beside = (name: string) => new URL(name, import.meta.url);

async function loaded(place: string | URL): Promise<Response> {
  const answer = await fetch(place);
  if (!answer.ok) throw new Error(`${String(place)}: ${answer.status}`);
  return answer;
}

/** Loads the engine; its Workers start with the first task. */
export async function loadEngine({ module, weights = beside("network.zst"), book = beside("book.pack"), size = 1, threads: wished = 1 }: Places = {}): Promise<Engine> {
  const threads = globalThis.crossOriginIsolated ? wished : 1;
  module ??= beside(threads > 1 ? "threads.wasm" : "engine.wasm");
  const [code, learned] = await Promise.all([loaded(module), loaded(weights)].map(async (answer) => (await answer).arrayBuffer()));
  const compiled = await WebAssembly.compile(code!);
  return new Engine({
    size,
    start: () => {
      const worker: WorkerLike = new Worker(new URL("./device/thinker.worker.ts", import.meta.url), { type: "module" });
      worker.postMessage({ start: { module: compiled, weights: learned, threads, book: new URL(book, location.href).href } });
      return Promise.resolve(worker);
    },
  });
}

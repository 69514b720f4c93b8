// Our Rust code as WebAssembly: desk and engine as the pages use them. How bytes get in and out is in crates/wasm/js.

import { helperPlace, instantiate, NeedsBook, serve, sharedMemory, type HelperPlace, type Instance } from "../../../crates/wasm/js/module";
import type { Desk } from "./desk";
import type { Effect } from "./messages";

export { NeedsBook, serve, type HelperPlace };

/** The threads of an engine beside its own, and who starts each of them. */
export interface Helpers {
  readonly count: number;
  readonly help: (place: HelperPlace) => void;
}

/** What a search tells while it goes on, and asks. */
export interface Around {
  readonly report: (line: unknown) => void;
  readonly stopped: () => boolean;
}

export interface Thinker {
  /** How much memory it has, in bytes. */
  readonly memory: number;
  /** Takes the file of the opening book. */
  takeBook(bytes: Uint8Array): void;
  /** Does a task, or throws what is wrong; ends early once `stopped` says so. Throws `NeedsBook` if it takes the book. */
  think(task: unknown, around: Around): unknown;
}

/** How much memory the engine's table takes, in MiB. */
const TABLE = 16;
const SILENT: Around = { report: () => {}, stopped: () => false };

/** Lets a failure speak in the words of our code, not in those of WebAssembly. */
function telling(make: (fault: (reason: string) => void) => Instance): <T>(act: (instance: Instance) => T) => T {
  let fault: string | null = null;
  const instance = make((reason) => (fault = reason));
  instance.begin();
  return (act) => {
    try {
      return act(instance);
    } catch (error) {
      throw fault === null ? error : new WebAssembly.RuntimeError(fault);
    }
  };
}

export function openDesk(module: WebAssembly.Module): Desk {
  const desk = telling((fault) => instantiate(module, { fault }));
  return {
    load: (key, bytes) => desk((one) => one.load(key, bytes)),
    file: (bytes) => desk((one) => one.file(bytes)),
    call: (event) => desk((one) => one.hear(event)) as readonly Effect[],
  };
}

/**
 * Prepares an engine; `weights` is the file of what it has learned. With helpers the module has to be the one for several
 * threads.
 */
export function openThinker(module: WebAssembly.Module, weights: Uint8Array, helpers: Helpers | null = null): Thinker {
  let around = SILENT;
  const memory = helpers ? { memory: sharedMemory() } : {};
  const thinker = telling((fault) =>
    instantiate(module, { ...memory, fault, report: (line) => around.report(line), stopped: () => around.stopped() }),
  );
  thinker((one) => {
    one.prepare(weights, TABLE);
    for (let n = 0; helpers && memory.memory && n < helpers.count; n += 1) helpers.help(helperPlace(module, memory.memory, one));
  });
  return {
    get memory() {
      return thinker((one) => one.size);
    },
    takeBook: (bytes) => thinker((one) => one.takeBook(bytes)),
    think: (task, given) => {
      around = given;
      try {
        return thinker((one) => one.think(task as object));
      } finally {
        around = SILENT;
      }
    },
  };
}

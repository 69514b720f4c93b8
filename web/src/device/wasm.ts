// Our Rust code as WebAssembly: how bytes and JSON get in and out. What the functions do is said in crates/wasm/src/abi.rs.

import type { Desk } from "./desk";

interface Exports {
  readonly memory: WebAssembly.Memory;
  begin(): void;
  input(length: number): number;
  output(): number;
  desk_load(keyLength: number): void;
  desk_file(): void;
  desk_hear(): number;
  thinker_begin(tableMib: number): number;
  think(): number;
}

/** What a search tells while it goes on, and asks. */
export interface Around {
  readonly report: (line: unknown) => void;
  readonly stopped: () => boolean;
}

export type Thought = { readonly result: unknown } | { readonly fault: string };

export interface Thinker {
  /** Does a task; ends early once `stopped` says so. */
  think(task: unknown, around: Around): Thought;
}

/** How much memory the engine's table takes, in MiB. */
const TABLE = 16;
const SILENT: Around = { report: () => {}, stopped: () => false };

class Instance {
  private readonly decoder = new TextDecoder();
  private readonly encoder = new TextEncoder();
  private exports!: Exports;
  private fault: string | null = null;
  around = SILENT;

  async start(module: WebAssembly.Module): Promise<this> {
    const outflank = {
      report: (at: number, length: number) => this.around.report(JSON.parse(this.text(at, length))),
      fault: (at: number, length: number) => (this.fault = this.text(at, length)),
      now: () => performance.now(),
      stopped: () => (this.around.stopped() ? 1 : 0),
    };
    const { exports } = await WebAssembly.instantiate(module, { outflank });
    this.exports = exports as unknown as Exports;
    this.exports.begin();
    return this;
  }

  /** Hands bytes in, calls, and tells what comes back; what went wrong inside is told in its own words. */
  call(input: Uint8Array | string, act: (exports: Exports) => number | void): string {
    const bytes = typeof input === "string" ? this.encoder.encode(input) : input;
    try {
      const at = this.exports.input(bytes.length);
      new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
      const length = act(this.exports);
      return length === undefined ? "" : this.text(this.exports.output(), length);
    } catch (error) {
      throw new Error(this.fault ?? String(error));
    }
  }

  private text(at: number, length: number): string {
    return this.decoder.decode(new Uint8Array(this.exports.memory.buffer, at, length).slice());
  }
}

export async function openDesk(module: WebAssembly.Module): Promise<Desk> {
  const instance = await new Instance().start(module);
  return {
    load: (key, bytes) => {
      const name = new TextEncoder().encode(key);
      const whole = new Uint8Array(name.length + bytes.length);
      whole.set(name);
      whole.set(bytes, name.length);
      instance.call(whole, (exports) => exports.desk_load(name.length));
    },
    file: (bytes) => void instance.call(bytes, (exports) => exports.desk_file()),
    call: (event) => JSON.parse(instance.call(JSON.stringify(event), (exports) => exports.desk_hear())),
  };
}

/** Prepares an engine; `weights` is the file of what it has learned. */
export async function openThinker(module: WebAssembly.Module, weights: Uint8Array, table = TABLE): Promise<Thinker> {
  const instance = await new Instance().start(module);
  const wrong = instance.call(weights, (exports) => exports.thinker_begin(table));
  if (wrong !== "") throw new Error(wrong);
  return {
    think: (task, around) => {
      instance.around = around;
      try {
        return JSON.parse(instance.call(JSON.stringify(task), (exports) => exports.think())) as Thought;
      } finally {
        instance.around = SILENT;
      }
    },
  };
}

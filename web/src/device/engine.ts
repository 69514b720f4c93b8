// The engine by itself: tasks go in, what it finds comes out. The tasks are those of crates/wasm/src/thinker/task.rs.

import type { JobClass, WorkerLike } from "./messages";
import { ThinkerPool, type Token } from "./pool";

export interface EngineOptions {
  /** How many searches run side by side; one if missing. */
  readonly size?: number;
  /** Starts a Worker with engine and weights. */
  readonly start: () => Promise<WorkerLike>;
}

export interface Wish {
  /** How urgent it is: an analysis if missing. */
  readonly class?: JobClass;
  /** The number of a game: its searches go to the Worker that still has what was found for it, if it is free. */
  readonly game?: number;
  /** Hears what is found on the way. */
  readonly hear?: (line: unknown) => void;
  /** Ends the search; what it has found by then is lost. */
  readonly signal?: AbortSignal;
}

interface Waiting extends Wish {
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** The flag that stops a search, where memory can be shared. */
export const sharedFlag = () => (globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null);

/** An address that a search can look for, and that can be taken away. */
export const revocable: Token = {
  make: () => URL.createObjectURL(new Blob(["on"])),
  end: (token) => URL.revokeObjectURL(token),
};

export class Engine {
  private readonly pool: ThinkerPool;
  private readonly waiting = new Map<number, Waiting>();
  private count = 0;

  constructor({ size = 1, start }: EngineOptions) {
    const take = (job: number) => {
      const found = this.waiting.get(job);
      this.waiting.delete(job);
      return found;
    };
    this.pool = new ThinkerPool({
      size,
      start,
      flag: sharedFlag,
      token: revocable,
      report: (job, line) => this.waiting.get(job)?.hear?.(line),
      done: (job, result) => take(job)?.resolve(result),
      failed: (job, reason) => take(job)?.reject(new Error(reason)),
    });
  }

  /** Does a task. */
  think(task: unknown, wish: Wish = {}): Promise<unknown> {
    const { signal } = wish;
    if (signal?.aborted) return Promise.reject(signal.reason);
    const job = (this.count += 1);
    return new Promise((resolve, reject) => {
      this.waiting.set(job, { ...wish, resolve, reject });
      signal?.addEventListener("abort", () => {
        if (!this.waiting.delete(job)) return;
        this.pool.cancel(job);
        reject(signal.reason);
      }, { once: true });
      this.pool.add({ job, class: wish.class ?? "analysis", task, ...(wish.game === undefined ? {} : { game: wish.game }) });
    });
  }

  /** Lets searches rest, as long as nobody looks. */
  rest(resting: boolean): void {
    if (resting) this.pool.rest();
    else this.pool.wake();
  }

  /** How many searches run now. */
  get running(): number {
    return this.pool.running;
  }

  /** How much memory its engines have, in bytes. */
  get memory(): number {
    return this.pool.memory;
  }

  /** Ends all searches and Workers. */
  end(): void {
    this.pool.end();
    for (const { reject } of this.waiting.values()) reject(new Error("the engine was ended"));
    this.waiting.clear();
  }
}

/** What is around an instance of the module. */
export interface Around {
  /** Hears a thinker's reports. */
  report?(line: unknown): void;
  /** Hears why the instance is about to end. */
  fault?(reason: string): void;
  /** Tells the milliseconds since some fixed moment. */
  now?(): number;
  /** Tells whether the task is to end. */
  stopped?(): boolean;
  /** The memory that all instances of a module with threads share. */
  memory?: WebAssembly.Memory;
}

/** An instance of the module: a desk, or a thinker. */
export interface Instance {
  readonly inside: WebAssembly.Exports;
  /** How much memory it has, in bytes. */
  readonly size: number;
  /** Lets faults be heard; to be called first, but not in a helper's instance. */
  begin(): void;
  /** The desk takes a value that was kept. */
  load(key: string, value: Uint8Array): void;
  /** The desk takes the file that the next request sends. */
  file(bytes: Uint8Array): void;
  /** The desk hears an event; effects come back. */
  hear(event: object): readonly { readonly effect: string }[];
  /** Prepares a thinker: the file of weights, and its table in MiB. Throws what is wrong. */
  prepare(weights: Uint8Array, tableMib?: number): void;
  /** Takes the file of the opening book, which some players use. Throws what is wrong. */
  takeBook(bytes: Uint8Array): void;
  /** Does a task; throws what is wrong with it, or `NeedsBook`. */
  think(task: object): unknown;
}

/** A task takes the opening book, which was not handed over yet. */
export class NeedsBook extends Error {}

/** Makes an instance of the module. */
export function instantiate(module: WebAssembly.Module, around?: Around): Instance;

/** What a helper needs; it can be posted to a Worker. */
export interface HelperPlace {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  readonly stack: number;
  readonly variables: number;
}

/** The memory that all instances of the module with threads share. */
export function sharedMemory(): WebAssembly.Memory;

/** Prepares a place for a helper of a thinker with shared memory. */
export function helperPlace(module: WebAssembly.Module, memory: WebAssembly.Memory, thinker: Instance): HelperPlace;

/** Helps a thinker from another Worker; never returns. */
export function serve(place: HelperPlace, around?: Around): void;

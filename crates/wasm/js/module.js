// The functions of the WebAssembly module as JavaScript sees them: texts and files go in, objects come out.
// Pages, the tests in Node.js and the npm package use the same file.

const WORDS = new TextEncoder();

/** The stack of a helper, in bytes. */
const STACK = 1 << 20;

/** A task takes the opening book, which was not handed over yet. */
export class NeedsBook extends Error {}

/** The memory that all instances of the module with threads share: 64 MiB at first, 1 GiB at most. */
export function sharedMemory() {
  return new WebAssembly.Memory({ initial: 1024, maximum: 16384, shared: true });
}

/**
 * Prepares a place for a helper of a thinker with shared memory. What comes back can be posted to a Worker, which calls
 * `serve` with it.
 */
export function helperPlace(module, memory, thinker) {
  const { helper_room, __tls_size, __tls_align } = thinker.inside;
  const align = Math.max(16, __tls_align.value);
  const room = helper_room(STACK + __tls_size.value + 2 * align) >>> 0;
  const above = (at) => Math.ceil(at / align) * align;
  return { module, memory, stack: above(room + STACK), variables: above(room + STACK) };
}

/** Helps a thinker from another Worker; never returns. */
export function serve({ module, memory, stack, variables }, around = {}) {
  const { inside } = instantiate(module, { ...around, memory });
  inside.__stack_pointer.value = stack;
  inside.__wasm_init_tls(variables);
  inside.help();
}

/**
 * Makes an instance of the module. What is around it: `report(line)` hears a thinker's reports, `fault(reason)` why the
 * instance is about to end, `now()` tells milliseconds, `stopped()` whether the task is to end. A module with threads also
 * needs `memory`, which all of its instances share.
 */
export function instantiate(module, around = {}) {
  const { report = () => {}, fault = () => {}, now = () => performance.now(), stopped = () => false } = around;
  let memory = around.memory;
  // Shared memory cannot be decoded where it is.
  const bytesAt = (at, length) => new Uint8Array(memory.buffer).slice(at, at + length);
  const textAt = (at, length) => new TextDecoder().decode(bytesAt(at, length));
  const outflank = {
    report: (at, length) => report(JSON.parse(textAt(at, length))),
    fault: (at, length) => fault(textAt(at, length)),
    now,
    stopped: () => (stopped() ? 1 : 0),
  };
  const instance = new WebAssembly.Instance(module, { outflank, env: { memory } });
  const inside = instance.exports;
  memory ??= inside.memory;

  /** Hands bytes in. */
  function put(...parts) {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    let at = inside.input(length) >>> 0;
    for (const part of parts) {
      new Uint8Array(memory.buffer).set(part, at);
      at += part.length;
    }
  }
  const putText = (text) => put(WORDS.encode(text));
  const taken = (length) => textAt(inside.output() >>> 0, length >>> 0);

  return {
    /** What the module exports, for whoever starts its threads. */
    inside,
    /** How much memory it has, in bytes. */
    get size() {
      return memory.buffer.byteLength;
    },
    /** Lets faults be heard; to be called first, but not in a helper's instance. */
    begin: () => inside.begin(),
    /** The desk takes a value that was kept. */
    load(key, value) {
      const name = WORDS.encode(key);
      put(name, value);
      inside.desk_load(name.length);
    },
    /** The desk takes the file that the next request sends. */
    file(bytes) {
      put(bytes);
      inside.desk_file();
    },
    /** The desk hears an event; effects come back. */
    hear(event) {
      putText(JSON.stringify(event));
      return JSON.parse(taken(inside.desk_hear()));
    },
    /** Prepares a thinker: the file of weights, and its table in MiB. Throws what is wrong. */
    prepare(weights, tableMib = 16) {
      put(weights);
      const reason = taken(inside.thinker_begin(tableMib));
      if (reason !== "") throw new Error(reason);
    },
    /** Takes the file of the opening book, which some players use. Throws what is wrong. */
    takeBook(bytes) {
      put(bytes);
      const reason = taken(inside.thinker_book());
      if (reason !== "") throw new Error(reason);
    },
    /** Does a task; throws what is wrong with it, or `NeedsBook`. */
    think(task) {
      putText(JSON.stringify(task));
      const { result, fault: reason, needs } = JSON.parse(taken(inside.think()));
      if (needs !== undefined) throw new NeedsBook(`the task takes the ${needs}`);
      if (reason !== undefined) throw new Error(reason);
      return result;
    },
  };
}

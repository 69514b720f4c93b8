// Runs a WebAssembly program for WASI in Node.js: `node xtask/wasi.mjs PROGRAM.wasm ARGUMENT...`, as cargo calls a runner.
// Only what the tests need is there: arguments, standard input and output, clock, chance. The module `node:wasi` of
// Node.js 20 ends some of these programs with a segmentation fault after they are through.
import { readFileSync, readSync, writeSync } from "node:fs";

const [program, ...rest] = process.argv.slice(2);
const [FINE, BAD_FILE, NOT_HERE] = [0, 8, 52];
const args = [program, ...rest].map((text) => Buffer.from(`${text}\0`));
let memory;
const view = () => new DataView(memory.buffer);
const bytes = (at, length) => new Uint8Array(memory.buffer, at, length);
const number = (at, value) => (view().setUint32(at, value, true), FINE);

/** Goes through a list of buffers with `use(buffer)`, which tells how far it came. */
function each(list, count, done, use) {
  let sum = 0;
  for (let n = 0; n < count; n += 1) {
    const [at, length] = [view().getUint32(list + 8 * n, true), view().getUint32(list + 8 * n + 4, true)];
    const part = length === 0 ? 0 : use(bytes(at, length));
    sum += part;
    if (part < length) break;
  }
  return number(done, sum);
}

const known = {
  args_sizes_get: (count, size) => number(count, args.length) || number(size, args.reduce((sum, one) => sum + one.length, 0)),
  args_get: (list, text) => {
    for (const [n, one] of args.entries()) {
      number(list + 4 * n, text);
      bytes(text, one.length).set(one);
      text += one.length;
    }
    return FINE;
  },
  environ_sizes_get: (count, size) => number(count, 0) || number(size, 0),
  environ_get: () => FINE,
  clock_time_get: (_clock, _precision, at) => (view().setBigUint64(at, process.hrtime.bigint(), true), FINE),
  random_get: (at, length) => (crypto.getRandomValues(bytes(at, length)), FINE),
  fd_read: (file, list, count, done) => each(list, count, done, (into) => readSync(file, into)),
  fd_write: (file, list, count, done) => each(list, count, done, (from) => writeSync(file, from)),
  fd_prestat_get: () => BAD_FILE,
  proc_exit: (code) => process.exit(code),
  sched_yield: () => FINE,
};
const wasi_snapshot_preview1 = new Proxy(known, { get: (all, name) => all[name] ?? (() => NOT_HERE) });
const module = new WebAssembly.Module(readFileSync(program));
const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1 });
memory = instance.exports.memory;
instance.exports._start();
process.exit(0);

// The module with threads in Node.js: `node xtask/threads.mjs MODULE.wasm WEIGHTS THREADS < POSITIONS` solves positions, each
// with an empty table, and prints score, move and milliseconds of each, and the sum of the times.
import { readFileSync } from "node:fs";
import { Worker, isMainThread, workerData } from "node:worker_threads";

import { helperPlace, instantiate, serve, sharedMemory } from "../crates/wasm/js/module.js";

const fault = (reason) => console.error(reason);
if (!isMainThread) {
  serve(workerData, { fault });
} else {
  const [program, weights, threads] = process.argv.slice(2);
  const positions = readFileSync(0, "utf8").split("\n").map((line) => line.split(";")[0].trim());
  const module = new WebAssembly.Module(readFileSync(program));
  const memory = sharedMemory();
  const thinker = instantiate(module, { fault, memory });
  thinker.begin();
  thinker.prepare(readFileSync(weights), 64);
  const own = new URL(import.meta.url);
  for (let n = 1; n < Number(threads); n += 1) {
    const workerData = helperPlace(module, memory, thinker);
    await new Promise((done) => new Worker(own, { workerData }).once("online", done));
  }
  // The helpers have to get from their first line to their post.
  while (thinker.inside.helpers() < Number(threads) - 1) await new Promise((done) => setTimeout(done, 5));
  let sum = 0;
  for (const position of positions) {
    if (position === "" || position.startsWith("%")) continue;
    const { score, best, milliseconds } = thinker.think({ task: "solve", position });
    console.log(`${score < 0 ? "" : "+"}${score} ${best} ${milliseconds} ms`);
    sum += milliseconds;
  }
  console.log(`${threads} threads: ${sum} ms`);
  process.exit(0);
}

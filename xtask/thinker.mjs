// What the module for pages finds, in Node.js: `node xtask/thinker.mjs MODULE.wasm WEIGHTS solve < POSITIONS`, or `analyze
// DEPTH` instead of `solve`. It prints what crates/engine/examples/nodes.rs prints; with `--times`, milliseconds as well.
import { readFileSync } from "node:fs";

import { instantiate } from "../crates/wasm/js/module.js";

const [program, weights, command, ...rest] = process.argv.slice(2);
const withTimes = rest.includes("--times");
const fault = (reason) => console.error(reason);
const thinker = instantiate(new WebAssembly.Module(readFileSync(program)), { fault });
thinker.begin();
thinker.prepare(readFileSync(weights), 16);
let sum = 0;
for (const line of readFileSync(0, "utf8").split("\n")) {
  const position = line.split(";")[0].trim();
  if (position === "" || position.startsWith("%")) continue;
  const task = command === "solve" ? { task: "solve", position } : { task: "search", position, depth: Number(rest[0]) };
  const { score, best, nodes, milliseconds } = thinker.think(task);
  console.log(`${score < 0 ? "" : "+"}${score} ${best ?? "-"} ${nodes}${withTimes ? ` ${milliseconds} ms` : ""}`);
  sum += nodes;
}
console.log(`sum ${sum}`);

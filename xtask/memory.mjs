// What a module for pages does when there is no more memory, in Node.js: `node xtask/memory.mjs MODULE.wasm WEIGHTS`. It may
// grow to 1 GiB and no further; a task for which there is no room fails by itself, and a new instance goes on.
import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";

import { instantiate } from "../crates/wasm/js/module.js";

const [program, weights] = process.argv.slice(2);
const [PAGE, GIB] = [1 << 16, 1 << 30];
const module = new WebAssembly.Module(readFileSync(program));
const network = readFileSync(weights);
const faults = [];

function begun() {
  const thinker = instantiate(module, { fault: (reason) => faults.push(reason) });
  thinker.begin();
  thinker.prepare(network, 16);
  return thinker;
}

const full = begun();
for (let pages = 1 << 14; pages > 0; ) {
  try {
    full.inside.memory.grow(pages);
  } catch {
    pages >>= 1;
  }
}
assert.equal(full.size, GIB, "what a search can take");
assert.throws(() => full.inside.memory.grow(1), RangeError);

// The allocator does not know of what was grown outside: there is no room left for a table of 32 MiB.
const start = `${"-".repeat(27)}OX------XO${"-".repeat(27)} X`;
const move = { task: "move", player: "engine:depth=4", start, moves: [], seed: 1, milliseconds: 100, leisure: false };
let reason = null;
try {
  full.think(move);
} catch (error) {
  reason = faults.at(-1) ?? error.message;
}
assert.ok(reason, "a table found room where there is none");
assert.match(begun().think(move).move, /^(c4|d3|e6|f5)$/);
console.log(`memory: ${full.size / PAGE} pages at most; without room: ${reason}`);

// The engine as a package in a page of somebody else, from a plain host of files. OUTFLANK_NPM is the folder that `make npm`
// has built.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { BINARY, becomes, openPage, pause, processorOf, startBrowser } from "../studio.js";
import { serveFolder } from "../static.js";

const PACKAGE = process.env.OUTFLANK_NPM ?? "../target/npm/outflank-engine";
/** The native program that prints what searches on one thread find, to the last node. */
const NODES = process.env.OUTFLANK_NODES ?? join(dirname(BINARY), "examples/nodes");
/** FFO #40, which is proven in about a second. */
const FFO40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------X";
/** A position whose solution takes longer than anybody waits. */
const LONG = "---------------------------OX------XO---------------------------X";
let browser;
let folder;

before(async () => {
  assert.ok(existsSync(`${PACKAGE}/index.js`), `${PACKAGE} is missing: "make npm" builds it`);
  folder = mkdtempSync(join(tmpdir(), "outflank-npm-"));
  cpSync(PACKAGE, join(folder, "outflank-engine"), { recursive: true });
  cpSync("npm/example.html", join(folder, "example.html"));
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("the ten lines of the guide solve a position in somebody's page", async () => {
  const host = await serveFolder(folder);
  const page = await openPage(browser, host, { path: "/example.html" });
  await page.getByText("g8 ends 18 discs ahead").waitFor();
  assert.ok([...host.sent.keys()].every((path) => statSync(join(folder, path)).isFile()), "nothing else is asked for");
  await page.context().close();
  await host.stop();
});

for (const isolated of [false, true]) {
  test(`a search that rests leaves the processor alone, ${isolated ? "with" : "without"} shared memory`, async () => {
    const host = await serveFolder(folder, { isolated });
    const page = await openPage(browser, host, { path: "/example.html" });
    const { share } = await processorOf(browser);
    await page.evaluate(async (long) => {
      const { loadEngine } = await import("./outflank-engine/index.js");
      globalThis.engine = await loadEngine();
      engine.think({ task: "solve", position: long }).catch(() => {});
    }, LONG);
    await becomes(() => share(300), (share) => share > 0.07, "the work of a search");
    await page.evaluate(() => engine.rest(true));
    await pause(1000);
    const resting = await share(1000);
    console.log(`resting: ${(resting * 1000).toFixed(0)} ms of a second`);
    assert.ok(resting < 0.1, `${resting} s of a second while it rests`);
    await page.evaluate(() => engine.rest(false));
    await becomes(() => share(300), (share) => share > 0.07, "the work of a search that goes on");
    await page.evaluate(() => engine.end());
    await page.context().close();
    await host.stop();
  });
}

test("the solved positions of FFO #40 to #44 and 200 midgame searches have the nodes of the native program", { timeout: 600_000 }, async () => {
  const native = (positions, ...command) => execFileSync(NODES, command, { input: positions.join("\n"), encoding: "utf8" }).trim().split("\n");
  const midgames = native([], "random", "200", "24", "44");
  const ffo = readFileSync("../data/ffo.obf", "utf8").split("\n").filter((line) => /% 4[0-4]$/.test(line));
  assert.deepEqual([ffo.length, midgames.length], [5, 200]);
  const host = await serveFolder(folder);
  const page = await openPage(browser, host, { path: "/example.html" });
  const here = (tasks) =>
    page.evaluate(async (tasks) => {
      const { loadEngine } = await import("./outflank-engine/index.js");
      globalThis.engine ??= await loadEngine();
      const found = [];
      for (const task of tasks) found.push(await engine.think(task));
      return found;
    }, tasks);
  const lines = (found) => found.map(({ score, best, nodes }) => `${score < 0 ? "" : "+"}${score} ${best ?? "-"} ${nodes}`);
  const board = (line) => line.split(";")[0].trim();
  const solved = await here(ffo.map((line) => ({ task: "solve", position: board(line) })));
  assert.deepEqual(lines(solved), native(ffo, "solve", "best").slice(0, -1));
  const searched = await here(midgames.map((position) => ({ task: "search", position, depth: 8 })));
  assert.deepEqual(lines(searched), native(midgames, "analyze", "best", "8").slice(0, -1));
  console.log(`FFO #40 to #44: ${solved.map(({ milliseconds }) => milliseconds).join(", ")} ms; 200 midgame searches: ${searched.reduce((sum, { milliseconds }) => sum + milliseconds, 0)} ms`);
  await page.evaluate(() => engine.end());
  await page.context().close();
  await host.stop();
});

test("two threads find what one finds", async () => {
  const host = await serveFolder(folder, { isolated: true });
  const page = await openPage(browser, host, { path: "/example.html" });
  const found = await page.evaluate(async (ffo) => {
    const { loadEngine } = await import("./outflank-engine/index.js");
    const engine = await loadEngine({ threads: 2 });
    await engine.think({ task: "solve", position: ffo });
    const found = await engine.think({ task: "solve", position: ffo });
    const alone = await loadEngine();
    const one = await alone.think({ task: "solve", position: ffo });
    return { found, one };
  }, FFO40);
  assert.deepEqual([found.found.score, found.found.best], [38, "a2"]);
  assert.equal(found.found.score, found.one.score);
  console.log(`FFO #40: two threads ${found.found.milliseconds} ms, one thread ${found.one.milliseconds} ms`);
  await page.context().close();
  await host.stop();
});

for (const isolated of [false, true]) {
  test(`a search ends within 50 ms and the next one is right, ${isolated ? "with" : "without"} shared memory`, async () => {
    const host = await serveFolder(folder, { isolated });
    const page = await openPage(browser, host, { path: "/example.html" });
    await page.getByText("discs ahead").waitFor();
    const found = await page.evaluate(
      async ([ffo, long]) => {
        const { loadEngine } = await import("./outflank-engine/index.js");
        const engine = await loadEngine();
        const once = await engine.think({ task: "solve", position: ffo });
        const leaving = new AbortController();
        const left = engine.think({ task: "solve", position: long }, { signal: leaving.signal }).catch((error) => error.message);
        await new Promise((resolve) => setTimeout(resolve, 300));
        const begun = performance.now();
        leaving.abort(new Error("left"));
        const reason = await left;
        const stopped = performance.now() - begun;
        await new Promise((resolve) => setTimeout(resolve, 50));
        const running = engine.running;
        const again = await engine.think({ task: "solve", position: ffo });
        const wrong = await engine.think({ task: "solve", position: "nothing" }).catch((error) => error.message);
        engine.end();
        return { once, again, reason, stopped, running, wrong, isolated: crossOriginIsolated };
      },
      [FFO40, LONG],
    );
    assert.equal(found.isolated, isolated);
    assert.deepEqual([found.once.score, found.once.best, found.once.exact], [38, "a2", true]);
    assert.equal(found.once.nodes, found.again.nodes);
    assert.equal(found.reason, "left");
    assert.ok(found.stopped < 50, `stopped after ${found.stopped} ms`);
    assert.equal(found.running, 0, "no Worker is left that searches");
    assert.match(found.wrong, /nothing/);
    console.log(`FFO #40: ${found.once.nodes} nodes, ${found.once.milliseconds} ms, stopped after ${found.stopped.toFixed(1)} ms`);
    await page.context().close();
    await host.stop();
  });
}

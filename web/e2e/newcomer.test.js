// The first five minutes: somebody starts Outflank, the browser opens, a game is chosen and played to its end, and the
// review of it is opened. With OUTFLANK_CLONE (`make run`, in `make test-long`) it begins with a clean clone of the
// repository, in which that command is run.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { BINARY, closing, gameOf, myTurn, openPage, pause, square, startBrowser, waitForPlies } from "./studio.js";

const CLONE = process.env.OUTFLANK_CLONE ?? "";
/** How long the start may take, in milliseconds: a clone is built first. */
const PATIENCE = CLONE ? 1_800_000 : 30_000;

let folder;
let started;
let browser;
let studio;

/** Starts the program as people do, with a home of its own; what would open the browser notes the address. */
async function start() {
  const opened = join(folder, "opened");
  const programs = join(folder, "bin");
  mkdirSync(programs);
  for (const name of ["xdg-open", "gio", "gnome-open", "kde-open", "wslview"]) {
    writeFileSync(join(programs, name), `#!/bin/sh\nfor last; do :; done\necho "$last" > '${opened}'\n`);
    chmodSync(join(programs, name), 0o755);
  }
  const env = { ...process.env, PATH: `${programs}:${process.env.PATH}`, XDG_DATA_HOME: join(folder, "data") };
  let command = [resolve(BINARY), "serve", "--open", "--bind", "127.0.0.1:0"];
  let cwd = folder;
  if (CLONE) {
    cwd = join(folder, "outflank");
    execFileSync("git", ["clone", "--quiet", "..", cwd]);
    command = ["bash", "-c", CLONE];
  }
  started = spawn(command[0], command.slice(1), { cwd, env, detached: true });
  let said = "";
  started.stderr.on("data", (data) => (said += data));
  const end = Date.now() + PATIENCE;
  const told = () => existsSync(opened) && readFileSync(opened, "utf8").trim();
  while (!told() || !said.includes(told())) {
    if (started.exitCode !== null) throw new Error(`it ended: ${said}`);
    if (Date.now() > end) throw new Error(`no browser was opened at the address told: ${said}`);
    await pause(50);
  }
  return { url: told() };
}

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "outflank-newcomer-"));
  studio = await start();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  // Whatever was started, with all it has started.
  if (started) process.kill(-started.pid, "SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

test("a newcomer starts Outflank, plays a game and opens its review", async () => {
  const page = await openPage(browser, studio);
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await page.waitForURL(/\/game\/\d+/);
  const id = Number(new URL(page.url()).pathname.split("/").pop());
  // A test need not wait until a move can be followed by eye.
  const paced = await fetch(`${studio.url}/api/games/${id}`, {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ pace: 0 }),
  });
  assert.ok(paced.ok);

  for (let moves = 0; await myTurn(page); moves += 1) {
    const { plies, position } = await gameOf(studio, id);
    const chosen = position.legal[0].square;
    await square(page, chosen).click();
    const after = await waitForPlies(studio, id, plies.length + 1);
    assert.equal(after.plies[plies.length].move, chosen, `move ${moves + 1}`);
    await page.locator(`[data-name="${chosen}"]:not([data-disc="empty"])`).waitFor();
  }
  const { result } = await gameOf(studio, id);
  assert.ok(result, "the game is over");

  await page.getByRole("link", { name: "Review the game" }).first().click();
  await page.waitForURL(/\/review\?game=\d+/);
  await page.locator("#score-graph .line").first().waitFor();
  await closing(page);
});

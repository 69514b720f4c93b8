// The first five minutes: somebody starts Outflank, the browser opens, the lesson is taken, a game against level 1 played
// to its end, and the review of it opened, on a phone and on a small screen. With OUTFLANK_CLONE (`make run`, in `make test-long`) it begins with a clean clone of the
// repository, in which that command is run.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { BINARY, becomes, closing, gameOf, myTurn, openPage, pause, square, startBrowser, waitForPlies } from "./studio.js";

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

/** Checks that something can be seen and reached without scrolling: the next step is always there. */
async function atHand(page, locator, what) {
  const seen = () =>
    locator.evaluate((element) => {
      const { x, y, right, bottom, width, height } = element.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      const isInside = x >= 0 && y >= 0 && right <= innerWidth && bottom <= innerHeight;
      const isOnTop = element.contains(top) || (top?.contains(element) ?? false);
      return { isInside, isOnTop, scrolled: scrollY, place: [x, y, right, bottom].map(Math.round) };
    });
  // What comes later may still move it a little.
  await becomes(seen, ({ isInside, isOnTop, scrolled }) => isInside && isOnTop && scrolled === 0, what);
}

/** The moves of the lesson; of the last step first one that gives a corner away. */
const ANSWERS = [["g4"], ["f5"], ["e5"], ["b8"], ["b8"], ["a1"], ["g7", "c3"]];

async function takeLesson(page) {
  await page.getByTestId("first-visit").waitFor();
  const start = page.getByRole("link", { name: "Start the lesson" });
  await atHand(page, start, "the lesson");
  await start.click();
  for (const [step, moves] of ANSWERS.entries()) {
    await page.getByText(`Step ${step + 1} of 7`).waitFor();
    if (step === 1) {
      await square(page, "a1").click();
      await page.getByText("a1 turns over nothing").waitFor();
    }
    for (const [index, move] of moves.entries()) {
      await atHand(page, square(page, move), move);
      await page.locator(`[aria-busy="false"] [data-name="${move}"].legal`).click();
      if (index + 1 < moves.length) await page.getByText("Now White can take the h8 corner").waitFor();
    }
    const next = page.getByRole("button", { name: "Next", exact: true });
    await atHand(page, next, `Next after step ${step + 1}`);
    await next.click();
  }
  const play = page.getByRole("button", { name: "Play level 1" });
  await atHand(page, play, "the first game");
  await play.click();
}

async function playToTheEnd(page) {
  await page.waitForURL(/\/game\/\d+/);
  const id = Number(new URL(page.url()).pathname.split("/").pop());
  assert.equal((await gameOf(studio, id)).white.player, "level:1");
  for (let moves = 0; await myTurn(page); moves += 1) {
    const { plies, position } = await gameOf(studio, id);
    const chosen = position.legal[0].square;
    if (moves === 0) await atHand(page, square(page, chosen), "the first move");
    await square(page, chosen).click();
    const after = await waitForPlies(studio, id, plies.length + 1);
    assert.equal(after.plies[plies.length].move, chosen, `move ${moves + 1}`);
    await page.locator(`[data-name="${chosen}"]:not([data-disc="empty"])`).waitFor();
  }
  assert.ok((await gameOf(studio, id)).result, "the game is over");
}

for (const [device, viewport] of [["a phone", { width: 360, height: 640 }], ["a small screen", { width: 1280, height: 720 }]]) {
  test(`a newcomer takes the lesson, plays a game and walks its key moments on ${device}, without scrolling to find the next step`, async () => {
    const page = await openPage(browser, studio, { viewport });
    await takeLesson(page);
    await playToTheEnd(page);
    const review = page.locator("a:visible", { hasText: "Review the game" }).first();
    await atHand(page, review, "the review");
    await review.click();
    await page.waitForURL(/\/review\?game=\d+/);
    await page.locator("#score-graph .line").first().waitFor();
    const next = page.locator('[data-testid="next-moment"]:visible, [data-testid="thumb-next"]:visible').first();
    await page.locator('[data-testid="next-moment"]:enabled, [data-testid="thumb-next"]:enabled').first().waitFor({ state: "attached" });
    for (const moment of ["first", "second"]) {
      await atHand(page, next, `the ${moment} key moment`);
      const before = page.url();
      await next.click();
      await page.waitForURL((url) => url.href !== before && /at=\d+/.test(url.href));
      await atHand(page, page.getByTestId("caption-text"), `what is said of the ${moment} key moment`);
    }
    await closing(page);
  });
}

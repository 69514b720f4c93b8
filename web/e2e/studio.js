// A studio of its own for a test: the real binary on a free port with a database in a temporary folder, and a real
// Chromium. Nothing is shared, and engines keep one core at most, so that files of tests run side by side; those in
// `timed` measure time or wait for proofs within a time, and run one after the other. A browser for all files, which each
// connects to, was tried: what it saves at the start is lost on the way of every message through one more program.

import { AssertionError } from "node:assert";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { chromium } from "playwright-core";

export const BINARY = process.env.OUTFLANK_BINARY ?? "../target/debug/outflank";
// The first of them that is there. The one without windows opens a page with half of the processor time.
const HEADLESS = "/usr/lib/chromium/chromium-headless-shell";
const BROWSERS = [process.env.CHROMIUM, HEADLESS, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--disable-quic",
  // Only the scene is drawn as with a graphics card: drawing whole pages that way takes twice the time.
  "--enable-unsafe-swiftshader",
];

/** How long anything is waited for, in milliseconds: a busy machine takes its time, and what never comes fails all the same. */
const PATIENCE = 60_000;

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Reads something again and again until it is what is wanted, and returns it. What a page shows a moment later is waited
 * for, not hoped for. Wanted is a value, a pattern, or a function that tells.
 */
export async function becomes(read, wanted, what = "it") {
  const isWanted = (value) => {
    if (typeof wanted === "function") return wanted(value);
    return wanted instanceof RegExp ? wanted.test(value) : isDeepStrictEqual(value, wanted);
  };
  for (const end = performance.now() + PATIENCE; ; await pause(25)) {
    const value = await read();
    if (isWanted(value)) return value;
    if (performance.now() < end) continue;
    throw new AssertionError({ message: `${what} does not become ${wanted}: ${JSON.stringify(value)}`, actual: value, expected: wanted });
  }
}

/** Gives a page another window, and waits until it has drawn itself anew. */
export async function resize(page, width, height) {
  await page.setViewportSize({ width, height });
  await page.waitForFunction((size) => innerWidth === size.width && innerHeight === size.height, { width, height });
  // What watches its size has drawn itself anew in the second frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/**
 * Notes from now on what matches a selector on a page, however short a time: names of squares, or else texts. Returns a
 * function that tells all that was seen so far, one list for each change.
 */
export async function recording(page, selector) {
  const notes = await page.evaluateHandle((wanted) => {
    const look = () => JSON.stringify([...document.querySelectorAll(wanted)].map((one) => one.dataset.name ?? one.textContent.trim()));
    const seen = [look()];
    const observer = new MutationObserver(() => {
      const now = look();
      if (now !== seen.at(-1)) seen.push(now);
    });
    observer.observe(document.documentElement, { subtree: true, childList: true, attributes: true, characterData: true });
    return seen;
  }, selector);
  return () => notes.evaluate((seen) => seen.map((one) => JSON.parse(one)));
}

/** Holds a small tournament in a folder of a folder. */
export function holdTournament(folder, name = "small", { players = ["level:2", "level:1", "greedy", "random"], games = 4 } = {}) {
  const plan = `name = "Small players"\nplayers = ${JSON.stringify(players)}\ngames = ${games}\nlogs = false\n`;
  writeFileSync(join(folder, `${name}.toml`), plan);
  execFileSync(BINARY, ["lab", "run", join(folder, `${name}.toml`)], { stdio: "ignore" });
}

/** Begins a tournament that takes longer than any test; `stop` ends it. */
export function beginTournament(folder) {
  const games = 100_000;
  writeFileSync(join(folder, "long.toml"), `name = "Long"\nplayers = ["level:6", "level:5"]\ngames = ${games}\nconcurrency = 1\n`);
  const playing = spawn(BINARY, ["lab", "run", join(folder, "long.toml")], { stdio: "ignore" });
  return { games, stop: () => playing.kill("SIGKILL") };
}

/** Starts a server; `stop` ends it, `kill` ends it as a crash would, `start` starts it again. */
export async function startStudio(url = null, environment = {}, binary = BINARY, { port = 0, more = [] } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "outflank-e2e-"));
  const studio = { url: null, process: null, folder, said: "" };
  studio.start = async () => {
    const database = url ?? `sqlite:${join(folder, "games.db")}`;
    // Any free port at first, the same one when it is started again.
    const address = studio.url === null || port ? `127.0.0.1:${port}` : new URL(studio.url).host;
    const command = ["serve", "--bind", address, "--database", database, "--lab", folder, "--threads", "1", ...more];
    studio.process = spawn(binary, command, { env: { ...process.env, ...environment } });
    let said = "";
    studio.process.stderr.on("data", (data) => {
      said += data;
      studio.said += data;
    });
    for (const end = performance.now() + PATIENCE; performance.now() < end; ) {
      studio.url ??= /Outflank is at (http:\S+)/.exec(said)?.[1] ?? null;
      if (studio.url !== null && (await fetch(`${studio.url}/api/players`).then((answer) => answer.ok, () => false))) return;
      if (studio.process.exitCode !== null) throw new Error(`the server ended: ${said}`);
      await pause(50);
    }
    throw new Error(`the server did not start: ${said}`);
  };
  studio.kill = () =>
    new Promise((resolve) => {
      studio.process.once("exit", resolve);
      studio.process.kill("SIGKILL");
    });
  studio.stop = async () => {
    await studio.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  await studio.start();
  return studio;
}

/** Starts a server for many people, with more options if wished. */
export async function startPublicStudio(database = null, more = []) {
  const port = await new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const free = server.address().port;
      server.close(() => resolve(free));
    });
  });
  return startStudio(database, {}, BINARY, { port, more: ["--public-url", `http://localhost:${port}`, ...more] });
}

/** Starts the browser, with more arguments if wished. */
export function startBrowser(more = []) {
  const executablePath = BROWSERS.find((path) => path && existsSync(path));
  if (!executablePath) throw new Error("Chromium is missing; on Debian: apt-get install chromium");
  return chromium.launch({ executablePath, args: [...ARGUMENTS, ...more] });
}

/** What the processes of a browser's pages take: `pages` lists them, `used` is their time in seconds, `share` that of the next milliseconds. */
export async function processorOf(browser) {
  const session = await browser.newBrowserCDPSession();
  const pages = async () => {
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    return processInfo.filter(({ type }) => type === "renderer");
  };
  const used = async () => (await pages()).reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  const share = async (milliseconds) => {
    const before = await used();
    await pause(milliseconds);
    return ((await used()) - before) * (1000 / milliseconds);
  };
  return { pages, used, share };
}

/** Tells a page that it is hidden, or shown, as a browser would: browsers without a screen do not hide pages. */
export const hide = (page, hidden) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, "visibilityState", { get: () => (hidden ? "hidden" : "visible"), configurable: true });
    Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);

/** Opens a page with settings of one's own; discs turn and the computer answers at once unless the settings say otherwise. */
export async function openPage(browser, studio, { settings = {}, path = "/", ...options } = {}) {
  // Pages are kept for use without the server only where that is what is tested.
  const usual = { locale: "en-GB", viewport: { width: 1280, height: 860 }, serviceWorkers: "block" };
  const context = await browser.newContext({ ...usual, ...options });
  context.setDefaultTimeout(PATIENCE);
  await context.addInitScript((kept) => {
    if (!localStorage.getItem("outflank.settings")) localStorage.setItem("outflank.settings", kept);
  }, JSON.stringify({ animation: "off", answer: "atOnce", ...settings }));
  const page = await context.newPage();
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") page.problems.push(message.text());
  });
  await page.goto(studio.url + path);
  return page;
}

/** Begins a game through the interface and returns its number. */
export async function newGame(studio, game) {
  const answer = await fetch(`${studio.url}/api/games`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(game),
  });
  const created = await answer.json();
  if (!answer.ok) throw new Error(created.message);
  return created;
}

/** Asks for a game. */
export const gameOf = (studio, id) => fetch(`${studio.url}/api/games/${id}`).then((answer) => answer.json());

/** A board with fourteen empty squares, where a7 is best, and how people who do not look ahead went on: all of it is proven at once. */
export const LATE_BOARD = "-----X----XX-X-XOXXXXOXXX-OXOXXX-OXOXOOXOOOOOOOO-XXXXXOOXXXXXXXOX";
const LATE_MOVES = "g2 b2 a2 a1 c1 e1 a5 e2 b4 a7 d1 g1 h1 b1".split(" ");

/** Keeps a game whose review is over soon, so that no deeper search changes its labels; returns its number. */
export async function lateGame(studio, { black = { player: "human", name: "Ada" }, white = { player: "human", name: "Kaori" } } = {}) {
  const moves = LATE_MOVES.map((move, ply) => `${ply % 2 === 0 ? "B" : "W"}[${move}]`).join("");
  const start = `(;GM[Othello]TY[8]BO[8 ${LATE_BOARD.slice(0, 64).replaceAll("X", "*")} *]${moves};)`;
  return (await newGame(studio, { black, white, start })).game.id;
}

/** Finds a square. */
export const square = (page, name) => page.locator(`[data-name="${name}"]`);

/** Waits until it is this page's turn or the game is over; tells whether there is a move to make. */
export async function myTurn(page) {
  await page.locator('[aria-busy="false"] .square.legal, [data-testid="result"]').first().waitFor();
  return (await page.locator('[data-testid="result"]').count()) === 0;
}

export const human = { player: "human", name: "You" };

/** Counts the discs of a colour on the board. */
export const discs = (page, color) => page.locator(`[data-disc="${color}"]`).count();

/** Reads the number in the bar, which is there with the board. */
export const counted = async (page, color) => Number(await page.getByTestId(`count-${color}`).textContent());

/** Leaves a page that must have had no trouble. */
export async function closing(page) {
  if (page.problems.length > 0) throw new Error(page.problems.join("; "));
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().close();
}

/** Waits until a game has a number of plies or is over, and returns it. */
export async function waitForPlies(studio, id, plies) {
  return becomes(() => gameOf(studio, id), (game) => game.plies.length >= plies || game.result, `game ${id}`);
}

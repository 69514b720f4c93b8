// The site without a server, from a plain host of files in some folder of it, in a real browser: what it does before and
// after that host is gone. OUTFLANK_SITE is the folder that `make site` has built.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { famousGames, pgn } from "../library-games.js";
import { BINARY, becomes, closing, myTurn, openPage, square, startBrowser } from "../studio.js";
import { serveFolder } from "../static.js";

const SITE = process.env.OUTFLANK_SITE ?? "../target/site";
/** How long a whole game or its review may take on a busy machine, in milliseconds. */
const LONG = 300_000;
let browser;
let folder;
/** A year of WTHOR with its tables of names. */
let year;
/** The puzzles with their answers, by name. */
let puzzles;

before(async () => {
  assert.ok(existsSync(`${SITE}/index.html`), `${SITE} is missing: "make site" builds it`);
  folder = mkdtempSync(join(tmpdir(), "outflank-wthor-"));
  year = wthorYear();
  const lines = execFileSync(BINARY, ["puzzles", "export", "-"], { encoding: "utf8", maxBuffer: 1 << 28 });
  puzzles = new Map(lines.trim().split("\n").map((line) => JSON.parse(line)).map((puzzle) => [puzzle.id, puzzle]));
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Finds a whole year of WTHOR if the data are here, or else writes one of famous games; returns its files and its games. */
function wthorYear() {
  const data = join(process.env.OUTFLANK_DATA ?? "", "wthor");
  let place = data;
  let name = "WTH_2008.wtb";
  if (!existsSync(join(data, name))) {
    [place, name] = [join(folder, "wthor"), "WTH_1997.wtb"];
    writeFileSync(join(folder, "famous.pgn"), pgn(famousGames.map((game) => ({ ...game, year: 1997 }))));
    execFileSync(BINARY, ["convert", join(folder, "famous.pgn"), `${place}/`, "--to", "wthor"], { stdio: "pipe" });
  }
  const games = readFileSync(join(place, name)).readUInt32LE(4);
  return { games, files: [name, "WTHOR.JOU", "WTHOR.TRN"].map((file) => join(place, file)) };
}

/** Opens the site and waits until all of it is kept for use without the network. */
async function openKept(host, options = {}) {
  const page = await openPage(browser, host, { path: "/", serviceWorkers: "allow", ...options });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return page;
}

for (const [size, viewport] of [["a phone", { width: 390, height: 844 }], ["a desktop", { width: 1280, height: 860 }]]) {
  test(`on ${size} every page opens from a folder of any host, and goes on when that host is gone`, async () => {
    const host = await serveFolder(SITE, { under: "/play/othello/" });
    const page = await openKept(host, { viewport });
    // It can be installed: what it says of itself lies in the folder as well.
    const installed = await page.evaluate(async () => {
      const { href } = document.querySelector("link[rel=manifest]");
      const { start_url, display, icons } = await (await fetch(href)).json();
      const there = await Promise.all(icons.map(({ src }) => fetch(new URL(src, href)).then(({ ok }) => ok)));
      return { start: new URL(start_url, href).pathname, display, there };
    });
    assert.deepEqual([installed.start, installed.display], ["/play/othello/", "standalone"]);
    assert.ok(installed.there.length >= 2 && installed.there.every(Boolean), installed.there.join());
    await page.getByRole("link", { name: "Learn" }).first().click();
    await becomes(() => new URL(page.url()).hash, "#/learn");
    await host.stop();
    for (const [path, heading] of [["#/help", "How to play"], ["#/settings", "Settings"], ["#/lab", "This needs an Outflank server"], ["#/club", "This needs an Outflank server"]]) {
      await page.goto(`${host.url}/${path}`);
      await page.getByRole("heading", { name: heading }).first().waitFor();
      await page.reload();
      await page.getByRole("heading", { name: heading }).first().waitFor();
    }
    // Links that open elsewhere lead behind the # as well.
    const logo = page.getByRole("link", { name: "Outflank" }).first();
    await logo.hover();
    assert.equal(await logo.getAttribute("href"), "#/");
    assert.equal(await page.locator('a[href="/lab"], a[href="#/lab"]').count(), 0, "nothing leads where a server is needed");
    await closing(page);
  });
}

/** Starts a game against a level by its tile, as Black, plays it to its end, always on the first square, and returns its place. */
async function playLevel(page, level) {
  await page.locator(`button[data-level="${level}"]:enabled`).click();
  await page.waitForFunction(() => location.hash.startsWith("#/game/"));
  while (await myTurn(page)) {
    const legal = page.locator('[aria-busy="false"] .square.legal').first();
    const name = await legal.getAttribute("data-name").catch(() => null);
    if (name === null) continue;
    await square(page, name).click();
    await page.locator(`[data-name="${name}"]:not([data-disc="empty"])`).waitFor();
  }
  return page.evaluate(() => location.hash);
}

/** Solves the puzzle on the screen. */
async function solve(page) {
  await page.waitForFunction(() => document.querySelector("[data-puzzle]")?.dataset.puzzle && document.querySelector(".square.legal"));
  const { position, line } = puzzles.get(await page.locator("[data-puzzle]").getAttribute("data-puzzle"));
  const solver = position.at(-1);
  let mover = solver;
  for (const move of line) {
    if (mover === solver && move !== "pass") {
      await page.locator(`[data-name="${move}"].legal`).click();
      await square(page, move).and(page.locator("[data-disc]")).waitFor();
    }
    mover = mover === "X" ? "O" : "X";
  }
  await page.getByTestId("puzzle-result").waitFor();
}

for (const [size, viewport] of [["a phone", { width: 390, height: 844 }], ["a desktop", { width: 1280, height: 860 }]]) {
  test(`on ${size} without a network: a game, its review, a year of WTHOR, a puzzle and a lesson, and all of it is kept`, { timeout: 2 * LONG }, async () => {
    const host = await serveFolder(SITE, { under: "/othello/", isolated: size === "a desktop" });
    const page = await openKept(host, { viewport });
    await host.stop();
    await page.context().setOffline(true);
    const go = (path) => page.goto(`${host.url}/#${path}`);

    // A game against level 8, and its review with the coach.
    const game = await playLevel(page, 8);
    const result = await page.getByTestId("result").textContent();
    await page.locator("a:visible", { hasText: "Review the game" }).first().click();
    const reviewed = () =>
      page.waitForFunction(() => /^\D+$/.test(document.querySelector('[data-testid="progress"]')?.textContent ?? "") && document.querySelector('[data-testid="accuracy-black"]')?.textContent !== "–", null, { timeout: LONG });
    await reviewed();
    const accuracy = () => page.getByTestId("accuracy-black").textContent();
    const [before, review] = [await accuracy(), await page.evaluate(() => location.hash)];
    assert.match(before, /\d/);
    await page.locator('[data-testid="next-moment"]:visible:enabled, [data-testid="thumb-next"]:visible:enabled').first().click();
    await becomes(() => page.getByTestId("caption-text").textContent(), (text) => /\w{3}/.test(text), "what the coach says");

    // A whole year of WTHOR, and what was played in it.
    await go("/library");
    await page.getByRole("button", { name: "Import games" }).click();
    await page.getByTestId("import-files").setInputFiles(year.files);
    const imported = page.getByText(/^[\d,]+ imported, [\d,]+ duplicates?, 0 unreadable\.$/);
    await imported.waitFor({ timeout: LONG });
    const [added, duplicates] = (await imported.textContent()).match(/\d[\d,]*/g).map((text) => Number(text.replaceAll(",", "")));
    assert.equal(added + duplicates, year.games);
    await go("/analyse/explorer?moves=f5");
    const explored = () => becomes(async () => Number((await page.getByTestId("explorer-total").locator("b").textContent()).replaceAll(",", "")), (games) => games >= added / 2, "games after f5");
    await explored();
    // The book is fetched when it is first asked for.
    await becomes(() => page.getByTestId("book-value").allTextContents(), (texts) => texts.some((text) => /\d/.test(text)), "a value of the book");

    // A puzzle, and a step of a lesson.
    await go("/learn/puzzles/rated");
    await solve(page);
    await go("/learn/puzzles");
    const rating = () => page.getByTestId("puzzle-rating").textContent();
    await becomes(rating, (text) => /\d/.test(text) && !text.includes("1500"), "the rating");
    const rated = await rating();
    await go("/learn");
    await page.getByTestId("lessons").getByRole("link").first().waitFor();
    await page.getByTestId("progress").waitFor();

    // Everything is there after the page was closed and opened again.
    await page.reload();
    await page.getByTestId("lessons").getByRole("link").first().waitFor();
    await go("/learn/puzzles");
    await becomes(rating, rated);
    await go("/library");
    await becomes(async () => Number((await page.getByTestId("library-count").textContent()).replace(/\D/g, "")), added + 1, "games of the library");
    await page.goto(`${host.url}/${game}`);
    await becomes(() => page.getByTestId("result").textContent(), result);
    await page.goto(`${host.url}/${review}`);
    await reviewed();
    await becomes(accuracy, before);
    await go("/analyse/explorer?moves=f5");
    await explored();
    await go("/settings");
    await becomes(() => page.getByTestId("storage").textContent(), (text) => /[1-9]/.test(text), "the room that is used");
    await closing(page);
  });
}

test("every page of the site has what it asks for", async () => {
  const host = await serveFolder(SITE);
  const page = await openPage(browser, host, { path: "/" });
  const refused = [];
  await page.exposeFunction("refusedHere", (text) => refused.push(text));
  await page.addInitScript(() => addEventListener("unhandledrejection", ({ reason }) => globalThis.refusedHere(String(reason))));
  const go = async (path) => {
    await page.goto(`${host.url}/#${path}`);
    await page.reload();
  };
  // A repertoire is made by the book, which is fetched for it, and trained.
  await go("/learn/openings");
  await page.getByTestId("from-book").getByRole("button").click();
  await page.waitForFunction(() => /train=\d+/.test(location.hash));
  const said = () => page.getByTestId("training-said").textContent();
  await becomes(said, (text) => /\w{3}/.test(text), "what the trainer says");
  const begun = await said();
  await page.locator('[aria-busy="false"] .square.legal').first().click();
  await becomes(said, (text) => text !== begun, "what the trainer says to a move");
  await go("/learn/openings");
  await page.getByTestId("opening-tree").first().waitFor();
  // A lesson is taken a step further, and that is kept.
  await go("/learn?lesson=corners");
  await page.locator("h1", { hasText: /\S/ }).waitFor();
  for (const [path, shown] of [
    ["/players", page.getByText("Level 20").first()],
    ["/learn/progress", page.getByRole("heading", { level: 1 }).filter({ hasText: /\S/ })],
    ["/learn/puzzles", page.getByTestId("daily")],
    ["/analyse/setup", page.getByRole("heading", { name: "Set up a position" })],
    ["/analyse/minimax?text=f5d6", page.locator(".square").first()],
    ["/analyse/thinking?text=f5d6c3", page.getByTestId("depths").locator("tbody tr").first()],
    ["/analyse?text=f5d6c3", page.getByTestId("lines").locator("li").first()],
    // No games are in the library yet: the book answers.
    ["/analyse/explorer?moves=f5d6", page.getByRole("heading", { name: "Opening book" })],
    ["/library", page.getByRole("button", { name: "Import games" }).first()],
  ]) {
    await go(path);
    await shown.waitFor();
    assert.equal(await page.locator('[role="alert"]:visible').count(), 0, path);
  }
  // A game of two people on one screen, and one that an older program plays.
  await go("/?new=two");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForFunction(() => location.hash.startsWith("#/game/"));
  for (const [name, color] of [["f5", "black"], ["d6", "white"]]) {
    await page.locator(`[data-name="${name}"].legal`).click();
    await square(page, name).and(page.locator(`[data-disc="${color}"]`)).waitFor();
  }
  await go("/?player=nea");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForFunction(() => location.hash.startsWith("#/game/"));
  await page.locator(".square.legal").first().click();
  await becomes(() => page.locator('[data-disc="white"]').count(), (count) => count >= 3, "white discs after an answer");
  assert.deepEqual(refused, []);
  await closing(page);
  await host.stop();
});

test("a library is exported in every format, WTHOR as an archive, and imported again", async () => {
  const host = await serveFolder(SITE);
  const page = await openPage(browser, host, { path: "/#/library", acceptDownloads: true });
  await page.getByRole("button", { name: "Import games" }).click();
  await page.getByTestId("import-files").setInputFiles({ name: "famous.pgn", mimeType: "text/plain", buffer: Buffer.from(pgn(famousGames)) });
  await page.getByText(`${famousGames.length} imported, 0 duplicates, 0 unreadable.`).waitFor();
  const chosen = page.locator(".export select");
  const formats = await chosen.locator("option").evaluateAll((options) => options.map(({ value }) => value));
  await page.reload();
  await chosen.waitFor();
  /** How often each game is there again, because a format left out who had played it. */
  let copies = 0;
  for (const format of formats) {
    await chosen.selectOption(format);
    const [saved] = await Promise.all([page.waitForEvent("download"), page.locator(".export a").click()]);
    const content = readFileSync(await saved.path());
    assert.ok(content.length > 500, `${format}: ${content.length} bytes`);
    if (format === "wthor") {
      assert.equal(content.subarray(0, 2).toString(), "PK");
      continue;
    }
    // What was written is read again, whole; games that are known already count as duplicates.
    await page.getByRole("button", { name: "Import games" }).click();
    await page.getByTestId("import-files").setInputFiles({ name: saved.suggestedFilename(), mimeType: "application/octet-stream", buffer: content });
    const told = page.getByText(/^[\d,]+ imported, [\d,]+ duplicates?, 0 unreadable\.$/);
    await told.waitFor();
    const [added, known] = (await told.textContent()).match(/\d[\d,]*/g).map((text) => Number(text.replaceAll(",", "")));
    assert.equal(added + known, famousGames.length * (1 + copies), `${format}: ${await told.textContent()}`);
    copies += added / famousGames.length;
    await page.reload();
    await chosen.waitFor();
  }
  assert.ok(formats.includes("wthor") && formats.includes("pgn"), formats.join());
  await closing(page);
  await host.stop();
});

test("a new version comes as a whole with the next reload, and pages that are open keep their own files", async () => {
  const folder = mkdtempSync(join(tmpdir(), "outflank-site-"));
  cpSync(SITE, folder, { recursive: true });
  const host = await serveFolder(folder);
  const page = await openKept(host);
  const scripts = () => page.evaluate(() => [...document.scripts].map((script) => script.src.replace(/^.*\//, "")));
  const old = await scripts();
  // Another version: the same pages, whose first script has another name.
  const main = old.find((name) => name.startsWith("index-"));
  for (const name of readdirSync(join(folder, "assets"))) {
    if (!/\.(js|css)$/.test(name)) continue;
    const path = join(folder, "assets", name);
    writeFileSync(path, readFileSync(path, "utf8").replaceAll(main, "index-another.js"));
  }
  cpSync(join(folder, "assets", main), join(folder, "assets", "index-another.js"));
  rmSync(join(folder, "assets", main));
  for (const name of ["index.html", "worker.js"]) {
    const path = join(folder, name);
    writeFileSync(path, readFileSync(path, "utf8").replaceAll(main, "index-another.js").replace(/"outflank-site-\w+"/, '"outflank-site-another"'));
  }
  // The new version has the page once all of it is there.
  await page.evaluate(() => {
    const changed = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
    return navigator.serviceWorker.getRegistration().then((one) => one.update()).then(() => changed).then(() => {});
  });
  await host.stop();
  // The page that is open goes on: it loads what it has not loaded before, without a host.
  await page.getByRole("link", { name: "Help" }).first().click();
  await page.getByRole("heading", { name: "How to play" }).waitFor();
  assert.deepEqual(await scripts(), old);
  await page.reload();
  await page.getByRole("heading", { name: "How to play" }).waitFor();
  assert.deepEqual((await scripts()).filter((name) => name.startsWith("index-")), ["index-another.js"]);
  rmSync(folder, { recursive: true, force: true });
  await closing(page);
});

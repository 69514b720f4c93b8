// The frame of the studio: four places, one board under five tabs, old and wrong addresses, every kind of window, paper,
// and no server.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { before, test } from "node:test";
import { browser, studio } from "./ground.js";
import { fillLibrary } from "./library-games.js";
import { becomes, closing, newGame, openPage, resize, square } from "./studio.js";

const GAME = "f5d6c3d3c4f4f6f3e6e7c6f7f8d8e3c5d7c8g4g3g5b5b4c7e8g8g6h3h4d2c2b6";
let id;
before(async () => {
  ({ game: { id } } = await newGame(studio, { black: { player: "human", name: "Ada" }, white: { player: "human", name: "Bo" }, start: GAME }));
  await fillLibrary(studio);
});
const open = (path, options = {}) => openPage(browser, studio, { path, ...options });
const board = (page) => page.locator(".othello-board").boundingBox();
const disc = (page, name, color) => page.locator(`[data-name="${name}"][data-disc="${color}"]`);
const tab = (page, name) => page.getByRole("navigation", { name: "Analyse" }).getByRole("link", { name });

test("four places, with help and settings at the end; on a phone they are a bar in reach of the thumb", async () => {
  const page = await open("/");
  const places = page.getByRole("navigation", { name: "Main menu" }).getByRole("link");
  await becomes(async () => (await places.allTextContents()).map((text) => text.trim()), ["Play", "Learn", "Analyse", "Library"], "the menu");
  for (const name of ["Learn", "Analyse", "Library", "Play"]) {
    await places.getByText(name, { exact: true }).click();
    await page.locator("h1, .othello-board").first().waitFor();
    await becomes(async () => (await page.getByRole("navigation", { name: "Main menu" }).locator("[aria-current]").textContent()).trim(), name);
  }
  await resize(page, 390, 844);
  for (const box of await Promise.all((await places.all()).map((link) => link.boundingBox()))) {
    assert.ok(box.y > 780 && box.height >= 44 && box.width >= 44 && box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
  }
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
  // The lab is no place of its own.
  await page.goto(`${studio.url}/library`);
  await page.getByRole("link", { name: "Lab" }).click();
  await page.waitForURL("**/lab");
  await closing(page);
});

test("a position survives the change of a tab, a reload, and is set up by hand", async () => {
  const page = await open(`/analyse/review?game=${id}`);
  await page.locator("#score-graph").waitFor();
  for (let ply = 0; ply < 4; ply += 1) await page.keyboard.press("ArrowRight");
  await page.waitForURL(`**/analyse/review?game=${id}&at=4`);
  // A variation: not the move of the game.
  await square(page, "c5").click();
  await page.waitForURL(`**/analyse/review?game=${id}&at=4&line=c5`);
  for (const [name, path] of [["Engine", "/analyse"], ["Explorer", "/analyse/explorer"], ["How it thinks", "/analyse/thinking"], ["Ask", "/analyse/ask"]]) {
    // By keyboard, which stays on the tab.
    await tab(page, name).press("Enter");
    await page.waitForURL(`**${path}?game=${id}&at=4&line=c5`);
    await disc(page, "c5", "black").waitFor();
    await page.waitForFunction((wanted) => document.activeElement.textContent.trim() === wanted, name);
    await becomes(() => tab(page, name).getAttribute("aria-current"), "page");
  }
  await page.reload();
  await disc(page, "c5", "black").waitFor();
  await page.goBack();
  await tab(page, "Review").click();
  await page.locator("#score-graph").waitFor();
  await disc(page, "c5", "black").waitFor();
  await page.getByRole("link", { name: "Set up" }).click();
  await disc(page, "c5", "black").waitFor();
  await page.getByText("You can play from this position.").waitFor();
  await page.getByLabel("Remove", { exact: true }).check();
  await square(page, "f5").click();
  await page.getByRole("link", { name: "Use this position" }).click();
  await page.waitForURL(/\/analyse\/review\?position=/);
  await disc(page, "f5", "empty").waitFor();
  await tab(page, "Engine").click();
  await page.locator(".othello-board .value").first().waitFor();
  await disc(page, "f5", "empty").waitFor();
  await closing(page);
});

test("the keyboard may go on to another tab while one is loaded", async () => {
  const page = await open(`/analyse?game=${id}`);
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route(/\/assets\/Thinking-[^/]*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await tab(page, "How it thinks").press("Enter");
  await tab(page, "Ask").focus();
  release();
  await page.getByRole("heading", { name: "How it thinks", level: 1 }).waitFor();
  await becomes(() => page.evaluate(() => document.activeElement.textContent.trim()), "Ask", "the link with the keyboard");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/analyse\/ask\?/);
  await closing(page);
});

test("addresses from before lead to where the pages are now", async () => {
  const page = await open(`/review/${id}`);
  await page.waitForURL(`**/analyse/review?game=${id}&at=0`);
  const position = `${"-".repeat(27)}OX------XO${"-".repeat(27)}X`;
  const moved = [
    ["/review?moves=f5d6c3&black=Ada&at=2", /\/analyse\/review\?moves=f5d6c3&black=Ada&at=2$/],
    [`/analysis?position=${position}`, /\/analyse$/],
    ["/explorer?moves=f5d6&since=1990", /\/analyse\/explorer\?moves=f5d6&at=2&since=1990$/],
    ["/thinking?text=f5d6", /\/analyse\/thinking\?moves=f5d6&at=2$/],
    ["/assistant?text=f5", /\/analyse\/ask\?moves=f5&at=1$/],
    [`/editor?position=${position}`, /\/analyse\/setup\?position=/],
    ["/minimax?text=f5", /\/analyse\/minimax\?text=f5$/],
  ];
  for (const [before, now] of moved) {
    await page.goto(studio.url + before);
    await page.locator(".othello-board").waitFor();
    await page.waitForURL(now);
  }
  await closing(page);
});

// Finding 20.
test("a wrong link is answered in words, with something to do next", async () => {
  const page = await open("/analysis?position=abc");
  const said = () => page.getByRole("alert").textContent();
  await page.getByRole("heading", { name: "This link does not work" }).waitFor();
  assert.match(await said(), /“abc” is not a position/);
  await page.goto(`${studio.url}/review?moves=f5f5`);
  await page.getByRole("heading", { name: "This link does not work" }).waitFor();
  assert.match(await said(), /move 2: f5 is not possible/);
  await page.getByRole("link", { name: "Choose or paste a game" }).click();
  await page.getByLabel("A game").waitFor();
  await page.goto(`${studio.url}/review/9999`);
  await page.getByText("There is no game 9999 here.").waitFor();
  await page.getByRole("link", { name: "Open the starting position" }).click();
  await page.locator(".othello-board .value").first().waitFor();
  await page.goto(`${studio.url}/analyse/nothing`);
  await page.getByText("There is no page “/analyse/nothing”.").waitFor();
  for (const [path, title, way] of [
    ["/game/9999", "There is no game 9999 here", "Play a new game"],
    ["/game/abc", "There is nothing at this address.", "Go to the start page"],
    ["/library/9999", "There is no game 9999 in the library", "Back to the library"],
    ["/players/nobody", "There is no player “nobody” here", "All opponents"],
    ["/lab/none", "There is no tournament “none” here", "All tournaments"],
  ]) {
    await page.goto(studio.url + path);
    await page.getByRole("heading", { name: title }).waitFor();
    await page.locator("main").getByRole("link", { name: way }).waitFor();
  }
  await page.context().close();
});

// Finding 21.
test("Back leads to where the page was scrolled to", async () => {
  const page = await open("/library", { viewport: { width: 1280, height: 500 } });
  const rows = page.getByRole("link", { name: /–/ });
  await rows.first().waitFor();
  await page.waitForFunction(() => (scrollTo(0, 300), scrollY === 300));
  await page.evaluate(() => [...document.querySelectorAll("main a[href^='/library/']")].find((link) => link.getBoundingClientRect().top > 50).click());
  await page.getByTestId("library-score").waitFor();
  await page.waitForFunction(() => scrollY === 0);
  // A list that comes late does not make the page forget where it was, left again at once.
  await page.route("**/api/library?*", (route) => setTimeout(() => route.continue().catch(() => {}), 300));
  await page.goBack();
  await page.waitForFunction(() => scrollY === 300);
  await page.goForward();
  await page.getByTestId("library-score").waitFor();
  await page.goBack();
  await page.waitForFunction(() => scrollY === 300);
  await closing(page);
});

// Findings 33, 34 and 36.
test("one left edge, the board always whole and in the same place, in every window and text size", async () => {
  const page = await open("/");
  const boards = [`/game/${id}`, `/analyse/review?game=${id}`, "/analyse", "/analyse/explorer", "/analyse/thinking"];
  for (const path of [...boards, "/", "/learn", "/library", "/players", "/settings", "/help", "/about", "/lab"]) {
    await page.goto(studio.url + path);
    // The start page begins with its first card.
    const first = path === "/" ? "main .card" : "main h1:not(.unseen)";
    const shown = page.locator(boards.includes(path) ? ".othello-board" : first).first();
    await shown.waitFor();
    const read = async () => [await shown.boundingBox(), await page.locator(".logo").boundingBox()];
    const isRight = ([edge, logo]) => edge && logo && Math.abs(edge.x - logo.x) < 2 && (!boards.includes(path) || Math.abs(edge.y - 72) < 2);
    await becomes(read, isRight, `${path}: the edge, and that of the logo,`);
  }
  for (const path of boards.slice(0, 3)) {
    await page.goto(studio.url + path);
    await page.locator(".othello-board").waitFor();
    for (const [width, height] of [[844, 390], [720, 450], [640, 360], [1280, 720], [1440, 900]]) {
      await resize(page, width, height);
      const { x, y, width: side, height: tall } = await board(page);
      assert.ok(Math.abs(side - tall) < 1 && side > 0.55 * height, `${path} at ${width}: ${side}`);
      assert.ok(x >= 0 && y + tall <= height, `${path} at ${width} × ${height}: the board ends at ${y + tall}`);
      const beside = await page.locator(".board-page > .side").boundingBox();
      assert.ok(beside.x >= x + side && beside.width > 200, `${path} at ${width}: the column is beside the board`);
    }
  }
  await resize(page, 1280, 860);
  // As if the browser's text size were 200 %: everything grows, and the board is still whole.
  await page.goto(`${studio.url}/game/${id}`);
  // The buttons below the board are a little smaller where there is little room for their words.
  const sizeOf = (selector) => page.locator(selector).first().evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
  const size = () => sizeOf("body");
  const button = await sizeOf(".button");
  await page.locator(".othello-board").waitFor();
  const before = await size();
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  await page.waitForFunction(() => getComputedStyle(document.documentElement).fontSize === "32px");
  await becomes(size, 2 * before, "the size of the text");
  assert.ok((await sizeOf(".button")) >= 1.8 * button, "the text of buttons grows as well");
  await becomes(async () => (await board(page)).y + (await board(page)).height, (end) => end <= 860, "the end of the board");
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 1280);
  await closing(page);
});

// Finding 12.
test("paper is light, without navigation and buttons, and has a board without backgrounds", async () => {
  const page = await open(`/analyse/review?game=${id}&at=12`, { settings: { scheme: "dark" } });
  await page.locator("#score-graph .line").first().waitFor();
  await page.emulateMedia({ media: "print" });
  const paper = () => page.evaluate(() => {
    for (const change of document.getAnimations()) if (change instanceof CSSTransition) change.finish();
    const style = (selector) => getComputedStyle(document.querySelector(selector));
    const seen = [...document.querySelectorAll("header, nav, .button, form")].filter((one) => one.getClientRects().length > 0);
    const face = style(".disc.black .face");
    return {
      seen: seen.map((one) => one.outerHTML.slice(0, 80)),
      page: style("body").backgroundColor,
      ink: style("body").color,
      black: [face.borderTopColor, Number.parseFloat(face.borderTopWidth) * 2 >= document.querySelector(".disc.black .face").offsetWidth - 1],
      white: style(".disc.white .face").borderTopColor,
      square: style(".square").borderTopStyle,
    };
  });
  await becomes(paper, { seen: [], page: "rgb(255, 255, 255)", ink: "rgb(23, 33, 28)", black: ["rgb(16, 18, 20)", true], white: "rgb(16, 18, 20)", square: "solid" });
  await closing(page);
});

/** Passes requests on to the studio until it is closed; `version` is what its pages and its worker say they are. */
async function startProxy() {
  const proxy = { version: "one" };
  const server = createServer(async ({ url, method }, answer) => {
    const real = await fetch(studio.url + url, { method });
    const headers = Object.fromEntries(["content-type", "cache-control"].map((name) => [name, real.headers.get(name) ?? ""]));
    const body = Buffer.from(await real.arrayBuffer());
    const changed = /html|worker/.test(headers["content-type"] + url);
    answer.writeHead(real.status, headers);
    answer.end(changed ? body.toString().replace("Outflank, the Othello studio", proxy.version).replace("outflank-", `outflank-${proxy.version}-`) : body);
  });
  proxy.open = (port = 0) => new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  proxy.close = () => new Promise((resolve) => (server.close(resolve), server.closeAllConnections()));
  await proxy.open();
  proxy.port = server.address().port;
  proxy.url = `http://127.0.0.1:${proxy.port}`;
  return proxy;
}

test("without the server the pages still open and say what needs it; a new version is there after a reload", async () => {
  const proxy = await startProxy();
  const page = await openPage(browser, proxy, { path: "/help", serviceWorkers: "allow" });
  const manifest = await (await fetch(`${studio.url}/manifest.webmanifest`)).json();
  for (const { src, sizes } of manifest.icons) {
    const picture = await fetch(studio.url + src);
    assert.match(picture.headers.get("content-type"), /^image\/(png|svg)/, src);
    if (sizes !== "any") assert.equal(new DataView(await picture.arrayBuffer()).getUint32(16), Number.parseInt(sizes, 10), src);
  }
  for (const [path, kind] of [["/", "text/html"], ["/worker.js", "text/javascript"], ["/manifest.webmanifest", "application/manifest+json"]]) {
    const { headers } = await fetch(studio.url + path);
    assert.ok(headers.get("content-type").startsWith(kind), path);
    assert.equal(headers.get("cache-control"), "no-cache", path);
  }
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const names = () => page.evaluate(() => caches.keys());
  const kept = await page.evaluate(async () => (await (await caches.open((await caches.keys())[0])).keys()).map(({ url }) => url));
  assert.equal((await names()).length, 1);
  assert.ok(kept.length > 20 && kept.every((url) => !url.includes("/api")));
  assert.deepEqual(page.problems, []);

  await proxy.close();
  const alone = page.getByText("The server cannot be reached. Help and settings still work");
  await page.reload();
  await page.getByText("Black moves first.").waitFor();
  await alone.waitFor();
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByText("Light", { exact: true }).click();
  // An address that was never opened, loaded anew.
  await page.goto(`${proxy.url}/learn`);
  await page.getByRole("heading", { name: "Learn", exact: true }).waitFor();
  await becomes(() => page.evaluate(() => document.documentElement.dataset.scheme), "light");
  await alone.waitFor();

  const version = () => page.locator('meta[name="description"]').getAttribute("content");
  assert.equal(await version(), "one");
  proxy.version = "two";
  await proxy.open(proxy.port);
  await page.reload();
  await page.getByRole("heading", { name: "Learn", exact: true }).waitFor();
  assert.equal(await version(), "two");
  await alone.waitFor({ state: "detached" });
  // What was kept of the old version goes when the new one is kept.
  await page.waitForFunction(async () => (await caches.keys()).join().startsWith("outflank-two-") && (await caches.keys()).length === 1);
  await page.context().close();
  await proxy.close();
});

// Every page, in both schemes and languages: accessible, complete, and inside the window.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { useScheme, violations } from "./accessible.js";
import { browser, studio } from "./ground.js";
import { fillLibrary } from "./library-games.js";
import { becomes, holdTournament, newGame, openPage, resize, square } from "./studio.js";

let paths;
before(async () => {
  const { game } = await newGame(studio, { black: { player: "human" }, white: { player: "greedy" }, start: "f5d6c3d3" });
  const { game: done } = await newGame(studio, { black: { player: "greedy" }, white: { player: "random" } });
  holdTournament(studio.folder);
  await fillLibrary(studio);
  const { games } = await (await fetch(`${studio.url}/api/library?limit=1`)).json();
  paths = ["/", "/?new=computer", "/?new=watch", "/?new=two", "/learn", "/learn?lesson=first", `/game/${game.id}`, `/game/${done.id}`, "/analyse/setup", "/settings", "/players", "/players/level:7", "/players/scout"];
  paths.push("/learn/puzzles", "/learn/puzzles/theme?theme=wedge", "/learn/puzzles/rated", "/learn/puzzles/daily?n=1", "/learn/review", "/learn/openings", "/learn/progress", "/club", "/account");
  paths.push("/players/nobody", "/lab", "/lab/small", "/lab/new/tournament?preset=beatsMe", "/lab/new/tuning", "/lab/new/learning", "/lab/tools/files", "/lab/tools/logs", "/help", "/about", "/nowhere");
  paths.push("/analyse/review", "/analyse", "/analyse/thinking", "/analyse/thinking?text=f5d6c3", "/analyse/minimax?text=f5d6c3", "/analyse/ask", "/library", "/library?player=murakami&tag=none", `/library/${games[0].key}`, "/library/99999", "/analyse/explorer", "/analyse/explorer?moves=f5d6c3");
});

/** Opens a page and waits until it shows what it is about. */
async function visit(page, path) {
  await page.goto(studio.url + path);
  await page.locator("h1, .othello-board").first().waitFor();
}

// From a small phone to a large screen, whose height is no matter here and would take time to draw.
const WINDOWS = [[320, 568], [390, 844], [844, 390], [3840, 800]];
/** Tells how wide a page is in a window. */
async function widthIn(page, width, height) {
  await resize(page, width, height);
  return page.evaluate(() => document.documentElement.scrollWidth);
}

test("axe finds nothing wrong with any page, in the dark and in the light scheme, and no page is wider than its window", async () => {
  const page = await openPage(browser, studio, { settings: { scheme: "dark" }, bypassCSP: true });
  for (const path of paths) {
    await resize(page, 1280, 800);
    await visit(page, path);
    if (path === "/") await page.getByText("Open a game").click();
    assert.deepEqual(await violations(page), [], path);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 1280, path);
    // A scheme is colours and nothing else.
    await useScheme(page, "light");
    assert.deepEqual(await violations(page, ["color-contrast"]), [], `${path}, light`);
    for (const [width, height] of WINDOWS) {
      const wide = await widthIn(page, width, height);
      assert.ok(wide <= width, `${path} at ${width}: ${wide}`);
      if (path.startsWith("/game/")) {
        const board = await page.locator(".othello-board").boundingBox();
        assert.ok(Math.abs(board.width - board.height) < 1, "the board is square");
      }
    }
  }
  await page.context().close();
});

test("axe finds nothing wrong with the scene and with windows that open", async () => {
  const settings = { drawing: "3d" };
  const page = await openPage(browser, studio, { path: paths.find((path) => path.startsWith("/game/")), settings, bypassCSP: true, viewport: { width: 480, height: 400 } });
  await page.locator("canvas").waitFor();
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
  assert.deepEqual(await violations(page), []);
  await page.context().close();
});

test("every page speaks Japanese only", async () => {
  const all = await openPage(browser, studio, { settings: { locale: "ja" } });
  for (const path of paths) {
    await visit(all, path);
    const text = await all.locator("main").innerText();
    // Names of programs, formats, squares and parameters stay as they are; sentences do not.
    const english = text.match(/\b[a-z]{2,} [a-z]{2,} [a-z]{2,}\b/g) ?? [];
    assert.deepEqual(english.filter((words) => !/outflank/.test(words)), [], path);
  }
  await all.context().close();
});

test("the pages speak Japanese", async () => {
  const page = await openPage(browser, studio, { settings: { locale: "ja" } });
  await page.getByRole("heading", { name: "オセロを打つ" }).waitFor();
  await becomes(() => page.evaluate(() => document.documentElement.lang), "ja");
  await page.getByRole("button", { name: /^レベル ?1 / }).first().click();
  await page.getByTestId("status").getByText("あなたの番です").waitFor();
  await page.context().close();
});

test("the editor places discs, explains, and lets one play on", async () => {
  const page = await openPage(browser, studio, { path: "/analyse/setup" });
  await page.getByText("You can play from this position.").waitFor();
  await square(page, "a1").click();
  await page.getByText("Some discs touch no other disc: a1.").waitFor();
  await page.getByLabel("Position or game as text").fill("f5d6c3");
  await page.getByRole("button", { name: "Load" }).click();
  await page.locator('[data-name="c3"][data-disc="black"]').waitFor();
  await page.getByRole("link", { name: "Play from here" }).click();
  await page.getByRole("radio", { name: "Two players, one screen" }).check();
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForURL(/\/game\//);
  await page.locator('[data-name="c3"][data-disc="black"]').waitFor();
  await page.getByText("White to move").waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

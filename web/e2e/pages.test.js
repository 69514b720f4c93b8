// Every page, in both schemes and languages: accessible, complete, and inside the window.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { newGame, openPage, square, startBrowser, startStudio } from "./studio.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let studio;
let browser;
let paths;
before(async () => {
  [studio, browser] = await Promise.all([startStudio(), startBrowser()]);
  const { game } = await newGame(studio, { black: { player: "human" }, white: { player: "greedy" }, start: "f5d6c3d3" });
  paths = ["/", `/game/${game.id}`, "/editor", "/settings", "/help", "/nowhere"];
});
after(async () => {
  await browser?.close();
  await studio?.stop();
});

for (const scheme of ["dark", "light"]) {
  test(`axe finds nothing wrong with any page, ${scheme}`, async () => {
    for (const path of paths) {
      const page = await openPage(browser, studio, { path, settings: { scheme }, bypassCSP: true });
      await page.locator("h1, .othello-board").first().waitFor();
      await page.addScriptTag({ content: axe });
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ").slice(0, 400)}`);
      assert.deepEqual(told, [], path);
      await page.context().close();
    }
  });
}

test("no page is wider than its window, from a small phone to a large screen", async () => {
  for (const [width, height] of [[320, 568], [390, 844], [844, 390], [1280, 800], [3840, 2160]]) {
    for (const path of paths) {
      const page = await openPage(browser, studio, { path, viewport: { width, height } });
      await page.locator("h1, .othello-board").first().waitFor();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${path} at ${width}: ${wide}`);
      if (path.startsWith("/game/")) {
        const board = await page.locator(".othello-board").boundingBox();
        assert.ok(Math.abs(board.width - board.height) < 1, "the board is square");
      }
      await page.context().close();
    }
  }
});

test("the pages speak Japanese", async () => {
  const page = await openPage(browser, studio, { settings: { locale: "ja" } });
  await page.getByRole("heading", { name: "オセロを打つ" }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "ja");
  await page.getByRole("button", { name: "開始" }).click();
  await page.getByText("あなたの番です").waitFor();
  await page.context().close();
});

test("the editor places discs, explains, and lets one play on", async () => {
  const page = await openPage(browser, studio, { path: "/editor" });
  await page.getByText("This position can be played.").waitFor();
  await square(page, "a1").click();
  await page.getByText("Discs touch no others: a1.").waitFor();
  await page.getByLabel("Position or game as text").fill("f5d6c3");
  await page.getByRole("button", { name: "Take over" }).click();
  await page.locator('[data-name="c3"][data-disc="black"]').waitFor();
  await page.getByRole("link", { name: "Play from here" }).click();
  await page.getByRole("radio", { name: "A person on this device" }).check();
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForURL(/\/game\//);
  await page.locator('[data-name="c3"][data-disc="black"]').waitFor();
  await page.getByText("White to move").waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

// What the page says while the server can store nothing, and that play goes on by itself.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { BINARY, discs, human, newGame, openPage, square, startBrowser, startStudio } from "./studio.js";

/** Writes a program that starts the studio so that a write beyond the largest size of a file fails as on a full disk. */
function limitable(folder) {
  const path = join(folder, "outflank");
  writeFileSync(path, `#!/bin/sh\ntrap '' XFSZ\nexec "${resolve(BINARY)}" "$@"\n`);
  chmodSync(path, 0o755);
  return path;
}

const limit = (studio, size) => execFileSync("prlimit", [`--pid=${studio.process.pid}`, `--fsize=${size}:`]);

test("a full disk is said on the page in both languages, and the move is made when there is room", async () => {
  const folder = mkdtempSync(join(tmpdir(), "outflank-full-"));
  const studio = await startStudio(null, {}, limitable(folder));
  const browser = await startBrowser();
  try {
    for (const [locale, words] of [["en", "disk is full"], ["ja", "ディスクがいっぱい"]]) {
      const { game } = await newGame(studio, { black: human, white: human });
      const page = await openPage(browser, studio, { path: `/game/${game.id}`, settings: { locale } });
      await square(page, "f5").and(page.locator(".legal")).waitFor();
      limit(studio, statSync(join(studio.folder, "games.db-wal")).size);
      await square(page, "f5").click();
      const said = page.getByTestId("storage");
      await said.waitFor();
      assert.ok((await said.textContent()).includes(words), await said.textContent());
      assert.equal(await discs(page, "black"), 2, "what is not stored is not shown");
      limit(studio, "unlimited");
      const begin = performance.now();
      await said.waitFor({ state: "detached", timeout: 5000 });
      await page.locator('[data-name="f5"][data-disc="black"]').waitFor();
      assert.ok(performance.now() - begin < 5000);
      await page.context().close();
    }
  } finally {
    await browser.close();
    await studio.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

// The site without a server, from a plain host of files in some folder of it, in a real browser: what it does before and
// after that host is gone. OUTFLANK_SITE is the folder that `make site` has built.

import assert from "node:assert/strict";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { becomes, closing, openPage, startBrowser } from "../studio.js";
import { serveFolder } from "../static.js";

const SITE = process.env.OUTFLANK_SITE ?? "../target/site";
let browser;

before(async () => {
  assert.ok(existsSync(`${SITE}/index.html`), `${SITE} is missing: "make site" builds it`);
  browser = await startBrowser();
});
after(() => browser?.close());

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

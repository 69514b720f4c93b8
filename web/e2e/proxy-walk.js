// Plays through a proxy with TLS: `proxies.test.js` runs this in a network of its own, where https://othello.example is
// this machine. The command of the proxy follows the folder that all of it may use.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { BINARY, becomes, openPage, startBrowser } from "./studio.js";

const [folder, ...proxy] = process.argv.slice(2);
const SITE = { url: "https://othello.example" };
const binary = new URL(`../${BINARY}`, import.meta.url);

const options = ["--public-url", SITE.url, "--trusted-proxy", "127.0.0.1", "--database", `sqlite:${join(folder, "games.db")}`, "--lab", folder];
const server = spawn(BINARY.startsWith("/") ? BINARY : binary.pathname, ["serve", ...options], { stdio: "ignore" });
const front = spawn(proxy[0], proxy.slice(1), { stdio: ["ignore", "ignore", "inherit"] });

const browser = await startBrowser(["--ignore-certificate-errors"]);
const status = (page, path, init) => page.evaluate(([path, init]) => fetch(path, init).then((answer) => answer.status, () => 0), [path, init]);
const probe = await browser.newPage({ ignoreHTTPSErrors: true });
await becomes(() => probe.goto(`${SITE.url}/healthz`).then((answer) => answer.status(), () => 0), 200, "the proxy");

// A guest: a cookie that goes over TLS only, and is kept.
const page = await openPage(browser, SITE, { ignoreHTTPSErrors: true });
await page.getByTestId("lobby").waitFor();
const cookies = await becomes(() => page.context().cookies(), (all) => all.length > 0, "the cookie");
for (const cookie of cookies) assert.ok(cookie.secure && cookie.httpOnly && cookie.name.startsWith("__Host-"), JSON.stringify(cookie));

// A game, and its live connection: the computer's answer is seen without asking for it.
const made = await page.evaluate(async () => {
  const game = { black: { player: "human" }, white: { player: "random" } };
  const answer = await fetch("/api/games", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(game) });
  return answer.json();
});
const socket = page.waitForEvent("websocket");
await page.goto(`${SITE.url}/game/${made.game.id}`);
assert.match((await socket).url(), /^wss:\/\/othello\.example\/api\/games\/\d+\/live/);
await page.locator('[data-name="f5"].legal').click();
await becomes(() => page.locator('[data-disc="black"], [data-disc="white"]').count(), 6, "the discs after the answer");

// What is for the machine itself, somebody else's page, and a large body for nobody.
assert.equal(await status(page, "/metrics"), 404);
const foreign = await browser.newContext({ ignoreHTTPSErrors: true });
const theirs = await foreign.newPage();
await theirs.goto("about:blank");
assert.equal(await status(theirs, `${SITE.url}/api/games`, { method: "POST", body: "{}" }), 0, "a page of others asks in vain");
const large = await page.evaluate(() => fetch("/api/library/imports/7/x", { method: "PUT", body: "x".repeat(9_000_000) }).then((answer) => answer.status, () => 0));
assert.ok([0, 401, 403, 404, 413].includes(large), `a body for an import that is not there: ${large}`);
// Another guest does not see the game.
const other = await openPage(browser, SITE, { ignoreHTTPSErrors: true });
assert.equal(await status(other, `/api/games/${made.game.id}`), 403);
assert.deepEqual(page.problems.filter((problem) => !/404|40[13]|413|ERR_/.test(problem)), []);

console.log(`all is well: ${cookies.map(({ name }) => name).join(", ")}`);
await browser.close();
front.kill();
server.kill();
process.exit(0);

// This device thinks beside a server: hints and how the engine thinks come from the visitor's browser. The pages of the
// server must have been built after `make engine`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { becomes, closing, human, newGame, openPage, startBrowser, startStudio } from "../studio.js";

let browser;
let studio;
before(async () => {
  [browser, studio] = await Promise.all([startBrowser(), startStudio()]);
});
after(async () => {
  await browser?.close();
  await studio?.stop();
});

/** The processor time that the server has used, in milliseconds. */
function used() {
  const fields = readFileSync(`/proc/${studio.process.pid}/stat`, "utf8").replace(/^.*\) /, "").split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

test("how the engine thinks is shown by this device, and the server hardly works for it", async () => {
  const page = await openPage(browser, studio, { path: "/", settings: { thinker: "device" } });
  assert.ok(await page.evaluate(() => crossOriginIsolated), "pages of the server are isolated");
  const wishes = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/think")) wishes.push(request.postDataJSON());
  });
  const before = used();
  await page.goto(`${studio.url}/analyse/thinking?text=f5d6c3d3c4f4`);
  const depths = () => page.getByTestId("depths").locator("tbody tr").count();
  await becomes(depths, (count) => count >= 8, "the number of depths");
  assert.deepEqual(wishes.map(({ seconds }) => seconds), [0], "the server is only asked whether it may be looked at");
  const spent = used() - before;
  console.log(`the server used ${spent} ms while this device searched ${await depths()} depths`);
  assert.ok(spent < 1000, `the server used ${spent} ms`);
  await closing(page);
});

test("hints come from this device, and setting it to the server brings them from there", async () => {
  const { game } = await newGame(studio, { black: human, white: { player: "level:1" } });
  const page = await openPage(browser, studio, { path: `/game/${game.id}`, settings: { thinker: "device" } });
  const asked = [];
  page.on("request", (request) => {
    if (request.method() === "POST") asked.push(new URL(request.url()).pathname);
  });
  await page.getByRole("button", { name: "Hint" }).first().click();
  await page.getByTestId("hint").first().waitFor();
  assert.deepEqual(asked, ["/api/think", "/api/positions"]);
  await page.goto(`${studio.url}/settings`);
  await page.getByTestId("device").getByText("Server", { exact: true }).click();
  await page.goto(`${studio.url}/game/${game.id}`);
  asked.length = 0;
  await page.getByRole("button", { name: "Hint" }).first().click();
  await page.getByTestId("hint").first().waitFor();
  assert.deepEqual(asked, [`/api/games/${game.id}/hint`]);
  await closing(page);
});

test("a review is made by the server where this device cannot make it yet", async () => {
  const page = await openPage(browser, studio, { path: "/analyse?text=f5d6c3", settings: { thinker: "device" } });
  await page.getByTestId("lines").locator("li").first().waitFor();
  await closing(page);
});

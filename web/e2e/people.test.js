// Accounts on a server for many people, and none in a studio of one person.

import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { after, before, test } from "node:test";
import { suitsDesktopAndPhone } from "./accessible.js";
import { becomes, openPage, startBrowser, startPublicStudio, startStudio } from "./studio.js";

let browser, studio, alone;

before(async () => {
  [browser, studio, alone] = await Promise.all([startBrowser(), startPublicStudio(), startStudio()]);
});
after(() => Promise.all([browser?.close(), studio?.stop(), alone?.stop()]));

test("the first start makes an admin and says how to log in", async () => {
  // What is said goes to a log here, no terminal: the password is in a file for its owner alone.
  await becomes(() => studio.said, /Log in as "admin"/);
  const [, file] = studio.said.match(/Log in as "admin" with the password in (\S+) and change it/);
  assert.match(readFileSync(file, "utf8"), /^[a-zA-Z0-9]{20}\n$/);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.doesNotMatch(alone.said, /admin|password/);
});

test("a guest signs up, takes the game along and is private", async () => {
  const page = await openPage(browser, studio, { bypassCSP: true });
  const menu = page.locator("header details");
  await menu.locator("summary").press("Enter");
  await menu.getByText("Not logged in").waitFor();
  await suitsDesktopAndPhone(page);
  // A game of a guest.
  await page.keyboard.press("Escape");
  await becomes(() => menu.getAttribute("open"), null);
  const seat = (player) => ({ player });
  const created = await page.evaluate(
    (game) =>
      fetch("/api/games", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(game) }).then((a) => a.json()),
    { black: seat("human"), white: seat("random") },
  );
  const path = `/game/${created.game.id}`;
  await menu.locator("summary").click();
  await menu.getByRole("link", { name: "Sign up" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Ada");
  await page.getByLabel("Password").first().fill("correct horse");
  await suitsDesktopAndPhone(page);
  await page.locator("form").first().getByRole("button", { name: "Sign up" }).click();
  await page.getByText("You are logged in as Ada.").waitFor();
  await suitsDesktopAndPhone(page);
  await becomes(() => menu.locator(".name").textContent(), "Ada");
  await page.goto(studio.url + path);
  await page.locator('[data-name="f5"]').first().waitFor();
  // Somebody else does not see it.
  const other = await openPage(browser, studio);
  const status = await other.evaluate((id) => fetch(`/api/games/${id}`).then((answer) => answer.status), created.game.id);
  assert.equal(status, 403);
  // Logged out, neither does this browser.
  await menu.locator("summary").click();
  await menu.getByRole("button", { name: "Log out" }).click();
  await page.waitForURL(studio.url + "/");
  assert.equal(await page.evaluate((id) => fetch(`/api/games/${id}`).then((answer) => answer.status), created.game.id), 403);
  await page.goto(`${studio.url}/account`);
  await page.getByLabel("Name", { exact: true }).fill("Ada");
  await page.getByLabel("Password").fill("wrong horse");
  await page.locator("form").first().getByRole("button", { name: "Log in" }).click();
  await page.getByText("The name or the password is wrong.").waitFor();
  await Promise.all([page.context().close(), other.context().close()]);
});

test("a studio of one person has no accounts", async () => {
  const page = await openPage(browser, alone);
  await page.getByRole("navigation").first().waitFor();
  assert.equal(await page.locator("header details").count(), 0);
  await page.goto(`${alone.url}/account`);
  await page.getByText("This studio has no accounts.").waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

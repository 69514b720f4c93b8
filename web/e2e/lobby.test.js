// The lobby of a server for many people: one seeks a game, another accepts, they play and talk, a third looks on.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { suitsDesktopAndPhone } from "./accessible.js";
import { becomes, openPage, startBrowser, startPublicStudio, startStudio } from "./studio.js";

let browser, studio, alone;

before(async () => {
  [browser, studio, alone] = await Promise.all([startBrowser(), startPublicStudio(), startStudio()]);
});
after(() => Promise.all([browser?.close(), studio?.stop(), alone?.stop()]));

/** Asks the server as the browser of a page does. */
const ask = (page, method, path, body) =>
  page.evaluate(
    ([method, path, body]) =>
      fetch(path, { method, headers: { "content-type": "application/json" }, ...(body ? { body: JSON.stringify(body) } : {}) }).then((answer) =>
        answer.text().then((text) => (text ? JSON.parse(text) : null)),
      ),
    [method, path, body],
  );

test("one seeks, another accepts, they play and chat, a third looks on", async () => {
  const [ann, ben, third] = await Promise.all([1, 2, 3].map(() => openPage(browser, studio, { bypassCSP: true })));
  await ask(ann, "PUT", "/api/me", { name: "Ann" });
  await ask(ben, "PUT", "/api/me", { name: "Ben" });
  // A tap waits and another tap cancels.
  const tile = ann.getByTestId("lobby").getByRole("button", { name: /^3\+2/ });
  await tile.click();
  await ann.getByTestId("own-seek").waitFor();
  await ann.getByTestId("own-seek").getByRole("button", { name: "Cancel" }).click();
  await ann.getByTestId("own-seek").waitFor({ state: "detached" });
  await tile.click();
  await ann.getByTestId("own-seek").getByText("3+2, casual").waitFor();
  // Others see it at once; whoever waits looks around meanwhile and is brought to the game.
  const seek = ben.getByTestId("seek").filter({ hasText: "Ann" });
  await seek.waitFor();
  await suitsDesktopAndPhone(ben);
  await ann.getByRole("link", { name: "Learn" }).first().click();
  await ann.getByTestId("waiting-elsewhere").waitFor();
  await seek.getByRole("button", { name: "Join" }).click();
  await Promise.all([ann, ben].map((page) => page.waitForURL(/\/game\/\d+$/)));
  assert.equal(new URL(ann.url()).pathname, new URL(ben.url()).pathname);

  // A third finds it on air and looks on, without a button that does nothing.
  await third.getByTestId("on-air").getByRole("link", { name: /^Watch/ }).click();
  await third.waitForURL(ann.url());
  await ann.getByTestId("spectators").getByText("1 watching").waitFor();
  for (const name of ["Play", "Resign", "Abort", /take back/, /draw/, /adjourn/, "Rematch", /^Name/, /link/i, "Send"]) {
    assert.equal(await third.getByRole("button", { name }).count(), 0, String(name));
  }
  const game = await ask(ann, "GET", `/api/games/${new URL(ann.url()).pathname.split("/").at(-1)}`);
  const [black, white] = game.yours[0] === "black" ? [ann, ben] : [ben, ann];
  for (const [page, name, color] of [[black, "f5", "black"], [white, "d6", "white"]]) {
    await page.locator(`[data-name="${name}"].legal`).click();
    await Promise.all([ann, ben, third].map((each) => each.locator(`[data-name="${name}"][data-disc="${color}"]`).waitFor()));
  }
  // They talk: text stays text, and the spectator hears nothing.
  await ann.getByTestId("chat").locator("summary").click();
  const text = "<b>hi</b> http://example.com";
  await ann.getByLabel("Message").fill(text);
  await ann.getByRole("button", { name: "Send" }).click();
  await ben.getByTestId("chat-new").getByText("1 new message").waitFor();
  await ben.getByTestId("chat").locator("summary").click();
  await ben.getByTestId("chat").getByText(text).waitFor();
  assert.equal(await ben.getByTestId("chat").locator("li a, li b b").count(), 0);
  assert.equal(await third.getByTestId("chat").count(), 0);
  await suitsDesktopAndPhone(ben);
  // A report reaches the admin, who closes it.
  await ben.getByTestId("chat").getByRole("button", { name: "Report" }).click();
  await ben.getByRole("dialog").getByRole("button", { name: "Report" }).click();
  await ben.getByText("Reported.").waitFor();
  await ben.getByRole("button", { name: "Switch chat off" }).click();
  await ann.getByText("Ben has switched chat off.").waitFor();
  await becomes(() => studio.said, /Log in as "admin"/);
  const [, file] = /Log in as "admin" with the password in (\S+)/.exec(studio.said);
  const password = readFileSync(file, "utf8").trim();
  await ask(third, "POST", "/api/session", { name: "admin", password });
  await third.goto(`${studio.url}/reports`);
  await third.getByTestId("report").getByText(text).waitFor();
  await suitsDesktopAndPhone(third);
  await third.getByRole("button", { name: "Close" }).click();
  await third.getByText("closed", { exact: false }).waitFor();
  assert.deepEqual([...ann.problems, ...ben.problems, ...third.problems], []);
  await Promise.all([ann, ben, third].map((page) => page.context().close()));
});

test("those who seek show their rating and say whom they want to meet", async () => {
  const [ada, ben, cy] = await Promise.all([1, 2, 3].map(() => openPage(browser, studio, { bypassCSP: true })));
  await ask(ada, "POST", "/api/accounts", { name: "Ada R", password: "correct horse" });
  await ask(cy, "POST", "/api/accounts", { name: "Cy R", password: "correct horse" });
  await Promise.all([ada, cy].map((page) => page.reload()));
  const lobby = ada.getByTestId("lobby");
  await lobby.getByText("Colour, opening, ratings, other times").click();
  await lobby.getByLabel("From").fill("1700");
  await lobby.getByRole("button", { name: /^20\+0/ }).click();
  await ada.getByTestId("own-seek").getByText("rated 1700 or more").waitFor();
  await suitsDesktopAndPhone(ada);
  // Others see a rating after few games, and cannot join: neither a guest nor an account that is rated otherwise.
  for (const page of [ben, cy]) {
    const seek = page.getByTestId("seek").filter({ hasText: "Ada R" });
    await seek.getByText("1500?").waitFor();
    await seek.getByRole("button", { name: "Join" }).click();
    await page.getByRole("alert").getByText("another rating").waitFor();
  }
  // A tap on the same time waits beside it; who may join is brought together by a tap.
  await ada.getByTestId("own-seek").getByRole("button", { name: "Cancel" }).click();
  await ada.getByTestId("own-seek").waitFor({ state: "detached" });
  await lobby.getByLabel("From").fill("1400");
  await lobby.getByLabel("Up to").fill("1600");
  await lobby.getByRole("button", { name: /^20\+0/ }).click();
  await ada.getByTestId("own-seek").getByText("rated 1400 to 1600").waitFor();
  await cy.getByTestId("lobby").getByRole("button", { name: /^20\+0/ }).click();
  await Promise.all([ada, cy].map((page) => page.waitForURL(/\/game\/\d+$/)));
  await Promise.all([ada, ben, cy].map((page) => page.context().close()));
});

test("a private game gets a link to watch, which can be taken back, and a studio of one person has no lobby", async () => {
  const ann = await openPage(browser, studio);
  const person = { player: "human" };
  const created = await ask(ann, "POST", "/api/games", { black: person, white: person, invite: "white" });
  const path = `/game/${created.game.id}`;
  const ben = await openPage(browser, studio, { path: `${path}?invite=${created.invitation}` });
  await ben.getByRole("button", { name: "Play", exact: true }).click();
  await ben.getByRole("button", { name: "Copy the link to watch" }).click();
  const link = new URL(await ben.getByTestId("watch-link").inputValue());
  const third = await openPage(browser, studio, { path: link.pathname + link.search });
  await third.locator('[data-name="f5"]').first().waitFor();
  assert.equal(await third.locator(".square.legal").count(), 0);
  await ben.getByRole("button", { name: "Revoke the link" }).click();
  await ben.getByTestId("watch-link").waitFor({ state: "detached" });
  const seen = await third.evaluate(
    ([id, key]) => fetch(`/api/games/${id}`, { headers: { "x-seat-key": key } }).then((answer) => answer.status),
    [created.game.id, link.searchParams.get("seat")],
  );
  assert.equal(seen, 403);
  const home = await openPage(browser, alone);
  await home.getByRole("navigation").first().waitFor();
  await home.waitForLoadState("networkidle");
  assert.equal(await home.getByTestId("lobby").count(), 0);
  assert.deepEqual(home.problems, []);
  await Promise.all([ann, ben, third, home].map((page) => page.context().close()));
});

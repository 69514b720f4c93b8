// A rated game of two accounts, what it changes, and the page of a player, on whatever servers: see `fair-play.js`.

import assert from "node:assert/strict";
import { suitsDesktopAndPhone } from "./accessible.js";
import { becomes, openPage } from "./studio.js";

/** Asks the server as the browser of a page. */
const ask = (page, method, path, body, key) =>
  page.evaluate(
    async ([method, path, body, key]) => {
      const headers = { "content-type": "application/json", ...(key ? { "x-seat-key": key } : {}) };
      const answer = await fetch(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
      return answer.json();
    },
    [method, path, body, key],
  );

/** A browser of its own with a new account. */
async function member(browser, server, name, options = {}) {
  const page = await openPage(browser, server, options);
  await ask(page, "POST", "/api/accounts", { name, password: "correct horse" });
  return page;
}

/** From the invitation to the page of a player, which somebody without an account reads. */
export async function playRated(ground) {
  const { browser, host, guest, third } = ground;
  const [ada, bob] = await Promise.all([member(browser, host, "Ada", { bypassCSP: true }), member(browser, guest, "Bob")]);
  await ada.goto(`${host.url}/?new=friend`);
  await ada.getByRole("radio", { name: "Black", exact: true }).check();
  await ada.getByRole("switch", { name: "Rated" }).check();
  await becomes(() => ada.getByLabel("Clock").inputValue(), "5", "the clock, which a rated game has,");
  await ada.getByRole("button", { name: "Begin" }).click();
  const link = new URL(await ada.getByTestId("invitation").inputValue());
  const id = Number(link.pathname.split("/").at(-1));
  const { key } = await ask(bob, "POST", `/api/games/${id}/join`, { invitation: link.searchParams.get("invite"), name: "" });
  await ada.getByTestId("rating-white").getByText("1500?").waitFor();
  await ada.locator('[data-name="f5"].legal').click();
  await ada.locator('[data-name="f5"][data-disc="black"]').waitFor();
  await ask(bob, "POST", `/api/games/${id}/moves`, { ply: 1, move: "d6" }, key);
  await ada.locator('[data-name="d6"][data-disc="white"]').waitFor();
  assert.equal(await ada.getByRole("button", { name: /take back|undo|hint/i }).count(), 0);
  await ask(bob, "POST", `/api/games/${id}/resign`, {}, key);
  await becomes(() => ada.getByTestId("rating-changes").textContent(), /Ada 1\d\d\d \+\d+.*Bob 1\d\d\d −\d+/);
  // Somebody without an account reads the page and opens the game.
  const visitor = await openPage(browser, third, { path: "/player/ada", bypassCSP: true });
  await becomes(() => visitor.getByTestId("rating").textContent(), /^1\d\d\d\?$/);
  await visitor.getByTestId("rating-curve").waitFor();
  await becomes(() => visitor.getByTestId("record").textContent(), /Black\s*1\s*0\s*0/);
  await suitsDesktopAndPhone(visitor);
  await visitor.getByRole("link", { name: "Ada – Bob" }).click();
  await visitor.locator('[data-name="d6"][data-disc="white"]').waitFor();
  await visitor.getByTestId("name-white").getByRole("link", { name: "Bob" }).click();
  await visitor.getByRole("heading", { name: "Bob" }).waitFor();
  await visitor.goto(`${third.url}/player/nobody`);
  await visitor.getByText("There is nobody called nobody here").waitFor();
  assert.deepEqual(ada.problems, []);
  await Promise.all([ada, bob, visitor].map((page) => page.context().close()));
}

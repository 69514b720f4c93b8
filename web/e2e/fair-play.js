// Two people who do not sit together, each with a browser of their own: what they live through, on whatever servers.
//
// A ground is a browser and the servers of host, guest and somebody who looks on; they may be one. What the pages look
// like at their turns is examined by `look`, if there is one.

import assert from "node:assert/strict";
import { becomes, closing, gameOf, newGame, openPage, square } from "./studio.js";

const person = { player: "human" };
const inTitle = (page, text) => page.waitForFunction((wanted) => document.title.includes(wanted), text);

/** Makes a move on one page and waits for it on the others. */
export async function move(page, name, color, others) {
  await page.locator(`[data-name="${name}"].legal`).click();
  await Promise.all(others.map((other) => other.locator(`[data-name="${name}"][data-disc="${color}"]`).waitFor()));
}

/** Begins a game by link through the interface: pages of host and guest, each at its seat. */
export async function duel(ground, clock) {
  const { game, key, invitation } = await newGame(ground.host, { black: { ...person, name: "Ann" }, white: person, invite: "white", clock });
  // The time for the first moves begins when the guest has joined: both have a page by then.
  const [host, guest] = await Promise.all([
    openPage(ground.browser, ground.host, { path: `/game/${game.id}?seat=${key}` }),
    openPage(ground.browser, ground.guest, { path: `/game/${game.id}?invite=${invitation}` }),
  ]);
  await Promise.all([host.locator(".othello-board").waitFor(), guest.getByLabel("Your name").fill("Ben")]);
  await guest.getByLabel("Your name").press("Enter");
  return { id: game.id, host, guest };
}

/** From the invitation over offers and a disconnection to the return; a third person watches. */
export async function meetByLink(ground) {
  const { browser, look = () => {} } = ground;
  const host = await openPage(browser, ground.host, { path: "/?new=friend", settings: { playerName: "Ann" }, bypassCSP: true });
  await host.getByRole("radio", { name: "Black", exact: true }).check();
  await host.getByLabel("Clock").selectOption("3");
  await host.getByRole("button", { name: "Begin" }).click();
  // The waiting room: a link that works once, and no clock runs.
  await host.getByTestId("waiting-room").waitFor();
  const link = new URL(await host.getByTestId("invitation").inputValue());
  assert.equal(await host.locator(".square.legal").count(), 0);
  assert.equal(await host.getByText("Your turn").count(), 0, "nobody is to move yet");
  await look(host);
  const guest = await openPage(browser, ground.guest, { path: link.pathname + link.search, bypassCSP: true });
  await guest.getByTestId("join").getByText("Ann invites you to a game").waitFor();
  await guest.getByTestId("status").getByText("Ann is waiting for you").waitFor();
  assert.ok(!guest.url().includes("invite="), "the invitation leaves the address");
  await look(guest);
  await guest.getByLabel("Your name").fill("Ben");
  await guest.getByLabel("Your name").press("Enter");
  await host.getByTestId("name-white").getByText("Ben").waitFor();
  await host.getByTestId("waiting-room").waitFor({ state: "detached" });
  await guest.getByText("you are White").waitFor();
  await inTitle(host, "Your turn");
  await host.getByText(/^First move: \d+ seconds left/).waitFor();
  // A third person with the same link watches, and has no buttons.
  const third = await openPage(browser, ground.third, { path: link.pathname + link.search });
  await third.getByTestId("late").waitFor();
  assert.equal(await third.locator(".square.legal").count(), 0);
  for (const name of ["Play", "Resign", "Abort", /take back/, /draw/, /adjourn/, "Rematch", /^Name/]) {
    assert.equal(await third.getByRole("button", { name }).count(), 0, String(name));
  }
  // Clocks begin with the first moves.
  await move(host, "f5", "black", [guest, third]);
  await inTitle(guest, "Your turn");
  await becomes(() => host.getByTestId("clock-black").textContent(), "3:00", "the clock");
  await move(guest, "d6", "white", [host, third]);
  await host.waitForFunction(() => document.querySelector('[data-testid="clock-black"]').textContent < "3:00");
  await move(host, "c3", "black", [guest, third]);
  // A take-back that is refused, a draw that is refused, a take-back that is accepted.
  await host.getByRole("button", { name: "Ask to take back" }).click();
  await guest.getByTestId("offer").getByText("Ann asks to take back").waitFor();
  await look(guest);
  await guest.getByRole("button", { name: "Decline" }).press("Enter");
  await host.getByTestId("own-offer").waitFor({ state: "detached" });
  await host.getByRole("button", { name: "Ask to take back" }).click();
  await host.getByText("You asked for that a moment ago").waitFor();
  host.problems = host.problems.filter((problem) => !problem.includes("409"));
  await guest.getByRole("button", { name: "Offer a draw" }).click();
  await host.getByTestId("offer").getByText("Ben offers a draw.").waitFor();
  await host.getByRole("button", { name: "Decline" }).click();
  await guest.getByTestId("own-offer").waitFor({ state: "detached" });
  await guest.getByRole("button", { name: "Ask to take back" }).click();
  await host.getByRole("button", { name: "Accept" }).click();
  await third.locator('[data-name="d6"][data-disc="white"]').waitFor({ state: "detached" });
  await move(guest, "f6", "white", [host, third]);
  // Who leaves is missed, and coming back changes nothing.
  const address = guest.url();
  await guest.goto(`${ground.guest.url}/help`);
  await host.getByTestId("presence-white").getByText("away").waitFor();
  await host.getByTestId("gone").waitFor();
  await guest.goto(address);
  await host.getByTestId("presence-white").getByText("here").waitFor();
  await host.getByTestId("gone").waitFor({ state: "detached" });
  await guest.getByTestId("clock-white").waitFor();
  for (const page of [host, third, guest]) await closing(page);
}

/** A flag falls; each is told from their side, and they play again with colours exchanged. */
export async function loseOnTime(ground) {
  // The first move has to come within the time of the game, also on a busy machine.
  const { id, host, guest } = await duel(ground, { initial: 6 });
  await move(host, "f5", "black", [guest]);
  await move(guest, "d6", "white", [host]);
  await host.getByTestId("result").getByText("You lost on time").waitFor();
  await guest.getByTestId("result").getByText("You won on time").waitFor();
  await becomes(() => host.getByTestId("clock-black").textContent(), "0:00.0", "the clock");
  await guest.getByTestId("result").getByRole("button", { name: "Rematch" }).click();
  await host.getByTestId("offer").getByText("Ben wants a rematch.").waitFor();
  await host.getByRole("button", { name: "Accept" }).click();
  await Promise.all([host, guest].map((page) => page.waitForURL((url) => !url.pathname.endsWith(`/${id}`))));
  assert.equal(new URL(host.url()).pathname, new URL(guest.url()).pathname);
  await guest.getByText("you are Black").waitFor();
  await host.getByText("you are White").waitFor();
  const next = Number(new URL(host.url()).pathname.split("/").pop());
  assert.equal((await gameOf(ground.guest, next)).black.name, "Ben");
  await square(guest, "f5").waitFor();
  await closing(host);
  await closing(guest);
}

// What happens in real life: reloads, crashes, two tabs, two people, a clipboard, a scene, a tournament.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, studio } from "./ground.js";
import { becomes, beginTournament, closing, gameOf, holdTournament, human, myTurn, newGame, openPage, square, waitForPlies } from "./studio.js";

const open = (id, more) => openPage(browser, studio, { path: `/game/${id}`, ...more });
const two = (more = {}) => newGame(studio, { black: human, white: { player: "human", name: "Kaori" }, ...more });
const plies = (page, count) => page.waitForFunction((n) => document.querySelectorAll("ol button").length === n, count);

test("a click during the computer's turn and the disc size while it thinks", async () => {
  const { game } = await newGame(studio, { black: { player: "random" }, white: human, pace: 60_000 });
  const page = await open(game.id);
  await page.getByText("is thinking").waitFor();
  await square(page, "f5").click();
  await page.getByTestId("disc-size").click();
  await page.locator(".othello-board.small").waitFor();
  assert.equal((await gameOf(studio, game.id)).plies.length, 0);
  await closing(page);
});

test("a game goes on after a reload, and after the server was killed and started again", async () => {
  const { game } = await newGame(studio, { black: human, white: { player: "greedy" } });
  const page = await open(game.id);
  await myTurn(page);
  await square(page, "f5").click();
  await plies(page, 2);
  await page.reload();
  await myTurn(page);
  assert.equal((await gameOf(studio, game.id)).plies.length, 2);
  await studio.kill();
  await page.getByText("Connection lost").waitFor();
  await studio.start();
  await page.getByText("Connection lost").waitFor({ state: "detached" });
  await page.locator(".square.legal").first().click();
  await plies(page, 4);
  await page.context().close();
});

test("two tabs on one game see every move", async () => {
  const { game } = await two();
  const [one, other] = await Promise.all([open(game.id), open(game.id)]);
  await Promise.all([myTurn(one), myTurn(other)]);
  await square(one, "f5").click();
  await other.locator('[data-name="f5"][data-disc="black"]').waitFor();
  await square(other, "d6").click();
  await one.locator('[data-name="d6"][data-disc="white"]').waitFor();
  await closing(one);
  await closing(other);
});

test("two people play by an invitation, each their own colour only, and meet again", async () => {
  const host = await openPage(browser, studio);
  await host.getByRole("link", { name: /^Invite a friend/ }).click();
  await host.getByRole("radio", { name: "Black", exact: true }).check();
  await host.getByRole("button", { name: "Begin" }).click();
  const link = new URL(await host.getByTestId("invitation").inputValue());
  const guest = await openPage(browser, studio, { path: link.pathname + link.search });
  await guest.getByRole("button", { name: "Play", exact: true }).click();
  await guest.getByText("Waiting for").waitFor();
  assert.equal(await guest.locator(".square.legal").count(), 0);
  assert.ok(!guest.url().includes("invite="), "the invitation leaves the address");
  // The host's page has to hear of the guest first.
  await host.locator('[data-name="f5"].legal').click();
  await guest.locator(".square.legal").first().waitFor();
  await becomes(() => host.locator(".square.legal").count(), 0, "what the host may play");
  await guest.reload();
  await guest.locator('[data-name="d6"].legal').click();
  await host.locator('[data-name="d6"][data-disc="white"]').waitFor();
  await myTurn(host);
  await host.getByRole("button", { name: "Resign" }).click();
  await host.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await guest.getByTestId("result").waitFor();
  await host.getByRole("button", { name: "Rematch" }).click();
  await guest.getByRole("button", { name: "Accept" }).click();
  await guest.locator('[data-name="f5"].legal').click();
  await host.locator('[data-name="f5"][data-disc="black"]').waitFor();
  await host.locator('[data-name="d6"].legal').click();
  await guest.locator('[data-name="d6"][data-disc="white"]').waitFor();
  await closing(host);
  await closing(guest);
});

test("a pass is announced and made by itself, or by a button if one likes", async () => {
  // Black takes c1; white, with b8 alone left, cannot move, and black goes on at c8.
  const start = `XO${"-".repeat(54)}XO------X`;
  const { game } = await two({ start });
  const page = await open(game.id);
  await square(page, "c1").click();
  await page.getByText("White has no legal move and passes.").first().waitFor();
  await page.getByText("Black to move").waitFor();
  await closing(page);
  const { game: manual } = await two({ start, manual_pass: true });
  const other = await open(manual.id);
  await square(other, "c1").click();
  await other.getByRole("button", { name: "Pass", exact: true }).click();
  await other.getByText("Black to move").waitFor();
  await closing(other);
});

test("a game in the clipboard opens by pasting it, and nonsense is explained", async () => {
  const page = await openPage(browser, studio, { path: "/help" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  const paste = (text) =>
    page.evaluate((given) => {
      const data = new DataTransfer();
      data.setData("text", given);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    }, text);
  await paste("hello there");
  await page.getByRole("alert").waitFor();
  await paste("1. f5 d6 2. c3 d3");
  await page.waitForURL(/\/game\/\d+$/);
  await page.locator('[data-name="d3"][data-disc="white"]').waitFor();
  await page.context().close();
});

test("the scene: real discs, views, a move by mouse and one by keyboard", async () => {
  const { game } = await two();
  const page = await open(game.id, { settings: { drawing: "3d" }, viewport: { width: 640, height: 460 } });
  const canvas = page.locator(".scene canvas");
  await canvas.waitFor();
  for (const view of ["Low", "Corner", "Orbit", "Overhead"]) {
    await page.getByRole("button", { name: view }).click();
    await page.locator('[aria-pressed="true"]').getByText(view).waitFor();
  }
  // Seen from above, rows and columns are straight: look for f5 and click there. The scene may still find its size: f5
  // has to be there twice.
  let [x, y, seen] = [0.5, 0.5, 0];
  const look = async () => {
    const box = await canvas.boundingBox();
    await page.mouse.move(box.x + x * box.width + (seen % 2), box.y + y * box.height);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const found = await page.locator(".scene").getAttribute("data-pointed");
    seen = found === "f5" ? seen + 1 : 0;
    const [column, row] = found === null ? [0, 0] : ["f".charCodeAt(0) - found.charCodeAt(0), 5 - Number(found[1])];
    [x, y] = found === null ? [0.5, 0.5] : [x + column * 0.05, y + row * 0.05];
    return seen;
  };
  await becomes(look, 2, "f5 under the mouse");
  await page.mouse.down();
  await page.mouse.up();
  await waitForPlies(studio, game.id, 1);
  await page.locator('[data-name="d6"].legal').waitFor({ state: "attached" });
  await page.locator('[data-name="d6"]').focus();
  await page.keyboard.press("Enter");
  await waitForPlies(studio, game.id, 2);
  // A window this low has the options of the board in a list.
  await page.getByRole("button", { name: "Board options" }).click();
  await page.getByTestId("drawing").click();
  await page.locator('.othello-board [data-name="d6"][data-disc="white"]').waitFor();
  await becomes(() => page.locator("canvas").count(), 0);
  await closing(page);
});

test("tournaments of the laboratory: list, progress, ranking, report", async () => {
  const page = await openPage(browser, studio, { path: "/lab" });
  await page.getByText("There are no tournaments").waitFor();
  holdTournament(studio.folder);
  await page.getByRole("link", { name: /Small players/ }).click();
  await page.getByText("24 of 24 games").waitFor();
  await becomes(() => page.locator("table").first().locator("tbody tr").count(), 4, "the ranking");
  const report = await page.getByRole("link", { name: "Full report" }).getAttribute("href");
  const answer = await fetch(studio.url + report);
  assert.equal(answer.status, 200);
  assert.match(await answer.text(), /<h1>Small players<\/h1>/);
  await page.goto(`${studio.url}/lab/none`);
  await page.getByRole("heading", { name: "There is no tournament “none” here" }).waitFor();
  await page.context().close();
});

test("a tournament is followed while it is going on, and its report can be read meanwhile", async () => {
  const { games, stop } = beginTournament(studio.folder);
  // A page that is opened before the tournament has made its folder would say that there is none.
  await becomes(() => fetch(`${studio.url}/api/tournaments/long`).then(({ status }) => status), 200);
  const page = await openPage(browser, studio, { path: "/lab/long" });
  try {
    await page.getByText("Running").waitFor();
    const shown = async () => Number(/^([\d,]+) of/.exec(await page.getByTestId("progress").locator("span").textContent())[1].replace(",", ""));
    const before = await shown();
    await page.waitForFunction(
      (count) => Number(document.querySelector('[data-testid="progress"] progress')?.value) > count,
      before,
    );
    assert.ok((await shown()) < games);
    const report = await fetch(`${studio.url}/api/tournaments/long/report`);
    assert.match(await report.text(), /Long/);
  } finally {
    stop();
  }
  await closing(page);
});

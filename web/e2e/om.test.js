// The objectives of the system `om` that concern playing, one by one, in a real browser.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { browser, studio } from "./ground.js";
import { becomes, closing, gameOf, human, myTurn, newGame, openPage, pause, square, waitForPlies } from "./studio.js";

const open = (id, more) => openPage(browser, studio, { path: `/game/${id}`, ...more });
const moves = (page) => page.locator("ol button").count();

test("om: computer against computer at any two levels, at a pace that can be changed while one watches", async () => {
  const page = await openPage(browser, studio);
  await page.getByRole("link", { name: /^Watch/ }).click();
  await page.getByLabel("Black plays as").selectOption("om-novice");
  await page.getByLabel("White plays as").selectOption("level:3");
  await page.getByRole("radio", { name: "Slow" }).check();
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForURL(/\/game\/\d+$/);
  const id = page.url().split("/").at(-1);
  await becomes(() => page.getByTestId("name-black").textContent(), "Othello Master, novice");
  // It can be stopped, and goes on.
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await page.getByTestId("status").getByText("Paused").waitFor();
  const { plies: made } = await gameOf(studio, id);
  await page.getByTestId("pace").fill("0");
  await becomes(async () => (await gameOf(studio, id)).pace, 0, "the pace");
  // Without the pause it would have moved by now.
  await pause(300);
  assert.equal((await gameOf(studio, id)).plies.length, made.length);
  await page.getByRole("button", { name: "Resume" }).click();
  await page.getByTestId("result").waitFor({ timeout: 120_000 });
  assert.equal((await gameOf(studio, id)).pace, 0);
  await closing(page);
});

test("om: games are saved under names, ten and more, and each is resumed", async () => {
  const games = [];
  for (let slot = 1; slot <= 11; slot += 1) games.push(await newGame(studio, { black: human, white: human, start: "f5d6" }));
  const { game } = games[4];
  const page = await open(game.id);
  await page.getByRole("button", { name: "Name this game" }).click();
  await page.getByLabel("Game name").fill("Tuesday evening");
  await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  await page.getByRole("button", { name: "Tuesday evening" }).waitFor();
  await page.goto(studio.url);
  await page.getByTestId("game-card").nth(10).waitFor();
  await page.getByRole("link", { name: "Tuesday evening" }).click();
  await myTurn(page);
  await becomes(() => moves(page), 2);
  await closing(page);
});

test("om: a game is saved to a file in every text format, and loaded again", async () => {
  const { game } = await newGame(studio, { black: human, white: { player: "human", name: "Kaori" }, start: "f5d6c3" });
  const page = await open(game.id);
  await page.getByText("Export").click();
  const files = {};
  for (const [format, beginning] of [["transcript", "f5d6c3"], ["ggf", "(;GM[Othello]"], ["sgf", "(;"], ["pgn", "["]]) {
    await page.getByLabel("Format").selectOption(format);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save to a file" }).click(),
    ]);
    files[format] = readFileSync(await download.path(), "utf8");
    assert.ok(files[format].startsWith(beginning), `${format}: ${files[format]}`);
  }
  for (const [format, text] of Object.entries(files)) {
    await page.goto(studio.url);
    await page.getByText("Open a game").click();
    const file = { name: `game.${format}`, mimeType: "text/plain", buffer: Buffer.from(text) };
    await page.locator('input[type="file"]').setInputFiles(file);
    await page.waitForURL(/\/game\/\d+$/);
    await page.locator('[data-name="c3"][data-disc="black"]').waitFor();
    if (format === "ggf") await becomes(() => page.getByTestId("name-white").textContent(), "Kaori");
  }
  await page.goto(studio.url);
  await page.getByText("Open a game").click();
  await page.getByLabel("Game as text").fill("this is no game");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("alert").waitFor();
  await page.context().close();
});

test("om: moves are undone as far back as one likes, and redone", async () => {
  const { game } = await newGame(studio, { black: human, white: { player: "greedy" } });
  const page = await open(game.id);
  await myTurn(page);
  for (const made of [2, 4]) {
    await page.locator(".square.legal").first().click();
    await page.waitForFunction((count) => document.querySelectorAll("ol button").length === count, made);
    await myTurn(page);
  }
  for (const left of [2, 0]) {
    await page.getByRole("button", { name: "Take back" }).click();
    await page.waitForFunction((count) => document.querySelectorAll("ol button").length === count, left);
  }
  for (const made of [2, 4]) {
    await page.getByRole("button", { name: "Redo" }).click();
    await page.waitForFunction((count) => document.querySelectorAll("ol button").length === count, made);
  }
  await closing(page);
});

test("om: the board is edited, visibly so, and the game goes on from there", async () => {
  const page = await openPage(browser, studio, { path: "/analyse/setup" });
  await page.getByText("You can play from this position.").waitFor();
  await page.locator(".othello-board.editing").waitFor();
  await page.getByRole("radio", { name: "Place white" }).check();
  await square(page, "f5").click();
  await page.getByRole("radio", { name: "Remove" }).check();
  await square(page, "d4").click();
  await page.locator('[data-name="f5"][data-disc="white"]').waitFor();
  await page.locator('[data-name="d4"][data-disc="empty"]').waitFor();
  await page.getByRole("link", { name: "Play from here" }).click();
  await page.getByRole("radio", { name: "Watch the computer" }).check();
  await page.getByRole("radio", { name: "Fast" }).check();
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForURL(/\/game\/\d+$/);
  const game = await waitForPlies(studio, page.url().split("/").at(-1), 2);
  assert.equal(game.start[37], "O", "a simulation from the middle of a game");
  await closing(page);
});

test("om: every level is described, with a page of its own, and its random choices can be switched on", async () => {
  const page = await openPage(browser, studio, { path: "/players" });
  await page.getByRole("heading", { name: "Opponents", level: 1 }).waitFor();
  await page.getByRole("link", { name: /Level 20/ }).waitFor();
  await becomes(() => page.locator(".page li a").count(), (count) => count >= 35, "the number of opponents");
  await page.getByRole("link", { name: /Othello Master, premaster/ }).click();
  await page.getByText("a lesson in speculating too far").waitFor();
  await page.getByText("Adjust this player").click();
  await page.getByLabel("Randomness in %").fill("5");
  await page.getByLabel("Randomness in %").blur();
  await page.getByText("om-premaster:noise=5").waitFor();
  await page.getByRole("button", { name: "Play against it" }).click();
  await page.waitForURL(/\/game\/\d+$/);
  await myTurn(page);
  await page.locator(".square.legal").first().click();
  const game = await waitForPlies(studio, page.url().split("/").at(-1), 2);
  assert.equal(game.white.player, "om-premaster:noise=5");
  await closing(page);
});

test("om: a player has a name", async () => {
  const page = await openPage(browser, studio, { settings: { playerName: "Ada" } });
  await page.getByRole("button", { name: /^Level 1 / }).click();
  await page.waitForURL(/\/game\/\d+$/);
  await becomes(() => page.getByTestId("name-black").textContent(), "Ada");
  await closing(page);
});

test("om: coordinates, legal moves and last move can be hidden", async () => {
  const { game } = await newGame(studio, { black: human, white: human, start: "f5" });
  const page = await open(game.id, { settings: { coordinates: false, legalMoves: false, lastMove: false } });
  await myTurn(page);
  assert.equal(await page.locator(".files, .dot, .last").count(), 0);
  await closing(page);
});

test("om: help is at hand: rules, keys, players", async () => {
  const { game } = await newGame(studio, { black: human, white: human });
  const page = await open(game.id);
  await myTurn(page);
  await page.keyboard.press("?");
  await page.getByRole("dialog").getByText("Step through the game").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Help" }).click();
  await page.getByText("Black moves first.").waitFor();
  await closing(page);
});

test("om, scout: the computer moves for either side when asked, and its time for each move is listed", async () => {
  const { game } = await newGame(studio, { black: human, white: { player: "scout:time=0.2" } });
  const page = await open(game.id);
  await myTurn(page);
  await page.getByTestId("helper-black").click();
  await waitForPlies(studio, game.id, 2);
  await page.getByText("Time per move · Scout").click();
  await page.getByTestId("times-white").locator("li").first().waitFor();
  await closing(page);
});

test("a hint tells the idea first, then the move with its reason, and marks it on the board", async () => {
  const { game } = await newGame(studio, { black: human, white: human, start: "f5d6" });
  const page = await open(game.id);
  await myTurn(page);
  await page.keyboard.press("v");
  const hint = page.getByTestId("hint");
  await hint.waitFor();
  assert.doesNotMatch(await hint.textContent(), /[a-h][1-8]/, "the idea names no square");
  assert.equal(await page.locator(".square .hint").count(), 0);
  await page.getByRole("button", { name: "Show the move" }).click();
  await hint.getByText(/^Play /).waitFor();
  const square = /Play ([a-h][1-8])/.exec(await hint.textContent())[1];
  await page.locator(`[data-name="${square}"] .hint`).waitFor();
  await closing(page);
});

// The objectives of the system `client` that concern playing, one by one, in a real browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, studio } from "./ground.js";
import { becomes, closing, counted, discs, gameOf, human, myTurn, newGame, openPage, resize, square, waitForPlies } from "./studio.js";

const against = (player, more = {}) => newGame(studio, { black: human, white: { player }, ...more });
const open = (id, more) => openPage(browser, studio, { path: `/game/${id}`, ...more });
const two = (more = {}) => newGame(studio, { black: human, white: { player: "human", name: "Kaori" }, ...more });
/** One move before the end: h8 turns over g8; black has then this many discs. */
const nearEnd = (black) => `${"X".repeat(black - 5)}${"O".repeat(59 - black)}XX${"O".repeat(5)}XO-X`;

test("client: an 8x8 board, set up correctly", async () => {
  const { game } = await two();
  const page = await open(game.id);
  await myTurn(page);
  assert.equal(await page.getByRole("row").count(), 8);
  const lies = await page.locator('[data-disc]:not([data-disc="empty"])').evaluateAll((cells) =>
    cells.map((cell) => [cell.dataset.name, cell.dataset.disc]),
  );
  assert.deepEqual(lies, [["d4", "white"], ["e4", "black"], ["d5", "black"], ["e5", "white"]]);
  await closing(page);
});

test("client: discs turn over by the rules, in all directions, one after the other", async () => {
  // c3 is surrounded: black at c3 turns over in eight directions.
  const start = "X-X-X----OOO----XO-OX----OOO----X-X-X---------------------------X";
  const { game } = await two({ start });
  const page = await open(game.id, { settings: { animation: "slow" } });
  await myTurn(page);
  await square(page, "c3").click();
  await page.locator(".disc.flip").first().waitFor();
  for (const name of ["b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4"]) {
    await page.locator(`[data-name="${name}"][data-disc="black"]`).waitFor();
  }
  await closing(page);
});

test("client: the winner is displayed, with a celebration, and one can begin again", async () => {
  const { game } = await against("random", { start: nearEnd(40) });
  const page = await open(game.id, { settings: { animation: "fast" } });
  await myTurn(page);
  await square(page, "h8").click();
  const result = page.getByTestId("result");
  await result.getByText("You won by 16", { exact: true }).waitFor();
  await result.getByText("40 – 24").waitFor();
  // The celebration stays off the text.
  const party = await result.locator(".party").boundingBox();
  const title = await result.getByText("You won by 16", { exact: true }).boundingBox();
  assert.ok(party.y + party.height <= title.y, "nothing flies over text");
  assert.ok((await result.locator(".party i").count()) > 0);
  await page.getByRole("button", { name: "Rematch" }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(`/${game.id}`));
  await becomes(() => page.getByTestId("name-white").textContent(), "You", "white, with colours exchanged,");
  await closing(page);
});

test("client: a bar split in proportion to the discs, with both counts", async () => {
  const { game } = await two({ start: nearEnd(50) });
  const page = await open(game.id);
  await myTurn(page);
  const share = await page.getByTestId("count-black").evaluate((part) => part.offsetWidth / part.parentElement.clientWidth);
  const [black, white] = [await counted(page, "black"), await counted(page, "white")];
  assert.deepEqual([black, white], [48, 15]);
  assert.ok(Math.abs(share - black / (black + white)) < 0.03, `${share}`);
  await closing(page);
});

test("client: the last move of the computer is marked", async () => {
  const { game } = await against("greedy");
  const page = await open(game.id);
  await myTurn(page);
  await square(page, "f5").click();
  const { plies } = await waitForPlies(studio, game.id, 2);
  await page.locator(`[data-name="${plies[1].move}"] .last`).waitFor();
  assert.equal(await page.locator(".last").count(), 1);
  await closing(page);
});

test("client: legal moves are semi-transparent dots", async () => {
  const { game } = await two();
  const page = await open(game.id);
  await myTurn(page);
  const opacity = await page.locator(".dot").first().evaluate((dot) => Number(getComputedStyle(dot).opacity));
  assert.ok(opacity > 0.2 && opacity < 0.9);
  await closing(page);
});

test("client: steps back and forward by << < > >> and by keys; no move can be made in the past", async () => {
  const { game } = await newGame(studio, { black: { player: "greedy" }, white: human, start: "f5d6c3d3c4" });
  const page = await open(game.id);
  await myTurn(page);
  const total = await discs(page, "black");
  const black = (count) => becomes(() => discs(page, "black"), count, "the number of black discs");
  await page.keyboard.press("Home");
  await black(2);
  await page.getByText("looking at the start").waitFor();
  await square(page, "f5").click();
  await page.getByRole("button", { name: "Forward" }).click();
  await black(4);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  await black(4);
  await page.getByRole("button", { name: "First" }).click();
  await black(2);
  await page.getByRole("button", { name: "Last" }).click();
  await black(total);
  await page.keyboard.press("ArrowLeft");
  await page.getByText("looking at").waitFor();
  await page.keyboard.press("End");
  await black(total);
  assert.equal((await gameOf(studio, game.id)).plies.length, 5);
  await closing(page);
});

test("client: every finished match is kept with key, time, level, result and moves, listed, and opened by its key", async () => {
  const { game } = await against("level:1", { start: nearEnd(40) });
  const page = await open(game.id);
  await myTurn(page);
  await square(page, "h8").click();
  await page.getByText(`Saved as game ${game.id}`).waitFor();
  const kept = await gameOf(studio, game.id);
  assert.equal(kept.white.player, "level:1");
  assert.deepEqual([kept.result.black, kept.result.white, kept.plies.length], [40, 24, 1]);
  assert.ok(Math.abs(kept.updated - Date.now()) < 60_000);
  await page.goto(studio.url);
  const card = page.getByTestId("game-card").filter({ hasText: "40 : 24" }).filter({ hasText: "Level 1" });
  await card.first().waitFor();
  await card.first().locator("a.title").click();
  await page.getByTestId("result").waitFor();
  assert.match(page.url(), new RegExp(`/game/${game.id}$`));
  await closing(page);
});

test("client: touch places discs as the mouse does", async () => {
  const { game } = await two();
  const page = await open(game.id, { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  await myTurn(page);
  await square(page, "f5").tap();
  await page.locator('[data-name="f5"][data-disc="black"]').waitFor();
  await closing(page);
});

test("client: white, black or random", async () => {
  const page = await openPage(browser, studio);
  for (const name of ["White", "Black", "Random"]) await page.getByRole("radio", { name, exact: true }).check();
  await page.getByRole("button", { name: /^Level 1 / }).click();
  await page.waitForURL(/\/game\/\d+$/);
  const names = [await page.getByTestId("name-black").textContent(), await page.getByTestId("name-white").textContent()];
  assert.equal(names.filter((name) => name === "You").length, 1);
  await closing(page);
});

test("client: two people at one device, whose games are kept too", async () => {
  const page = await openPage(browser, studio);
  await page.getByRole("link", { name: /^Two players, one screen/ }).click();
  await page.getByLabel("Black’s name").fill("Ann");
  await page.getByLabel("White’s name").fill("Bob");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForURL(/\/game\/\d+$/);
  const id = page.url().split("/").at(-1);
  for (const name of ["f5", "d6", "c3"]) {
    await page.locator(`[data-name="${name}"].legal`).click();
    await page.locator(`[data-name="${name}"]:not([data-disc="empty"])`).waitFor();
  }
  assert.deepEqual((await gameOf(studio, id)).plies.map((ply) => ply.move), ["f5", "d6", "c3"]);
  assert.deepEqual(await page.locator('[data-testid^="name-"]').allTextContents(), ["Bob", "Ann"]);
  await closing(page);
});

test("client: the window can be resized; the board stays square and inside it", async () => {
  const { game } = await two();
  const page = await open(game.id);
  await myTurn(page);
  for (const [width, height] of [[1600, 1000], [900, 700], [500, 900], [320, 568]]) {
    await resize(page, width, height);
    const { width: w, height: h, x } = await page.locator(".othello-board").boundingBox();
    assert.ok(Math.abs(w - h) < 1 && x >= 0 && x + w <= width, `${width}: ${w} x ${h}`);
  }
  await closing(page);
});

test("client: other starts, and corners for the weaker player", async () => {
  const page = await openPage(browser, studio, { path: "/?new=computer" });
  await page.getByRole("combobox", { name: "Computer" }).selectOption("random");
  await page.locator('select:has(option[value="handicap2"])').selectOption("handicap2");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.locator('[data-name="a1"][data-disc="black"]').waitFor();
  await page.locator('[data-name="h8"][data-disc="black"]').waitFor();
  await page.goto(`${studio.url}/?new=computer`);
  await page.locator('select:has(option[value="handicap2"])').selectOption("balanced");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForURL(/\/game\/\d+$/);
  const { plies } = await gameOf(studio, page.url().split("/").at(-1));
  assert.ok(plies.length >= 8, "an opening of eight moves has been played");
  await closing(page);
});

test("client: a whole game by keyboard alone", async () => {
  const { game } = await against("random");
  const page = await open(game.id);
  await myTurn(page);
  await page.keyboard.press("w");
  while (await myTurn(page)) {
    const target = await page.locator(".square.legal").first().getAttribute("data-square");
    const cursor = await page.locator('[role="gridcell"][tabindex="0"]').getAttribute("data-square");
    const [to, from] = [Number(target), Number(cursor)];
    const [columns, rows] = [(to % 8) - (from % 8), Math.floor(to / 8) - Math.floor(from / 8)];
    for (let left = Math.abs(columns); left > 0; left -= 1) await page.keyboard.press(columns > 0 ? "d" : "a");
    for (let left = Math.abs(rows); left > 0; left -= 1) await page.keyboard.press(rows > 0 ? "s" : "Shift+ArrowUp");
    const made = (await gameOf(studio, game.id)).plies.length;
    await page.keyboard.press("Enter");
    await waitForPlies(studio, game.id, made + 1);
  }
  assert.notEqual((await gameOf(studio, game.id)).result, null);
  await closing(page);
});

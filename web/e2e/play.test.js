// Playing in a real browser, objective by objective of the systems that this program descends from.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { gameOf, myTurn, newGame, openPage, square, startBrowser, startStudio } from "./studio.js";

let studio;
let browser;
before(async () => {
  [studio, browser] = await Promise.all([startStudio(), startBrowser()]);
});
after(async () => {
  await browser?.close();
  await studio?.stop();
});

const human = { player: "human", name: "You" };
const against = (player, more = {}) => newGame(studio, { black: human, white: { player }, ...more });
const open = (id, more) => openPage(browser, studio, { path: `/game/${id}`, ...more });
const discs = (page, color) => page.locator(`[data-disc="${color}"]`).count();
const counted = async (page, color) => Number(await page.getByTestId(`count-${color}`).textContent());

async function closing(page) {
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

test("nea 1, 3, 4: a graphical start page where opponent, strength and colour are chosen", async () => {
  const page = await openPage(browser, studio);
  await page.getByRole("combobox", { name: "Computer" }).selectOption("greedy");
  await page.getByRole("radio", { name: "White", exact: true }).check();
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForURL(/\/game\/\d+$/);
  assert.equal(await page.getByTestId("name-black").textContent(), "Greedy");
  assert.equal(await page.getByTestId("name-white").textContent(), "You");
  await myTurn(page);
  assert.equal(await counted(page, "black"), 4, "the computer moved first");
  await closing(page);
});

test("nea 2, 7, 11: a disc is placed if and only if the move is legal; counts and legal moves are shown", async () => {
  const { game } = await against("random");
  const page = await open(game.id);
  await myTurn(page);
  assert.equal(await page.locator(".dot.black").count(), 4);
  await square(page, "a1").click();
  await square(page, "d4").click();
  assert.equal((await gameOf(studio, game.id)).plies.length, 0, "illegal clicks change nothing");
  await square(page, "f5").click();
  await page.locator('[data-name="f5"][data-disc="black"]').waitFor();
  await myTurn(page);
  const now = await gameOf(studio, game.id);
  assert.equal(now.plies.length, 2);
  assert.equal(await counted(page, "black"), now.position.black);
  assert.equal(await discs(page, "white"), now.position.white);
  await closing(page);
});

test("nea 2, 9, 10: while the computer has its turn a click places nothing, and the disc size can be changed", async () => {
  const { game } = await newGame(studio, { black: { player: "random" }, white: human, pace: 4000 });
  const page = await open(game.id);
  await page.getByText("is thinking").waitFor();
  await square(page, "f5").click();
  await page.getByTestId("disc-size").click();
  await page.locator(".othello-board.small").waitFor();
  await page.getByTestId("disc-size").click();
  await page.locator(".othello-board:not(.small)").waitFor();
  assert.equal((await gameOf(studio, game.id)).plies.length, 0);
  await myTurn(page);
  await closing(page);
});

test("nea 5: six colour pickers change the board at once and are remembered", async () => {
  const page = await openPage(browser, studio, { path: "/settings" });
  const pickers = page.locator('input[type="color"]');
  await pickers.first().waitFor();
  assert.equal(await pickers.count(), 6);
  const names = ["--square-a", "--square-b", "--disc-black", "--disc-white", "--mark-black", "--mark-white"];
  for (const [index, name] of names.entries()) {
    const color = `#${String(index + 1).repeat(6)}`;
    await pickers.nth(index).fill(color);
    const shown = await page.evaluate((each) => document.documentElement.style.getPropertyValue(each), name);
    assert.equal(shown, color);
  }
  await page.reload();
  await pickers.first().waitFor();
  assert.equal(await pickers.nth(3).inputValue(), "#444444");
  await closing(page);
});

test("nea 8, client: a whole game by mouse ends with its result, kept with its number", async () => {
  const { game } = await against("random");
  const page = await open(game.id);
  while (await myTurn(page)) {
    const made = (await gameOf(studio, game.id)).plies.length;
    await page.locator(".square.legal").first().click();
    await page.waitForFunction(
      async ([id, old]) => (await (await fetch(`/api/games/${id}`)).json()).plies.length > old,
      [game.id, made],
    );
  }
  const { result } = await gameOf(studio, game.id);
  assert.equal(result.reason, "discs");
  const text = await page.getByTestId("result").textContent();
  assert.match(text, new RegExp(`${result.black} : ${result.white}`));
  assert.match(text, result.winner === null ? /draw/ : result.winner === "black" ? /You win/ : /Random wins/);
  assert.match(text, new RegExp(`Game ${game.id}, kept`));
  await closing(page);
});

test("client: steps back and forward by button and key; no move can be made in the past", async () => {
  const { game } = await against("greedy", { start: "f5d6c3d3c4" , black: { player: "greedy" }, white: human });
  const page = await open(game.id);
  await myTurn(page);
  const total = await discs(page, "black");
  await page.keyboard.press("Home");
  assert.equal(await discs(page, "black"), 2);
  await page.getByText("Looking at the start").waitFor();
  await square(page, "f5").click();
  await page.getByRole("button", { name: "Forward" }).click();
  assert.equal(await discs(page, "black"), 4);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await discs(page, "black"), 4);
  await page.keyboard.press("End");
  assert.equal(await discs(page, "black"), total);
  assert.equal((await gameOf(studio, game.id)).plies.length, 5);
  await closing(page);
});

test("om: undo goes back to one's own turn, redo forward again", async () => {
  const { game } = await against("greedy");
  const page = await open(game.id);
  await myTurn(page);
  await square(page, "f5").click();
  await page.waitForFunction(() => document.querySelectorAll("ol button").length === 2);
  await myTurn(page);
  await page.getByRole("button", { name: "Take back" }).click();
  await page.getByText("No moves yet").waitFor();
  await page.getByRole("button", { name: "Do again" }).click();
  await page.waitForFunction(() => document.querySelectorAll("ol button").length === 2);
  await closing(page);
});

test("a game goes on after a reload, and after the server was killed and started again", async () => {
  const { game } = await against("greedy");
  const page = await open(game.id);
  await myTurn(page);
  await square(page, "f5").click();
  await page.waitForFunction(() => document.querySelectorAll("ol button").length === 2);
  await page.reload();
  await myTurn(page);
  assert.equal((await gameOf(studio, game.id)).plies.length, 2);
  await studio.kill();
  await page.getByText("The connection is lost").waitFor();
  await studio.start();
  await page.getByText("The connection is lost").waitFor({ state: "detached" });
  await page.locator(".square.legal").first().click();
  await page.waitForFunction(() => document.querySelectorAll("ol button").length === 4);
  await page.context().close();
});

test("om: a game is saved as a file in any text format", async () => {
  const { game } = await newGame(studio, { black: human, white: { player: "human" }, start: "f5d6c3" });
  const page = await open(game.id);
  await page.getByText("Export").click();
  for (const [format, beginning] of [["transcript", "f5d6c3"], ["ggf", "(;GM[Othello]"], ["sgf", "(;"], ["pgn", "["]]) {
    await page.getByLabel("Format").selectOption(format);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save as a file" }).click(),
    ]);
    const text = readFileSync(await download.path(), "utf8");
    assert.ok(text.startsWith(beginning), `${format}: ${text}`);
  }
  await closing(page);
});

test("two tabs on one game see every move", async () => {
  const { game } = await newGame(studio, { black: { player: "human" }, white: { player: "human" } });
  const [one, two] = await Promise.all([open(game.id), open(game.id)]);
  await Promise.all([myTurn(one), myTurn(two)]);
  await square(one, "f5").click();
  await two.locator('[data-name="f5"][data-disc="black"]').waitFor();
  await square(two, "d6").click();
  await one.locator('[data-name="d6"][data-disc="white"]').waitFor();
  await closing(one);
  await closing(two);
});

test("two people play by an invitation, each their own colour only", async () => {
  const host = await openPage(browser, studio);
  await host.getByRole("radio", { name: "A person elsewhere" }).check();
  await host.getByRole("radio", { name: "Black", exact: true }).check();
  await host.getByRole("button", { name: "Begin" }).click();
  const link = await host.getByTestId("invitation").inputValue();
  const guest = await openPage(browser, studio, { path: new URL(link).pathname + new URL(link).search });
  await guest.getByText("Waiting for").waitFor();
  assert.equal(await guest.locator(".square.legal").count(), 0);
  await square(host, "f5").click();
  await guest.locator(".square.legal").first().waitFor();
  assert.equal(await host.locator(".square.legal").count(), 0);
  await square(guest, "d6").click();
  await host.locator('[data-name="d6"][data-disc="white"]').waitFor();
  await closing(host);
  await closing(guest);
});

test("a whole game by keyboard alone", async () => {
  const { game } = await against("random");
  const page = await open(game.id);
  await myTurn(page);
  await page.keyboard.press("w");
  while (await myTurn(page)) {
    const target = await page.locator(".square.legal").first().getAttribute("data-square");
    const cursor = await page.locator('[role="gridcell"][tabindex="0"]').getAttribute("data-square");
    const [to, from] = [Number(target), Number(cursor)];
    const [columns, rows] = [(to % 8) - (from % 8), Math.floor(to / 8) - Math.floor(from / 8)];
    for (let left = Math.abs(columns); left > 0; left -= 1) await page.keyboard.press(columns > 0 ? "ArrowRight" : "ArrowLeft");
    for (let left = Math.abs(rows); left > 0; left -= 1) await page.keyboard.press(rows > 0 ? "ArrowDown" : "ArrowUp");
    const made = (await gameOf(studio, game.id)).plies.length;
    await page.keyboard.press("Enter");
    await page.waitForFunction(
      async ([id, old]) => (await (await fetch(`/api/games/${id}`)).json()).plies.length > old,
      [game.id, made],
    );
  }
  assert.notEqual((await gameOf(studio, game.id)).result, null);
  await closing(page);
});

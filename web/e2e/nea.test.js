// The eleven objectives of the system `nea`, one by one, in a real browser; the two that measure time are in `timed`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, studio } from "./ground.js";
import { becomes, closing, counted, discs, gameOf, human, myTurn, newGame, openPage, square, waitForPlies } from "./studio.js";

const against = (player, more = {}) => newGame(studio, { black: human, white: { player }, ...more });
const open = (id, more) => openPage(browser, studio, { path: `/game/${id}`, ...more });

test("nea 1: launching shows a graphical interface, one click away from a board", async () => {
  const page = await openPage(browser, studio);
  await page.getByRole("heading", { name: "Play Othello" }).waitFor();
  await page.getByRole("button", { name: /^Level 1 / }).click();
  await page.waitForURL(/\/game\/\d+$/);
  await myTurn(page);
  assert.equal(await page.getByRole("gridcell").count(), 64);
  await closing(page);
});

test("nea 2: a click places a disc if and only if it is the human's turn and the move is legal", async () => {
  const { game } = await against("random", { pace: 60_000 });
  const page = await open(game.id);
  await myTurn(page);
  for (const name of ["a1", "d4", "e5"]) await square(page, name).click();
  assert.equal((await gameOf(studio, game.id)).plies.length, 0, "an illegal square changes nothing");
  await square(page, "f5").click();
  await page.locator('[data-name="f5"][data-disc="black"]').waitFor();
  for (const name of ["d6", "f6", "f4", "c3"]) await square(page, name).click();
  assert.equal((await gameOf(studio, game.id)).plies.length, 1, "a click during the computer's turn changes nothing");
  await closing(page);
});

test("nea 3: the difficulty is chosen in the interface: twenty levels and every heritage player", async () => {
  const page = await openPage(browser, studio, { path: "/?new=computer" });
  const choice = page.getByRole("combobox", { name: "Computer" });
  await page.locator('option[value="level:20"]').first().waitFor({ state: "attached" });
  const all = () => choice.locator("option").evaluateAll((options) => options.map((option) => option.value));
  const offered = await becomes(all, (options) => options.length >= 33, "the list of players");
  for (let level = 1; level <= 20; level += 1) assert.ok(offered.includes(`level:${level}`));
  const heritage = ["nea", "agent", "scout"]
    .concat(["beginner", "easy", "medium", "hard", "expert"].map((level) => `client-${level}`))
    .concat(["beginner", "novice", "expert", "premaster", "master"].map((level) => `om-${level}`));
  for (const player of heritage) assert.ok(offered.includes(player), player);
  await choice.selectOption("nea");
  await page.getByText("Alpha-beta search over corners").waitFor();
  await page.getByText("Adjust this player").click();
  await page.getByLabel("Search depth in moves").fill("2");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForURL(/\/game\/\d+$/);
  await becomes(() => page.getByTestId("name-white").textContent(), "Minimax (nea) · depth 2");
  await closing(page);
});

test("nea 4: the colour is chosen in the interface", async () => {
  const page = await openPage(browser, studio, { path: "/?new=computer" });
  await page.getByRole("combobox", { name: "Computer" }).selectOption("greedy");
  await page.getByRole("radio", { name: "White", exact: true }).check();
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForURL(/\/game\/\d+$/);
  await becomes(() => page.getByTestId("name-white").textContent(), "You");
  await myTurn(page);
  await becomes(() => counted(page, "black"), 4, "the count of Black, who has moved,");
  await closing(page);
});

test("nea 5: colour pickers change the board at once and are remembered", async () => {
  const page = await openPage(browser, studio, { path: "/settings" });
  const pickers = page.locator('input[type="color"]');
  await pickers.first().waitFor();
  const names = ["--square-a", "--square-b", "--disc-black", "--disc-white", "--mark-black", "--mark-white", "--last"];
  assert.equal(await pickers.count(), names.length);
  for (const [index, name] of names.entries()) {
    const color = `#${String(index + 1).repeat(6)}`;
    await pickers.nth(index).fill(color);
    await becomes(() => page.evaluate((each) => document.documentElement.style.getPropertyValue(each), name), color, name);
  }
  await page.reload();
  await pickers.first().waitFor();
  assert.equal(await pickers.nth(3).inputValue(), "#444444");
  const painted = () => page.locator(".square:not(.alt)").first().evaluate((cell) => getComputedStyle(cell).backgroundColor);
  await becomes(painted, "rgb(17, 17, 17)", "the colour of the squares");
  await closing(page);
});

test("nea 7: the discs are counted on the screen", async () => {
  const { game } = await newGame(studio, { black: human, white: human, start: "f5d6c3" });
  const page = await open(game.id);
  await myTurn(page);
  assert.deepEqual([await counted(page, "black"), await counted(page, "white")], [5, 2]);
  assert.deepEqual([await discs(page, "black"), await discs(page, "white")], [5, 2]);
  await square(page, "d3").click();
  await page.locator('[data-name="d3"][data-disc="white"]').waitFor();
  const { black, white } = (await gameOf(studio, game.id)).position;
  await becomes(async () => [await counted(page, "black"), await counted(page, "white")], [black, white], "the count");
  await closing(page);
});

test("nea 8: the end says who has won, or that it is a draw", async () => {
  const { game } = await against("random");
  const page = await open(game.id);
  while (await myTurn(page)) {
    const made = (await gameOf(studio, game.id)).plies.length;
    await page.locator(".square.legal").first().click();
    await waitForPlies(studio, game.id, made + 1);
  }
  const { result } = await gameOf(studio, game.id);
  const text = () => page.getByTestId("result").textContent();
  await becomes(text, new RegExp(`${result.black} – ${result.white}`), "the result");
  await becomes(text, result.winner === null ? /A draw/ : result.winner === "black" ? /You won by/ : /You lost by/, "the result");
  await closing(page);
  // The last move, h8, turns over g8 and makes it 32 discs each.
  const board = `${"X".repeat(27)}${"O".repeat(27)}XX${"O".repeat(5)}XO-X`;
  const { game: even } = await newGame(studio, { black: human, white: human, start: board });
  const last = await open(even.id);
  await square(last, "h8").click();
  await last.getByTestId("result").getByText("A draw").waitFor();
  await closing(last);
});

test("nea 10: small and large discs", async () => {
  const { game } = await newGame(studio, { black: human, white: human });
  const page = await open(game.id);
  const size = () => page.locator(".disc").first().evaluate((disc) => disc.getBoundingClientRect().width);
  await myTurn(page);
  const large = await size();
  await page.getByTestId("disc-size").click();
  await page.locator(".othello-board.small").waitFor();
  await becomes(size, (small) => small < 0.85 * large, "the size of a disc");
  await page.getByTestId("disc-size").click();
  await page.locator(".othello-board:not(.small)").waitFor();
  await closing(page);
});

test("nea 11: the legal moves of the side to move are marked", async () => {
  const { game } = await newGame(studio, { black: human, white: human });
  const page = await open(game.id);
  await myTurn(page);
  const marked = () => page.locator(".square:has(.dot)").evaluateAll((cells) => cells.map((cell) => cell.dataset.name).sort());
  await becomes(marked, ["c4", "d3", "e6", "f5"], "what is marked");
  await square(page, "f5").click();
  await page.locator(".dot.white").first().waitFor();
  await becomes(marked, ["d6", "f4", "f6"], "what is marked");
  await closing(page);
});

// At the board: marks and meters, computer help by colour, beginning again, editing, saving or not, the key; and minimax
// step by step.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, studio } from "./ground.js";
import { becomes, closing, gameOf, human, myTurn, newGame, openPage, resize, square, waitForPlies } from "./studio.js";

const open = (id, more) => openPage(browser, studio, { path: `/game/${id}`, ...more });
const kaori = { player: "human", name: "Kaori" };

test("the last move is an outlined square whose colour and size are set; grid and meters can be hidden", async () => {
  const { game } = await newGame(studio, { black: human, white: kaori, start: "f5" });
  const page = await openPage(browser, studio, { path: "/settings" });
  const mark = page.locator("aside .last");
  const look = (target) => target.evaluate((each) => [getComputedStyle(each).borderTopColor, parseFloat(getComputedStyle(each).borderTopWidth)]);
  const [, medium] = await look(mark);
  await page.getByRole("radio", { name: "Thick" }).check();
  await page.getByLabel("Colour of the last move").fill("#00aaff");
  const [color] = await becomes(() => look(mark), ([color, thick]) => color === "rgb(0, 170, 255)" && thick > medium, "the mark");
  await page.goto(`${studio.url}/game/${game.id}`);
  const last = page.locator('[data-name="f5"] .last');
  await last.waitFor();
  const [outline, cell] = await Promise.all([last.boundingBox(), square(page, "f5").boundingBox()]);
  assert.ok(Math.abs(outline.width - cell.width) < 1 && Math.abs(outline.x - cell.x) < 1, "the whole square is outlined");
  await becomes(async () => (await look(last))[0], color, "the colour of the mark");
  // Meters: both sides would have three moves.
  assert.equal(await page.getByTestId("mobility-white").textContent(), "3");
  assert.equal(await page.getByTestId("mobility-black").textContent(), "3");
  const shade = (name) => square(page, name).evaluate((each) => getComputedStyle(each).backgroundColor);
  assert.notEqual(await shade("a1"), await shade("b1"));
  await page.goto(`${studio.url}/settings`);
  await page.getByRole("switch", { name: "Grid" }).uncheck();
  await page.getByRole("switch", { name: "Meters for discs and mobility" }).uncheck();
  await page.goto(`${studio.url}/game/${game.id}`);
  await myTurn(page);
  assert.equal(await page.getByTestId("mobility-meter").count(), 0);
  assert.equal(await page.getByTestId("discs-meter").count(), 0);
  assert.equal(await shade("a1"), await shade("b1"));
  await closing(page);
});

test("a computer player of choice moves for either colour, its times are listed; restart; edit and go on", async () => {
  const { game } = await newGame(studio, { black: human, white: kaori });
  const page = await open(game.id);
  await myTurn(page);
  await page.getByLabel("Who moves for Black").selectOption("greedy");
  await page.getByLabel("Who moves for White").selectOption("nea");
  await becomes(() => page.getByTestId("helper-white").isDisabled(), true, "the button for white, who is not to move,");
  await page.getByTestId("helper-black").click();
  await waitForPlies(studio, game.id, 1);
  await page.getByTestId("helper-white").click();
  await waitForPlies(studio, game.id, 2);
  for (const [side, player] of [["black", "Greedy"], ["white", "NEA"]]) {
    await page.getByText(`chosen for ${side === "black" ? "Black" : "White"} by computer players`).click();
    const line = page.getByTestId(`times-${side}`).locator("li");
    await line.waitFor();
    assert.match(await line.textContent(), new RegExp(`${player}.*s`, "i"));
  }
  await page.getByRole("button", { name: "Restart" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restart" }).click();
  await page.getByText("No moves yet").waitFor();
  assert.equal((await gameOf(studio, game.id)).plies.length, 0);
  await page.getByRole("button", { name: "Redo" }).click();
  await waitForPlies(studio, game.id, 1);
  // Edit: a disc more, and the same two people go on.
  await page.getByRole("link", { name: "Edit" }).click();
  await square(page, "a1").click();
  await page.locator('[data-name="a1"][data-disc="black"]').waitFor();
  await page.getByRole("button", { name: "Continue with the same players" }).click();
  await page.waitForURL((url) => /\/game\/\d+$/.test(url.pathname) && !url.pathname.endsWith(`/${game.id}`));
  await page.locator('[data-name="a1"][data-disc="black"]').waitFor();
  await becomes(() => page.getByTestId("name-white").textContent(), "Kaori");
  await closing(page);
});

test("saving can be declined and taken back; the key that is told opens the game everywhere, in a list with key, time and player", async () => {
  const page = await openPage(browser, studio, { path: "/?new=older" });
  await page.getByRole("combobox", { name: "Computer" }).selectOption("om-novice");
  await page.getByRole("switch", { name: "Save this game" }).uncheck();
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForURL(/\/game\/\d+$/);
  await myTurn(page);
  await page.locator(".square.legal").first().click();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.getByText("This game is not saved.").waitFor();
  const listed = async () => (await (await fetch(`${studio.url}/api/library?kind=om-novice`)).json()).total;
  assert.equal(await listed(), 0);
  await page.getByRole("button", { name: "Save this game" }).click();
  const told = await page.getByRole("link", { name: /^Saved as game \d+$/ }).textContent();
  const key = /\d+/.exec(told)[0];
  assert.equal(await listed(), 1);
  await page.goto(`${studio.url}/library`);
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByLabel("Who played").selectOption("om-novice");
  const row = page.getByTestId("library-row");
  await row.filter({ hasText: `#${key}` }).waitFor();
  await becomes(() => row.count(), 1);
  assert.match(await row.locator(".date").textContent(), /\d\d:\d\d/, "the time of day");
  for (const path of [`/library/${key}`, `/game/${key}`]) {
    await page.goto(studio.url + path);
    await page.locator(".othello-board").waitFor();
  }
  await page.goto(studio.url);
  await page.getByText("Open a game").click();
  await page.getByLabel("Game as text").fill(`#${key}`);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.waitForURL(`**/library/${key}`);
  await closing(page);
});

test("minimax and alpha-beta are shown step by step on a small tree of the position at hand", async () => {
  const page = await openPage(browser, studio, { path: "/analyse/thinking?text=f5d6c3" });
  await page.getByRole("link", { name: "Minimax step by step" }).click();
  const said = page.getByTestId("minimax-step");
  await said.getByText("Step 0 of").waitFor();
  await page.keyboard.press("ArrowRight");
  await said.getByText("wants the move with the largest value").waitFor();
  await page.getByRole("button", { name: "Last" }).click();
  await said.getByText("The result is").waitFor();
  const result = /The result is ([^:]+):/.exec(await said.textContent())[1];
  const node = (status) => page.locator(`[data-status="${status}"]`);
  await becomes(() => node("waiting").count(), 0, "what minimax has not looked at");
  await page.getByText("Alpha-beta", { exact: true }).click();
  await page.getByRole("button", { name: "Last" }).click();
  await said.getByText(`The result is ${result}:`).waitFor();
  const cut = await becomes(() => node("cut").count(), (count) => count > 0, "what is cut");
  await said.getByText(`${cut} cut`).waitFor();
  await page.getByText("Worst first", { exact: true }).click();
  await said.getByText("Step 0 of").waitFor();
  await page.getByRole("button", { name: "Last" }).click();
  await said.getByText("The result is").waitFor();
  await becomes(() => node("cut").count(), (count) => count < cut, "what is cut in a bad order");
  // On a phone the tree lies on its side: nothing has to be scrolled sideways.
  await resize(page, 360, 640);
  await becomes(() => page.getByTestId("tree").evaluate(({ parentElement: frame, clientWidth }) => clientWidth > 0 && frame.scrollWidth <= frame.clientWidth), true, "the tree, inside its frame,");
  await page.locator('[data-testid="tree"].lies').waitFor();
  // The assistant knows it.
  await page.goto(`${studio.url}/analyse/ask`);
  await page.getByLabel("Question").fill("How does minimax work?");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.getByText("assumes a perfect opponent").waitFor();
  await closing(page);
});

// The library and the explorer in a real browser, feature by feature.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { browser, studio } from "./ground.js";
import { famousGames, fillLibrary, pgn } from "./library-games.js";
import { BINARY, becomes, closing, human, newGame, openPage, square } from "./studio.js";

before(async () => {
  await fillLibrary(studio);
});

const rows = (page) => page.getByTestId("library-row");
const count = (page, n) => page.getByTestId("library-count").getByText(`${n} game${n === 1 ? "" : "s"}`, { exact: true }).waitFor();

test("Library: a game that ends here is in the list, and opens by a click", async () => {
  const start = famousGames[6].moves;
  const { game } = await newGame(studio, { black: { ...human, name: "Ada" }, white: { ...human, name: "Kaori" }, start });
  assert.ok(game.result);
  const page = await openPage(browser, studio, { path: "/library?search=kaori" });
  await count(page, 1);
  await page.getByRole("link", { name: "Ada – Kaori" }).click();
  await page.waitForURL(/\/library\/\d+$/);
  await page.getByTestId("library-score").waitFor();
  await page.getByRole("link", { name: "Open the original game" }).click();
  await page.waitForURL(`**/game/${game.id}`);
  await closing(page);
});

test("Library: filters by player, colour, opponent, outcome, years, opening and who played", async () => {
  const page = await openPage(browser, studio, { path: "/library" });
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByLabel("Player", { exact: true }).fill("cerf");
  await count(page, 3);
  await page.getByLabel("Colour").selectOption("black");
  await count(page, 2);
  await page.getByLabel("Result").selectOption("won");
  await count(page, 1);
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByLabel("Opponent").fill("logistello");
  await count(page, 6);
  await page.getByLabel("From").fill("1998");
  await page.getByText("No games match.").waitFor();
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByLabel("From").fill("1995");
  await page.getByLabel("To", { exact: true }).fill("1996");
  await count(page, 3);
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByLabel("Opening").fill("tamenori");
  await rows(page).first().getByText("Tamenori").first().waitFor();
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByLabel("Who played").selectOption("people");
  await count(page, 1);
  await closing(page);
});

test("Library: search, sorting and paging, kept in the address", async () => {
  const many = Array.from({ length: 60 }, (_, game) => ({ ...famousGames[0], black: `Crowd ${String(game).padStart(2, "0")}`, event: "Fair" }));
  const page = await openPage(browser, studio, { path: "/library" });
  await page.getByRole("button", { name: "Import games" }).click();
  await page.getByTestId("import-files").setInputFiles({ name: "fair.pgn", mimeType: "text/plain", buffer: Buffer.from(pgn(many)) });
  await page.getByText("60 imported, 0 duplicates, 0 unreadable.").waitFor();
  await page.getByPlaceholder("Name, event, note or number").fill("crowd");
  await count(page, 60);
  await page.getByRole("button", { name: "Black" }).click();
  await rows(page).first().getByText("Crowd 00").waitFor();
  await page.getByRole("button", { name: "Next page" }).click();
  await page.getByText("51 to 60 of 60").waitFor();
  await rows(page).first().getByText("Crowd 50").waitFor();
  await rows(page).first().getByRole("link").click();
  await page.getByTestId("library-score").waitFor();
  await page.goBack();
  await page.getByText("51 to 60 of 60").waitFor();
  await becomes(() => rows(page).count(), 10);
  await closing(page);
});

test("Library: a key opens a game, and a missing one is told kindly", async () => {
  const page = await openPage(browser, studio, { path: "/library" });
  await page.getByPlaceholder("Name, event, note or number").fill("#3");
  await page.getByRole("link", { name: "Open game 3" }).click();
  await page.getByText("Game 3", { exact: false }).first().waitFor();
  await page.goto(`${studio.url}/library/99999`);
  await page.getByText("There is no game 99999 in the library").waitFor();
  await page.context().close();
});

test("Library: a game is stepped through, tagged and annotated; tags and notes are found again", async () => {
  const page = await openPage(browser, studio, { path: "/library/1" });
  await page.getByTestId("library-score").getByText("16 : 48").waitFor();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.locator('[data-name="f5"][data-disc="black"]').waitFor();
  // The board's caption says what it shows.
  await page.getByTestId("library-caption").getByText(/ played f5\./).waitFor();
  await page.getByTestId("library-caption").getByText(/^1 of \d+$/).waitFor();
  await page.getByLabel("New tag").fill("study");
  await page.getByRole("button", { name: "Add" }).click();
  await page.getByRole("link", { name: "#study" }).waitFor();
  await page.getByRole("textbox", { name: "Notes" }).fill("A machine wins");
  await page.getByLabel("New tag").focus();
  await page.getByText("Saved.").waitFor();
  await page.getByRole("link", { name: "#study" }).click();
  await count(page, 1);
  await page.goto(`${studio.url}/library?search=machine%20wins`);
  await count(page, 1);
  await page.goto(`${studio.url}/library/1`);
  await page.getByRole("button", { name: "Remove study" }).click();
  await page.getByRole("link", { name: "#study" }).waitFor({ state: "detached" });
  await closing(page);
});

test("Library: a game opens in the review, at the position one looks at", async () => {
  const page = await openPage(browser, studio, { path: "/library/1" });
  await page.getByTestId("library-score").waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.getByRole("link", { name: "Review the game" }).click();
  await page.getByTestId("review-moves").locator(".current").waitFor();
  const { moves, black } = famousGames[0];
  await becomes(() => page.getByTestId("review-moves").locator(".current b").textContent(), moves.slice(-2));
  await becomes(() => page.getByTestId("name-black").textContent(), black);
  await page.goBack();
  await page.getByTestId("library-score").waitFor();
  await closing(page);
});

test("Library: deletion can be undone, at once and later", async () => {
  const page = await openPage(browser, studio, { path: "/library?player=mimura" });
  await count(page, 3);
  await rows(page).first().getByRole("button", { name: /^Delete/ }).click();
  await count(page, 2);
  await page.getByRole("button", { name: "Undo" }).click();
  await count(page, 3);
  await rows(page).first().getByRole("button", { name: /^Delete/ }).click();
  await count(page, 2);
  await page.goto(`${studio.url}/library?deleted=true`);
  await rows(page).first().getByRole("button", { name: /^Restore/ }).click();
  await page.getByText("No games match.").waitFor();
  await page.goto(`${studio.url}/library?player=mimura`);
  await count(page, 3);
  await closing(page);
});

test("Library: games pasted and from files are imported once, and unreadable records are told", async () => {
  const page = await openPage(browser, studio, { path: "/library" });
  await page.getByRole("button", { name: "Import games" }).click();
  await page.getByRole("textbox", { name: "Game as text" }).fill("f5d6c3d3c4\nf5a1\nf5f6e6f4\n");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByText("2 imported, 0 duplicates, 1 unreadable.").waitFor();
  await page.getByText("1 record could not be read").click();
  await page.getByText(/a1/).waitFor();
  await page.getByTestId("import-files").setInputFiles({ name: "again.txt", mimeType: "text/plain", buffer: Buffer.from("f5d6c3d3c4\n") });
  await page.getByText("0 imported, 1 duplicate, 0 unreadable.").waitFor();
  await closing(page);
});

test("Library: the games that are listed, and one of them, are saved as files, WTHOR included", async () => {
  const page = await openPage(browser, studio, { path: "/library?player=shaman" });
  await count(page, 3);
  const save = async (button) => {
    const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
    const path = join(studio.folder, download.suggestedFilename());
    await download.saveAs(path);
    return readFileSync(path, "utf8");
  };
  const all = await save(page.getByRole("link", { name: "Save 3 games" }));
  assert.equal(all.match(/PB\[/g).length, 3);
  await page.getByLabel("Format").selectOption("wthor");
  const wthor = await save(page.getByRole("link", { name: "Save 3 games" }));
  assert.match(wthor, /^PK.*WTHOR\.JOU/is);
  await rows(page).first().getByRole("link").click();
  await page.getByText("Export", { exact: true }).click();
  await page.getByLabel("Format").selectOption("pgn");
  const one = await save(page.getByRole("button", { name: "Save to a file" }));
  assert.match(one, /Shaman/);
  await closing(page);
});

test("Explorer: moves with frequency and results, modulo symmetry, the opening's name, and the games", async () => {
  const page = await openPage(browser, studio, { path: "/analyse/explorer" });
  await page.locator(".value").first().waitFor();
  // The four first moves are one.
  await becomes(() => page.locator(".value").count(), 4);
  await square(page, "d3").click();
  // Not those of the book, which may come before or after.
  const played = page.locator("table", { has: page.getByTestId("engine-value") });
  await played.getByRole("button", { name: "c5", exact: true }).click();
  await page.getByRole("heading", { name: "Perpendicular Opening" }).waitFor();
  await page.waitForURL("**/explorer?moves=d3c5");
  await page.keyboard.press("ArrowLeft");
  await page.waitForURL("**/explorer?moves=d3");
  await page.keyboard.press("ArrowRight");
  await page.waitForURL("**/explorer?moves=d3c5");
  await page.getByRole("heading", { name: "Latest games" }).waitFor();
  await page.locator(".games a").first().click();
  await page.getByTestId("library-score").waitFor();
  await page.keyboard.press("Home");
  for (let ply = 0; ply < 3; ply += 1) await page.keyboard.press("ArrowRight");
  await page.getByRole("link", { name: "Show in the explorer" }).click();
  await page.getByTestId("explorer-total").waitFor();
  await page.waitForURL(/\/explorer\?moves=(?:[a-h][1-8]){3}&at=3$/);
  // 31: from the end of a game it opens where more than one game has been.
  await page.goBack();
  await page.getByTestId("library-score").waitFor();
  await page.keyboard.press("End");
  await page.getByRole("link", { name: "Show in the explorer" }).click();
  await page.waitForURL((url) => Number(url.searchParams.get("at")) < 50);
  await page.waitForFunction(() => Number(document.querySelector('[data-testid="explorer-total"] b')?.textContent) > 1);
  // 32: the engine beside the statistics, its depth and the point of view said, names of moves, any order.
  await page.goto(`${studio.url}/analyse/explorer?moves=f5`);
  const rows = played.locator("tbody tr");
  await rows.nth(1).waitFor();
  await page.waitForFunction(() => [...document.querySelectorAll('[data-testid="engine-value"]')].every((cell) => /^≈?(0|[+−]\d+)$/.test(cell.textContent)));
  await page.getByText(/from Black.s view.*depth \d+/).waitFor();
  await becomes(async () => (await rows.locator("th").allTextContents()).join(), /f6 – Diagonal Opening/, "the names of the moves");
  const sort = async (head, cell) => {
    await page.getByRole("button", { name: head }).click();
    await page.locator(`th.${cell}[aria-sort="descending"]`).waitFor();
    const numbers = async () => (await rows.locator(`td.${cell}:not(.book)`).allTextContents()).map((text) => Number(text.replace(/[≈+]/g, "").replace("−", "-")));
    // White is to move: what is best for White comes first. While a deeper search begins a number may be missing.
    await becomes(numbers, (all) => all.length > 1 && all.every((number, row) => row === 0 || all[row - 1] <= number), `the order by ${head}`);
  };
  for (const [head, cell] of [["Mean", "mean"], ["Engine", "engine"]]) await sort(head, cell);
  await closing(page);
});

test("Explorer: filters by player, colour and years", async () => {
  const page = await openPage(browser, studio, { path: "/analyse/explorer" });
  const total = (n) => page.getByTestId("explorer-total").locator("b").getByText(String(n), { exact: true }).waitFor();
  await page.getByLabel("Player").fill("cerf");
  await total(3);
  await page.getByLabel("Colour").selectOption("white");
  await total(1);
  await page.getByLabel("Player").fill("");
  await page.getByLabel("From").fill("2017");
  // Five of the championships, and the one that was played here.
  await total(6);
  await page.getByLabel("To").fill("2017");
  await total(3);
  await page.reload();
  await total(3);
  await closing(page);
});

test("Library: WTHOR games without their tables and then with them are the same games, with names", async () => {
  const folder = join(studio.folder, "wthor");
  mkdirSync(folder);
  const games = famousGames.slice(0, 3).map((game, index) => ({ ...game, black: `Player ${index}`, event: "Open 1980", year: 1980, moves: game.moves.slice(0, -2) }));
  writeFileSync(join(folder, "games.pgn"), pgn(games).replaceAll(/\d+-\d+\n/g, "*\n"));
  execFileSync(BINARY, ["convert", join(folder, "games.pgn"), join(folder, "games.wtb")], { stdio: "ignore" });
  const page = await openPage(browser, studio, { path: "/library" });
  await page.getByRole("button", { name: "Import games" }).click();
  await page.getByTestId("import-files").setInputFiles(join(folder, "games.wtb"));
  await page.getByText("3 imported, 0 duplicates, 0 unreadable.").waitFor();
  const total = async () => (await (await fetch(`${studio.url}/api/library?limit=1`)).json()).total;
  const before = await total();
  const tables = readdirSync(folder).filter((name) => /\.(wtb|jou|trn)$/i.test(name)).map((name) => join(folder, name));
  assert.equal(tables.length, 3);
  await page.getByTestId("import-files").setInputFiles(tables);
  await page.getByText("0 imported, 3 duplicates, 0 unreadable.").waitFor();
  assert.equal(await total(), before);
  const { games: found } = await (await fetch(`${studio.url}/api/library?player=Player%201`)).json();
  assert.deepEqual(found.map(({ black }) => black), ["Player 1"]);
  await closing(page);
});

test("Library: a table of games is imported, and what is no game is counted in plain words", async () => {
  const page = await openPage(browser, studio, { path: "/library" });
  await page.getByRole("button", { name: "Import games" }).click();
  const table = `date\tblack\twhite\tmoves\n1999-01-02\tTabea\tUwe\tf5d6c3d3c4f4e3\n1999-01-03\tTabea\tVera\tf5f6e6f4g5\n`;
  await page.getByTestId("import-files").setInputFiles({ name: "games.tsv", mimeType: "text/plain", buffer: Buffer.from(table) });
  await page.getByText("2 imported, 0 duplicates, 0 unreadable.").waitFor();
  await page.getByTestId("import-files").setInputFiles({ name: "words.txt", mimeType: "text/plain", buffer: Buffer.from("these are words\n") });
  await page.getByText("0 imported, 0 duplicates, 1 unreadable.").waitFor();
  await page.goto(`${studio.url}/library?search=Tabea`);
  await count(page, 2);
  await closing(page);
});

test("Library: an import goes on when the page is left, and shows how far it is to whoever comes back", async () => {
  const page = await openPage(browser, studio, { path: "/" });
  const report = { id: 9, files: 1, expected: 137548, read: 12000, added: 11000, duplicates: 0, positions: 0, bad: 0, faults: [], failure: null };
  let state = "reading";
  const answer = (route, json) => route.fulfill({ json });
  await page.route("**/api/library/imports", (route) => answer(route, [{ ...report, state }]));
  await page.route("**/api/library/imports/9", (route) => answer(route, { ...report, state }));
  const shown = async () => {
    await page.getByText("12,000 of 137,548 games read").waitFor();
    await becomes(() => page.locator(".progress progress").evaluate((bar) => bar.value), (share) => Math.abs(share - 12000 / 137548) < 0.01, "the bar");
  };
  await page.goto(`${studio.url}/library`);
  await shown();
  await page.getByRole("link", { name: "Play", exact: true }).first().click();
  await page.waitForURL(`${studio.url}/`);
  await page.getByRole("link", { name: "Library", exact: true }).first().click();
  await shown();
  await page.reload();
  await shown();
  // When it is over the list is read again by itself.
  const listed = page.waitForRequest(/api\/library\?/);
  state = "done";
  await listed;
  await page.getByText("11,000 imported, 0 duplicates, 0 unreadable.").waitFor();
  await closing(page);
});

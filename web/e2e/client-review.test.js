// The objectives of the heritage program `client` that are about review, one test each, named after it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { test } from "node:test";
import { browser, studio } from "./ground.js";
import { becomes, closing, newGame, openPage, square } from "./studio.js";

const BINARY = process.env.OUTFLANK_BINARY ?? "../target/debug/outflank";
// A game of people, from data/famous_games.tsv.
const game = readFileSync("../data/famous_games.tsv", "utf8").trim().split("\n")[3].split("\t")[6];
const human = { player: "human" };
const open = (at) => openPage(browser, studio, { path: `/analyse/review?moves=${game}&at=${at}` });
const discs = (page) => page.locator("[data-disc=black], [data-disc=white]").count();
const depth = (page) => page.evaluate(() => Number(/depth (\d+)/.exec(document.body.textContent)?.[1] ?? 0));
const deep = (page) => becomes(() => depth(page), (reached) => reached > 8, "the depth");

test("client: play or review is chosen at the start", async () => {
  const page = await openPage(browser, studio, { path: "/" });
  await page.getByRole("link", { name: "Analyse", exact: true }).click();
  await page.getByRole("link", { name: "Review", exact: true }).click();
  await page.getByRole("heading", { name: "Review a game" }).waitFor();
  await page.getByLabel("A game").fill(game);
  await page.getByRole("button", { name: "Review it" }).click();
  await page.locator(".othello-board .played, [data-testid=review-moves]").first().waitFor();
  await closing(page);
});

test("client: a stored match is listed and reviewed by its key", async () => {
  const { game: kept } = await newGame(studio, { black: { ...human, name: "Bo" }, white: human, start: game });
  const page = await openPage(browser, studio, { path: "/analyse/review" });
  await page.locator(`a[href="/analyse/review?game=${kept.id}"]`).click();
  await page.getByTestId("review-moves").waitFor();
  await becomes(() => page.getByTestId("name-black").textContent(), "Bo");
  await closing(page);
});

test("client: a reviewed match is stepped through by << < > >> and by keys", async () => {
  const page = await open(0);
  await page.getByTestId("review-moves").waitFor();
  await becomes(() => discs(page), 4);
  await page.getByRole("button", { name: "Forward" }).click();
  await page.waitForFunction(() => document.querySelectorAll("[data-disc=black], [data-disc=white]").length === 5);
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelectorAll("[data-disc=black], [data-disc=white]").length === 6);
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => document.querySelectorAll("[data-disc=black], [data-disc=white]").length === 5);
  await page.getByRole("button", { name: "Last" }).click();
  await page.waitForFunction(() => document.querySelectorAll("[data-disc=black], [data-disc=white]").length > 60);
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.querySelectorAll("[data-disc=black], [data-disc=white]").length === 4);
  await closing(page);
});

test("client: a shallow pass shows the evaluation and best move of every position", async () => {
  const page = await open(0);
  await page.waitForFunction(() => document.querySelector('[data-testid="accuracy-white"]')?.textContent.includes("%"));
  for (const key of ["ArrowRight", "ArrowRight", "End", "ArrowLeft", "ArrowLeft"]) {
    await page.keyboard.press(key);
    if (key === "End") continue;
    await page.locator(".othello-board .value.best").first().waitFor();
  }
  await closing(page);
});

test("client: the position on screen deepens, and the next one when one moves on", async () => {
  const page = await open(20);
  await deep(page);
  await page.keyboard.press("ArrowRight");
  await becomes(() => page.getByTestId("place").textContent(), /^21 /);
  await deep(page);
  await closing(page);
});

test("client: the evaluation of any position, of every legal move on its square", async () => {
  const page = await openPage(browser, studio, { path: "/analyse" });
  await page.locator(".othello-board .value").first().waitFor();
  await becomes(() => page.locator(".othello-board .value").count(), 4);
  await square(page, "f5").click();
  await page.waitForFunction(() => document.querySelectorAll(".othello-board .value").length === 3);
  await closing(page);
});

test("the last moves lose what `outflank analyze` says", async () => {
  const told = execFileSync(BINARY, ["analyze", game, "--depth", "14", "--json"], { encoding: "utf8" });
  const plies = told.trim().split("\n").map((line) => JSON.parse(line)).filter((one) => one.ply > 44 && one.exact);
  assert.ok(plies.length > 10);
  const page = await open(44);
  await becomes(() => page.evaluate(() => Number(/exact from move (\d+)/.exec(document.body.textContent)?.[1] ?? 99)), (move) => move <= 45, "the first move that is exact");
  const losses = () => page.locator('[data-testid="review-moves"] li').evaluateAll((all) => all.map((one) => Number(/−(\d+)/.exec(one.querySelector("i")?.textContent ?? "")?.[1] ?? 0)));
  const lost = async () => {
    const all = await losses();
    return plies.map(({ ply }) => all[ply - 1]);
  };
  await becomes(lost, plies.map(({ loss }) => loss), "what the last moves lose");
  await closing(page);
});

test("board and graph can be saved as pictures", async () => {
  const page = await open(30);
  await page.waitForFunction(() => document.querySelectorAll("#score-graph .line").length > 0);
  for (const name of ["Board (PNG)", "Graph (PNG)", "Board (SVG)", "Graph (SVG)"]) {
    const choice = page.getByRole("button", { name, exact: true });
    if (!(await choice.isVisible())) await page.getByText("Save a picture", { exact: true }).click();
    const [download] = await Promise.all([page.waitForEvent("download"), choice.click()]);
    const file = await download.path();
    const head = readFileSync(file).subarray(0, 8).toString("latin1");
    assert.ok(name.includes("PNG") ? head.startsWith("\x89PNG") : head.startsWith("<svg"), `${name}: ${head}`);
    assert.ok(statSync(file).size > 1000);
  }
  await closing(page);
});

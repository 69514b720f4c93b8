// The lab in the browser: a tournament from its form to its report, with a server that is killed on the way; files by
// upload; a table that is learned and played with.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { browser, studio } from "./ground.js";
import { becomes, closing, openPage } from "./studio.js";

/** Reads what a link downloads. */
async function downloaded(page, name) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name, exact: true }).click()]);
  return readFileSync(await download.path(), "utf8");
}

/** Waits until more games are over than there were, and returns how many. */
async function more(than) {
  const done = () => fetch(`${studio.url}/api/lab/runs/weak-ones`).then((answer) => answer.json()).then(({ run }) => run.done);
  return becomes(done, (count) => count > than, "the number of games");
}

test("a tournament is begun, watched, paused, killed with the server, resumed, reported and removed", async () => {
  const page = await openPage(browser, studio, { path: "/lab", acceptDownloads: true });
  await page.getByText("There are no tournaments yet").waitFor();
  await page.getByRole("link", { name: "New tournament" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Weak ones");
  const who = page.getByLabel("Add a player");
  const add = page.getByRole("button", { name: "Add", exact: true });
  for (const player of ["random", "level:11", "om-novice"]) {
    await who.selectOption(player);
    await add.click();
  }
  await page.getByLabel("Games per pair").selectOption("20");
  await page.getByLabel("Randomness in %, for players that support it").fill("5");
  await page.getByText("60 games in all").waitFor();
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByRole("heading", { name: "Weak ones" }).waitFor();
  await more(0);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByText("Paused", { exact: true }).waitFor();
  await becomes(() => page.getByTestId("cross").locator("tbody tr").count(), 3, "the table");
  const paused = await more(0);
  await page.getByRole("button", { name: "Resume" }).click();
  await more(paused);

  const journal = join(studio.folder, "games.lab/weak-ones/games.jsonl");
  await studio.kill();
  const kept = readFileSync(journal, "utf8").split("\n").slice(0, -1);
  assert.ok(kept.length > paused && kept.length < 60, `${kept.length} games`);
  await studio.start();
  await page.getByText("Finished", { exact: true }).waitFor({ timeout: 120_000 });
  await page.getByText("60 of 60 games").waitFor();
  const played = readFileSync(journal, "utf8").trim().split("\n");
  assert.deepEqual(played.slice(0, kept.length), kept, "no game is lost or changed");
  assert.equal(new Set(played.map((line) => JSON.parse(line).game)).size, 60, "no game is played twice");

  const report = await downloaded(page, "Report lines");
  assert.equal(report.trim().split("\n").length, 60);
  assert.match(await downloaded(page, "Ratings (drawing)"), /^<svg/);
  const [archive] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Logs of all games" }).click()]);
  const logs = readFileSync(await archive.path());
  assert.equal(logs.toString().split("Outflank game log").length, 61);
  assert.match(await (await fetch(`${studio.url}/api/tournaments/weak-ones/report`)).text(), /<h1>Weak ones<\/h1>/);
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText("There are no tournaments yet").waitFor();

  // The logs alone say who won, and what is no log is named.
  await page.getByRole("link", { name: "Tables from logs" }).click();
  await page.getByTestId("lab-logs").setInputFiles([{ name: "logs.zip", mimeType: "application/zip", buffer: logs }, { name: "shopping.txt", mimeType: "text/plain", buffer: Buffer.from("milk, bread") }]);
  await page.getByText("60 games", { exact: true }).waitFor();
  await becomes(() => page.getByTestId("cross").locator("tbody tr").count(), 3, "the table");
  await page.getByText(/shopping\.txt/).waitFor();
  // While the server was away nothing could be fetched.
  page.problems = page.problems.filter((problem) => !/ERR_CONNECTION|Failed to load resource/.test(problem));
  await closing(page);
});

test("a player is tuned, from the form to the new weights and how they do", async () => {
  const page = await openPage(browser, studio, { path: "/lab" });
  await page.getByRole("link", { name: "Tune a player" }).click();
  await page.getByLabel("Player to tune").selectOption("om-novice");
  const weights = page.getByRole("group", { name: "Weights to vary" });
  for (const box of await weights.getByRole("checkbox").all()) await box.uncheck();
  await becomes(() => page.getByRole("button", { name: "Begin" }).isDisabled(), true, "Begin, where nothing is varied,");
  await weights.getByRole("checkbox", { name: "Weight of mobility" }).check();
  for (const [label, value] of [["Generations", 1], ["Candidates per generation", 2], ["Games per candidate", 2], ["Games in the final check", 2]]) {
    await page.getByLabel(label).fill(String(value));
  }
  await page.getByText("6 games in all").waitFor();
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByText("Finished", { exact: true }).waitFor({ timeout: 120_000 });
  await page.getByText(/Against the original: \d won/).waitFor();
  await page.getByText("Now plays as").waitFor();
  await page.getByRole("row", { name: /^Weight of mobility 1 \d/ }).waitFor();
  await closing(page);
});

test("an opening library is brought and followed, a table is learned and kept by name, a game has its log", async () => {
  const page = await openPage(browser, studio, { path: "/lab/tools/files", acceptDownloads: true });
  const send = (name, text) => page.getByTestId("lab-file").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await send("bad.txt", "f5a1\n");
  await page.getByRole("alert").filter({ hasText: "bad.txt" }).waitFor();
  await send("tiger.txt", "f5d6c3d3c4\n");
  await page.getByText("“tiger.txt” is saved.").waitFor();
  // The browser notes the refusal.
  page.problems = [];

  await page.goto(`${studio.url}/lab/new/learning`);
  await page.getByLabel("Games against itself").fill("2");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByText("The table is saved as “client-medium-2.txt”").waitFor();

  // Both are offered where a game begins.
  await page.goto(`${studio.url}/?new=older`);
  // Finding 47: older programs are a list of their own; levels are tiles, and no two say the same of themselves.
  const listed = () => page.locator("form select").first().locator("option").evaluateAll((all) => all.map((one) => one.value));
  await becomes(listed, (all) => all.includes("nea") && all.includes("scout") && !all.some((id) => id.startsWith("level:")), "the list of older programs");
  await page.locator("form select").first().selectOption("client-medium");
  await page.getByText("Adjust this player").click();
  await page.getByLabel("Table of positions").selectOption("client-medium-2.txt");
  await page.getByLabel("Opening library").selectOption("tiger.txt");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.locator('[data-name="f5"]').click();
  // The library knows one answer.
  await page.locator('[data-name="d6"][data-disc="white"]').waitFor();

  // The log of the game, at this point of it.
  await page.getByText("Export", { exact: true }).click();
  await page.getByLabel("Format").selectOption("log");
  const [log] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save to a file" }).click()]);
  assert.match(readFileSync(await log.path(), "utf8"), /1\. black f5 +4-1\n +2\. white d6 +3-3\n/);
  // Its line for a report, once it is over; the table has grown meanwhile.
  const table = () => fetch(`${studio.url}/api/lab/files/table/client-medium-2.txt`).then((answer) => answer.text());
  const known = (await table()).split("\n").length;
  await page.locator(".square.legal").last().click();
  await page.locator('[aria-busy="false"] .square.legal').first().waitFor();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.getByTestId("result").waitFor();
  await page.getByLabel("Format").selectOption("report");
  const [report] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save to a file" }).click()]);
  assert.match(readFileSync(await report.path(), "utf8"), /^\S+.*-64\s*$/);
  await becomes(async () => (await table()).split("\n").length, (count) => count > known, "the number of lines of the table");
  await page.goto(studio.url);
  const said = () => page.locator("[data-level]").evaluateAll((all) => all.map((one) => one.title));
  await becomes(async () => new Set(await said()).size, 20, "the number of different levels");
  await closing(page);
});

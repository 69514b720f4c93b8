// A club evening on one machine: names typed in, three Swiss rounds, results by hand, standings.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { suitsDesktopAndPhone } from "./accessible.js";
import { becomes, openPage, startBrowser, startStudio } from "./studio.js";

let studio, browser;
before(async () => {
  [studio, browser] = await Promise.all([startStudio(), startBrowser()]);
});
after(() => Promise.all([browser?.close(), studio?.stop()]));

const NAMES = ["Ann", "Bob", "Cid", "Dora", "Eli", "Fay"];

test("six people play three Swiss rounds over the board", async () => {
  const page = await openPage(browser, studio, { bypassCSP: true });
  await page.goto(`${studio.url}/library`);
  await page.getByRole("link", { name: "Club tournaments" }).click();
  await page.getByLabel("Name of the tournament").fill("Tuesday");
  await page.getByRole("spinbutton", { name: "Rounds" }).fill("3");
  await page.getByRole("button", { name: "Create tournament" }).click();
  await page.getByRole("heading", { name: "Tuesday" }).waitFor();
  await page.getByLabel("Add players").fill(NAMES.join("\n"));
  await page.getByRole("button", { name: "Add players" }).click();
  await page.getByText("Fay").first().waitFor();
  const names = (row) => row.locator("td.name").allTextContents();
  const rows = page.getByTestId("pairings").locator("tbody tr");
  const met = [];
  for (let round = 1; round <= 3; round += 1) {
    await page.getByRole("button", { name: `pair round ${round}` }).click();
    await page.getByText(`Round ${round} of 3 in progress`).waitFor();
    if (round === 1) await suitsDesktopAndPhone(page);
    for (let board = 0; board < 3; board += 1) {
      const row = rows.nth(board);
      const [black, white] = await becomes(() => names(row), (both) => both.length === 2, `the names at board ${board + 1}`);
      met.push([black, white].sort().join("-"));
      // Whoever entered first wins 40 to 24; the first board of round 1 leaves squares empty.
      const wins = NAMES.indexOf(black) < NAMES.indexOf(white);
      await row.getByLabel(`Discs of ${black} (black)`).fill(wins ? "40" : "24");
      if (round === 1 && board === 0) await row.getByLabel(`Discs of ${white} (white)`).fill(wins ? "20" : "36");
      await row.getByRole("button", { name: "Save" }).click();
      await row.getByRole("button", { name: "Edit" }).waitFor();
    }
    await page.getByText(`Round ${round} of 3 is over`).waitFor();
  }
  assert.equal(new Set(met).size, 9, "nobody meets twice");
  const standings = page.getByTestId("standings").locator("tbody tr");
  const points = () => standings.locator("td:nth-child(3)").allTextContents();
  await becomes(async () => (await points()).map(Number).reduce((sum, value) => sum + value, 0), 9, "the sum of the points");
  const first = await standings.first().locator("th, td").allTextContents();
  assert.match(first[1], /Ann/);
  assert.equal(first[2], "3");
  await suitsDesktopAndPhone(page);
  // On paper there is the table alone, on white.
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.getByTestId("standings").isVisible(), true);
  assert.equal(await page.getByTestId("pairings").isVisible(), false);
  assert.equal(await page.getByRole("button", { name: "Delete" }).count(), 0);
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("button", { name: "End the tournament" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End the tournament" }).click();
  await page.getByText("Finished").waitFor();
  const csv = await page.evaluate(() => fetch(document.querySelector('a[href*="format=csv"]').href).then((answer) => answer.text()));
  assert.match(csv, /^rank,number,name,points,brightwell,discs,round 1,round 2,round 3\r\n1,1,Ann,3,/);
});

// Small things that were found wanting once, and that no other file is about: what the page of a player knows, what tells
// levels apart, and what is drawn on an empty board.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, studio } from "./ground.js";
import { becomes, closing, human, lateGame, myTurn, newGame, openPage, resize } from "./studio.js";

test("finding 40: the page of a level has its strength, a game of its own and one's record; the lab begins with questions", async () => {
  await lateGame(studio, { black: human, white: { player: "level:3" } });
  const page = await openPage(browser, studio, { path: "/players/level:3" });
  await page.getByText(/\d Elo above level 1/).waitFor();
  const record = page.locator("section", { has: page.getByRole("heading", { name: "You against it" }) });
  await record.getByText(/^\d – \d$/).waitFor();
  await record.getByRole("heading", { name: "Your last game" }).waitFor();
  const sample = page.locator("section", { has: page.getByRole("heading", { name: "A sample game" }) });
  const discs = () => sample.locator("svg, .board").first().evaluate((board) => board.outerHTML);
  const before = await discs();
  await sample.getByRole("button", { name: "Play it through" }).click();
  await becomes(discs, (now) => now !== before, "the board of the sample game");
  await page.goto(`${studio.url}/players/level:4`);
  await page.getByText("You have not played it yet.").waitFor();
  await page.goto(`${studio.url}/lab`);
  for (const question of ["Which level beats me?", "How far apart are the levels?", "Does mobility help?"]) await page.getByRole("link", { name: question }).waitFor();
  await closing(page);
});

test("finding 47: older programs stand apart from the levels, and no two levels are described alike", async () => {
  const page = await openPage(browser, studio, { path: "/?new=computer" });
  const choice = page.getByRole("combobox", { name: "Computer" });
  const groups = () => choice.locator("optgroup").evaluateAll((all) => all.map((group) => [group.label, [...group.children].map((option) => option.value)]));
  const offered = new Map(await becomes(groups, (all) => all.length > 1, "the groups of players"));
  assert.deepEqual(offered.get("By strength"), Array.from({ length: 20 }, (_, index) => `level:${index + 1}`));
  assert.ok(offered.get("Older programs").includes("client-hard"));
  for (const locale of ["en", "ja"]) {
    const players = await openPage(browser, studio, { path: "/players", settings: { locale } });
    const rows = players.locator('a[href^="/players/level"]');
    await becomes(() => rows.count(), 20, "the number of levels");
    const texts = (await rows.allTextContents()).map((text) => text.replace(/[\d.]+/g, "").trim());
    assert.equal(new Set(texts).size, 20, texts.join("\n"));
    await closing(players);
  }
  await closing(page);
});

test("finding 35: the flat board has its four star points, and marks of moves stand out from the squares in both schemes", async () => {
  const { game } = await newGame(studio, { black: human, white: human });
  for (const scheme of ["dark", "light"]) {
    const page = await openPage(browser, studio, { path: `/game/${game.id}`, settings: { scheme } });
    await page.locator(".square.legal").first().waitFor();
    const stars = await page.locator(".othello-board .stars").evaluate((all) => getComputedStyle(all).backgroundImage.split("radial-gradient").length - 1);
    assert.equal(stars, 4);
    // The pixels of a mark and of the square around it, as they are on the screen.
    const box = await page.locator('[data-name="d3"]').boundingBox();
    const picture = `data:image/png;base64,${(await page.screenshot({ clip: box })).toString("base64")}`;
    const contrast = await page.evaluate(async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height }).getContext("2d");
      canvas.drawImage(image, 0, 0);
      const light = (x, y) => {
        const [r, g, b] = [...canvas.getImageData(image.width * x, image.height * y, 1, 1).data].map((part) => ((part / 255 + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const [mark, felt] = [light(0.5, 0.5), light(0.5, 0.2)].sort((a, b) => b - a);
      return (mark + 0.05) / (felt + 0.05);
    }, picture);
    assert.ok(contrast >= 3, `${scheme}: ${contrast.toFixed(2)} to 1`);
    await closing(page);
  }
});

test("the buttons below the board stand in one row, in every window and whatever is asked for", async () => {
  const page = await openPage(browser, studio);
  /** The middles of what can be seen in the row: one, if it is a row. */
  const rows = () => page.locator(".board-page .controls").evaluate((row) => {
    const shown = [...row.querySelectorAll("button, a")].filter((each) => each.checkVisibility() && each.getClientRects().length > 0);
    const middles = shown.map((each) => each.getBoundingClientRect()).map(({ top, bottom }) => Math.round((top + bottom) / 2));
    return shown.length < 2 ? [] : [...new Set(middles)];
  });
  const inOneRow = async (what) => {
    for (const [width, height] of [[360, 640], [390, 844], [844, 390], [1280, 720], [1440, 900]]) {
      await resize(page, width, height);
      await becomes(async () => (await rows()).length, 1, `${what} at ${width} × ${height}: the number of rows`);
    }
  };
  const { game } = await newGame(studio, { black: human, white: { player: "greedy" }, start: "f5d6" });
  await page.goto(`${studio.url}/game/${game.id}`);
  await myTurn(page);
  await inOneRow("a game");
  await page.keyboard.press("v");
  await page.getByRole("button", { name: "Show the move" }).waitFor();
  await inOneRow("the first step of a hint");
  await page.keyboard.press("v");
  await page.getByRole("button", { name: /^Hint/ }).waitFor();
  await inOneRow("the second step of a hint");
  const late = await lateGame(studio, { black: human, white: { player: "level:3" } });
  await page.goto(`${studio.url}/game/${late}`);
  await page.getByTestId("result").waitFor();
  await inOneRow("the end of a game");
  await page.goto(`${studio.url}/analyse/review?game=${late}&at=2`);
  await page.locator("#score-graph").waitFor();
  await inOneRow("a review");
  await closing(page);
});

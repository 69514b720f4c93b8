// Studies in a real browser: what is added to a game stays with it, whatever happens, and travels.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { suitsDesktopAndPhone, useScheme } from "./accessible.js";
import { browser, studio } from "./ground.js";
import { becomes, closing, newGame, openPage, square } from "./studio.js";

// A game of people, from data/famous_games.tsv.
const lines = readFileSync("../data/famous_games.tsv", "utf8").trim().split("\n").slice(1);
const game = lines[2].split("\t")[6];
const NASTY = "縦取り? {a} [b] (c) \\ \"d\"\nsecond; line } ]";

const asked = (path) => fetch(studio.url + path).then((answer) => answer.json());
/** Asks the server again and again until it answers as wanted. */
const until = (path, isWanted) => becomes(() => asked(path), isWanted, path);
const saved = (page) => page.locator('[data-testid="save-state"][data-state="saved"]').first().waitFor();
const comment = (page) => page.getByLabel("Comment");
const variations = (page) => page.getByTestId("variations").locator("li");
/** Tries a move that was not played, and returns it. */
async function tryAnother(page) {
  await page.locator(".square.legal").first().waitFor();
  const played = await page.locator('[data-testid="review-moves"] .current b').textContent().catch(() => "");
  const next = await page.evaluate(() => document.querySelector(".played")?.closest("[data-name]")?.dataset.name ?? "");
  const names = await page.locator(".square.legal").evaluateAll((all) => all.map((one) => one.dataset.name));
  const other = names.find((name) => name !== played && name !== next);
  await square(page, other).click();
  await page.getByTestId("variations").getByText(other).first().waitFor();
  return other;
}
/** Opens a game, plays another move at a place, and notes something on it and on the game itself. */
async function annotate(page) {
  await page.waitForFunction(() => document.querySelectorAll(".square.legal").length > 0);
  await comment(page).fill("a move of the game");
  const other = await tryAnother(page);
  await comment(page).fill(NASTY);
  await saved(page);
  return other;
}

test("variation, comment and place survive a reload and a killed server", async () => {
  const human = { player: "human" };
  const { game: kept } = await newGame(studio, { black: { ...human, name: "Ann" }, white: { ...human, name: "Bo" }, start: game });
  const page = await openPage(browser, studio, { path: `/analyse/review?game=${kept.id}&at=4` });
  await annotate(page);
  const address = await becomes(() => page.url(), /game=\d+&at=4&line=[a-h][1-8]$/, "the address");
  const there = async () => {
    await page.waitForFunction((words) => [...document.querySelectorAll("textarea")].some(({ value }) => value === words), NASTY);
    await becomes(() => variations(page).count(), 1, "the number of variations");
    await becomes(() => page.url(), address, "the address");
  };
  await page.reload();
  await there();
  await studio.kill();
  await studio.start();
  // The page that stayed open goes on, and what is added is saved.
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => [...document.querySelectorAll("textarea")].some(({ value }) => value === "a move of the game"));
  await variations(page).locator("button").click();
  await there();
  await page.reload();
  await there();
  page.problems.length = 0;
  await closing(page);
});

test("changes while the server is gone are said to be unsaved, and saved when it is back", async () => {
  const page = await openPage(browser, studio, { path: `/analyse/review?moves=${game}&at=6` });
  await annotate(page);
  await studio.kill();
  await comment(page).fill("written meanwhile");
  await page.getByText(/Not saved: /).first().waitFor();
  await studio.start();
  await saved(page);
  await page.reload();
  await page.waitForFunction(() => [...document.querySelectorAll("textarea")].some(({ value }) => value === "written meanwhile"));
  page.problems.length = 0;
  await closing(page);
});

test("a pasted game is given names and kept; exported and imported again it is the same in three formats", async () => {
  const page = await openPage(browser, studio, { path: `/analyse/review?moves=${game}&at=8`, acceptDownloads: true });
  await annotate(page);
  await page.getByRole("textbox", { name: "Black" }).fill("Ada");
  await page.getByRole("textbox", { name: "White" }).fill("香里");
  await page.getByLabel("Title").fill("Our final");
  await page.waitForURL(/study=\w+/);
  const slug = /study=(\w+)/.exec(page.url())[1];
  const kept = await until(`/api/studies/${slug}`, ({ title }) => title === "Our final");
  assert.deepEqual([kept.black, kept.white], ["Ada", "香里"]);
  await page.reload();
  await page.getByTestId("name-black").getByText("Ada").waitFor();
  for (const format of ["pgn", "sgf", "ggf"]) {
    await page.getByTestId("study-format").selectOption(format);
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByTestId("study-download").click()]);
    const file = join(studio.folder, `study.${format}`);
    writeFileSync(file, readFileSync(await download.path()));
    await page.goto(`${studio.url}/analyse/review`);
    await page.getByTestId("study-file").setInputFiles(file);
    await page.waitForURL((url) => url.searchParams.has("study") && url.searchParams.get("study") !== slug);
    await page.locator('[data-testid="review-moves"]').waitFor();
    const again = await asked(`/api/studies/${new URL(page.url()).searchParams.get("study")}`);
    for (const part of ["tree", "black", "white", "title", "played"]) assert.deepEqual(again[part], kept[part], `${format}: ${part}`);
    await becomes(() => variations(page).count(), 1, "the number of variations");
  }
  await page.getByTestId("study-format").selectOption("transcript");
  await Promise.all([page.waitForEvent("download"), page.getByTestId("study-download").click()]);
  await page.getByText("This format cannot hold 1 variation, 2 comments.").waitFor();
  await closing(page);
});

test("two tabs that change the same study lose nothing", async () => {
  const first = await openPage(browser, studio, { path: `/analyse/review?moves=${game}&at=10` });
  await annotate(first);
  await first.waitForURL(/study=/);
  const second = await first.context().newPage();
  await second.goto(first.url());
  await second.waitForFunction((words) => [...document.querySelectorAll("textarea")].some(({ value }) => value === words), NASTY);
  await comment(second).fill(`${NASTY} and more`);
  await saved(second);
  await first.keyboard.press("Escape");
  await first.getByTestId("review-moves").locator("button").first().click();
  await comment(first).fill("from the first tab");
  await saved(first);
  const slug = new URL(first.url()).searchParams.get("study");
  await until(`/api/studies/${slug}`, ({ tree }) => {
    const comments = tree.nodes.map(({ comment }) => comment);
    return comments.includes("from the first tab") && comments.some((comment) => comment.endsWith("and more"));
  });
  first.problems.length = 0;
  await closing(first);
});

/** Measures how far a mark stands out from what it is drawn over: its line or its rim, whichever does more. */
const contrasts = (page) =>
  page.evaluate(() => {
    const light = (color) => {
      const probe = document.createElement("i");
      probe.style.color = color;
      document.body.append(probe);
      const parts = getComputedStyle(probe).color.match(/[\d.]+/g).slice(0, 3).map((part) => Number(part) / 255);
      probe.remove();
      const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const stroke = (part) => light(getComputedStyle(document.querySelector(`[data-testid="marks"] ${part}`)).stroke);
    const [line, rim] = [stroke(".line"), stroke(".rim")];
    const under = ["--square-a", "--square-b", "--disc-black", "--disc-white"].map((name) => light(`var(${name})`));
    return [ratio(line, rim), ...under.map((color) => Math.max(ratio(line, color), ratio(rim, color)))];
  });

test("marks are drawn with the mouse and the keyboard, stay, and stand out in both themes", async () => {
  const page = await openPage(browser, studio, { path: `/analyse/review?moves=${game}&at=14` });
  await page.locator(".square.legal").first().waitFor();
  await square(page, "a1").click({ button: "right" });
  const middle = async (name) => {
    const { x, y, width, height } = await square(page, name).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  await page.mouse.move(...(await middle("c3")));
  await page.mouse.down({ button: "right" });
  await page.mouse.move(...(await middle("e5")), { steps: 3 });
  await page.mouse.up({ button: "right" });
  await square(page, "h8").focus();
  await page.keyboard.press("m");
  const marks = page.getByTestId("marks").locator(".line");
  const drawn = async () => [await marks.locator("circle").count(), await marks.locator(".arrow").count()];
  await becomes(drawn, [2, 1], "what is drawn");
  await saved(page);
  await page.reload();
  await becomes(drawn, [2, 1], "what is drawn");
  for (const scheme of ["dark", "light"]) {
    await useScheme(page, scheme);
    await becomes(() => contrasts(page), (all) => all.every((contrast) => contrast >= 3), `the contrast, ${scheme},`);
  }
  await square(page, "a1").click({ button: "right" });
  await page.waitForFunction(() => document.querySelectorAll('[data-testid="marks"] .line circle').length === 1);
  await closing(page);
});

test("a game of the library is reviewed as that game, and keeps its notes", async () => {
  const text = `[Black "Ann"]\n[White "Bob"]\n[Date "2001.02.03"]\n\n${game.match(/../g).join(" ")} *`;
  const body = JSON.stringify({ text });
  await fetch(`${studio.url}/api/library/import`, { method: "POST", headers: { "content-type": "application/json" }, body });
  const { games } = await asked("/api/library?player=Ann");
  const key = games.find(({ source }) => source === "pgn").key;
  const page = await openPage(browser, studio, { path: `/library/${key}` });
  await page.getByTestId("library-review").click();
  await page.waitForURL(new RegExp(`/analyse/review\\?library=${key}`));
  await page.getByTestId("name-black").getByText("Ann").waitFor();
  await becomes(() => new URL(page.url()).searchParams.get("at"), "0");
  await comment(page).fill("kept with the game");
  await saved(page);
  await page.goto(`${studio.url}/library/${key}`);
  await page.getByTestId("library-review").click();
  await page.waitForFunction(() => [...document.querySelectorAll("textarea")].some(({ value }) => value === "kept with the game"));
  const { text: sgf } = await asked(`/api/library/${key}/export?format=sgf`);
  assert.match(sgf, /C\[kept with the game\]/);
  await closing(page);
});

test("a study is shared by a short link with its place, a QR code and a picture; wrong links are answered in words", async () => {
  const permissions = ["clipboard-read", "clipboard-write"];
  const page = await openPage(browser, studio, { path: `/analyse/review?moves=${game}&black=Ada&white=Kaori&at=12`, permissions, acceptDownloads: true, bypassCSP: true });
  await annotate(page);
  await page.getByTestId("share-open").click();
  await page.getByTestId("share-qr").waitFor();
  await suitsDesktopAndPhone(page);
  await page.getByTestId("share").click();
  await page.getByText("Copied").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /\/s\/\w{10}\?at=12&line=[a-h][1-8]$/);
  const [png] = await Promise.all([page.waitForEvent("download"), page.getByTestId("share-png").click()]);
  const bytes = readFileSync(await png.path());
  assert.equal(bytes.subarray(1, 4).toString(), "PNG");
  assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [2400, 1260]);
  await page.getByText("Long link, contains everything").click();
  const whole = await page.getByTestId("share-link").inputValue();
  await page.goto(link);
  await page.waitForFunction((words) => [...document.querySelectorAll("textarea")].some(({ value }) => value === words), NASTY);
  // The long link needs no study on the server.
  await page.goto(whole);
  await page.waitForFunction((words) => [...document.querySelectorAll("textarea")].some(({ value }) => value === words), NASTY);
  await becomes(() => new URL(page.url()).searchParams.has("study"), false);
  await page.goto(`${studio.url}/s/nothing123`);
  await page.getByRole("alert").getByText("There is no study at this link.").waitFor();
  await page.goto(`${studio.url}/analyse/review?library=99999`);
  await page.getByRole("alert").waitFor();
  page.problems.length = 0;
  await closing(page);
});

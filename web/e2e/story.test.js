// The story of a game as people walk it: result, key moments, lines that move, and a board whose text travels with it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { closing, newGame, openPage, square, startBrowser, startStudio } from "./studio.js";

const lines = readFileSync("../data/famous_games.tsv", "utf8").trim().split("\n").slice(1);
const game = lines[2].split("\t")[6];
const link = (at, more = "") => `/analyse/review?moves=${game}&black=Ada&white=Kaori&at=${at}${more}`;
let studio;
let browser;
before(async () => {
  [studio, browser] = await Promise.all([startStudio(), startBrowser()]);
});
after(async () => {
  await browser?.close();
  await studio?.stop();
});

/** Proofs of a whole game take a while on a busy machine. */
const PATIENT = { timeout: 90_000 };
const place = (page) => page.getByTestId("place").textContent();
const discs = (page) => page.locator("[data-disc]").evaluateAll((all) => all.map((one) => one.dataset.disc[0]).join(""));
/** Waits until every move is judged. */
const judged = (page) => page.waitForFunction(() => document.querySelectorAll('[data-testid="moments"] li').length > 2 && document.querySelector('[data-testid="accuracy-white"]')?.textContent !== "–");

test("a review tells the story first, walks key moments, and plays a line out move by move", async () => {
  const page = await openPage(browser, studio, { path: link(0), viewport: { width: 1280, height: 720 } });
  await judged(page);
  // 30: the result in words, the turning point, what each gave away, the opening.
  assert.match(await page.getByTestId("headline").textContent(), /Kaori won by 12/);
  await page.waitForFunction(() => /move \d+.*→/s.test(document.querySelector('[data-testid="turning-point"]')?.textContent ?? ""));
  assert.match(await page.getByTestId("story").textContent(), /Opening: \S+.*60 moves.*Accuracy.*Discs given away.*Inaccuracies.*Mistakes.*Blunders/s);
  // 13 and 14: how labels are meant, and what is still being done.
  await page.getByText("judged by what they did to the result").waitFor();
  assert.match(await page.getByTestId("progress").textContent(), /^\s*(Checking deeper: \d+ of 61|Every position is checked)\s*$/);
  // 15: Next is in view, stops at key moments only, and is off at the end.
  const next = page.getByTestId("next-moment");
  assert.ok(await next.evaluate((each) => each.getBoundingClientRect().bottom <= innerHeight), "Next is below the fold");
  // Deeper searches may change how many there are meanwhile.
  for (let walked = 0; walked < 40 && !(await next.isDisabled()); walked += 1) {
    await next.click({ timeout: 2000 }).catch(() => {});
    // What a deeper search finds harmless is no moment any more.
    await page.waitForFunction(() => {
      const label = document.querySelector('[data-testid="judged"] [data-testid="label"]')?.textContent ?? "";
      const isMoment = document.querySelector('[data-testid="moments"] [aria-current="step"]') !== null;
      return !isMoment || /Inaccuracy|Mistake|Blunder|Only move/.test(label);
    });
  }
  assert.ok(await next.isDisabled());
  await closing(page);
});

test("text, bar, values and graph agree, and travel with the board", async () => {
  // Move 39 loses four discs, which is proven.
  const page = await openPage(browser, studio, { path: link(38), viewport: { width: 1280, height: 720 } });
  const caption = page.getByTestId("judged");
  await caption.getByText("−8 → −12 · 4 discs lost · exact").waitFor(PATIENT);
  assert.match(await caption.textContent(), /Ada’s chance to win \d+ %\s→\s\d+ %/);
  // 14: one number for one thing.
  assert.equal(await page.locator(".othello-board .value.best").first().textContent(), "−8");
  assert.equal(await page.locator('[data-name="h6"] .value.bad').textContent(), "−12");
  assert.equal(await page.getByTestId("eval-bar").getAttribute("data-score"), "-8");
  assert.equal(await page.locator(".arrow.best").count(), 1);
  assert.equal(await page.locator(".arrow.played").count(), 1);
  // 10: a lesson far down the page changes the board, and its explanation is in view.
  const lesson = page.getByTestId("lessons").getByRole("button", { name: /Move \d+/ }).first();
  await lesson.scrollIntoViewIfNeeded();
  await lesson.click();
  const inView = () => caption.evaluate((each) => each.getBoundingClientRect().top >= 0 && each.getBoundingClientRect().bottom <= innerHeight + 1);
  assert.ok(await inView(), "the explanation is out of view");
  const again = page.getByTestId("retry-start");
  await again.scrollIntoViewIfNeeded();
  await again.click();
  await page.getByTestId("retry").getByText("Find something better").waitFor();
  assert.ok(await page.getByTestId("retry").evaluate((each) => each.getBoundingClientRect().top >= 0 && each.getBoundingClientRect().bottom <= innerHeight + 1));
  await closing(page);
});

test("a line is played out with numbered discs, paused, stepped, left; its moves are clicked and hovered", async () => {
  const page = await openPage(browser, studio, { path: link(38) });
  await page.getByTestId("judged").getByText("exact").waitFor(PATIENT);
  const before = await discs(page);
  await page.getByTestId("show-line").click();
  // One move after the other: the first alone, then the second.
  const numbers = () => page.locator(".othello-board .number").count();
  await page.waitForFunction(() => document.querySelectorAll(".othello-board .number").length === 1);
  await page.waitForFunction(() => document.querySelectorAll(".othello-board .number").length === 3);
  await page.getByTestId("line-toggle").click();
  const paused = await numbers();
  assert.equal(await page.locator(".othello-board .ring").count(), 1);
  await page.keyboard.press("ArrowLeft");
  assert.equal(await numbers(), paused - 1);
  await page.keyboard.press("Escape");
  assert.equal(await discs(page), before);
  assert.equal(await numbers(), 0);
  // Any move of a line: hovered it shows a small board, clicked it goes there. Nothing of that is a variation.
  const move = page.locator('[data-testid="moments"] .line').first().getByRole("button").nth(4);
  await move.hover();
  await page.getByTestId("line-preview").locator("svg").waitFor();
  await move.click();
  assert.equal(await numbers(), 5);
  await page.getByTestId("line-caption").getByRole("button", { name: "Return" }).click();
  assert.equal(await page.getByTestId("variations").locator("li").count(), 0);
  await closing(page);
});

test("arrows step through the game wherever the mouse was, and the board has keys of its own", async () => {
  const page = await openPage(browser, studio, { path: link(20) });
  await page.locator(".othello-board .value").first().waitFor();
  // A click on a square that is taken plays nothing, but brings the keyboard there.
  await square(page, "d4").click();
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => document.querySelector('[data-testid="place"]').textContent.startsWith("19"));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.match(await place(page), /^21 /);
  await page.keyboard.press("d");
  assert.equal(await page.evaluate(() => document.activeElement?.dataset.name), "e4");
  await page.keyboard.press("Shift+ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement?.dataset.name), "e5");
  // The place is in the address and survives a reload.
  await page.waitForURL(/at=21/);
  await page.reload();
  await page.waitForFunction(() => document.querySelector('[data-testid="place"]')?.textContent.startsWith("21"));
  // Dragging the graph steps, too.
  const graph = await page.locator("#score-graph").boundingBox();
  await page.mouse.move(graph.x + graph.width * 0.5, graph.y + 40);
  await page.mouse.down();
  await page.mouse.move(graph.x + graph.width * 0.25, graph.y + 40, { steps: 4 });
  await page.mouse.up();
  assert.match(await place(page), /^15 /);
  await closing(page);
});

test("a review without a mouse: key moments are walked, a line is played out and left, and so is the page", async () => {
  const page = await openPage(browser, studio, { path: link(0), viewport: { width: 1280, height: 720 } });
  await judged(page);
  const label = () => page.getByTestId("judged").getByTestId("label").textContent();
  await page.keyboard.press("n");
  await page.locator('[data-testid="moments"] [aria-current="step"]').waitFor();
  assert.match(await label(), /Inaccuracy|Mistake|Blunder|Only move/);
  const first = await place(page);
  await page.keyboard.press("n");
  assert.notEqual(await place(page), first);
  await page.keyboard.press("p");
  assert.equal(await place(page), first);
  /** Goes on with the tabulator until something has the focus; it must be seen to have it. */
  const tabTo = async (selector, key = "Tab") => {
    for (let pressed = 0; pressed < 30; pressed += 1) {
      await page.keyboard.press(key);
      const there = await page.evaluate((wanted) => document.activeElement?.matches(wanted) && getComputedStyle(document.activeElement).outlineStyle, selector);
      if (there) return assert.equal(there, "solid");
    }
    throw new Error(`the keyboard does not reach ${selector}`);
  };
  await tabTo('[data-testid="show-line"]');
  await page.keyboard.press("Enter");
  await page.getByTestId("line-caption").waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".othello-board .number").length === 2);
  await page.keyboard.press("Space");
  await page.getByTestId("line-toggle").getByText("Play").waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".othello-board .number").length >= 2);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.locator(".othello-board .number").count(), 1);
  await page.keyboard.press("Escape");
  await page.getByTestId("line-caption").waitFor({ state: "detached" });
  assert.equal(await place(page), first);
  // The keyboard is back at the button that the line came from.
  assert.equal(await page.evaluate(() => document.activeElement?.dataset.testid), "show-line");
  await tabTo('a[href="/library"]', "Shift+Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/library$/);
  await closing(page);
});

test("moves that mirror each other have one value, however deep the search", async () => {
  const page = await openPage(browser, studio, { path: "/analyse" });
  const values = async () => new Set(await page.locator(".othello-board .value").allTextContents());
  for (let looked = 0; looked < 8; looked += 1) {
    await page.waitForFunction(() => document.querySelectorAll(".othello-board .value").length === 4);
    assert.equal((await values()).size, 1, [...(await values())].join());
    await page.waitForTimeout(150);
  }
  await page.goto(studio.url + link(0));
  await page.waitForFunction(() => document.querySelectorAll(".othello-board .value").length === 4);
  assert.equal((await values()).size, 1);
  await page.getByTestId("judged").filter({ hasText: /Best/ }).waitFor();
  await closing(page);
});

test("you are the person by seat: your moments come first, and Black and White are called so", async () => {
  const { game: kept } = await newGame(studio, { black: { player: "human", name: "You" }, white: { player: "level:1" }, start: game });
  const page = await openPage(browser, studio, { path: `/analyse/review?game=${kept.id}` });
  await judged(page);
  assert.match(await page.getByTestId("headline").textContent(), /You lost by 12/);
  assert.equal(await page.getByTestId("name-black").textContent(), "You");
  await page.getByRole("heading", { name: "Your key moments" }).waitFor();
  await page.getByTestId("next-moment").click();
  // Black, whose moves have odd numbers, sits here.
  const first = await page.locator('[data-testid="moments"] [aria-current="step"] b').textContent();
  assert.equal(Number(first.split(" ")[0]) % 2, 1, first);
  // White moved, and the coach calls Black "you": the person who reads, not whoever moved.
  await page.goto(`${studio.url}/analyse/review?game=${kept.id}&at=38`);
  await page.getByTestId("claim").first().waitFor(PATIENT);
  const claims = (await page.getByTestId("claim").allTextContents()).join(" ");
  assert.match(claims, /After g7 you get the a8 corner; after h6 you do not\./);
  assert.doesNotMatch(claims, /\bBlack\b/);
  await closing(page);
});

test("on a small phone the board, its caption and Next are in view", async () => {
  const page = await openPage(browser, studio, { path: link(38), viewport: { width: 360, height: 640 }, hasTouch: true });
  await page.getByTestId("judged").getByText("exact").waitFor(PATIENT);
  for (const part of [page.locator(".othello-board"), page.getByTestId("thumb-next"), page.getByTestId("eval-bar")]) {
    const box = await part.boundingBox();
    assert.ok(box.y >= 0 && box.y + box.height <= 640 && box.x >= 0 && box.x + box.width <= 360, JSON.stringify(box));
  }
  const thumb = await page.getByTestId("thumb-next").boundingBox();
  for (const part of ["caption-text", "show-line"]) {
    const box = await page.getByTestId(part).boundingBox();
    assert.ok(box.y + box.height <= thumb.y, `${part} is hidden: ${JSON.stringify(box)}`);
  }
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page is wider than the window");
  await page.getByTestId("thumb-next").tap();
  await page.waitForURL(/at=(?!38)\d+/);
  await closing(page);
});

test("players of a pasted game can be given names, and its end is told like the rest", async () => {
  const page = await openPage(browser, studio, { path: `/analyse/review?moves=${game}` });
  await page.getByRole("textbox", { name: "Black" }).fill("Noor");
  await page.waitForFunction(() => document.querySelector('[data-testid="name-black"]')?.textContent === "Noor");
  await page.keyboard.press("Tab");
  await page.getByTestId("story").click();
  await page.locator("body").press("End");
  await page.getByTestId("judged").getByText("White won by 12").waitFor();
  await closing(page);
});

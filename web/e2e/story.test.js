// The story of a game as people walk it: result, key moments, lines that move, and a board whose text travels with it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { browser, studio } from "./ground.js";
import { becomes, closing, lateGame, openPage, recording, square } from "./studio.js";

const lines = readFileSync("../data/famous_games.tsv", "utf8").trim().split("\n").slice(1);
const game = lines[2].split("\t")[6];
/** The review of a game that is proven at once, at its first mistake: g2, where a7 was best. */
const lateLink = async () => `/analyse/review?game=${await lateGame(studio)}&at=0`;
const link = (at, more = "") => `/analyse/review?moves=${game}&black=Ada&white=Kaori&at=${at}${more}`;

const place = (page) => page.getByTestId("place").textContent();
const discs = (page) => page.locator("[data-disc]").evaluateAll((all) => all.map((one) => one.dataset.disc[0]).join(""));
/** Waits until everything is proven: after that no search changes a label. */
const checked = (page) => becomes(() => page.getByTestId("progress").textContent(), /Every position is checked/, "how far it is");
/** Waits until every move is judged. */
const judged = (page) => page.waitForFunction(() => document.querySelectorAll('[data-testid="moments"] li').length > 2 && document.querySelector('[data-testid="accuracy-white"]')?.textContent !== "–");

test("a review tells the story first, and walks key moments with one button", async () => {
  const page = await openPage(browser, studio, { path: link(0), viewport: { width: 1280, height: 720 } });
  await judged(page);
  // 30: the result in words, the turning point, what each gave away, the opening.
  await becomes(() => page.getByTestId("headline").textContent(), /Kaori won by 12/, "the headline");
  await page.waitForFunction(() => /move \d+.*→/s.test(document.querySelector('[data-testid="turning-point"]')?.textContent ?? ""));
  await becomes(() => page.getByTestId("story").textContent(), /Opening: \S+.*60 moves.*Accuracy.*Discs given away.*Inaccuracies.*Mistakes.*Blunders/s);
  // 13 and 14: how labels are meant, and what is still being done.
  await page.getByText("judged by what they did to the result").waitFor();
  await becomes(() => page.getByTestId("progress").textContent(), /^\s*(Checking deeper: \d+ of 61|Every position is checked)\s*$/);
  // 15: Next is in view, stops at key moments only, and is off at the end.
  const next = page.getByTestId("next-moment");
  await becomes(() => next.evaluate((each) => each.getBoundingClientRect().bottom <= innerHeight), true, "Next, above the fold,");
  await page.goto(`${studio.url}/analyse/review?game=${await lateGame(studio)}`);
  await checked(page);
  const rows = page.locator('[data-testid="moments"] > ol > li');
  const moments = await rows.count();
  assert.ok(moments > 2, `${moments} moments`);
  // The first move is one of them.
  for (let walked = 0; walked < moments; walked += 1) {
    if (walked > 0) await next.click();
    await rows.nth(walked).locator('.row[aria-current="step"]').waitFor();
    await becomes(() => page.getByTestId("judged").getByTestId("label").textContent(), /Inaccuracy|Mistake|Blunder|Only move/, "the label");
  }
  await becomes(() => next.isDisabled(), true, "Next, at the end,");
  await closing(page);
});

test("text, bar, values and graph agree, and travel with the board", async () => {
  const page = await openPage(browser, studio, { path: await lateLink(), viewport: { width: 1280, height: 720 } });
  const caption = page.getByTestId("judged");
  await caption.getByText("−6 → −18 · 12 discs lost · exact").waitFor();
  await becomes(() => caption.textContent(), /Ada’s chance to win \d+ %\s→\s\d+ %/, "the caption");
  // 14: one number for one thing.
  await becomes(() => page.locator(".othello-board .value.best").first().textContent(), "−6", "the best value");
  await becomes(() => page.locator('[data-name="g2"] .value.bad').textContent(), "−18", "the value of the move");
  await becomes(() => page.getByTestId("eval-bar").getAttribute("data-score"), "-6", "the bar");
  await becomes(() => page.locator(".arrow.best").count(), 1, "the number of arrows to the best move");
  await becomes(() => page.locator(".arrow.played").count(), 1, "the number of arrows to the move");
  // 10: a lesson far down the page changes the board, and its explanation is in view.
  const lesson = page.getByTestId("lessons").getByRole("button", { name: /Move \d+/ }).first();
  await lesson.scrollIntoViewIfNeeded();
  await lesson.click();
  const inView = (part) => part.evaluate((each) => each.getBoundingClientRect().top >= 0 && each.getBoundingClientRect().bottom <= innerHeight + 1);
  await becomes(() => inView(caption), true, "the explanation, in view,");
  const again = page.getByTestId("retry-start");
  await again.scrollIntoViewIfNeeded();
  await again.click();
  await page.getByTestId("retry").getByText("Find something better").waitFor();
  await becomes(() => inView(page.getByTestId("retry")), true, "the question, in view,");
  await closing(page);
});

test("a line is played out with numbered discs, paused, stepped, left; its moves are clicked and hovered", async () => {
  const page = await openPage(browser, studio, { path: await lateLink() });
  await checked(page);
  await page.getByTestId("judged").getByText("exact").waitFor();
  const before = await discs(page);
  const numbers = () => page.locator(".othello-board .number").count();
  const numbered = (count) => becomes(numbers, count, "the number of numbered discs");
  const seen = await recording(page, ".othello-board .number");
  await page.getByTestId("show-line").click();
  // One move after the other, each alone.
  const steps = await becomes(seen, (all) => all.at(-1).length >= 3, "what was numbered");
  assert.deepEqual(steps.map(({ length }) => length), steps.map((_, step) => step));
  await page.getByTestId("line-toggle").click();
  await page.getByTestId("line-toggle").getByText("Play").waitFor();
  const paused = await numbers();
  await becomes(() => page.locator(".othello-board .ring").count(), 1);
  await page.keyboard.press("ArrowLeft");
  await numbered(paused - 1);
  await page.keyboard.press("Escape");
  await becomes(() => discs(page), before, "the board");
  await numbered(0);
  // Any move of a line: hovered it shows a small board, clicked it goes there. Nothing of that is a variation.
  const move = page.locator('[data-testid="moments"] .line').first().getByRole("button").nth(4);
  await move.hover();
  await page.getByTestId("line-preview").locator("svg").waitFor();
  await move.click();
  await numbered(5);
  await page.getByTestId("line-caption").getByRole("button", { name: "Return" }).click();
  await numbered(0);
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
  await becomes(() => place(page), /^21 /, "the place");
  const focused = (name) => becomes(() => page.evaluate(() => document.activeElement?.dataset.name), name, "the square of the keyboard");
  await page.keyboard.press("d");
  await focused("e4");
  await page.keyboard.press("Shift+ArrowDown");
  await focused("e5");
  // The place is in the address and survives a reload.
  await page.waitForURL(/at=21/);
  await page.reload();
  await page.waitForFunction(() => document.querySelector('[data-testid="place"]')?.textContent.startsWith("21"));
  // Dragging the graph steps, too. It stays where it is once the story above it is told.
  await judged(page);
  await page.getByTestId("turning-point").waitFor();
  await page.locator("#score-graph").hover();
  const graph = await page.locator("#score-graph").boundingBox();
  await page.mouse.down();
  await page.mouse.move(graph.x + graph.width * 0.25, graph.y + graph.height * 0.5, { steps: 4 });
  await page.mouse.up();
  await becomes(() => place(page), /^15 /, "the place");
  await closing(page);
});

test("a review without a mouse: key moments are walked, a line is played out and left, and so is the page", async () => {
  const page = await openPage(browser, studio, { path: `/analyse/review?game=${await lateGame(studio)}`, viewport: { width: 1280, height: 720 } });
  await checked(page);
  const label = () => page.getByTestId("judged").getByTestId("label").textContent();
  await page.keyboard.press("n");
  await page.locator('[data-testid="moments"] [aria-current="step"]').waitFor();
  await becomes(label, /Inaccuracy|Mistake|Blunder|Only move/, "the label");
  const first = await place(page);
  await page.keyboard.press("n");
  await becomes(() => place(page), (now) => now !== first, "the place");
  await page.keyboard.press("p");
  await becomes(() => place(page), first, "the place");
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
  const numbers = () => page.locator(".othello-board .number").count();
  await becomes(numbers, (count) => count >= 2, "the number of numbered discs");
  await page.keyboard.press("Space");
  await page.getByTestId("line-toggle").getByText("Play").waitFor();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  await becomes(numbers, 1, "the number of numbered discs");
  await page.keyboard.press("Escape");
  await page.getByTestId("line-caption").waitFor({ state: "detached" });
  await becomes(() => place(page), first, "the place");
  // The keyboard is back at the button that the line came from.
  await becomes(() => page.evaluate(() => document.activeElement?.dataset.testid), "show-line", "the focus");
  await tabTo('a[href="/library"]', "Shift+Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/library$/);
  await closing(page);
});

test("moves that mirror each other have one value, however deep the search", async () => {
  const page = await openPage(browser, studio, { path: "/analyse" });
  // Whatever was shown, from the first value to depth 10, was the same four times.
  const shown = await recording(page, ".othello-board .value");
  await becomes(() => page.evaluate(() => Number(/depth (\d+)/.exec(document.body.textContent)?.[1] ?? 0)), (depth) => depth >= 10, "the depth");
  const full = (await shown()).filter(({ length }) => length === 4);
  assert.ok(full.length >= 1);
  for (const values of full) assert.equal(new Set(values).size, 1, values.join());
  await page.goto(studio.url + link(0));
  const values = () => page.locator(".othello-board .value").allTextContents();
  assert.equal(new Set(await becomes(values, ({ length }) => length === 4, "the values")).size, 1);
  await page.getByTestId("judged").filter({ hasText: /Best/ }).waitFor();
  await closing(page);
});

test("you are the person by seat: your moments come first, and Black and White are called so", async () => {
  const kept = await lateGame(studio, { black: { player: "human", name: "You" }, white: { player: "level:1" } });
  const page = await openPage(browser, studio, { path: `/analyse/review?game=${kept}` });
  await checked(page);
  await becomes(() => page.getByTestId("headline").textContent(), /You lost by 4/, "the headline");
  await becomes(() => page.getByTestId("name-black").textContent(), "You");
  await page.getByRole("heading", { name: "Your key moments" }).waitFor();
  await page.getByTestId("next-moment").click();
  // Black, who sits here, is to move after an even number of moves.
  const walked = await becomes(() => place(page), (now) => !now.startsWith("0 "), "the place");
  assert.equal(Number(walked.split(" ")[0]) % 2, 0, walked);
  // White moved, and the coach calls Black "you": the person who reads, not whoever moved.
  await page.goto(`${studio.url}/analyse/review?game=${kept}&at=1`);
  await checked(page);
  const claims = async () => (await page.getByTestId("claim").allTextContents()).join(" ");
  assert.doesNotMatch(await becomes(claims, /a7 would make you pass and give White another turn; b2 does not\./, "what the coach says"), /\bBlack\b/);
  await closing(page);
});

test("a person without a name is you in the story, and a colour on the board", async () => {
  const kept = await lateGame(studio, { black: { player: "human" }, white: { player: "level:1" } });
  const page = await openPage(browser, studio, { path: `/analyse/review?game=${kept}` });
  await checked(page);
  await page.getByTestId("story").getByText(/^You – Level 1 · /).waitFor();
  assert.doesNotMatch(await page.locator("main").innerText(), /\bhuman\b/i);
  await closing(page);
});

test("on a small phone the board, its caption and Next are in view", async () => {
  const page = await openPage(browser, studio, { path: await lateLink(), viewport: { width: 360, height: 640 }, hasTouch: true });
  await checked(page);
  await page.getByTestId("judged").getByText("exact").waitFor();
  for (const part of [page.locator(".othello-board"), page.getByTestId("thumb-next"), page.getByTestId("eval-bar")]) {
    const isInView = (box) => box && box.y >= 0 && box.y + box.height <= 640 && box.x >= 0 && box.x + box.width <= 360;
    await becomes(() => part.boundingBox(), isInView, `the place of ${part}`);
  }
  const thumb = await page.getByTestId("thumb-next").boundingBox();
  for (const part of ["caption-text", "show-line"]) {
    await becomes(() => page.getByTestId(part).boundingBox(), (box) => box && box.y + box.height <= thumb.y, `the place of ${part}`);
  }
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page is wider than the window");
  await page.getByTestId("thumb-next").tap();
  await page.waitForURL(/at=[1-9]/);
  await closing(page);
});

test("on a phone that lies on its side the board, what is said and Next are in view", async () => {
  const page = await openPage(browser, studio, { path: await lateLink(), viewport: { width: 844, height: 390 }, hasTouch: true });
  await checked(page);
  await page.getByTestId("judged").getByText("exact").waitFor();
  for (const part of [".othello-board", '[data-testid="caption-text"]', '[data-testid="show-line"]', '[data-testid="thumb-next"]']) {
    const isInView = (box) => box && box.y >= 0 && box.y + box.height <= 390 && box.x >= 0 && box.x + box.width <= 844;
    await becomes(() => page.locator(part).boundingBox(), isInView, `the place of ${part}`);
  }
  assert.equal(await page.getByTestId("next-moment").isVisible(), false, "one Next is enough");
  await page.getByTestId("thumb-next").tap();
  await page.waitForURL(/at=[1-9]/);
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

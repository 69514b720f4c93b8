// Learning without a mouse: a first lesson, a rated run of puzzles, a mistake of a played game that comes back the next day
// and is solved, and an opening learned; by keyboard alone, on a desk in English and on a phone in Japanese.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before, test } from "node:test";
import { BINARY, becomes, closing, lateGame, openPage, startBrowser, startStudio } from "./studio.js";

let browser;
/** The puzzles with their answers, by name. */
let known;

before(async () => {
  const lines = execFileSync(BINARY, ["puzzles", "export", "-"], { encoding: "utf8", maxBuffer: 1 << 28 });
  known = new Map(lines.trim().split("\n").map((line) => JSON.parse(line)).map((puzzle) => [puzzle.id, puzzle]));
  browser = await startBrowser();
});
after(() => browser?.close());

const WAYS = [
  { locale: "en-GB", viewport: { width: 1280, height: 860 } },
  { locale: "ja-JP", viewport: { width: 360, height: 640 }, hasTouch: true },
];

const texts = (locale, en, ja) => (locale === "ja-JP" ? ja : en);
const askAt = (studio) => async (path, body) => {
  const sent = body ? { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) } : {};
  return (await fetch(studio.url + path, sent)).json();
};

/** Presses Tab until something has the keyboard, and checks that it can be seen. */
async function tabTo(page, locator) {
  await locator.waitFor();
  const has = () => locator.evaluate((element) => element === document.activeElement);
  for (let presses = 0; !(await has()); presses += 1) {
    assert.ok(presses < 120, `Tab does not lead to ${locator}`);
    await page.keyboard.press("Tab");
  }
  const ring = await locator.evaluate((element) => {
    const { outlineStyle, boxShadow } = getComputedStyle(element);
    return outlineStyle !== "none" || boxShadow !== "none";
  });
  assert.ok(ring, `whoever comes to ${locator} by keyboard does not see where they are`);
}

async function press(page, locator) {
  await tabTo(page, locator);
  await page.keyboard.press("Enter");
}

/** Goes to a square by arrows, after one of the letters that lead to the board from anywhere, and plays there. */
async function play(page, name) {
  await page.locator(`[aria-busy="false"] [data-name="${name}"].legal`).waitFor();
  const [column, row] = [name.charCodeAt(0) - 97, Number(name[1]) - 1];
  const at = () => page.evaluate(() => document.activeElement?.dataset?.name ?? "");
  if ((await at()) === "") await page.keyboard.press("d");
  for (let presses = 0; (await at()) !== name; presses += 1) {
    assert.ok(presses < 20, `the keyboard does not come to ${name}`);
    const now = await at();
    const [right, down] = [column - (now.charCodeAt(0) - 97), row - (Number(now[1]) - 1)];
    await page.keyboard.press(right > 0 ? "ArrowRight" : right < 0 ? "ArrowLeft" : down > 0 ? "ArrowDown" : "ArrowUp");
    assert.notEqual(await at(), now, "the arrow moves the keyboard");
  }
  await page.keyboard.press("Enter");
}

/** Goes on with the button that has the keyboard by itself once something was answered. */
async function goOn(page) {
  await becomes(() => page.evaluate(() => document.activeElement?.classList.contains("primary") ?? false), true, "the keyboard");
  await page.keyboard.press("Enter");
}

const START = `${"-".repeat(27)}OX------XO${"-".repeat(27)}X`;
const squareOf = (name) => name.charCodeAt(0) - 97 + 8 * (Number(name[1]) - 1);
const nameOf = (square) => "abcdefgh"[square % 8] + (Math.floor(square / 8) + 1);

/** Plays moves without passes from the usual start: 64 squares and the side to move. */
function boardAfter(moves) {
  let [cells, side] = [[...START.slice(0, 64)], "X"];
  for (const move of moves.match(/../g) ?? []) {
    const square = squareOf(move);
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, -1], [1, -1], [-1, 1]]) {
      const line = [];
      let [x, y] = [(square % 8) + dx, Math.floor(square / 8) + dy];
      for (; x >= 0 && x < 8 && y >= 0 && y < 8 && cells[8 * y + x] !== "-" && cells[8 * y + x] !== side; x += dx, y += dy) line.push(8 * y + x);
      if (x >= 0 && x < 8 && y >= 0 && y < 8 && cells[8 * y + x] === side) for (const turned of line) cells[turned] = side;
    }
    cells[square] = side;
    side = side === "X" ? "O" : "X";
  }
  return cells.join("") + side;
}

/** Finds the own move of a repertoire for a board, in whichever of the eight views it is. */
function answerOf(tree, board) {
  const views = [0, 1, 2, 3, 4, 5, 6, 7].map((view) => (square) => {
    let [x, y] = [square % 8, Math.floor(square / 8)];
    if (view & 1) x = 7 - x;
    if (view & 2) y = 7 - y;
    if (view & 4) [x, y] = [y, x];
    return 8 * y + x;
  });
  for (const { way, move } of tree.tree) {
    const known = boardAfter(way);
    for (const seen of views) {
      const image = Array(64);
      for (let square = 0; square < 64; square += 1) image[seen(square)] = known[square];
      if (image.join("") + known[64] === board) return nameOf(seen(squareOf(move)));
    }
  }
  throw new Error(`nothing is prepared for ${board}`);
}

const said = (page) => page.getByTestId("review-said");

/** Takes a picture where somebody wants to look. */
const look = (page, name) => process.env.OUTFLANK_PICTURES && page.screenshot({ path: `${process.env.OUTFLANK_PICTURES}/${name}.png` });

for (const way of WAYS) {
  const { locale } = way;
  const language = locale.slice(0, 2);

  test(`a first lesson and a rated run, ${locale}`, async (t) => {
    const studio = await startStudio();
    t.after(() => studio.stop());
    const ask = askAt(studio);
    const page = await openPage(browser, studio, { ...way, path: "/learn" });
    await press(page, page.getByTestId("today").locator(".primary"));
    await page.waitForURL(/lesson=outflank/);
    const plan = await ask("/api/learn/lessons/outflank");
    const told = page.getByTestId("lesson-said");
    for (const [index, step] of plan.steps.entries()) {
      await told.getByText(step.ask[language].split("{")[0]).waitFor();
      await look(page, `lesson-${locale}-${index + 1}`);
      if (step.moves.length > 0) await play(page, step.moves.find(({ right }) => right).square);
      // What is shown begins where the keyboard is already.
      else await page.keyboard.press("Enter");
      await told.getByText(step.done[language]).waitFor();
      await page.keyboard.press("Enter");
    }
    await told.getByText(plan.end[language]).waitFor();
    await look(page, `lesson-${locale}-end`);
    await becomes(async () => (await ask("/api/learn/lessons/outflank")).done, plan.steps.length);

    await page.goto(`${studio.url}/learn/puzzles`);
    await press(page, page.getByRole("link", { name: texts(locale, "Solve puzzles", "問題を解く") }).first());
    let last = "";
    for (const number of [1, 2]) {
      await becomes(() => page.locator("[data-puzzle]").getAttribute("data-puzzle"), (name) => name !== null && name !== last);
      last = await page.locator("[data-puzzle]").getAttribute("data-puzzle");
      const puzzle = known.get(last);
      await page.locator(".square.legal").first().waitFor();
      await look(page, `puzzle-${locale}-${number}`);
      let mover = puzzle.position.at(-1);
      const solver = mover;
      for (const move of number === 1 ? puzzle.line : [puzzle.moves.at(-1).move]) {
        if (mover === solver && move !== "pass") await play(page, move);
        mover = mover === "X" ? "O" : "X";
      }
      await page.getByTestId("puzzle-result").waitFor();
      if (number === 2) await page.getByTestId("puzzle-why").waitFor();
      await look(page, `puzzle-${locale}-${number}-over`);
      await page.keyboard.press("n");
    }
    await page.goto(`${studio.url}/learn/progress`);
    const { me } = await ask("/api/puzzles");
    assert.deepEqual([me.attempts, me.solved], [2, 1]);
    await becomes(() => page.getByTestId("puzzle-rating").textContent(), `${me.rating}?`);
    await look(page, `progress-${locale}`);
    await closing(page);
  });

  test(`a mistake of a played game comes back the next day, is made again and then solved, ${locale}`, async (t) => {
    const studio = await startStudio();
    t.after(() => studio.stop());
    const ask = askAt(studio);
    let page = await openPage(browser, studio, way);
    const id = await lateGame(studio, { white: { player: "level:1" } });
    await page.goto(`${studio.url}/analyse/review?game=${id}`);
    const learned = await becomes(() => ask("/api/learn"), ({ cards }) => cards > 0, "what is learned");
    assert.equal(learned.due, 0, "not on the same day");
    await closing(page);
    const later = async (hours) => {
      await studio.kill();
      process.env.OUTFLANK_LEARN_AHEAD_HOURS = hours;
      await studio.start();
      delete process.env.OUTFLANK_LEARN_AHEAD_HOURS;
      const opened = await openPage(browser, studio, { ...way, path: "/learn" });
      await press(opened, opened.getByTestId("today").locator(".primary"));
      await opened.waitForURL(/learn\/review/);
      return opened;
    };
    page = await later("24");
    const [card] = await ask("/api/learn/cards");
    await said(page).getByText(card.played).waitFor();
    await look(page, `review-${locale}-asked`);
    await play(page, card.played);
    // It is refuted on the board, and the better move is named.
    const text = await becomes(() => said(page).innerText(), texts(locale, /is better/, /のほうが良い手/));
    await look(page, `review-${locale}-missed`);
    const best = text.match(/[a-h][1-8]/g).find((name) => name !== card.played);
    await closing(page);
    page = await later("25");
    // The others were not answered: they come before it.
    for (;;) {
      await page.locator('[aria-busy="false"] .square.legal').first().waitFor();
      const here = await said(page).innerText();
      if (here.includes(card.played)) break;
      const other = (await ask("/api/learn/cards")).find((one) => here.includes(one.played));
      await play(page, other.played);
      await goOn(page);
    }
    await play(page, best);
    await said(page).getByText(texts(locale, "Right.", "正解です。")).waitFor();
    await look(page, `review-${locale}-solved`);
    await goOn(page);
    await becomes(async () => (await ask("/api/learn/cards")).some((one) => one.id === card.id), false);
    await closing(page);
  });

  test(`an opening is learned to the end of a line, a move of it forgotten, and both come back days later, ${locale}`, async (t) => {
    const studio = await startStudio();
    t.after(() => studio.stop());
    const ask = askAt(studio);
    let page = await openPage(browser, studio, { ...way, path: "/learn/openings" });
    await press(page, page.getByRole("button", { name: texts(locale, "Tiger", "虎定石"), exact: true }));
    await page.waitForURL(/train=\d+/);
    const id = /train=(\d+)/.exec(page.url())[1];
    const tree = await ask(`/api/learn/repertoires/${id}`);
    assert.ok(tree.moves > 2 && tree.known === 0 && tree.coverage[0].share === 1, JSON.stringify(tree.coverage));
    const told = page.getByTestId("training-said");
    await told.getByText(texts(locale, "Your move.", "あなたの番です。")).waitFor();
    await look(page, `opening-${locale}-begun`);
    let moves = "";
    let missed = "";
    const step = async (move) => {
      const answered = page.waitForResponse((response) => response.url().includes("/step"));
      await play(page, move);
      const said = await (await answered).json();
      moves = said.moves;
      return said;
    };
    for (let number = 1; ; number += 1) {
      const right = answerOf(tree, boardAfter(moves));
      if (number === 2) {
        // Forgotten: refuted if it is worse, told in any case, and asked for again at once.
        const legal = await page.locator(".square.legal").evaluateAll((all) => all.map(({ dataset }) => dataset.name));
        missed = legal.find((name) => name !== right);
        const { right: isRight, mistake } = await step(missed);
        assert.equal(isRight, false);
        await told.getByText(texts(locale, `Play ${right} to go on.`, `${right} に打って進みましょう。`)).waitFor();
        await look(page, `opening-${locale}-wrong`);
        if (mistake?.loss > 0 && mistake.played.length > 1) {
          await page.locator('button[aria-keyshortcuts="Escape"]').waitFor();
          await look(page, `opening-${locale}-refuted`);
          await page.keyboard.press("Escape");
        }
      }
      const { right: isRight, finished } = await step(right);
      assert.equal(isRight, true);
      if (finished) break;
      await told.getByText(texts(locale, "is right", "正解です。")).waitFor();
      if (number === 1) await look(page, `opening-${locale}-right`);
    }
    await told.getByText(texts(locale, "The line ends here.", "ここまでです。")).waitFor();
    await look(page, `opening-${locale}-end`);
    // Black moves first and every other time.
    const own = Math.ceil(moves.length / 4);
    const after = await ask(`/api/learn/repertoires/${id}`);
    // All moves of the line are known but the one that was forgotten.
    assert.deepEqual([after.known, after.due], [own - 1, tree.due - own]);
    // Another line goes on with the keyboard where it is.
    await goOn(page);
    await told.getByText(texts(locale, "Your move.", "あなたの番です。")).waitFor();
    await closing(page);
    await studio.kill();
    // What was easy comes back after more than a week.
    process.env.OUTFLANK_LEARN_AHEAD_HOURS = "336";
    await studio.start();
    delete process.env.OUTFLANK_LEARN_AHEAD_HOURS;
    page = await openPage(browser, studio, { ...way, path: "/learn" });
    const cards = await ask("/api/learn/cards");
    assert.equal(cards.length, own, "what was met comes back, what was never met does not");
    await press(page, page.getByTestId("today").locator(".primary"));
    await page.waitForURL(/learn\/review/);
    for (const [index, card] of cards.entries()) {
      await page.getByText(texts(locale, `Position ${index + 1} of ${own}`, `問題${index + 1} / ${own}`)).waitFor();
      await play(page, answerOf(tree, card.position.board));
      await said(page).getByText(texts(locale, "Right.", "正解です。")).waitFor();
      await goOn(page);
    }
    assert.deepEqual(await ask("/api/learn/cards"), []);
    const firmly = await ask(`/api/learn/repertoires/${id}`);
    assert.equal(firmly.known, own);
    await closing(page);
  });
}

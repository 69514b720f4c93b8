// The opening book in a real browser: explorer, analysis, review, and players that use it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { violations } from "./accessible.js";
import { browser, studio } from "./ground.js";
import { closing, human, newGame, openPage, waitForPlies } from "./studio.js";

const book = (moves) => fetch(`${studio.url}/api/book?moves=${moves}`).then((answer) => answer.json());

test("Book: the explorer shows values with their depth, and a click on a move goes there", async () => {
  const known = await book("f5d6");
  const page = await openPage(browser, studio, { path: "/analyse/explorer?moves=f5d6", bypassCSP: true });
  const card = page.getByTestId("book");
  const rows = card.getByTestId("book-move");
  await rows.first().waitFor();
  assert.equal(await rows.count(), known.moves.length);
  const first = known.moves[0];
  await rows.first().getByRole("button", { name: first.move, exact: true }).waitFor();
  await rows.first().getByText(first.value.exact ? "proven" : `depth ${first.value.depth}`).waitFor();
  const know = await card.getByTestId("book-know").textContent();
  assert.match(know, new RegExp(`next 10 plies: Black ${known.to_know.black}, White ${known.to_know.white}`));
  assert.deepEqual(await violations(page), []);
  await rows.first().getByRole("button", { name: first.move, exact: true }).click();
  const next = await book(`f5d6${first.move}`);
  const shown = (value) => `${value.exact ? "" : "≈"}${value.score > 0 ? "+" : value.score < 0 ? "−" : ""}${Math.abs(value.score)}`;
  await card.getByText(`${shown(next.value)} for White`).waitFor();
  await closing(page);
});

test("Book: what it holds with few moves to remember goes to the openings trainer", async () => {
  const page = await openPage(browser, studio, { path: "/learn/openings", bypassCSP: true });
  const form = page.getByTestId("from-book");
  await form.getByRole("spinbutton").fill("6");
  await page.getByRole("button", { name: "As White" }).click();
  assert.deepEqual(await violations(page), []);
  await form.getByRole("button").click();
  await page.waitForURL(/train=\d+/);
  const id = /train=(\d+)/.exec(page.url())[1];
  const tree = await (await fetch(`${studio.url}/api/learn/repertoires/${id}`)).json();
  assert.equal(tree.side, "white");
  assert.ok(tree.moves >= 3 && tree.moves <= 8, JSON.stringify(tree.lines));
  // Every move holds the draw that the start is.
  for (const { way, move } of tree.tree) {
    const known = await book(way);
    assert.ok(known.moves.find((one) => one.move === move).value.score >= 0, `${way} ${move}`);
  }
  await closing(page);
});

test("Book: where the book knows nothing, it says so", async () => {
  const page = await openPage(browser, studio, { path: "/analyse/explorer?moves=f5f6e6f4f3c5f7e3c3c4d2g4" });
  await page.getByTestId("book").getByText("This position is not in the book").waitFor();
  await closing(page);
});

test("Book: the analysis board has the book beside the engine", async () => {
  const page = await openPage(browser, studio, { path: "/analyse?moves=f5d6c3" });
  await page.getByTestId("book").getByTestId("book-move").first().waitFor();
  await closing(page);
});

test("Book: a review says where the game left the book and what that cost", async () => {
  const moves = "f5f6e6f4f3c5f7e3c3c4d2g4";
  const { left, known, losses } = await book(moves);
  assert.ok(left && known >= 1, JSON.stringify(left));
  const page = await openPage(browser, studio, { path: `/analyse/review?moves=${moves}`, bypassCSP: true });
  const card = page.getByTestId("book-review");
  await card.waitFor();
  const text = await card.textContent();
  assert.ok(text.includes(`left the book with move ${left.ply + 1}, ${left.move}`), text);
  for (const loss of losses) assert.ok(text.includes(`Move ${loss.ply + 1}, ${loss.move}`), text);
  // What it cost is known by the book, or by the review when it has come so far.
  await card.getByText(/cost (at least )?\d+ disc|cost nothing/).first().waitFor();
  assert.deepEqual(await violations(page), []);
  await card.getByRole("button", { name: "Show the position" }).click();
  await page.waitForURL((url) => url.searchParams.get("at") === String(left.ply));
  await closing(page);
});

test("Book: a strong level answers from the book; the pages are Japanese too", async () => {
  const { game } = await newGame(studio, { black: human, white: { player: "level:20" }, start: "f5" });
  const done = await waitForPlies(studio, game.id, 2);
  const known = await book("f5");
  const best = known.moves[0].value.score;
  const answer = known.moves.find(({ move }) => move === done.plies[1].move);
  assert.ok(answer?.in_book && best - answer.value.score <= 2, JSON.stringify(done.plies));
  const page = await openPage(browser, studio, { path: "/analyse/explorer?moves=f5d6", settings: { locale: "ja" } });
  await page.getByTestId("book").getByText("定石ブック").first().waitFor();
  await closing(page);
});

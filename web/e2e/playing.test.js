// At the board, as findings of people who walked the studio: a game begins at the first click, clocks stop where they
// stood, results are told from one's own side, a tap that does nothing says why, and nothing is offered that does nothing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { suitsDesktopAndPhone } from "./accessible.js";
import { browser, studio } from "./ground.js";
import { becomes, closing, gameOf, human, lateGame, myTurn, newGame, openPage, recording, square, waitForPlies } from "./studio.js";

const person = { player: "human" };
const open = (id, more) => openPage(browser, studio, { path: `/game/${id}`, ...more });
/** Sends something for whoever has the key of a seat. */
async function send(path, body, key = "") {
  const headers = { "content-type": "application/json", ...(key && { "x-seat-key": key }) };
  const answer = await fetch(studio.url + path, { method: "POST", headers, body: JSON.stringify(body) });
  assert.ok(answer.ok, `${path}: ${answer.status}`);
  return answer.json();
}
/** One move before the end: h8 turns over g8; black has then this many discs. */
const nearEnd = (black) => `${"X".repeat(black - 5)}${"O".repeat(59 - black)}XX${"O".repeat(5)}XO-X`;

test("finding 2: a name is typed, Begin is pressed with the mouse, and the game begins", async () => {
  for (const viewport of [{ width: 1280, height: 720 }, { width: 360, height: 640 }]) {
    const page = await openPage(browser, studio, { path: "/?new=computer", viewport });
    const begin = page.getByRole("button", { name: "Begin" });
    await page.getByText("Looks").or(page.getByLabel("Your name")).first().waitFor();
    await page.getByLabel("Your name").pressSequentially("Ada");
    // The mouse goes where the button is seen, and presses: nothing may move away under it. Nothing else moves it, either.
    await begin.click({ trial: true });
    const box = await begin.boundingBox();
    assert.ok(box.y + box.height <= viewport.height, "Begin is in sight");
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForURL(/\/game\/\d+$/);
    await becomes(() => page.getByTestId("name-black").textContent(), "Ada");
    await closing(page);
  }
});

test("finding 5: clocks stop at what they showed, when a flag falls and when somebody resigns", async () => {
  const seconds = async (page, side) => {
    const [minutes, rest] = (await page.getByTestId(`clock-${side}`).textContent()).split(":");
    return 60 * Number(minutes) + Number(rest);
  };
  const { game } = await newGame(studio, { black: person, white: { player: "random" }, clock: { initial: 2 } });
  const page = await open(game.id);
  await page.getByTestId("result").getByText("You lost on time").waitFor();
  await becomes(() => seconds(page, "black"), 0, "the clock");
  const { game: other } = await newGame(studio, { black: person, white: { player: "random" }, clock: { initial: 300 } });
  await page.goto(`${studio.url}/game/${other.id}`);
  await myTurn(page);
  await becomes(() => seconds(page, "black"), (left) => left <= 298, "the clock");
  await page.getByRole("button", { name: "Resign" }).click();
  const [before, begin] = [await seconds(page, "black"), performance.now()];
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.getByTestId("result").getByText("You resigned").waitFor();
  const passed = Math.ceil((performance.now() - begin) / 1000);
  const after = await seconds(page, "black");
  assert.ok(after <= before && after >= before - passed, `${before} s, then ${after} s, ${passed} s later`);
  await page.reload();
  await page.getByTestId("result").waitFor();
  await becomes(() => seconds(page, "black"), after, "the clock");
  await closing(page);
});

test("finding 6: it is your turn, and you won or lost; an unnamed person is You in every language", async () => {
  const { game } = await newGame(studio, { black: human, white: { player: "random" }, start: nearEnd(20) });
  const page = await open(game.id);
  await page.getByTestId("status").getByText("Your turn").waitFor();
  await page.getByText("you are Black").waitFor();
  await square(page, "h8").click();
  const result = page.getByTestId("result");
  await result.getByText("You lost by 24", { exact: true }).waitFor();
  await result.getByText("20 – 44").waitFor();
  // What was stored as "You" is the word of the day.
  const japanese = await open(game.id, { settings: { locale: "ja" } });
  await japanese.getByTestId("result").waitFor();
  await becomes(() => japanese.getByTestId("name-black").textContent(), "あなた");
  await closing(japanese);
  // Between others: who won, and how; no count that decided nothing.
  const { game: watched } = await newGame(studio, { black: { player: "human", name: "Ann" }, white: { player: "human", name: "Bob" }, start: "f5d6c3" });
  await page.goto(`${studio.url}/game/${watched.id}`);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await result.getByText("Ann wins by resignation", { exact: true }).waitFor();
  assert.equal(await result.locator(".score").count(), 0);
  await closing(page);
});

test("the end of a game tells both accuracies and the score at a glance, and leads to the move that turned it", async () => {
  const id = await lateGame(studio, { black: human, white: { player: "level:1" } });
  const page = await open(id, { bypassCSP: true });
  const story = page.getByTestId("end-story");
  const told = () => story.getByTestId("end-accuracy").allTextContents();
  await becomes(told, ([own, theirs]) => /^\d+ %$/.test(own) && /^\d+ %$/.test(theirs), "both accuracies");
  await story.getByText("your accuracy").waitFor();
  await story.getByText("Level 1’s accuracy").waitFor();
  await story.getByText("A first look").waitFor();
  await suitsDesktopAndPhone(page);
  await story.getByRole("link", { name: "Score by move" }).click();
  await page.waitForURL(new RegExp(`/analyse/review\\?game=${id}`));
  await closing(page);
});

test("a wiped-out board is explained, and taking back a finished game asks first", async () => {
  const { game } = await newGame(studio, { black: person, white: { player: "random" }, start: `XO${"-".repeat(62)}X` });
  const page = await open(game.id);
  await myTurn(page);
  await square(page, "c1").click();
  const result = page.getByTestId("result");
  await result.getByText("You won by 64").waitFor();
  await result.getByText("3 – 0, counted as 64 – 0").waitFor();
  await result.getByText(/^Saved as game/).waitFor();
  await page.getByRole("button", { name: "Take back" }).click();
  await page.getByRole("dialog").getByText("leaves your library until it is finished").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  assert.ok((await gameOf(studio, game.id)).result);
  await page.getByRole("button", { name: "Take back" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Take back" }).click();
  await result.waitFor({ state: "detached" });
  assert.ok(await myTurn(page));
  assert.equal((await gameOf(studio, game.id)).result, null);
  await closing(page);
});

test("a tap that cannot be a move shakes the square and says why in one line", async () => {
  const { game } = await newGame(studio, { black: person, white: { player: "random" }, pace: 60_000 });
  const page = await open(game.id, { settings: { answer: "slow" } });
  await myTurn(page);
  // Both are gone after a while.
  const [shaken, said] = [await recording(page, ".square.refused"), await recording(page, '[data-testid="reason"]')];
  const isSaid = (text) => becomes(async () => (await said()).flat(), (texts) => texts.join(" ").includes(text), "what is said");
  await square(page, "a1").click();
  await becomes(async () => (await shaken()).flat(), ["a1"], "what was shaken");
  await isSaid("a1 turns over nothing.");
  await square(page, "d4").click();
  await isSaid("d4 is taken.");
  await square(page, "f5").click();
  await page.locator('[data-name="f5"][data-disc="black"]').waitFor();
  await square(page, "a1").click();
  await isSaid("It is not your turn: Random is to move.");
  await closing(page);
});

test("moves are confirmed by a second tap, or chosen ahead, if one likes", async () => {
  const { game } = await newGame(studio, { black: person, white: { player: "random" } });
  const page = await open(game.id, { settings: { confirmMoves: true } });
  await myTurn(page);
  await square(page, "f5").click();
  await page.getByText("f5 turns over 1 disc.").waitFor();
  assert.equal((await gameOf(studio, game.id)).plies.length, 0);
  await square(page, "d3").click();
  await page.getByRole("button", { name: "Play d3" }).click();
  await waitForPlies(studio, game.id, 1);
  await closing(page);
  // Against somebody who moves when the test says so: the square is chosen before that, however busy the machine is.
  const { game: ahead, key, invitation } = await newGame(studio, { black: person, white: person, invite: "white", start: "f5d6" });
  const { key: theirs } = await send(`/api/games/${ahead.id}/join`, { invitation });
  const other = await open(`${ahead.id}?seat=${key}`, { settings: { premoves: true } });
  await myTurn(other);
  await square(other, "c3").click();
  await other.locator('[data-name="c3"][data-disc="black"]').waitFor();
  // Every empty square can be chosen; one that stays impossible is dropped with a word.
  await square(other, "a1").click();
  await other.getByTestId("status").getByText("a1 is played as soon as it is your turn.").waitFor();
  const dropped = await recording(other, '[data-testid="reason"]');
  await send(`/api/games/${ahead.id}/moves`, { ply: 3, move: "d3" }, theirs);
  await becomes(async () => (await dropped()).flat(), (texts) => texts.join(" ").includes("a1 was no longer possible."), "what is said");
  assert.equal((await gameOf(studio, ahead.id)).plies.length, 4);
  await closing(other);
});

test("finding 37, 22: no help in a timed game of two people, and no dead buttons for those who look on", async () => {
  const { game } = await newGame(studio, { black: person, white: person, clock: { initial: 300 } });
  const page = await open(game.id);
  await myTurn(page);
  for (const name of ["Hint", /^Move for/]) assert.equal(await page.getByRole("button", { name }).count(), 0, String(name));
  await becomes(() => page.getByRole("button", { name: "Take back" }).isDisabled(), true);
  await closing(page);
  const { game: theirs, key, invitation } = await newGame(studio, { black: person, white: person, invite: "white" });
  await send(`/api/games/${theirs.id}/join`, { invitation }, key);
  await send(`/api/games/${theirs.id}/moves`, { ply: 0, move: "f5" }, key);
  const spectator = await open(theirs.id);
  await spectator.getByTestId("status").waitFor();
  for (const name of ["Rematch", "Take back", "Resign", "Restart", /^Name this game/, "Redo"]) {
    assert.equal(await spectator.getByRole("button", { name }).count(), 0, String(name));
  }
  await closing(spectator);
});

test("the start page goes on with the last game, plays the last opponent again with a tap, and shows a position as a picture", async () => {
  const { game } = await newGame(studio, { black: person, white: { player: "level:4" }, start: "f5d6c3d3" });
  const page = await openPage(browser, studio);
  await page.getByRole("button", { name: "I know the rules" }).click();
  const hero = page.getByTestId("continue");
  await hero.getByText("Your turn · move 5 · you are Black").waitFor();
  await hero.getByRole("link", { name: "Continue" }).click();
  await page.waitForURL(`**/game/${game.id}`);
  await page.goto(studio.url);
  // A tile begins a game with the clock and the colour above; both are remembered.
  await page.getByRole("radio", { name: "3 min" }).check();
  await page.getByRole("radio", { name: "White", exact: true }).check();
  await page.getByRole("button", { name: /^Level 6 / }).click();
  await page.waitForURL((url) => /\/game\/\d+$/.test(url.pathname) && !url.pathname.endsWith(`/${game.id}`));
  const begun = await gameOf(studio, page.url().split("/").at(-1));
  assert.deepEqual([begun.black.player, begun.white.player, begun.clock !== null], ["level:6", "human", true]);
  await page.goto(studio.url);
  await page.getByRole("button", { name: "Play again against Level 6" }).click();
  await page.waitForURL((url) => /\/game\/\d+$/.test(url.pathname) && !url.pathname.endsWith(`/${begun.id}`));
  await page.goto(`${studio.url}/?position=${"-".repeat(27)}OX------XO${"-".repeat(27)}X`);
  await page.getByRole("heading", { name: "Play on from here" }).waitFor();
  await page.locator("form.card svg circle").first().waitFor();
  assert.equal(await page.locator("form.card textarea").count(), 0, "a picture, not 64 characters");
  await closing(page);
});

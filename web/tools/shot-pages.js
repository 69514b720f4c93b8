// What is pictured: the pages with their tabs and states, and the studios they stand in.

import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fillLibrary, importFiles } from "../e2e/library-games.js";
import { BINARY, holdTournament, newGame, openPage, square, startStudio } from "../e2e/studio.js";

// Games of people, from data/famous_games.tsv.
const games = readFileSync("../data/famous_games.tsv", "utf8").trim().split("\n").slice(1).map((line) => line.split("\t"));
const moves = (game, count) => games[game][6].slice(0, 2 * count);
const START = `${"-".repeat(27)}OX------XO${"-".repeat(27)}X`;
const human = { player: "human", name: "Ada" };

async function send(studio, method, path, body) {
  const answer = await fetch(studio.url + path, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return answer.json();
}

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Starts the studios: one with games, one that is new, one for many people. */
export async function startStudios() {
  const port = await freePort();
  const more = ["--public-url", `http://localhost:${port}`];
  const [full, fresh, shared] = await Promise.all([startStudio(), startStudio(), startStudio(null, {}, BINARY, { port, more })]);
  holdTournament(full.folder);
  holdTournament(full.folder, "openings", { players: ["level:1", "level:2", "level:3", "level:4"], games: 60 });
  await importFiles(full, { "openings.ggf": readFileSync(join(full.folder, "openings", "games.ggf")) });
  await fillLibrary(full);
  return { full, fresh, shared, stop: () => Promise.all([full.stop(), fresh.stop(), shared.stop()]) };
}

/** A game by link that has begun; `guest` is the page of the other player once it is open. */
async function duel(studio) {
  const { game, key, invitation } = await newGame(studio, { black: human, white: { player: "human" }, invite: "white", clock: { initial: 300, increment: 2 } });
  const joined = await send(studio, "POST", `/api/games/${game.id}/join`, { invitation, name: "Kaori" });
  return { id: game.id, path: `/game/${game.id}?seat=${key}`, other: `/game/${game.id}?seat=${joined.key}` };
}

/** Begins a game by link, lets both make their first moves, and brings the guest to do something. */
const withGuest = (deed) => async ({ page, browser, studio }) => {
  const game = await duel(studio);
  const guest = await openPage(browser, studio, { path: game.other });
  await page.goto(studio.url + game.path);
  const played = (board, name) => board.locator(`[data-name="${name}"]:not([data-disc="empty"])`).waitFor();
  await page.locator('.othello-board [data-name="f5"]').waitFor();
  await page.locator('[data-name="f5"].legal').click();
  await played(guest, "f5");
  await guest.locator('[data-name="d6"].legal').click();
  await played(page, "d6");
  await deed(guest);
  return guest;
};

/** Waits until the end card has looked through the game. */
const lookedAt = async ({ page }) => page.waitForFunction(() => /\d/.test(document.querySelector('[data-testid="end-accuracy"]')?.textContent ?? "")).then(() => {});

/** Lists the pages by name. `press` are buttons by their texts, `act` is anything else to do first. */
export async function pagesOf({ full, fresh, shared }) {
  const { game } = await newGame(full, { black: human, white: { player: "level:8" }, start: moves(2, 30) });
  await newGame(full, { black: { player: "nea:depth=3" }, white: human, start: "f5d6c3d3c4", name: "Against an ancestor" });
  const { game: done } = await newGame(full, { black: human, white: { player: "human", name: "Kaori" }, start: moves(3, 60) });
  const { game: lost } = await newGame(full, { black: human, white: { player: "level:8" }, start: moves(2, 60) });
  const { game: open, key, invitation } = await newGame(full, { black: human, white: { player: "human" }, invite: "white", clock: { initial: 300, increment: 2 } });
  const famous = await (await fetch(`${full.url}/api/library?player=tamenori&opponent=shaman`)).json();
  await send(full, "PATCH", `/api/library/${famous.games[1].key}`, { tags: ["endgame", "study"], notes: "Two discs decide: look at the last ten moves again." });
  const review = `/analyse/review?moves=${moves(2, 60)}&black=Ada&white=Kaori`;
  const signUp = async ({ page }) => {
    await page.evaluate(async () => {
      const wish = { name: `Ada ${Math.floor(Math.random() * 1e9)}`, password: "correct horse" };
      await fetch("/api/accounts", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish) });
    });
    await page.reload();
    await page.locator("header details").waitFor();
  };
  return {
    home: { path: "/" },
    "home-again": { path: "/", press: ["playKnow"] },
    "home-first": { path: "/", studio: fresh },
    "home-open": { path: "/", act: ({ page, text }) => page.getByText(text("importTitle"), { exact: true }).click() },
    "home-computer": { path: "/?new=computer" },
    "home-friend": { path: "/?new=friend" },
    "home-two": { path: "/?new=two" },
    "home-watch": { path: "/?new=watch" },
    "home-older": { path: "/?new=older" },
    learn: { path: "/learn" },
    lesson: { path: "/learn?lesson=first" },
    "learn-review": { path: "/learn/review" },
    "learn-openings": { path: "/learn/openings" },
    "learn-progress": { path: "/learn/progress" },
    puzzles: { path: "/learn/puzzles" },
    puzzle: { path: "/learn/puzzles/theme?theme=wedge", act: ({ page }) => page.locator(".square.legal").first().waitFor() },
    play: { path: `/game/${game.id}` },
    "play-hint": { path: `/game/${game.id}`, press: ["hint", "hintShow"], wait: 1500 },
    "play-refused": { path: `/game/${game.id}`, act: ({ page }) => square(page, "a1").click() },
    "play-keys": { path: `/game/${game.id}`, act: ({ page }) => page.keyboard.press("?") },
    result: { path: `/game/${done.id}`, act: lookedAt },
    "result-computer": { path: `/game/${lost.id}`, act: lookedAt },
    "play-3d": { path: `/game/${game.id}`, settings: { drawing: "3d" } },
    "overhead-3d": { path: `/game/${game.id}`, settings: { drawing: "3d" }, press: ["viewOverhead"] },
    "low-3d": { path: `/game/${game.id}`, settings: { drawing: "3d" }, press: ["viewLow"] },
    waiting: {
      path: `/game/${open.id}?seat=${key}`,
      act: async ({ page }) => {
        await page.evaluate(([id, invited]) => localStorage.setItem("outflank.invitations", JSON.stringify({ [id]: invited })), [open.id, invitation]);
        await page.reload();
        await page.getByTestId("waiting-room").waitFor();
      },
    },
    join: { path: `/game/${open.id}?invite=${invitation}` },
    remote: { path: "/", act: withGuest(async () => {}) },
    spectator: { path: "/", act: async (given) => {
      const { page, studio } = given;
      const guest = await withGuest(async () => {})(given);
      await page.evaluate(() => localStorage.removeItem("outflank.seats"));
      await page.goto(studio.url + new URL(page.url()).pathname);
      return guest;
    } },
    "remote-offer": { path: "/", act: withGuest((guest) => guest.getByRole("button", { name: "Offer a draw" }).click()) },
    "remote-gone": { path: "/", wait: 6000, act: async (given) => (await withGuest(async () => {})(given)).context().close() },
    "remote-over": { path: "/", act: withGuest(async (guest) => {
      await guest.getByRole("button", { name: "Resign" }).click();
      await guest.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    }) },
    "game-missing": { path: "/game/999999" },
    library: { path: "/library" },
    "library-empty": { path: "/library", studio: fresh },
    "library-none": { path: "/library?player=nobody" },
    "library-filters": { path: "/library?player=murakami&outcome=lost" },
    "library-import": { path: "/library", press: ["libraryImportGames"] },
    "library-game": { path: `/library/${famous.games[1].key}` },
    explorer: { path: "/analyse/explorer?moves=f5d6", wait: 2500 },
    "explorer-empty": { path: "/analyse/explorer?moves=f5d6", studio: fresh },
    review: { path: `${review}&at=38`, wait: 6000 },
    "review-story": { path: `${review}&at=0`, wait: 6000 },
    "review-end": { path: `${review}&at=60`, wait: 3000 },
    "review-empty": { path: "/analyse/review" },
    "review-line": { path: `${review}&at=38`, wait: 4500, act: ({ page }) => page.getByTestId("show-line").click({ timeout: 90_000 }) },
    "review-retry": { path: `${review}&at=38`, wait: 500, act: ({ page }) => page.getByTestId("retry-start").click({ timeout: 90_000 }) },
    "review-share": { path: `${review}&at=38`, wait: 2500, act: ({ page }) => page.getByTestId("share-open").click() },
    "review-variation": { path: `${review}&at=20&line=c2`, wait: 3000 },
    analysis: { path: `/analyse?position=${START}`, wait: 4000 },
    "analysis-wrong": { path: "/analyse?position=abc" },
    thinking: { path: `/analyse/thinking?text=${moves(2, 30)}`, wait: 9000 },
    "thinking-exact": { path: `/analyse/thinking?text=${moves(2, 42)}`, wait: 5000, scroll: "thinkLooksAt" },
    minimax: { path: `/analyse/minimax?text=${moves(2, 30)}`, press: ["last"] },
    assistant: { path: `/analyse/ask?text=${moves(2, 39)}`, press: ["askBest", "askLast"], wait: 4000 },
    "assistant-empty": { path: "/analyse/ask" },
    editor: { path: "/analyse/setup" },
    "editor-odd": { path: "/analyse/setup", act: ({ page }) => square(page, "a1").click() },
    settings: { path: "/settings" },
    players: { path: "/players" },
    player: { path: "/players/om-expert" },
    "player-level": { path: "/players/level:7" },
    "player-missing": { path: "/players/nobody" },
    lab: { path: "/lab" },
    "lab-empty": { path: "/lab", studio: fresh },
    tournament: { path: "/lab/small" },
    "lab-new": { path: "/lab/new/tournament?preset=ancestors" },
    "lab-tuning": { path: "/lab/new/tuning" },
    "lab-learning": { path: "/lab/new/learning" },
    "lab-files": { path: "/lab/tools/files" },
    "lab-logs": { path: "/lab/tools/logs" },
    help: { path: "/help" },
    about: { path: "/about" },
    nowhere: { path: "/nowhere" },
    clubs: { path: "/club" },
    club: { path: "/club", act: async ({ page, text }) => {
      await page.getByLabel(text("clubName")).fill("Tuesday");
      await page.getByRole("button", { name: text("clubMake") }).click();
      await page.getByLabel(text("clubAdd")).fill(["Ann", "Bob", "Cid", "Dora", "Eli", "Fay"].join("\n"));
      await page.getByRole("button", { name: text("clubAdd") }).click();
      await page.getByText("Fay").first().waitFor();
      await page.getByRole("button", { name: text("clubPairFirst") }).click();
      await page.getByTestId("pairings").waitFor();
    } },
    lobby: { path: "/", studio: shared, act: ({ page }) => page.getByTestId("lobby").waitFor() },
    person: { path: "/", studio: shared, act: async (given) => {
      await signUp(given);
      await given.page.goto(`${given.studio.url}/account`);
      await given.page.getByRole("link", { name: given.text("personMine") }).click();
      await given.page.locator("h1").waitFor();
    } },
    "account-none": { path: "/account" },
    "account-guest": { path: "/account", studio: shared },
    account: { path: "/account", studio: shared, act: signUp },
    "account-menu": { path: "/", studio: shared, act: async (given) => {
      await signUp(given);
      await given.page.locator("header details summary").click();
    } },
    "account-menu-guest": { path: "/", studio: shared, act: ({ page }) => page.locator("header details summary").click() },
  };
}

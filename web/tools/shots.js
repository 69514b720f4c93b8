// Takes pictures of every page: four windows, dark and light, flat and 3D.
//
//   npm run shots -- FOLDER [only the names that contain one of these, such as review,explorer]
//
// There is also a sheet NAME.jpg for every page whose name is chosen: a dark desktop and a light phone side by side, at a
// size at which they can be read.

import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fillLibrary, importFiles } from "../e2e/library-games.js";
import { holdTournament, newGame, openPage, pause, startBrowser, startStudio } from "../e2e/studio.js";

const [folder = "shots", only = ""] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const isWanted = (name) => only.split(",").some((part) => name.includes(part));
const SIZES = {
  desktop: { width: 1440, height: 900 },
  laptop: { width: 1280, height: 720 },
  phone: { width: 390, height: 844 },
  small: { width: 360, height: 640 },
};
// Games of people, from data/famous_games.tsv.
const games = readFileSync("../data/famous_games.tsv", "utf8").trim().split("\n").slice(1).map((line) => line.split("\t"));
const moves = (game, count) => games[game][6].slice(0, 2 * count);

/** Puts two pictures of a page side by side. */
async function sheet(name) {
  const picture = (file) => `data:image/png;base64,${readFileSync(join(folder, file)).toString("base64")}`;
  const images = ["desktop-dark", "phone-light"].map((kind) => `<img height="844" src="${picture(`${name}-${kind}.png`)}">`).join("");
  const page = await browser.newPage({ viewport: { width: 1780, height: 868 } });
  await page.setContent(`<body style="margin:12px;display:flex;gap:12px;background:#808784">${images}</body>`);
  await page.screenshot({ path: join(folder, `${name}.jpg`), type: "jpeg", quality: 80 });
  await page.close();
}

const [studio, browser] = await Promise.all([startStudio(), startBrowser()]);
try {
  holdTournament(studio.folder);
  const human = { player: "human", name: "Ada" };
  const { game } = await newGame(studio, { black: human, white: { player: "level:8" }, start: moves(2, 30) });
  await newGame(studio, { black: { player: "nea:depth=3" }, white: human, start: "f5d6c3d3c4", name: "Against an ancestor" });
  const { game: done } = await newGame(studio, { black: human, white: { player: "human", name: "Kaori" }, start: moves(3, 60) });
  holdTournament(studio.folder, "openings", { players: ["level:1", "level:2", "level:3", "level:4"], games: 60 });
  await importFiles(studio, { "openings.ggf": readFileSync(join(studio.folder, "openings", "games.ggf")) });
  await fillLibrary(studio);
  const famous = await (await fetch(`${studio.url}/api/library?player=tamenori&opponent=shaman`)).json();
  await fetch(`${studio.url}/api/library/${famous.games[1].key}`, {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ tags: ["endgame", "study"], notes: "Two discs decide: look at the last ten moves again." }),
  });
  const pages = {
    home: { path: "/" },
    learn: { path: "/learn" },
    play: { path: `/game/${game.id}` },
    result: { path: `/game/${done.id}` },
    "play-3d": { path: `/game/${game.id}`, settings: { drawing: "3d" } },
    "overhead-3d": { path: `/game/${game.id}`, settings: { drawing: "3d" }, press: "Overhead" },
    "low-3d": { path: `/game/${game.id}`, settings: { drawing: "3d" }, press: "Low" },
    library: { path: "/library" },
    "library-filters": { path: "/library?player=murakami&outcome=lost" },
    "library-import": { path: "/library", press: "Import games" },
    "library-game": { path: `/library/${famous.games[1].key}` },
    explorer: { path: "/analyse/explorer?moves=f5d6" },
    review: { path: `/analyse/review?moves=${moves(2, 60)}&black=Ada&white=Kaori&at=38`, wait: 6000 },
    analysis: { path: `/analyse?position=${"---------------------------OX------XO---------------------------X"}`, wait: 4000 },
    thinking: { path: `/analyse/thinking?text=${moves(2, 30)}`, wait: 9000 },
    "thinking-exact": { path: `/analyse/thinking?text=${moves(2, 42)}`, wait: 5000, scroll: true },
    minimax: { path: `/analyse/minimax?text=${moves(2, 30)}`, press: "Last" },
    assistant: { path: `/analyse/ask?text=${moves(2, 39)}`, press: ["What is the best move?", "Was the last move good?"], wait: 4000 },
    editor: { path: "/analyse/setup" },
    settings: { path: "/settings" },
    players: { path: "/players" },
    player: { path: "/players/om-expert" },
    lab: { path: "/lab" },
    tournament: { path: "/lab/small" },
    "lab-new": { path: "/lab/new/tournament?preset=ancestors" },
    "lab-files": { path: "/lab/tools/files" },
    help: { path: "/help" },
    about: { path: "/about" },
  };
  for (const [name, { path, settings, press = [], wait, scroll }] of Object.entries(pages)) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      for (const scheme of ["dark", "light"]) {
        const file = `${name}-${size}-${scheme}.png`;
        if (!isWanted(file)) continue;
        const page = await openPage(browser, studio, { path, viewport, settings: { scheme, ...settings } });
        await page.locator("h1, .othello-board").first().waitFor({ state: "attached" });
        for (const name of [press].flat()) {
          await page.getByRole("button", { name }).and(page.locator(":enabled")).click();
        }
        await pause(wait ?? (settings?.drawing === "3d" ? 2500 : 400));
        if (scroll) await page.getByText("What it looks at").scrollIntoViewIfNeeded();
        await page.screenshot({ path: join(folder, file) });
        if (page.problems.length > 0) console.error(file, page.problems);
        await page.context().close();
      }
    }
  }
  for (const name of Object.keys(pages)) if (isWanted(name)) await sheet(name);
} finally {
  await browser.close();
  await studio.stop();
}

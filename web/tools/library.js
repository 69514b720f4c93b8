// Measures the library with many games: import, answers of the explorer and of the list, memory and files.
//
//   npm run library -- FOLDER [positions]
//
// FOLDER holds files of games, such as the WTHOR database.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { importFiles } from "../e2e/library-games.js";
import { startStudio } from "../e2e/studio.js";

const [source, positions = "400"] = process.argv.slice(2);
if (!source) throw new Error("say which folder holds the games");

// The same positions in every run.
let seed = 1;
const random = (below) => {
  seed = (seed * 48271) % 2147483647;
  return seed % below;
};

const studio = await startStudio();
const get = async (path) => {
  const begin = performance.now();
  const answer = await fetch(studio.url + path);
  const body = await answer.json();
  if (!answer.ok) throw new Error(`${path}: ${body.message}`);
  return { body, milliseconds: performance.now() - begin };
};

/** Asks for every path and tells how long the answers took. */
async function measure(what, paths) {
  const times = [];
  for (const path of paths) times.push((await get(path)).milliseconds);
  times.sort((one, other) => one - other);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(1);
  console.log(`${what}: ${times.length} answers, ${at(0.5)} ms (50 %), ${at(0.95)} ms (95 %), ${at(1)} ms (most)`);
}

const memory = () => /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${studio.process.pid}/status`, "utf8"))[1] / 1024;

try {
  const files = Object.fromEntries(readdirSync(source).map((name) => [name, readFileSync(join(source, name))]));
  let begin = performance.now();
  const { read, added, bad } = await importFiles(studio, files);
  console.log(`import: ${read} games read, ${added} added, ${bad} bad in ${((performance.now() - begin) / 1000).toFixed(1)} s, positions included`);
  begin = performance.now();
  const again = await importFiles(studio, files);
  console.log(`again: ${again.duplicates} known, ${again.added} added in ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  for (const name of readdirSync(studio.folder)) console.log(`${name}: ${(statSync(join(studio.folder, name)).size / 1e6).toFixed(0)} MB`);
  console.log(`memory after the import: ${memory().toFixed(0)} MiB`);

  // Positions as they come in games: every depth is as likely.
  const asked = [];
  while (asked.length < Number(positions)) {
    const { body } = await get(`/api/library?limit=1&offset=${random(added)}`);
    const { body: game } = await get(`/api/library/${body.games[0].key}`);
    asked.push({ moves: game.transcript.slice(0, 2 * random(game.transcript.length / 2)), player: encodeURIComponent(game.black) });
  }
  await measure("explorer, positions of games", asked.map(({ moves }) => `/api/explorer?moves=${moves}`));
  await measure("explorer, first eight moves", asked.map(({ moves }) => `/api/explorer?moves=${moves.slice(0, 2 * random(9))}`));
  await measure("explorer, a player's games", asked.map(({ moves, player }) => `/api/explorer?moves=${moves.slice(0, 16)}&player=${player}`));
  await measure("explorer, some years", asked.map(({ moves }) => `/api/explorer?moves=${moves.slice(0, 16)}&since=1990&until=2005`));
  await measure("explorer, the start", asked.map(() => "/api/explorer"));
  const sorts = ["key", "date", "black", "white", "score", "length"];
  await measure("list, any page in any order", asked.map(() => `/api/library?sort=${sorts[random(6)]}&offset=${random(added)}`));
  await measure("list of a player by date", asked.map(({ player }) => `/api/library?player=${player}&sort=date`));
  await measure("list by a text", asked.map(({ player }) => `/api/library?search=${player.slice(0, 4)}&sort=date`));
  console.log(`memory: ${memory().toFixed(0)} MiB`);
} finally {
  await studio.stop();
}

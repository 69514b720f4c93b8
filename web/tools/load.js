// Plays many games at once against a server of its own and says how it went.
//
//   npm run load -- [SECONDS] [GAMES] [computers]
//
// With `computers` every game is against a level, otherwise every second one. OUTFLANK_BINARY names the program; what
// memory does over an hour is told by `OUTFLANK_BINARY=../target/release/outflank npm run load -- 3600 200 computers`.

import { readFileSync } from "node:fs";
import { pause, startStudio } from "../e2e/studio.js";

const [seconds = 300, games = 100] = process.argv.slice(2, 4).map(Number);
const computers = process.argv[4] === "computers";
const studio = await startStudio();
const latencies = [];
const failures = new Map();
let [moves, finished] = [0, 0];
const end = Date.now() + seconds * 1000;

async function ask(method, path, body) {
  const begin = performance.now();
  const answer = await fetch(studio.url + path, {
    method,
    headers: { "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const told = await answer.json();
  latencies.push(performance.now() - begin);
  if (!answer.ok) throw new Error(`${answer.status} ${told.code}`);
  return told;
}

/** Plays game after game, between two people or against a level; everybody thinks a little. */
async function playOn(number) {
  const human = { player: "human" };
  const white = number % 2 === 0 && !computers ? human : { player: `level:${1 + (number % 12)}` };
  let game = null;
  while (Date.now() < end) {
    try {
      if (game === null || game.result) {
        finished += game?.result ? 1 : 0;
        game = (await ask("POST", "/api/games", { black: human, white, balanced: true })).game;
      }
      const { legal, side } = game.position;
      if (side && game[side].human && legal.length > 0) {
        const move = legal[Math.floor(Math.random() * legal.length)].square;
        game = await ask("POST", `/api/games/${game.id}/moves`, { ply: game.plies.length, move });
        moves += 1;
      } else {
        game = await ask("GET", `/api/games/${game.id}`);
      }
    } catch (error) {
      failures.set(error.message, (failures.get(error.message) ?? 0) + 1);
      game = null;
    }
    await pause(200 + Math.random() * 400);
  }
}

const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${studio.process.pid}/status`, "utf8"))[1]) / 1024;
const EVERY = Math.max(5000, seconds * 50);
const resident = [memory()];
const watch = setInterval(() => resident.push(memory()), EVERY);
await Promise.all(Array.from({ length: games }, (_, number) => playOn(number)));
clearInterval(watch);
resident.push(memory());
await studio.stop();

latencies.sort((a, b) => a - b);
const quantile = (share) => latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))].toFixed(1);
console.log(`${games} games at a time for ${seconds} s: ${latencies.length} requests, ${moves} moves, ${finished} games finished`);
console.log(`errors: ${[...failures].map(([what, count]) => `${count} x ${what}`).join(", ") || "none"}`);
console.log(`latency in ms: 50 % ${quantile(0.5)}, 95 % ${quantile(0.95)}, 99 % ${quantile(0.99)}, longest ${quantile(1)}`);
console.log(`memory in MiB: ${resident[0].toFixed(0)} at the start, then every ${EVERY / 1000} s ${resident.slice(1).map((size) => size.toFixed(0)).join(" ")}`);

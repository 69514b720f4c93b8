// One person on one machine: how long a start takes, how much memory a studio has then and after a game, and that nobody has
// to log in. Of two programs, such as this version and an earlier one, in turn.
//
//   npm run alone -- PROGRAM [OTHER_PROGRAM] [ROUNDS]
//
// Its own memory is what it has on heap and stacks. The rest are pages of its file, of which newer systems map much more than
// is touched: how much depends on how the file was read. A start is the time until the first page's list of players is answered, with a database that is there already.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pause } from "../e2e/studio.js";
import { memory, ownMemory, ownSeconds } from "./processes.js";

const programs = process.argv.slice(2).filter((word) => !/^\d+$/.test(word));
const rounds = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 10);
if (programs.length === 0 || !programs.every(existsSync)) throw new Error(`no program: ${programs.join(", ")}`);

/** Starts a studio, plays a game against a level, and tells what that took. */
async function live(program, folder) {
  const begin = performance.now();
  const options = ["serve", "--bind", "127.0.0.1:0", "--database", `sqlite:${join(folder, "games.db")}`, "--lab", folder];
  const studio = spawn(program, options, { stdio: ["ignore", "ignore", "pipe"] });
  const url = await new Promise((resolve, reject) => {
    let said = "";
    studio.once("exit", () => reject(new Error(`${program} ended: ${said}`)));
    studio.stderr.on("data", (data) => {
      said += data;
      const found = /Outflank is at (http:\S+)/.exec(said);
      if (found) resolve(found[1]);
    });
  });
  const ask = async (method, path, body) => {
    const answer = await fetch(url + path, { method, ...(body ? { headers: { "content-type": "application/json" }, body: JSON.stringify(body) } : {}) });
    if (!answer.ok) throw new Error(`${program}: ${method} ${path}: ${answer.status}`);
    return { told: await answer.json(), cookies: answer.headers.getSetCookie() };
  };
  await ask("GET", "/api/players");
  const start = performance.now() - begin;
  const [idle, idleOwn, seconds] = [memory(studio.pid), ownMemory(studio.pid), ownSeconds(studio.pid)];
  // No cookie is set and nobody is asked who they are: everything is one's own, settings too.
  const made = await ask("POST", "/api/games", { black: { player: "human" }, white: { player: "level:3" } });
  if (made.cookies.length > 0) throw new Error(`${program} sets a cookie: ${made.cookies}`);
  await ask("GET", "/api/assistant");
  let game = made.told.game;
  while (!game.result) {
    const { legal, side } = game.position;
    if (side && game[side].human && legal.length > 0) {
      game = (await ask("POST", `/api/games/${game.id}/moves`, { ply: game.plies.length, move: legal[0].square })).told;
    } else {
      await pause(5);
      game = (await ask("GET", `/api/games/${game.id}`)).told;
    }
  }
  const [played, playedOwn] = [memory(studio.pid), ownMemory(studio.pid)];
  await new Promise((resolve) => {
    studio.removeAllListeners("exit");
    studio.once("exit", resolve);
    studio.kill();
  });
  return { start, seconds: seconds * 1000, idle, idleOwn, played, playedOwn };
}

const folders = programs.map(() => mkdtempSync(join(tmpdir(), "outflank-alone-")));
const found = programs.map(() => []);
// The first start makes the tables: it does not count.
for (let round = 0; round <= rounds; round += 1) {
  for (const [place, program] of programs.entries()) {
    const measured = await live(program, folders[place]);
    if (round > 0) found[place].push(measured);
  }
}
for (const folder of folders) rmSync(folder, { recursive: true, force: true });
const middle = (all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)];
for (const [place, program] of programs.entries()) {
  const of = (name) => middle(found[place].map((one) => one[name])).toFixed(1);
  console.log(`${program}: ${rounds} starts, the middle one ${of("start")} ms, ${of("seconds")} ms of the processor; memory ${of("idle")} MiB (its own ${of("idleOwn")}), after a game ${of("played")} MiB (its own ${of("playedOwn")}); no log-in, no cookie`);
}

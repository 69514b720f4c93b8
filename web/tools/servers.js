// People play on two servers that share a PostgreSQL, with two workers beside them, and this says how it went.
//
//   npm run load-servers -- [SECONDS] [GAMES] [KILLS] [REVIEWS]
//
// In each game two people sit on different servers and look on over live connections; a move is made every four seconds.
// Every tenth game is against a level, so that workers have something to do. KILLS servers and workers are killed and
// started again at random moments; people go on through the other server. REVIEWS deep reviews run beside them: every
// second one insists that its positions be solved, which takes engines as long as there are any. What reviews were told
// says whether they got on.
// OUTFLANK_BINARY names the program.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { startPostgres } from "../e2e/postgres.js";
import { BINARY, pause, startStudio } from "../e2e/studio.js";

const [seconds = 60, games = 500, kills = 0, reviews = 0] = process.argv.slice(2, 6).map(Number);
const PERIOD = 4000;
const postgres = await startPostgres();
const servers = [await startStudio(postgres.url), await startStudio(postgres.url)];
const workers = [startWorker(), startWorker()];
const [acknowledged, told] = [[], []];
const failures = new Map();
const kept = [];
let [moves, answers, refused, running] = [0, 0, 0, true];

function startWorker() {
  return spawn(BINARY, ["work", "--database", postgres.url, "--threads", "1"], { stdio: "ignore" });
}

const fail = (what) => failures.set(what, (failures.get(what) ?? 0) + 1);

/** Asks a server; while it is down the other one. */
async function ask(server, method, path, body) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const answer = await fetch(servers[(server + attempt) % 2].url + path, {
        method,
        headers: { "content-type": "application/json" },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const said = await answer.json();
      if (answer.ok) return said;
      if (said.code === "moved-on" && attempt > 0) return null;
      throw new Error(`${answer.status} ${said.code ?? said.message}`);
    } catch (error) {
      if (kills === 0 || attempt > 60 || /^\d/.test(error.message)) throw error;
      refused += 1;
      await pause(50);
    }
  }
}

/** Looks at a game from a server, and tells what is heard there; returns what ends that. */
function look(server, id, hear) {
  let present = null;
  const connect = (at) => {
    if (!running || present === "left") return;
    const socket = new WebSocket(`${servers[at].url.replace("http", "ws")}/api/games/${id}/live`);
    socket.onmessage = ({ data }) => {
      const said = JSON.parse(data);
      if (said.type === "game") hear(said.game);
    };
    socket.onclose = () => running && setTimeout(connect, 100, kills > 0 ? (at + 1) % 2 : at);
    socket.onerror = () => {};
    if (!running) socket.close();
    present = socket;
    sockets.add(socket);
    socket.addEventListener("close", () => sockets.delete(socket));
  };
  connect(server);
  return () => {
    const last = present;
    present = "left";
    last?.close();
  };
}
const sockets = new Set();

async function playOn(number) {
  await pause((number * PERIOD) / games);
  const human = { player: "human" };
  const white = number % 10 === 0 ? { player: "level:2" } : human;
  let waiting = null;
  while (running) {
    let game = null;
    try {
      game = (await ask(number % 2, "POST", "/api/games", { black: human, white, balanced: true })).game;
    } catch (error) {
      fail(error.message);
      await pause(PERIOD);
      continue;
    }
    const record = { id: game.id, plies: [] };
    kept.push(record);
    let next = performance.now() + Math.random() * PERIOD;
    const hear = (heard) => {
      if (heard.plies.length >= game.plies.length) game = heard;
      if (waiting !== null && heard.plies.length >= waiting.plies) {
        told.push(performance.now() - waiting.since);
        waiting = null;
      }
    };
    const leave = [look((number + 1) % 2, game.id, hear), look(number % 2, game.id, () => {})];
    while (running && !game.result) {
      await pause(Math.max(0, next - performance.now()));
      next += PERIOD;
      const { legal, side } = game.position;
      if (!side || !game[side].human || legal.length === 0) {
        game = await ask(number % 2, "GET", `/api/games/${game.id}`).catch(() => game);
        continue;
      }
      const move = legal[Math.floor(Math.random() * legal.length)].square;
      const begin = performance.now();
      waiting = { plies: game.plies.length + 1, since: begin };
      try {
        const after = await ask((number + game.plies.length) % 2, "POST", `/api/games/${game.id}/moves`, { ply: game.plies.length, move });
        acknowledged.push(performance.now() - begin);
        moves += 1;
        if (after === null) game = await ask(number % 2, "GET", `/api/games/${game.id}`);
        else if (after.plies.length >= game.plies.length) game = after;
        if (after !== null) record.plies = after.plies.map((ply) => ply.move);
        answers += white === human ? 0 : 1;
      } catch (error) {
        fail(error.message);
        game = await ask(number % 2, "GET", `/api/games/${game.id}`).catch(() => game);
      }
    }
    for (const end of leave) end();
  }
}

/** Reviews one game after the other on one server. */
async function review(number) {
  for (let round = 0; running; round += 1) {
    const socket = new WebSocket(`${servers[number % 2].url.replace("http", "ws")}/api/review`);
    await new Promise((resolve) => {
      socket.onopen = () => {
        socket.send(JSON.stringify({ type: "open", text: lineFor(number + round * reviews) }));
        if (number % 2 === 0) socket.send(JSON.stringify({ type: "solve" }));
      };
      socket.onmessage = ({ data }) => {
        const said = JSON.parse(data);
        if (said.type === "value") reviewed.values += 1;
        if (said.type === "value" && said.done) reviewed.settled += 1;
      };
      socket.onclose = resolve;
      socket.onerror = resolve;
      setTimeout(() => socket.close(), 20000);
    });
  }
}
const reviewed = { values: 0, settled: 0 };
/** A line of an opening, or a whole game with some other beginning each time, so that hardly any of it is known already. */
function lineFor(number) {
  return number % 3 === 0 ? LINES[number % LINES.length] : GAMES[number % GAMES.length].slice(0, 2 * (40 + ((number * 7) % 21)));
}
const GAMES = readFileSync(new URL("../../data/famous_games.tsv", import.meta.url), "utf8").match(/(?:[a-h][1-8]){50,}/gi) ?? [];
const LINES = ["f5d6c3d3c4f4f6f3e6e7d7c5b6g5", "f5f6e6f4e3c5c4e7c6e2", "f5d6c4d3e6f4e3f3c6f6g5g6", "f5d6c3d3c4f4c5b3c2b4"];

const memory = (id) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1] ?? 0) / 1024;
const sizes = () => [...servers.map((server) => server.process.pid), ...workers.map((worker) => worker.pid)].map((id) => memory(id).toFixed(0));

async function killSome() {
  for (let kill = 0; kill < kills; kill += 1) {
    await pause((seconds * 1000) / (kills + 1));
    const which = kill % 2;
    if (Math.random() < 0.5) {
      await servers[which].kill();
      await servers[which].start();
    } else {
      workers[which].kill("SIGKILL");
      workers[which] = startWorker();
    }
  }
}

const before = sizes();
// Memory that grows over half an hour is seen here.
const minutes = seconds < 300 ? 0 : setInterval(() => console.log(`memory in MiB: ${sizes().join(" ")}; ${moves} moves, ${sockets.size} live connections`), 60_000);
const all = [...Array.from({ length: games }, (_, number) => playOn(number)), ...Array.from({ length: reviews }, (_, number) => review(number))];
await Promise.race([Promise.all(all), Promise.all([pause(seconds * 1000), killSome()])]);
const after = sizes();
clearInterval(minutes);
running = false;
for (const socket of sockets) socket.close();
await Promise.allSettled(all.map((one) => Promise.race([one, pause(8000)])));

let lost = 0;
for (const { id, plies } of kept) {
  const game = await (await fetch(`${servers[0].url}/api/games/${id}`)).json();
  const there = game.plies.map((ply) => ply.move);
  if (plies.some((move, ply) => there[ply] !== move)) lost += 1;
}
const quantiles = (times) => {
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))]?.toFixed(1) ?? "-";
  return `50 % ${at(0.5)}, 95 % ${at(0.95)}, 99 % ${at(0.99)}, longest ${at(1)}`;
};
console.log(`${games} games on two servers and two workers for ${seconds} s, ${reviews} reviews: ${moves} moves, ${answers} to a computer`);
console.log(`errors: ${[...failures].map(([what, count]) => `${count} x ${what}`).join(", ") || "none"}; games with lost moves: ${lost} of ${kept.length}`);
console.log(`acknowledged, in ms: ${quantiles(acknowledged)}`);
console.log(`told on the other server, in ms: ${quantiles(told)}`);
if (reviews > 0) console.log(`reviews were told ${reviewed.values} values, ${reviewed.settled} of positions that are done`);
console.log(`${kills} kills, asked again ${refused} times; memory in MiB before ${before.join(" ")}, after ${after.join(" ")}`);
for (const worker of workers) worker.kill("SIGKILL");
for (const server of servers) await server.stop();
await postgres.stop?.();
process.exit(failures.size > 0 || lost > 0 ? 1 : 0);

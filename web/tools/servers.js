// People play on two servers that share a PostgreSQL, with two workers beside them, and this says how it went.
//
//   npm run load-servers -- [SECONDS] [GAMES] [KILLS] [REVIEWS] [ROUNDS]
//
// In each game two people sit on different servers and look on over live connections; a move is made every four seconds.
// Every tenth game is against a level, so that workers have something to do. KILLS servers and workers are killed and
// started again at random moments; people go on through the other server. REVIEWS deep reviews run beside them: every
// second one insists that its positions be solved, which takes engines as long as there are any. What reviews were told
// says whether they got on. With ROUNDS the time is spent twice as often, in turn without the reviews and with them, so that both are compared in
// one run. What each process used of the processors is told, this one's share too.
// Each job is followed by itself: every one that was asked for must end once, a move's with the one change of its game, a
// search's with a result. OUTFLANK_BINARY names the program.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { startPostgres } from "../e2e/postgres.js";
import { BINARY, pause, startStudio } from "../e2e/studio.js";
import { account, follow } from "./jobs.js";
import { familySeconds, memory, ownSeconds } from "./processes.js";

const [seconds = 60, games = 500, kills = 0, reviews = 0, rounds = 0] = process.argv.slice(2, 7).map(Number);
const PERIOD = 4000;
const postgres = await startPostgres();
const servers = [await startStudio(postgres.url), await startStudio(postgres.url)];
// Every job is followed from when it is asked for to its end.
follow(postgres.url);
const workers = [startWorker(), startWorker()];
/** How long answers took and news came late, since the present round began. */
let [acknowledged, told] = [[], []];
const failures = new Map();
const kept = [];
let [moves, answers, refused, running, reviewing] = [0, 0, 0, true, rounds === 0];

function startWorker() {
  return spawn(BINARY, ["work", "--database", postgres.url, "--threads", "1"], { stdio: "ignore" });
}

const fail = (what) => failures.set(what, (failures.get(what) ?? 0) + 1);

const agent = new Agent({ keepAlive: true });

/** Sends a request, with less ado than `fetch`: this driver shares the processors with what it measures. */
function send(url, method, body) {
  return new Promise((resolve, reject) => {
    const text = body ? JSON.stringify(body) : "";
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
    const sent = request(url, { method, headers, agent }, (answer) => {
      const pieces = [];
      answer.on("data", (piece) => pieces.push(piece));
      answer.on("error", reject);
      answer.on("end", () => {
        try {
          resolve([answer.statusCode, JSON.parse(Buffer.concat(pieces).toString())]);
        } catch (error) {
          reject(error);
        }
      });
    });
    sent.on("error", reject);
    sent.end(text);
  });
}

/** Asks a server; while it is down the other one. */
async function ask(server, method, path, body) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const [status, said] = await send(servers[(server + attempt) % 2].url + path, method, body);
      if (status < 300) return said;
      if (said.code === "moved-on" && attempt > 0) return null;
      throw new Error(`${status} ${said.code ?? said.message}`);
    } catch (error) {
      // A connection that rested may have been closed in the moment it was taken up again.
      if ((kills === 0 && attempt > 0) || attempt > 60 || /^\d/.test(error.message)) throw error;
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
    const record = { id: game.id, plies: [], computer: white !== human };
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
    while (running && !reviewing) await pause(200);
    if (!running) return;
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
      const end = performance.now() + 20_000;
      const watch = setInterval(() => {
        if (reviewing && performance.now() < end) return;
        clearInterval(watch);
        socket.close();
      }, 200);
    });
  }
}
function quantiles(times) {
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))]?.toFixed(1) ?? "-";
  return `50 % ${at(0.5)}, 95 % ${at(0.95)}, 99 % ${at(0.99)}, longest ${at(1)}`;
}

const reviewed = { values: 0, settled: 0 };
/** A line of an opening, or a whole game with some other beginning each time, so that hardly any of it is known already. */
function lineFor(number) {
  return number % 3 === 0 ? LINES[number % LINES.length] : GAMES[number % GAMES.length].slice(0, 2 * (40 + ((number * 7) % 21)));
}
const GAMES = readFileSync(new URL("../../data/famous_games.tsv", import.meta.url), "utf8").match(/(?:[a-h][1-8]){50,}/gi) ?? [];
const LINES = ["f5d6c3d3c4f4f6f3e6e7d7c5b6g5", "f5f6e6f4e3c5c4e7c6e2", "f5d6c4d3e6f4e3f3c6f6g5g6", "f5d6c3d3c4f4c5b3c2b4"];

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
/** Spends the time of a round, and says how it went. */
async function spend(what) {
  [acknowledged, told] = [[], []];
  const used = usage();
  await pause(seconds * 1000);
  const share = Object.entries(usage()).map(([name, time]) => `${name} ${((100 * (time - used[name])) / seconds).toFixed(0)} %`);
  console.log(`${what}: ${acknowledged.length} moves acknowledged, in ms: ${quantiles(acknowledged)}; told elsewhere: ${quantiles(told)}`);
  console.log(`  of a core: ${share.join(", ")}`);
}

const sum = (ids) => ids.reduce((all, id) => all + ownSeconds(id), 0);
const usage = () => ({
  "this driver": ownSeconds(process.pid),
  servers: sum(servers.map((server) => server.process.pid)),
  workers: sum(workers.map((worker) => worker.pid)),
  PostgreSQL: familySeconds(postgres.id),
});

async function spendRounds() {
  // Whoever begins is told things for the first time.
  await pause(2 * PERIOD);
  for (let round = 0; round < rounds; round += 1) {
    reviewing = false;
    await pause(PERIOD / 2);
    await spend("without reviews");
    reviewing = true;
    await pause(PERIOD / 2);
    await spend(`with ${reviews} reviews`);
  }
}

const course = rounds > 0 ? spendRounds() : Promise.all([spend("all"), killSome()]);
await Promise.race([Promise.all(all), course]);
const after = sizes();
clearInterval(minutes);
running = false;
for (const socket of sockets) socket.close();
await Promise.allSettled(all.map((one) => Promise.race([one, pause(8000)])));

/** Looks at every game that was begun: what is lost, what is there twice, and whether it goes on. */
async function examine() {
  const found = { lost: 0, doubled: 0, stuck: 0, unfinished: 0 };
  for (const { id, plies, computer } of kept) {
    const look = () => ask(0, "GET", `/api/games/${id}`);
    let game = await look();
    const there = game.plies.map((ply) => ply.move);
    if (plies.some((move, ply) => there[ply] !== move)) found.lost += 1;
    // One more move of a person was stored perhaps, and its answer lost with the server. What follows by itself does not count:
    // passes, and the moves of a computer, which has several in a row where the person must pass.
    const people = computer ? ["black"] : ["black", "white"];
    const more = game.plies.slice(plies.length).filter((ply) => ply.move !== "pass" && people.includes(ply.side));
    if (more.length > 1) found.doubled += 1;
    if (game.result) continue;
    found.unfinished += 1;
    const [length, end] = [there.length, performance.now() + 10_000];
    while (!game.result && game.plies.length === length && performance.now() < end) {
      const { legal, side } = game.position;
      if (side && game[side].human && legal.length > 0) {
        await ask(1, "POST", `/api/games/${id}/moves`, { ply: length, move: legal[0].square }).catch(() => {});
      } else {
        await pause(100);
      }
      game = await look();
    }
    if (!game.result && game.plies.length === length) found.stuck += 1;
  }
  return found;
}

/** Waits until nothing is in the queue any more, and returns what stays there. */
async function leftJobs() {
  for (const end = performance.now() + 30_000; ; await pause(300)) {
    const text = await (await fetch(`${servers[0].url}/metrics`)).text();
    const [waiting, working, dead] = ["waiting", "running", "given_up"].map((name) => Number(new RegExp(`^outflank_jobs_${name} (\\d+)`, "m").exec(text)?.[1]));
    if (waiting + working === 0 || performance.now() > end) return { left: waiting + working, dead };
  }
}

const { lost, doubled, stuck, unfinished } = await examine();
const jobs = await leftJobs();
const { counts, faults, moved, searched } = account(postgres.url);
console.log(`${games} games on two servers and two workers for ${seconds} s, ${reviews} reviews: ${moves} moves, ${answers} to a computer`);
console.log(`errors: ${[...failures].map(([what, count]) => `${count} x ${what}`).join(", ") || "none"}; games with lost moves: ${lost} of ${kept.length}, with too many: ${doubled}, that do not go on: ${stuck} of ${unfinished}; jobs that stay: ${jobs.left}, given up: ${jobs.dead}`);
console.log(`jobs: ${Object.entries(counts).map(([event, count]) => `${count} ${event}`).join(", ")}; ${moved} moves and ${searched} searches found again; jobs lost or done twice: ${faults.length}`);
for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`);
if (reviews > 0) console.log(`reviews were told ${reviewed.values} values, ${reviewed.settled} of positions that are done`);
console.log(`${kills} kills, asked again ${refused} times; memory in MiB before ${before.join(" ")}, after ${after.join(" ")}`);
for (const worker of workers) worker.kill("SIGKILL");
for (const server of servers) await server.stop();
await postgres.stop?.();
process.exit(failures.size + lost + doubled + stuck + jobs.left + jobs.dead + faults.length > 0 ? 1 : 0);

// Visitors of a shared server who analyse on their own devices: what the server's processor does, without them and with them.
//
//   npm run visitors -- [VISITORS] [SECONDS]
//
// A visitor does here what the pages do when "This device" thinks (src/device/beside.ts): it opens a review on the server,
// which is told to search nothing, looks at another move every few seconds, and asks each time whether a position may be
// looked at by an engine. The thinking itself happens elsewhere, so it is left out. Beside that a load of the same visitors who
// only look at moves of the game, and one who lets the server think. OUTFLANK_BINARY names the program.

import { pause, startStudio } from "../e2e/studio.js";
import { ownSeconds } from "./processes.js";

const [visitors = 100, seconds = 60] = process.argv.slice(2).map(Number);
/** How often a visitor looks at another move, in milliseconds. */
const PERIOD = 5000;
const GAME = "f5d6c3d3c4f4c5b3c2b4e3e6b6c6e7f2e2f3g3g4f1d7d2f6h4c1g5d1a4a3f7a5b5g6d8c8c7e1b1h6h5h3g2h7g7g8";
const MOVES = GAME.match(/../g);
const studio = await startStudio();
const live = studio.url.replace(/^http/, "ws");

async function post(path, body) {
  const answer = await fetch(studio.url + path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}

/** A visitor: looks at a game until `over`; who thinks on the device asks whether it may. */
async function visit(number, over, { thinks, serverThinks = false }) {
  const socket = new WebSocket(`${live}/api/review`);
  await new Promise((resolve, reject) => ((socket.onopen = resolve), (socket.onerror = reject)));
  const say = (wish) => socket.send(JSON.stringify(wish));
  say({ type: "pause", paused: !serverThinks });
  say({ type: "open", text: GAME });
  // Not all at the same moment.
  await pause((PERIOD * number) / visitors);
  for (let ply = number; !over(); ply += 1) {
    const moves = MOVES.slice(0, 1 + (ply % (MOVES.length - 1)));
    say({ type: "look", moves });
    if (thinks) {
      await post("/api/think", { text: moves.join(""), seconds: 0 });
      await post("/api/positions", { text: moves.join("") });
    }
    await pause(PERIOD);
  }
  socket.close();
}

/** Lets some time pass with visitors, and tells what share of a processor the server used. */
async function phase(what, count, options) {
  let isOver = false;
  const all = Array.from({ length: count }, (_, number) => visit(number, () => isOver, options));
  await pause(PERIOD);
  const before = ownSeconds(studio.process.pid);
  await pause(seconds * 1000);
  const share = (ownSeconds(studio.process.pid) - before) / seconds;
  isOver = true;
  await Promise.all(all);
  console.log(`${what}: ${(share * 100).toFixed(2)} % of a processor`);
  return share;
}

const alone = await phase("nobody", 0, { thinks: false });
const looking = await phase(`${visitors} who only look at a game`, visitors, { thinks: false });
const thinking = await phase(`${visitors} who analyse on their devices`, visitors, { thinks: true });
await phase("one who lets the server analyse", 1, { thinks: false, serverThinks: true });
console.log(`analysing on devices costs the server ${((thinking - looking) * 100).toFixed(2)} % of a processor beyond looking, ${((thinking - alone) * 100).toFixed(2)} % in all`);
await studio.stop();

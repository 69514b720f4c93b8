// Two people on two servers that share a PostgreSQL: all that holds on one server, and a game that goes on through the
// other server when one is killed. It takes half a minute and belongs to `make test-long`.

import assert from "node:assert/strict";
import { connect, createServer } from "node:net";
import { after, before, test } from "node:test";
import { duel, loseOnTime, meetByLink, move } from "./fair-play.js";
import { startPostgres } from "./postgres.js";
import { playRated } from "./rated-play.js";
import { gameOf, pause, startBrowser, startPublicStudio, startStudio } from "./studio.js";

const skip = process.env.OUTFLANK_SERVERS ? false : "takes long; OUTFLANK_SERVERS=1 runs it";
/** How long people may have to wait when their server is gone, and how far their clocks may be off, in milliseconds. */
const [PATIENCE, OFF] = [3000, 200];

let postgres;
let servers;
let browser;
before(async () => {
  if (skip) return;
  [postgres, browser] = await Promise.all([startPostgres(), startBrowser()]);
  // One after the other: the first makes the tables.
  servers = [await startStudio(postgres.url), await startStudio(postgres.url)];
});
after(async () => {
  await browser?.close();
  for (const server of servers ?? []) await server.stop();
  await postgres?.stop();
});
const ground = () => ({ browser, host: servers[0], guest: servers[1], third: servers[0] });

/** One public address for several servers, as in front of a site: the first that answers gets the connection. */
async function startBalancer(urls) {
  const open = new Set();
  const balancer = createServer((client) => {
    open.add(client);
    const reach = ([url, ...others]) => {
      const server = connect(Number(new URL(url).port), "127.0.0.1");
      let reached = false;
      server.once("connect", () => {
        reached = true;
        client.pipe(server).pipe(client);
      });
      server.once("error", () => (reached || others.length === 0 ? client.destroy() : reach(others)));
      server.once("close", () => reached && client.destroy());
      client.once("close", () => server.destroy());
    };
    client.on("error", () => {});
    client.once("close", () => open.delete(client));
    reach(urls);
  });
  await new Promise((resolve) => balancer.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${balancer.address().port}`,
    stop: () => {
      balancer.close();
      for (const client of open) client.destroy();
    },
  };
}

/** Reads Black's time in milliseconds from a server and from pages at once; of several readings the quickest counts. */
async function readClocks(server, id, pages) {
  const readings = [];
  for (let each = 0; each < 5; each += 1) {
    const begin = performance.now();
    const [game, ...shown] = await Promise.all([
      gameOf(server, id),
      ...pages.map((page) => page.getByTestId("clock-black").textContent()),
    ]);
    const end = performance.now();
    const tenths = shown.map((text) => Number(/^0:(\d\d\.\d)$/.exec(text)?.[1]) * 1000);
    readings.push({ took: end - begin, at: (begin + end) / 2, black: game.clock.black, shown: tenths });
  }
  return readings.reduce((best, one) => (one.took < best.took ? one : best));
}

test("PostgreSQL, two servers: two people meet by a link, play fairly and meet again, and others only watch", { skip }, () => meetByLink(ground()));

test("PostgreSQL, two servers: a flag falls for both, and they play again with colours exchanged", { skip }, () => loseOnTime(ground()));

test("PostgreSQL, two servers: a rated game changes both ratings, and everybody can read about it", { skip }, async () => {
  const open = [await startPublicStudio(postgres.url), await startPublicStudio(postgres.url)];
  await playRated({ browser, host: open[0], guest: open[1], third: open[0] });
  for (const server of open) await server.stop();
});

test("a server is killed in mid-game: play goes on through the other within three seconds, and clocks are right", { skip }, async (context) => {
  const balancer = await startBalancer(servers.map(({ url }) => url));
  const { id, host, guest } = await duel({ ...ground(), host: balancer }, { initial: 10 });
  await move(host, "f5", "black", [guest]);
  await move(guest, "d6", "white", [host]);
  const before = await readClocks(servers[1], id, [guest]);
  const killed = performance.now();
  await servers[0].kill();
  // Black plays on: a tap that gets lost is made again, as people do.
  const played = guest.locator('[data-name="c3"][data-disc="black"]');
  const lost = host.getByText("Connection lost");
  await lost.waitFor({ timeout: 500 }).catch(() => {});
  await lost.waitFor({ state: "detached" });
  const middle = await readClocks(servers[1], id, [host, guest]);
  while ((await played.count()) === 0 && performance.now() - killed < 2 * PATIENCE) {
    await host.locator('[data-name="c3"].legal').click({ timeout: 200 }).catch(() => {});
    await pause(50);
  }
  await played.waitFor();
  const wait = performance.now() - killed;
  const after = (await gameOf(servers[1], id)).clock.black;
  context.diagnostic(`went on after ${wait.toFixed(0)} ms; the clock was off by ${Math.abs(before.black - middle.black - (middle.at - before.at)).toFixed(0)} ms`);
  assert.ok(wait < PATIENCE, `play went on after ${wait} ms`);
  const right = (time, wanted, what) => assert.ok(Math.abs(time - wanted) <= OFF, `${what}: ${time} instead of ${wanted}`);
  right(middle.black, before.black - (middle.at - before.at), "the clock of the server that is left");
  for (const [which, time] of middle.shown.entries()) right(time, middle.black, ["the host's page", "the guest's page"][which]);
  assert.ok(after <= middle.black && after > 0, "the clock stopped with the move");
  // The game goes on in both directions, and the server that was away takes part again.
  await move(guest, "d3", "white", [host]);
  await servers[0].start();
  assert.equal((await gameOf(servers[0], id)).plies.length, 4);
  host.problems = host.problems.filter((problem) => !/ERR_|WebSocket|Failed to load/.test(problem));
  assert.deepEqual([...host.problems, ...guest.problems], []);
  await host.context().close();
  await guest.context().close();
  balancer.stop();
});

// Visitors of a shared server who analyse on their own devices: what the server's processor does, without them and with them.
//
//   npm run visitors -- [VISITORS] [SECONDS]
//
// The server is one for many people, where pages analyse on the visitor's device of their own accord. A real page looks at a
// game, another move every few seconds, and what it asks the server is recorded: once while it analyses, once while the
// analysis is paused. Then as many visitors as wanted do what was recorded, each from an address of its own, and two real pages
// do the same beside them. A hundred real browsers would only show what two cores can bear; the searches are theirs, not the
// server's, so they are left out. OUTFLANK_BINARY names the program; its pages must have been built after `make engine`.
//
// It fails if a request fails, or if analysing costs the server more than BOUND of a processor beyond looking.

import { openPage, pause, startBrowser, startPublicStudio } from "../e2e/studio.js";
import { ownSeconds } from "./processes.js";
import { record, Visitor } from "./traffic.js";

const [visitors = 100, seconds = 60] = process.argv.slice(2).map(Number);
/** How often a visitor looks at another move, in milliseconds, and how many moves are recorded. */
const [PERIOD, MOVES] = [5000, 6];
/** How long it takes until all have arrived, for each of them, in milliseconds. */
const ARRIVAL = 400;
/** How many real pages take part. */
const PAGES = 2;
/** What the analysis of all visitors may cost the server, as a share of a processor. */
const BOUND = 0.02;
const GAME = "f5d6c3d3c4f4c5b3c2b4e3e6b6c6e7f2e2f3g3g4f1d7d2f6h4c1g5d1a4a3f7a5b5g6d8c8c7e1b1h6h5h3g2h7g7g8";
const studio = await startPublicStudio(null, ["--trusted-proxy", "127.0.0.1"]);
const browser = await startBrowser();

/** Opens a page that looks at the game, its analysis paused or not; `hear` begins to listen to it. */
async function openReader(analyses, hear = () => {}) {
  const page = await openPage(browser, studio, { path: "/about" });
  const heard = hear(page);
  await page.goto(`${studio.url}/analyse?text=${GAME}`);
  await page.getByTestId("lines").locator("li").first().waitFor();
  if (!analyses) await page.getByRole("button", { name: "Pause" }).click();
  return { page, heard };
}

/** Records a page that looks back move by move. */
async function recorded(analyses) {
  const { page, heard } = await openReader(analyses, (page) => record(page, studio.url));
  await pause(PERIOD);
  heard.mark();
  for (let move = 0; move < MOVES; move += 1) {
    await page.keyboard.press("ArrowLeft");
    await pause(PERIOD);
  }
  heard.mark();
  const taken = heard.taken();
  await page.context().close();
  const kinds = (events) => ["ask", "say"].map((kind) => events.filter((event) => event.kind === kind).length);
  const [asks, says] = kinds(taken.again);
  const [first, greetings] = kinds(taken.arrival);
  console.log(`a page ${analyses ? "that analyses" : "that only looks"}: ${first} requests and ${greetings} messages to arrive, then ${asks} and ${says} for ${MOVES} moves`);
  return taken;
}

/** Lets some time pass with visitors and real pages, and tells what share of a processor the server used. */
async function phase(what, count, taken, pages, analyses) {
  let isOver = false;
  const real = [];
  for (let number = 0; number < pages; number += 1) real.push((await openReader(analyses)).page);
  const all = Array.from({ length: count }, (_, number) => new Visitor(studio.url, number));
  const visits = all.map((visitor, number) => visitor.visit(taken, ARRIVAL * number, () => isOver));
  // All have arrived before it is measured.
  await pause(count > 0 ? ARRIVAL * count + PERIOD + taken.arrival.at(-1).at - taken.arrival[0].at : PERIOD);
  const before = ownSeconds(studio.process.pid);
  const [asked, said] = [all.reduce((sum, one) => sum + one.asked, 0), all.reduce((sum, one) => sum + one.said, 0)];
  for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
    for (const page of real) await page.keyboard.press("ArrowLeft");
    await pause(Math.min(PERIOD, Math.max(0, end - performance.now())));
  }
  const share = (ownSeconds(studio.process.pid) - before) / seconds;
  const told = (sum, before) => ((sum - before) / seconds).toFixed(1);
  console.log(
    `${what}: ${(share * 100).toFixed(2)} % of a processor` +
      (count > 0 ? `, ${told(all.reduce((sum, one) => sum + one.asked, 0), asked)} requests and ${told(all.reduce((sum, one) => sum + one.said, 0), said)} messages a second` : ""),
  );
  isOver = true;
  await Promise.all(visits);
  for (const page of real) await page.context().close();
  const failures = all.flatMap((visitor) => visitor.failures);
  if (failures.length > 0) {
    console.log(`${failures.length} failures, the first: ${failures[0]}`);
    process.exitCode = 1;
  }
  return share;
}

const [looks, analyses] = [await recorded(false), await recorded(true)];
const alone = await phase("nobody", 0, looks, 0, false);
const looking = await phase(`${visitors} who only look at a game, ${PAGES} of them real pages`, visitors - PAGES, looks, PAGES, false);
const thinking = await phase(`${visitors} who analyse on their devices, ${PAGES} of them real pages`, visitors - PAGES, analyses, PAGES, true);
console.log(`analysing on devices costs the server ${((thinking - looking) * 100).toFixed(2)} % of a processor beyond looking, ${((thinking - alone) * 100).toFixed(2)} % in all`);

// For comparison: one page that leaves the analysis to the server.
const page = await openPage(browser, studio, { path: `/analyse?text=${GAME}`, settings: { thinker: "server" } });
await page.getByTestId("lines").locator("li").first().waitFor();
const before = ownSeconds(studio.process.pid);
await pause(Math.min(seconds, 20) * 1000);
console.log(`one who lets the server analyse: ${((100 * (ownSeconds(studio.process.pid) - before)) / Math.min(seconds, 20)).toFixed(2)} % of a processor`);
await browser.close();
await studio.stop();
if (thinking - looking > BOUND) process.exitCode = 1;

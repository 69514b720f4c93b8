// A page of the site without a server analyses for some minutes: what its memory does, whether the page is held up by it, and
// how soon the processor is left alone when the page is hidden.
//
//   npm run analysis -- [MINUTES]
//
// OUTFLANK_SITE is the folder that `make site` has built. Every quarter of a minute another move of a game is looked at.
// Memory is that of the processes of pages (proportional, from /proc), frames are timed in the page, and tasks of the page
// that take more than 50 ms are counted. It fails if memory grows by a tenth after the first fifth of the time, if a task
// of the page takes 50 ms while it analyses, if hardly anything was analysed, or if the processor is not idle a second after the
// page was hidden. A machine that is busy with something else holds up the page, too: nothing else may run.

import { readFileSync } from "node:fs";
import { serveFolder } from "../e2e/static.js";
import { becomes, hide, openPage, pause, processorOf, startBrowser } from "../e2e/studio.js";

const [minutes = 30] = process.argv.slice(2).map(Number);
const SITE = process.env.OUTFLANK_SITE ?? "../target/site";
const STEP = 15_000;
/** The beginning of a game: none of its positions is solved while it is looked at, so the analysis never rests. */
const GAME = "f5d6c3d3c4f4c5b3c2b4e3e6b6c6e7f2e2f3g3g4f1d7";

const host = await serveFolder(SITE, { isolated: true });
const browser = await startBrowser();
const { pages, used, share } = await processorOf(browser);
const page = await openPage(browser, host, { path: `/#/analyse?text=${GAME}` });
await page.getByTestId("lines").locator("li").first().waitFor();

/** The memory of all processes of pages, in MiB. */
async function memory() {
  const kib = ({ id }) => Number(/^Pss: +(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, "utf8"))?.[1] ?? 0);
  return (await pages()).reduce((sum, one) => sum + kib(one), 0) / 1024;
}

await page.evaluate(() => {
  globalThis.tasks = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });
  globalThis.frames = [];
  let last = performance.now();
  const frame = (now) => {
    frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
});
const taken = () =>
  page.evaluate(() => {
    const found = { tasks, frames: frames.length, late: frames.filter((time) => time > 50).length, longest: Math.max(0, ...frames) };
    [tasks, frames] = [[], []];
    return found;
  });

const begun = performance.now();
const [readings, late] = [[], []];
let spent = await used();
const [from, spentBefore] = [performance.now(), spent];
for (let step = 0; performance.now() - begun < minutes * 60_000; step += 1) {
  await pause(STEP);
  const [now, { tasks, frames, late: slow, longest }] = [await used(), await taken()];
  readings.push(await memory());
  late.push(...tasks);
  const minute = ((performance.now() - begun) / 60_000).toFixed(1);
  console.log(`${minute} min: ${readings.at(-1).toFixed(1)} MiB, ${(((now - spent) * 1000) / STEP).toFixed(2)} processors, ${frames} frames, ${slow} over 50 ms (longest ${longest.toFixed(0)} ms), long tasks [${tasks.map(Math.round).join(" ")}]`);
  spent = now;
  await page.keyboard.press("ArrowLeft");
  if (step % 16 === 15) await page.keyboard.press("End");
}

const busy = ((await used()) - spentBefore) / ((performance.now() - from) / 1000);
// What draws frames rests in a hidden page, and so does what counts them here.
await page.evaluate(() => {
  globalThis.requestAnimationFrame = () => 0;
});
await hide(page, true);
await pause(1000);
const idle = await share(3000);
console.log(`hidden for a second: ${(idle * 1000).toFixed(0)} ms of the processor in a second`);
await hide(page, false);
await becomes(() => share(300), (part) => part > 0.07, "the work that goes on when the page is shown again");

const warm = readings.slice(Math.ceil(readings.length / 5));
const [first, last] = [warm[0], warm.at(-1)];
console.log(`memory ${first.toFixed(1)} MiB after the first fifth, ${last.toFixed(1)} MiB at the end, ${Math.max(...warm).toFixed(1)} MiB at most; ${late.length} long tasks, the longest ${Math.round(Math.max(0, ...late))} ms`);
await browser.close();
await host.stop();
console.log(`the analysis took ${busy.toFixed(2)} processors on average`);
if (Math.max(...warm) > 1.1 * first || late.length > 0 || idle > 0.05 || busy < 0.25) process.exitCode = 1;

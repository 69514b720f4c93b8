// Measures what people feel: the first load, a click until its move is drawn, frames of the animation, script time of
// the scene. On a quiet machine; there is no graphics card, so frame rates of the scene are those of a processor.
//
// Pages without a scene are put together by the processor itself, as a browser does where there is no graphics card; the
// scene needs one, and the processor plays its part. A load begins when the browser sets out for the page.
//
//   npm run measure

import { human, newGame, openPage, pause, startBrowser, startStudio } from "../e2e/studio.js";

const [studio, browser] = await Promise.all([startStudio(), startBrowser(["--disable-gpu-compositing"])]);
const quantile = (values, share) => {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN).toFixed(1);
};
const told = (what, values, unit = "ms") =>
  console.log(`${what}: 50 % ${quantile(values, 0.5)}, 95 % ${quantile(values, 0.95)}, longest ${quantile(values, 1)} ${unit} (${values.length})`);

/** Clicks legal squares until the game is over; returns how long each took until its disc was drawn, and all frames. */
const playThrough = (page, count) =>
  page.evaluate(async (most) => {
    const [clicks, frames] = [[], []];
    let [last, watching] = [performance.now(), true];
    const frame = (now) => {
      frames.push(now - last);
      last = now;
      if (watching) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    for (let made = 0; made < most; made += 1) {
      const square = document.querySelector(".square.legal");
      if (!square) break;
      const drawn = new Promise((resolve) => {
        const observer = new MutationObserver(() => {
          if (square.dataset.disc === "empty") return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
        });
        observer.observe(square, { attributes: true });
      });
      const begin = performance.now();
      square.click();
      clicks.push((await drawn) - begin);
      await new Promise((resolve) => setTimeout(resolve, 700));
    }
    watching = false;
    return { clicks, frames };
  }, count);

try {
  const loads = [];
  for (let round = 0; round < 5; round += 1) {
    const page = await openPage(browser, studio);
    await page.getByRole("heading", { name: "Play Othello" }).waitFor();
    loads.push(await page.evaluate(() => performance.now()));
    await page.context().close();
  }
  told("first load, until the page can be used", loads);

  const { game } = await newGame(studio, { black: human, white: human });
  const page = await openPage(browser, studio, { path: `/game/${game.id}`, settings: { animation: "normal" } });
  await page.locator(".square.legal").first().waitFor();
  const { clicks, frames } = await playThrough(page, 40);
  told("click until the move is drawn", clicks);
  told("frames of the flat board", frames);
  await page.context().close();

  const { game: solid } = await newGame(studio, { black: human, white: human });
  const drawer = await startBrowser();
  const scene = await drawer.newContext({ viewport: { width: 1280, height: 860 } });
  await scene.addInitScript(() => {
    localStorage.setItem("outflank.settings", JSON.stringify({ drawing: "3d" }));
    globalThis.scriptTimes = [];
    const ask = globalThis.requestAnimationFrame.bind(globalThis);
    globalThis.requestAnimationFrame = (work) =>
      ask((now) => {
        const begin = performance.now();
        work(now);
        globalThis.scriptTimes.push(performance.now() - begin);
      });
  });
  const drawn = await scene.newPage();
  await drawn.goto(`${studio.url}/game/${solid.id}`);
  await drawn.locator(".scene canvas").waitFor();
  await drawn.locator(".square.legal").first().waitFor({ state: "attached" });
  await pause(3000);
  await drawn.evaluate(() => (globalThis.scriptTimes.length = 0));
  const { frames: sceneFrames } = await playThrough(drawn, 12);
  await drawn.getByRole("button", { name: "Orbit" }).click();
  await pause(4000);
  told("script of a frame of the scene", (await drawn.evaluate(() => globalThis.scriptTimes)).filter((time) => time > 0.2));
  told("frames of the scene, drawn by the processor", sceneFrames);
  await drawer.close();
} finally {
  await browser.close();
  await studio.stop();
}

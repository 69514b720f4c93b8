import { startStudio, startBrowser, openPage, newGame, pause } from "/work/scratch/play/web/e2e/studio.js";
import { mkdirSync } from "node:fs";
const out = process.env.OUT ?? "/tmp/shots"; mkdirSync(out, { recursive: true });
const SIZES = { d: [1440, 900], s: [1280, 720], p: [390, 844], q: [360, 640] };
const want = (process.argv[2] ?? "").split(",").filter(Boolean);
const sizes = (process.argv[3] ?? "s,q").split(",");
const schemes = (process.argv[4] ?? "dark").split(",");
const locale = process.argv[5] ?? "en";
const [studio, browser] = await Promise.all([startStudio(), startBrowser()]);
const human = { player: "human", name: "" };
const g = await newGame(studio, { black: human, white: { player: "level:10" }, start: "f5d6c3d3c4f4f6f3e6e7c6f7f8d8e3c5d7c8g4g3g5b5b4c7e8g8g6h3h4d2c2b6" });
const nearEnd = (black) => `${"X".repeat(black - 5)}${"O".repeat(59 - black)}XX${"O".repeat(5)}XO-X`;
const e = await newGame(studio, { black: human, white: { player: "level:3" }, start: nearEnd(40), pace: 0 });
const PAGES = {
  first: { path: "/", fresh: true },
  home: { path: "/" },
  new: { path: "/?new=computer" },
  two: { path: "/?new=two" }, watch: { path: "/?new=watch" }, older: { path: "/?new=older" },
  position: { path: "/?position=" + "-".repeat(0) + "------------------OOOXXXOOOOOXXX---OXXXX--OXXXX--O---X----------X" },
  game: { path: `/game/${g.game.id}` },
  hint: { path: `/game/${g.game.id}`, act: async (page) => { await page.keyboard.press("v"); await page.getByTestId("hint").waitFor(); } },
  hint2: { path: `/game/${g.game.id}`, act: async (page) => { await page.keyboard.press("v"); await page.getByTestId("hint").waitFor(); await page.keyboard.press("v"); await pause(200);} },
  illegal: { path: `/game/${g.game.id}`, act: async (page) => { await page.locator('[data-name="a1"]').click(); await pause(100); } },
  end: { path: `/game/${e.game.id}`, act: async (page) => { const q = page.locator('[data-name="h8"].legal'); if (await q.count()) await q.click(); await page.getByTestId("result").waitFor(); await pause(300);} },
  learn: { path: "/learn" },
  lesson: { path: "/learn?lesson=first" },
  lesson2: { path: "/learn?lesson=first", act: async (page) => { await page.locator('[data-name="g4"]').click(); await page.getByRole("button", { name: /Next|次/ }).waitFor(); } },
  player: { path: "/players/level:10" }, players: { path: "/players" }, settings: { path: "/settings" },
};
for (const name of Object.keys(PAGES)) {
  if (want.length && !want.includes(name)) continue;
  for (const size of sizes) for (const scheme of schemes) {
    const { path, fresh, act } = PAGES[name];
    const [width, height] = SIZES[size];
    const page = await openPage(browser, studio, { settings: { scheme, locale, answer: "atOnce" }, path: "/help", viewport: { width, height } });
    if (!fresh) await page.evaluate(() => localStorage.setItem("outflank.new.known", "yes"));
    await page.goto(studio.url + path);
    await page.waitForLoadState("networkidle").catch(() => {});
    await pause(300);
    if (act) await act(page).catch((error) => console.log(name, size, String(error).slice(0, 300)));
    await page.screenshot({ path: `${out}/${name}-${size}-${scheme}.png` });
    if (page.problems.length) console.log(name, page.problems);
    await page.context().close();
  }
}
await browser.close(); await studio.stop();

// Takes pictures of every page and state: six windows, dark and light; a phone and a laptop in Japanese too.
//
//   npm run shots -- FOLDER [only the names that contain one of these, such as review,explorer] [whole]
//
// With `whole` the pictures go on below the window. There is also a sheet NAME.jpg for every page whose name is chosen:
// a dark desktop and a light phone side by side, at a size at which they can be read. Japanese needs a font that has it.

import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createServer } from "vite";
import { useScheme } from "../e2e/accessible.js";
import { openPage, pause, startBrowser } from "../e2e/studio.js";
import { pagesOf, startStudios } from "./shot-pages.js";

const [folder = "shots", only = "", whole = ""] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const isWanted = (name) => only.split(",").some((part) => name.includes(part));
const SIZES = {
  desktop: { width: 1440, height: 900 },
  laptop: { width: 1280, height: 720 },
  tablet: { width: 768, height: 1024 },
  landscape: { width: 844, height: 390 },
  phone: { width: 390, height: 844 },
  small: { width: 360, height: 640 },
};
const SCHEMES = { en: ["dark", "light"], ja: ["light"] };
const IN_JAPANESE = ["laptop", "small"];

/** Reads the texts, so that buttons are found in every language. */
async function readTexts() {
  const server = await createServer({ server: { middlewareMode: true }, appType: "custom", logLevel: "error" });
  // Those of all pages, also those that come with their page.
  const files = (locale) => readdirSync("src/i18n").filter((file) => new RegExp(`^${locale}(-\\w+)?\\.ts$`).test(file));
  const read = async (file) => Object.values(await server.ssrLoadModule(`/src/i18n/${file}`))[0];
  const all = async (locale) => [locale, Object.assign({}, ...(await Promise.all(files(locale).map(read))))];
  const catalogues = await Promise.all(["en", "ja"].map(all));
  await server.close();
  return Object.fromEntries(catalogues);
}

/** Puts two pictures of a page side by side. */
async function sheet(name) {
  const files = ["desktop-dark", "phone-light"].map((kind) => join(folder, `${name}-${kind}.png`));
  if (!files.every(existsSync)) return;
  const picture = (file) => `data:image/png;base64,${readFileSync(file).toString("base64")}`;
  const images = files.map((file) => `<img height="844" src="${picture(file)}">`).join("");
  const page = await browser.newPage({ viewport: { width: 1780, height: 868 } });
  await page.setContent(`<body style="margin:12px;display:flex;gap:12px;background:#808784">${images}</body>`);
  await page.screenshot({ path: join(folder, `${name}.jpg`), type: "jpeg", quality: 80 });
  await page.close();
}

/** Brings a page to its state once, and pictures it in all windows and colours of a language. */
async function picture(name, { path, studio = studios.full, settings, press = [], act, wait, scroll }, locale) {
  const shots = Object.entries(SIZES)
    .filter(([size]) => locale === "en" || IN_JAPANESE.includes(size))
    .flatMap(([size, viewport]) => SCHEMES[locale].map((scheme) => ({ size, viewport, scheme, file: `${name}-${size}-${scheme}${locale === "en" ? "" : `-${locale}`}.png` })))
    .filter(({ file }) => isWanted(file));
  if (shots.length === 0) return;
  const { viewport, scheme } = shots[0];
  const text = (key) => texts[locale][key];
  const page = await openPage(browser, studio, { path, viewport, settings: { scheme, locale, ...settings }, bypassCSP: true });
  page.setDefaultTimeout(15_000);
  await page.locator("h1, .othello-board").first().waitFor({ state: "attached" });
  for (const key of press) await page.getByRole("button", { name: text(key) }).and(page.locator(":enabled")).first().click();
  const guest = await act?.({ page, browser, studio, text });
  await pause(wait ?? (settings?.drawing === "3d" ? 2500 : 400));
  for (const { size, viewport, scheme, file } of shots) {
    await page.setViewportSize(viewport);
    await useScheme(page, scheme);
    if (scroll) await page.getByText(text(scroll)).first().scrollIntoViewIfNeeded();
    else if (!whole) await page.evaluate(() => scrollTo(0, 0));
    await pause(settings?.drawing === "3d" ? 800 : 120);
    await page.screenshot({ path: join(folder, file), fullPage: whole !== "" && size !== "phone" });
  }
  if (page.problems.length > 0) console.error(name, page.problems);
  await guest?.context?.().close().catch(() => {});
  await page.context().close();
}

const [studios, browser, texts] = await Promise.all([startStudios(), startBrowser(), readTexts()]);
try {
  const pages = await pagesOf(studios);
  for (const [name, page] of Object.entries(pages)) {
    for (const locale of Object.keys(SCHEMES)) {
      // One page that does not come to its state is no reason to go without the others.
      await picture(name, page, locale).catch((error) => console.error(name, locale, error.message));
    }
    if (isWanted(`${name}-desktop-dark.png`) && isWanted(`${name}-phone-light.png`)) await sheet(name);
  }
} finally {
  await browser.close();
  await studios.stop();
}

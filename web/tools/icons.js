// Draws the icons of the installed program from public/icon.svg: `node tools/icons.js`, whenever that picture changes.

import { readFileSync, writeFileSync } from "node:fs";
import { startBrowser } from "../e2e/studio.js";

const svg = readFileSync("public/icon.svg", "utf8");
// A system cuts maskable icons to a shape of its own: the felt reaches every edge, and the discs stay in the middle.
const maskable = svg.replace('rx="14" ', "").replace(/(<circle.*)<\/svg>/, '<g transform="translate(32 32) scale(.82) translate(-32 -32)">$1</g></svg>');
const ICONS = { "icon-192": [svg, 192], "icon-512": [svg, 512], "icon-maskable-192": [maskable, 192], "icon-maskable-512": [maskable, 512], "icon-apple": [maskable, 180] };

const browser = await startBrowser();
try {
  for (const [name, [picture, size]] of Object.entries(ICONS)) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px}</style>${picture}`);
    writeFileSync(`public/${name}.png`, await page.screenshot({ omitBackground: true }));
    await page.close();
  }
} finally {
  await browser.close();
}

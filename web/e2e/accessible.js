// What axe says of a page. The page needs `bypassCSP`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resize } from "./studio.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Lists what is wrong with a page by some rules, by all unless they are named. */
export async function violations(page, rules) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.addScriptTag({ content: axe });
  return page.evaluate(async (runOnly) => {
    const { violations } = await globalThis.axe.run({ resultTypes: ["violations"], ...(runOnly && { runOnly }) });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ").slice(0, 400)}`);
  }, rules);
}

/** Shows a page in the other colours, without waiting until they have faded over. */
export async function useScheme(page, scheme) {
  await page.evaluate((wanted) => {
    document.documentElement.dataset.scheme = wanted;
    for (const change of document.getAnimations()) if (change instanceof CSSTransition) change.finish();
  }, scheme);
}

/** Checks that a page is accessible and inside the window, on a dark desktop and a light phone. */
export async function suitsDesktopAndPhone(page) {
  for (const [scheme, width] of [["dark", 1280], ["light", 390]]) {
    await useScheme(page, scheme);
    await resize(page, width, 844);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    const where = `${new URL(page.url()).pathname}, ${scheme}, ${width} wide`;
    assert.ok(wide <= 0, `${where}: ${wide} too wide`);
    assert.deepEqual(await violations(page), [], where);
  }
}

// What axe says of a page. The page needs `bypassCSP`.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

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

// Thinking on somebody's time on the site without a server: switched on in the settings, for as long as the page of a game is
// looked at. OUTFLANK_SITE is the folder that `make site` has built.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { becomes, closing, hide, openPage, pause, processorOf, startBrowser } from "../studio.js";
import { serveFolder } from "../static.js";

const SITE = process.env.OUTFLANK_SITE ?? "../target/site";
/** What the page itself may take while nothing is searched, in seconds of the processor in a second. */
const QUIET = 0.15;
let browser;
before(async () => {
  browser = await startBrowser();
});
after(() => browser?.close());

for (const isolated of [false, true]) {
  test(`the computer thinks on one's time if one wants it, ${isolated ? "with" : "without"} shared memory`, async () => {
    const host = await serveFolder(SITE, { isolated });
    const page = await openPage(browser, host, { path: "/#/settings" });
    const { share: shareOf } = await processorOf(browser);
    const thinks = () => becomes(() => shareOf(300), (share) => share > 2 * QUIET, "the thinking on one's time");
    /** The processor is left alone within a second, and stays so. */
    const rests = async (when) => {
      await pause(1000);
      const share = await shareOf(1000);
      console.log(`${when}: ${(share * 1000).toFixed(0)} ms of a second`);
      assert.ok(share < QUIET, `${when}: ${share} s of a second`);
    };

    const wish = page.getByRole("switch", { name: "Let the computer think during your turn" });
    assert.equal(await wish.isChecked(), false);
    await page.goto(`${host.url}/#/`);
    await page.locator('button[data-level="20"]:enabled').click();
    const legal = page.locator('[aria-busy="false"] .square.legal');
    await legal.first().waitFor();
    const game = page.url();
    await becomes(() => shareOf(1000), (share) => share < QUIET, "the rest once the page is drawn");
    await page.goto(`${host.url}/#/settings`);
    await wish.check();
    await page.getByTestId("pondering-uses").waitFor();

    await page.goto(game);
    await legal.first().waitFor();
    await thinks();
    await hide(page, true);
    await rests("hidden");
    await hide(page, false);
    await thinks();
    // The move that was made is answered, and the thinking goes on with the new position.
    await legal.first().click();
    await becomes(() => page.locator('[data-disc="white"]').count(), (count) => count >= 3, "white discs after an answer");
    await legal.first().waitFor();
    await thinks();
    await page.getByRole("link", { name: "Help" }).first().click();
    await page.getByRole("heading", { name: "How to play" }).waitFor();
    await rests("the game is left");
    await closing(page);
    await host.stop();
  });
}

// Two people who do not sit together, each with a browser of their own, on one server with SQLite.

import { test } from "node:test";
import { suitsDesktopAndPhone } from "./accessible.js";
import { loseOnTime, meetByLink } from "./fair-play.js";
import { browser, studio } from "./ground.js";

const ground = () => ({ browser, host: studio, guest: studio, third: studio, look });

/** Examines a page, and leaves it as it was. */
async function look(page) {
  const size = page.viewportSize();
  await suitsDesktopAndPhone(page);
  await page.setViewportSize(size);
}

test("two people meet by a link, play fairly and meet again, and others only watch", () => meetByLink(ground()));

test("a flag falls for both, each is told from their side, and they play again with colours exchanged", () => loseOnTime(ground()));

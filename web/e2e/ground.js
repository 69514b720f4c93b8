// What most files of tests stand on: a studio and a browser, from before the first test to after the last. A file that
// imports them has its own, since every file runs in a process of its own.

import { after } from "node:test";
import { startBrowser, startStudio } from "./studio.js";

// Not in a hook: node begins the hooks of a file and of what it imports without waiting for one another.
export const [studio, browser] = await Promise.all([startStudio(), startBrowser()]);
after(async () => {
  await browser.close();
  await studio.stop();
});

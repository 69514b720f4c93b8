// Rated games on a server for many people.

import { after, before, test } from "node:test";
import { playRated } from "./rated-play.js";
import { startBrowser, startPublicStudio } from "./studio.js";

let browser, studio;
before(async () => {
  [browser, studio] = await Promise.all([startBrowser(), startPublicStudio()]);
});
after(() => Promise.all([browser?.close(), studio?.stop()]));

test("a rated game changes both ratings, and everybody can read about it", () => playRated({ browser, host: studio, guest: studio, third: studio }));

// Every lesson, taken to its end on a phone and on a desk, in both languages. What is learned by keyboard is in learn-keys.test.js.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { closing, openPage, startBrowser, startStudio } from "./studio.js";

let browser;
let studio;

before(async () => {
  browser = await startBrowser();
  studio = await startStudio();
});
after(async () => {
  await browser?.close();
  await studio?.stop();
});

const DESK = { width: 1280, height: 860 };
const PHONE = { width: 360, height: 640 };
const ask = async (path, options) => (await fetch(studio.url + path, options)).json();

for (const [locale, viewport] of [["en-GB", DESK], ["ja-JP", PHONE]]) {
  test(`every lesson can be taken to its end, ${locale}`, async () => {
    const page = await openPage(browser, studio, { viewport, locale, path: "/learn" });
    const lessons = (await ask("/api/learn")).lessons;
    assert.equal(lessons.length, 7);
    await page.getByTestId("lessons").waitFor();
    for (const { id } of lessons) {
      const plan = await ask(`/api/learn/lessons/${id}`);
      await page.goto(`${studio.url}/learn?lesson=${id}`);
      const language = locale.slice(0, 2);
      const first = plan.done < plan.steps.length ? plan.done : 0;
      for (const step of plan.steps.slice(first)) {
        await page.getByTestId("lesson-said").getByText(step.ask[language].split("{")[0]).waitFor();
        if (step.moves.length > 0) await page.locator(`[data-name="${step.moves.find(({ right }) => right).square}"].legal`).click();
        else await page.locator(".primary:enabled").click();
        await page.getByTestId("lesson-said").getByText(step.done[language]).waitFor();
        // The next step is where the keyboard is.
        await page.keyboard.press("Enter");
      }
      await page.getByTestId("lesson-said").getByText(plan.end[language]).waitFor();
    }
    await closing(page);
  });
}

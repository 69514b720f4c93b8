// How it thinks, in a real browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { suitsDesktopAndPhone } from "./accessible.js";
import { browser, studio } from "./ground.js";
import { becomes, closing, openPage, square } from "./studio.js";

// A position that is solved at once: 16 empty squares, d2 is best.
const BOARD = "-----X-------X---XXOOOOXX-XXOOXX-XXOOOOX--XOXOOO-XOXXXOOXXXXXXXOX";

test("client: a page explains how the engine works: what the number means, how sure it is, depth by depth until it is exact", async () => {
  const page = await openPage(browser, studio, { path: `/analyse/thinking?text=${BOARD}` });
  await page.getByText("Done: the score is proven.").waitFor();
  await becomes(() => page.getByTestId("number").textContent(), /^(0|[+−]\d+)$/);
  await becomes(() => page.getByTestId("verdict").textContent(), /This is proven.*In games between people, .* wins \d+ % of the time/s);
  const rows = await becomes(() => page.getByTestId("depths").locator("tbody tr").allTextContents(), (all) => all.length >= 4, "the depths");
  assert.match(rows[0], /to the end\s*100 %\s*d2/);
  await page.getByTestId("switch").waitFor();
  await closing(page);
});

test("how it thinks: an estimate tells how far it may be off", async () => {
  const page = await openPage(browser, studio, { path: "/analyse/thinking?text=f5d6c3d3c4" });
  await page.getByTestId("depths").locator("tbody tr").nth(5).waitFor();
  await becomes(() => page.getByTestId("number").textContent(), /^≈/);
  await becomes(() => page.getByTestId("sure").textContent(), /depth \d+\) scores are typically off by [\d.]+ discs/);
  await closing(page);
});

test("how it thinks: patterns are drawn on the board with whom they favour", async () => {
  const page = await openPage(browser, studio, { path: `/analyse/thinking?text=${BOARD}` });
  const patterns = page.getByTestId("patterns").getByRole("button");
  await patterns.first().waitFor();
  assert.match(await patterns.first().textContent(), /(Black|White) \+\d+\.\d/);
  const outlined = () => page.locator(".square.outlined").evaluateAll((all) => all.map((one) => one.dataset.name).join());
  await page.locator(".square.outlined").first().waitFor();
  const before = await outlined();
  await patterns.nth(1).click();
  await becomes(outlined, (now) => now !== before, "what is outlined");
  await becomes(() => patterns.nth(1).getAttribute("aria-pressed"), "true");
  await closing(page);
});

test("how it thinks: older evaluations are shown term by term and add up", async () => {
  const page = await openPage(browser, studio, { path: `/analyse/thinking?text=${BOARD}` });
  await page.getByTestId("terms").waitFor();
  for (const name of ["Nea", "Scout"]) {
    const choice = page.getByRole("group", { name: "What older programs see" }).getByRole("button", { name: new RegExp(name, "i") });
    await choice.click();
    await becomes(() => choice.getAttribute("aria-pressed"), "true");
    const number = (text) => Number(text.replace(/[,+]/g, "").replace("−", "-"));
    const values = await page.getByTestId("terms").locator("tbody td:last-child").allTextContents();
    const sum = number(await page.getByTestId("sum").textContent());
    assert.ok(values.length >= 4);
    assert.ok(Math.abs(values.map(number).reduce((a, b) => a + b) - sum) < 0.05, `${values} ${sum}`);
  }
  await closing(page);
});

test("how it thinks follows the moves on the board, and is reached from review and analysis with the position at hand", async () => {
  const page = await openPage(browser, studio, { path: "/analyse" });
  await page.locator(".othello-board .value").first().waitFor();
  await square(page, "f5").click();
  await page.locator('[data-name="f5"][data-disc="black"]').waitFor();
  await page.getByRole("link", { name: "How it thinks" }).click();
  await page.waitForURL(/\/thinking\?moves=f5$/);
  await page.getByTestId("depths").locator("tbody tr").first().waitFor();
  await becomes(() => page.getByTestId("verdict").textContent(), /White is to move/);
  await square(page, "d6").click();
  await page.getByTestId("verdict").getByText("Black is to move").waitFor();
  await page.goto(`${studio.url}/analyse/review?moves=f5d6c3&at=3`);
  await page.locator('[data-name="c3"][data-disc="black"]').waitFor();
  await page.getByRole("link", { name: "How it thinks" }).click();
  await page.getByRole("heading", { name: "How it thinks" }).waitFor();
  await page.getByTestId("verdict").getByText("White is to move").waitFor();
  await closing(page);
});

test("how it thinks speaks Japanese, is accessible, and is inside the window", async () => {
  const page = await openPage(browser, studio, { path: `/analyse/thinking?text=${BOARD}`, settings: { locale: "ja", scheme: "dark" }, bypassCSP: true });
  await page.getByText("読み切りました").waitFor();
  await suitsDesktopAndPhone(page);
  await page.context().close();
});

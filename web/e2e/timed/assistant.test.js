// The assistant in a real browser: the built-in answerer, and a fake endpoint that fails in every way.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { suitsDesktopAndPhone } from "../accessible.js";
import { closing, human, newGame, openPage, startBrowser, startStudio } from "../studio.js";

const BOARD = "-----X-------X---XXOOOOXX-XXOOXX-XXOOOOX--XOXOOO-XOXXXOOXXXXXXXOX";
const SECRET = "sk-very-secret";
let studio;
let browser;
let fake;
/** What the endpoint does with the next question. */
let behave;
/** What it was asked. */
let heard = [];
const good = (text) => (response) => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ choices: [{ message: { role: "assistant", content: text } }] }));
};
const status = (code) => (response) => {
  response.statusCode = code;
  response.end(`{"error":"wrong key ${SECRET}"}`);
};

before(async () => {
  fake = createServer((request, response) => {
    let body = "";
    request.on("data", (data) => (body += data));
    request.on("end", () => {
      heard.push({ url: request.url, authorization: request.headers.authorization, body: JSON.parse(body) });
      behave(response);
    });
  });
  await new Promise((resolve) => fake.listen(0, "127.0.0.1", resolve));
  [studio, browser] = await Promise.all([startStudio(null, { OUTFLANK_ASSISTANT_SECONDS: "4" }), startBrowser()]);
});
after(async () => {
  await browser?.close();
  await studio?.stop();
  fake?.closeAllConnections();
  fake?.close();
});

/** Asks and waits for the answer. */
async function ask(page, question) {
  const before = await page.getByTestId("said-assistant").count();
  await page.getByLabel("Your question").fill(question);
  await page.getByLabel("Your question").press("Enter");
  await page.getByTestId("said-assistant").nth(before).waitFor();
  return page.getByTestId("said-assistant").nth(before);
}

/** Sets the endpoint up on the page, and chooses it. */
async function connect(page, url = `http://127.0.0.1:${fake.address().port}/v1`) {
  const connection = page.getByTestId("connection");
  await connection.getByText("Connection", { exact: true }).click();
  await connection.getByLabel("Address").fill(url);
  await connection.getByLabel("Model", { exact: true }).fill("small-model");
  await connection.getByLabel("API key", { exact: true }).fill(SECRET);
  await connection.getByRole("button", { name: "Save" }).click();
  await connection.getByText("Saved.").waitFor();
  await connection.getByRole("radio", { name: /small-model/ }).check();
}

test("client: a chat answers questions: rules, words, moves and the position are answered without an endpoint", async () => {
  heard = [];
  const page = await openPage(browser, studio, { path: `/analyse/ask?text=${BOARD}` });
  await page.getByText("nothing is sent anywhere").waitFor();
  assert.match(await (await ask(page, "What are the rules?")).textContent(), /Black moves first/);
  assert.match(await (await ask(page, "What is the best move?")).textContent(), /d2 is best for Black/);
  const why = await ask(page, "Why is h2 bad?");
  assert.match(await why.textContent(), /16 discs less than d2.*Why:/s);
  const discs = () => page.locator("[data-disc]").evaluateAll((all) => all.map((one) => one.dataset.name + one.dataset.disc).join());
  const before = await discs();
  await why.getByTestId("claim").first().click();
  await page.waitForFunction((old) => [...document.querySelectorAll("[data-disc]")].map((one) => one.dataset.name + one.dataset.disc).join() !== old, before);
  assert.match(await (await ask(page, "How is the weather?")).textContent(), /I do not know/);
  assert.equal(heard.length, 0);
  await closing(page);
});

test("finding 42: numbers have the signs of the pages, a call for help is answered, the place of the sound is told, and a game is asked about as it stands", async () => {
  const { game } = await newGame(studio, { black: human, white: human, start: "f5d6c3d3c4f4f6" });
  const page = await openPage(browser, studio, { path: `/game/${game.id}` });
  await page.getByRole("link", { name: "Ask the assistant" }).click();
  await page.waitForURL(new RegExp(`/analyse/ask\\?game=${game.id}`));
  await page.locator('[data-name="f6"]:not([data-disc="empty"])').waitFor();
  for (const question of ["What is the best move?", "I am losing, help", "Who is winning?"]) {
    const answer = await (await ask(page, question)).textContent();
    assert.match(answer, /(?:≈|about )?[+−]\d|\b0\b/, question);
    assert.doesNotMatch(answer, /\+0\b|-\d|I do not know/, question);
  }
  assert.match(await (await ask(page, "How do I turn off the sound?")).textContent(), /Open Settings .*Sounds/);
  await closing(page);
});

test("assistant: an idea is asked by a click, in Japanese as well", async () => {
  const page = await openPage(browser, studio, { path: "/analyse/ask", settings: { locale: "ja" } });
  await page.getByRole("button", { name: "最善手は？" }).click();
  assert.match(await page.getByTestId("said-assistant").textContent(), /の最善手は/);
  await closing(page);
});

test("assistant: an endpoint gets the facts, its answer is plain text, and the key never comes back", async () => {
  heard = [];
  behave = good('Play <img src=x onerror="document.title=1"> <b>d2</b>.');
  const page = await openPage(browser, studio, { path: `/analyse/ask?text=${BOARD}` });
  await connect(page);
  await page.getByTestId("through").getByText(/sent to 127\.0\.0\.1/).waitFor();
  const answer = await ask(page, "What about h2?");
  assert.match(await answer.textContent(), /Play <img src=x onerror="document.title=1"> <b>d2<\/b>\./);
  assert.equal(await answer.locator("img, b").count(), 0);
  const [{ url, authorization, body }] = heard;
  assert.deepEqual([url, authorization, body.model], ["/v1/chat/completions", `Bearer ${SECRET}`, "small-model"]);
  assert.match(body.messages[0].content, /d2: [+-]\d+ \(exact\).*The move asked about, black h2, loses 16 discs \(proven\)/s);
  assert.equal(body.messages.at(-1).content, "What about h2?");
  await ask(page, "And then?");
  assert.deepEqual(heard[1].body.messages.map((message) => message.role), ["system", "user", "assistant", "user"]);
  const shown = await (await fetch(`${studio.url}/api/assistant`)).text();
  assert.doesNotMatch(shown + (await page.content()), new RegExp(SECRET));
  // A new visit asks the built-in answerer until the endpoint is chosen again.
  await page.reload();
  await ask(page, "What are the rules?");
  assert.equal(heard.length, 2);
  await closing(page);
});

const FAILURES = [
  ["refused with 401", status(401), /refused the question.*\(Status 401\.\)/s],
  ["rate limited", status(429), /is busy/],
  ["broken with 500", status(500), /reported an error/],
  ["malformed", (response) => response.end("<html>"), /could not be read/],
  ["empty", good(""), /could not be read/],
  ["oversized", (response) => response.end("x".repeat(400_000)), /was too long/],
  ["cut off", (response) => response.destroy(), /cannot be reached|could not be read/],
  ["slow", () => {}, /took too long/],
];
test("assistant: every failure of the endpoint is told kindly and logged without the key", async () => {
  const page = await openPage(browser, studio, { path: "/analyse/ask" });
  await connect(page);
  for (const [name, how, expected] of FAILURES) {
    behave = how;
    const answer = await ask(page, "What are the rules?");
    assert.match(await answer.getByTestId("trouble").textContent(), expected, name);
    assert.match(await answer.textContent(), /Here is the built-in answer instead:.*Black moves first/s, name);
  }
  const notes = await page.getByTestId("notes").textContent();
  assert.match(notes, /chat\/completions/);
  assert.doesNotMatch(notes + studio.said, new RegExp(SECRET));
  assert.match(studio.said, /assistant, slow: .*\n/);
  await closing(page);
});

test("client: when the service of the chat is unreachable that is told and logged; a bad address refused, and the endpoint can be forgotten", async () => {
  const page = await openPage(browser, studio, { path: "/analyse/ask" });
  await connect(page, "http://127.0.0.1:9");
  assert.match(await (await ask(page, "rules")).getByTestId("trouble").textContent(), /cannot be reached/);
  assert.match(studio.said, /assistant, unreachable: http:\/\/127\.0\.0\.1:9\//);
  const connection = page.getByTestId("connection");
  await connection.getByLabel("Address").fill("file:///etc/passwd");
  await connection.getByRole("button", { name: "Save" }).click();
  await page.getByRole("alert").getByText(/is no(t an)? address/).waitFor();
  await connection.getByRole("button", { name: "Remove" }).click();
  await connection.getByText("not set up").waitFor();
  assert.ok(await connection.getByRole("radio", { name: "Built-in answers" }).isChecked());
  // The refusal is the only problem the browser has seen.
  page.problems = page.problems.filter((problem) => !/422/.test(problem));
  await closing(page);
});

test("assistant: accessible and inside the window, on a dark desktop and a light phone", async () => {
  const page = await openPage(browser, studio, { path: `/analyse/ask?text=${BOARD}`, settings: { scheme: "dark" }, bypassCSP: true });
  await ask(page, "Why is h2 bad?");
  await page.getByTestId("connection").getByText("Connection", { exact: true }).click();
  await suitsDesktopAndPhone(page);
  await page.context().close();
});

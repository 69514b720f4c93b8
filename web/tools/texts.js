// Prints every text that people read, as Markdown, so that a native reader can go through them: the pages and the coach
// in all languages side by side, the built-in answers of the assistant, the lessons, the help of every command, the players
// as they are described, the messages of all crates, and the names of the pages of the guide.
//
//   npm run texts > texts.md          OUTFLANK_BINARY is the program whose help is read

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "vite";

const BINARY = process.env.OUTFLANK_BINARY ?? "../target/debug/outflank";
const FOLDER = "src/i18n";
/** A cell of a table: on one line, without what Markdown would read. */
const cell = (text) => text.replaceAll("|", "\\|").replaceAll("\n", " ").replaceAll("<", "&lt;");
/** All ways to say a message, and both numbers. */
const ways = (message) => {
  if (typeof message === "string") return message;
  if (Array.isArray(message)) return message.join(" / ");
  return Object.entries(message).map(([number, text]) => `${number}: ${ways(text)}`).join(" / ");
};
const print = (...lines) => process.stdout.write(`${lines.join("\n")}\n`);

const server = await createServer({ server: { middlewareMode: true }, appType: "custom", logLevel: "error" });
try {
  const parts = readdirSync(FOLDER).filter((file) => /^en(-\w+)?\.ts$/.test(file));
  const catalogue = async (file) => Object.values(await server.ssrLoadModule(`/${FOLDER}/${file}`))[0];
  print("# Every text", "");
  const shown = new Set();
  // The file that gathers the others comes last and shows what is its own.
  for (const file of [...parts.filter((part) => part !== "en.ts"), "en.ts"]) {
    const [english, japanese] = await Promise.all([catalogue(file), catalogue(file.replace("en", "ja"))]);
    print(`## ${file.replace(/^en-?|\.ts$/g, "") || "general"}`, "", "| key | English | 日本語 |", "|---|---|---|");
    for (const key of Object.keys(english).filter((one) => !shown.has(one))) {
      shown.add(key);
      print(`| \`${key}\` | ${cell(ways(english[key]))} | ${cell(ways(japanese[key]))} |`);
    }
    print("");
  }
} finally {
  await server.close();
}

print("## Built-in answers", "", "| topic | English | 日本語 |", "|---|---|---|");
const topics = readFileSync("../crates/server/src/assistant/topics.toml", "utf8").split("[[topic]]").slice(1);
for (const topic of topics) {
  const said = (key) => JSON.parse(new RegExp(`^${key} = (".*")$`, "m").exec(topic)?.[1] ?? '""');
  print(`| \`${said("id")}\` | ${cell(said("en"))} | ${cell(said("ja"))} |`);
}

print("", "## Lessons", "", "| lesson | English | 日本語 |", "|---|---|---|");
const LESSONS = "../crates/learn/data/lessons";
for (const file of readdirSync(LESSONS).sort()) {
  const pairs = readFileSync(`${LESSONS}/${file}`, "utf8").matchAll(/\{ en = ("(?:[^"\\]|\\.)*"), ja = ("(?:[^"\\]|\\.)*") \}/g);
  for (const [, en, ja] of pairs) print(`| ${file} | ${cell(JSON.parse(en))} | ${cell(JSON.parse(ja))} |`);
}

/** Prints the help of a command and of those below it. */
function help(words) {
  const text = execFileSync(BINARY, [...words, "--help"], { encoding: "utf8" });
  print("", `### outflank ${words.join(" ")}`.trimEnd(), "", "```text", text.trimEnd(), "```");
  const listed = /^Commands:\n((?: .*\n|\n(?= {2}\S))*)/m.exec(text)?.[1] ?? "";
  for (const [, name] of listed.matchAll(/^ {2}(\w[\w-]*)/gm)) help([...words, name]);
}
print("", "## Help of the commands");
help([]);

print("", "## Players", "", "```text", execFileSync(BINARY, ["players"], { encoding: "utf8" }).trimEnd(), "```");

/** What stands in quotes in a source and reads like words: no comments, no tests, no queries, no drawings, no help (see above). */
function quoted(source) {
  const code = source.split("#[cfg(test)]\nmod tests {")[0];
  const tokens = code.matchAll(/\/\/[^\n]*|'(?:\\.|[^\\'])'|\br(#*)"([^]*?)"\1|"((?:[^"\\]|\\[^])*)"/g);
  return [...tokens]
    .map(([, , raw, plain]) => (raw ?? plain ?? "").replace(/\\\n\s*/g, ""))
    .filter((text) => /[A-Za-z]{2,}[^A-Za-z]*\s[^]*[A-Za-z]{2,}/.test(text))
    .filter((text) => !/^\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|WITH|DROP|ALTER|PRAGMA)\b|Examples?:|^\s*<\/?(svg|path|rect|text|g|td|tr|circle|polyline)\b/.test(text));
}
// Errors, answers of the server, what the command line and the terminal say, reports, descriptions.
print("", "## Messages");
const sources = execFileSync("git", ["-C", "..", "ls-files", "crates/*/src/*.rs"], { encoding: "utf8" }).trim().split("\n");
for (const file of sources.filter((name) => !/tests?[/.]|_tests\.rs$/.test(name))) {
  const found = quoted(readFileSync(`../${file}`, "utf8"));
  if (found.length > 0) print("", `### ${file}`, "", ...found.map((text) => `- ${cell(text)}`));
}

// The guide is read as it stands.
print("", "## Pages of the guide", "");
const pages = execFileSync("git", ["-C", "..", "ls-files", "docs/*.md", "*.md"], { encoding: "utf8" }).trim().split("\n");
for (const file of [...new Set(pages)].filter((name) => !name.includes("/data/"))) print(`- ${file}`);

// Fails if the JavaScript that the first page loads is larger than promised.

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const LIMIT = 90_000;
const pages = "../crates/server/pages";
const page = readFileSync(`${pages}/index.html`, "utf8");
const scripts = [...page.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map((found) => found[1]);
const sizes = scripts.map((name) => gzipSync(readFileSync(`${pages}/${name}`)).length);
const total = sizes.reduce((sum, size) => sum + size, 0);
console.log(`initial JavaScript: ${total} bytes gzipped in ${scripts.length} files, at most ${LIMIT}`);
if (scripts.length === 0 || total > LIMIT) process.exit(1);

// A plain host of files, as anybody has one: it knows nothing of Outflank, compresses what can be compressed, can be behind
// a slow line, and can be stopped while pages are open.

import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

const KINDS = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
};
const PACKED = [".html", ".js", ".css", ".json", ".svg", ".wasm"];

/** How much a slow line carries at a time, in bytes. */
const PIECE = 16 * 1024;

/** A line that all requests share: so many bits a second, and a delay in milliseconds before each answer. */
function slowLine({ rate, delay }) {
  let free = 0;
  return async (response, body) => {
    await new Promise((resolve) => setTimeout(resolve, delay));
    for (let at = 0; at < body.length; at += PIECE) {
      const piece = body.subarray(at, at + PIECE);
      free = Math.max(free, performance.now()) + (piece.length * 8000) / rate;
      await new Promise((resolve) => setTimeout(resolve, free - performance.now()));
      if (response.destroyed) return;
      response.write(piece);
    }
    response.end();
  };
}

/** Serves a folder below a path; `isolated` says that pages may share memory between threads, `line` how slow it is. */
export async function serveFolder(folder, { under = "/", isolated = false, line = null } = {}) {
  const send = line === null ? (response, body) => void response.end(body) : slowLine(line);
  const packed = new Map();
  const host = { url: null, sent: new Map(), root: folder, stop: null };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://host");
    const inside = normalize(pathname.slice(under.length) || "index.html");
    const path = join(host.root, inside.endsWith("/") ? `${inside}index.html` : inside);
    if (!pathname.startsWith(under) || inside.startsWith("..") || !statSync(path, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404, { "content-type": "text/plain" }).end("nothing here");
      return;
    }
    const headers = { "content-type": KINDS[extname(path)] ?? "application/octet-stream", "cache-control": "no-cache" };
    if (isolated) Object.assign(headers, { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" });
    let body = readFileSync(path);
    if (PACKED.includes(extname(path))) {
      headers["content-encoding"] = "gzip";
      // A file may have changed since it was packed.
      const known = packed.get(path);
      if (known?.of.equals(body)) body = known.small;
      else {
        const small = gzipSync(body);
        packed.set(path, { of: body, small });
        body = small;
      }
    }
    host.sent.set(inside, body.length);
    void send(response.writeHead(200, { ...headers, "content-length": body.length }), body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  host.url = `http://127.0.0.1:${server.address().port}${under.replace(/\/$/, "")}`;
  host.stop = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return host;
}

// The service worker: keeps the pages, so that they open without the server, and nothing of what the server knows.
//
// A page always comes from the server if it answers, so that a new version of the program is there at the next reload;
// only files whose names carry a hash of their content are taken from what is kept. Built by `vite.config.ts`, which
// puts the version and the list of files in.

const KEPT = "outflank-__VERSION__";
const FILES = __FILES__;

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(KEPT);
    await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const clean = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith("outflank-") && name !== KEPT).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  // What the server knows is never kept, and neither is what a page sends to it.
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api")) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (pathname.startsWith("/assets/")) event.respondWith(file(request));
  else if (FILES.includes(pathname)) event.respondWith(fetch(request).catch(() => kept(pathname)));
});

const kept = async (path) => (await (await caches.open(KEPT)).match(path)) ?? Response.error();

/** A page from the server, or the kept one, which is told that it stands alone. */
async function page(request) {
  try {
    return await fetch(request);
  } catch (unreachable) {
    const shell = await kept("/");
    if (shell.type === "error") throw unreachable;
    const text = (await shell.text()).replace("<html", "<html data-offline");
    return new Response(text, { status: 200, headers: shell.headers });
  }
}

/** A file that never changes: what was loaded once is kept. */
async function file(request) {
  const cache = await caches.open(KEPT);
  const known = await cache.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

// The service worker of a site without a server: keeps all of it, so that it works without a network, engine and all.
//
// A new version is fetched as a whole before anything of it is used. Pages that are open go on with the files of their own
// version: those carry a hash of their content in their names, and what the last version had is kept until the next one
// comes. The next reload shows the new version, from its first file to its last. Built by `vite.config.ts`, which puts the
// version and the list of files in.

const KEPT = "outflank-site-__VERSION__";
const OURS = "outflank-site-";
/** Names of the versions that were here, the latest last. */
const VERSIONS = "outflank-site";
const FILES = __FILES__;
const ROOT = new URL("./", self.location).href;

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(KEPT);
    await cache.addAll(FILES.map((file) => new Request(new URL(file, ROOT), { cache: "no-cache" })));
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const clean = async () => {
    const before = (await versions()).filter((name) => name !== KEPT);
    const stay = [...before.slice(-1), KEPT];
    await (await caches.open(VERSIONS)).put("versions", new Response(JSON.stringify(stay)));
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith(OURS) && !stay.includes(name)).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

async function versions() {
  const known = await (await caches.open(VERSIONS)).match("versions");
  return known ? known.json() : [];
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || !url.href.startsWith(ROOT)) return;
  url.hash = url.search = "";
  event.respondWith(request.mode === "navigate" ? page(url) : file(request, url));
});

/** Any page of the site: there is one, and what it shows stands behind the `#`. */
async function page(url) {
  const cache = await caches.open(KEPT);
  const shell = url.href === ROOT || url.href === `${ROOT}index.html` ? await cache.match(ROOT) : await cache.match(url.href);
  return shell ?? fetch(url.href);
}

/** A file of this version, or of the one before; what is none of either comes from the network. */
async function file(request, url) {
  return (await (await caches.open(KEPT)).match(url.href)) ?? (await caches.match(url.href)) ?? fetch(request);
}

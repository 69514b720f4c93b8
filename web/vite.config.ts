import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// `npm run dev` serves the pages and passes everything else on to a running `outflank serve`.
const server = "http://127.0.0.1:4664";

/** Where `make engine` puts the engine for browsers. Pages that are built without it leave all thinking to the server. */
const ENGINE = process.env["OUTFLANK_ENGINE"] ?? "../target/engine";

const hasEngine = () => existsSync(`${ENGINE}/engine.wasm`);

/** Adds the engine, if it is there, and the list that says what its files are called. */
function engine(isSite: boolean): Plugin {
  return {
    name: "engine",
    apply: "build",
    generateBundle() {
      if (!hasEngine()) {
        if (isSite) throw new Error(`${ENGINE}/engine.wasm is missing: "make engine" makes it`);
        return;
      }
      const add = (name: string, kind: string) => {
        const source = readFileSync(`${ENGINE}/${name}.${kind}`);
        const hash = createHash("sha256").update(source).digest("hex").slice(0, 10);
        const fileName = `assets/${name}-${hash}.${kind}`;
        this.emitFile({ type: "asset", fileName, source });
        return [fileName, source.length] as const;
      };
      const [desk] = add("desk", "wasm");
      const [module] = add("engine", "wasm");
      const [weights, size] = add("network", "zst");
      const [book] = add("book", "pack");
      const [puzzles] = add("puzzles", "bin");
      // For pages that are isolated: several threads share the memory of a search.
      const threads = existsSync(`${ENGINE}/threads.wasm`) ? add("threads", "wasm")[0] : null;
      this.emitFile({ type: "asset", fileName: "engine.json", source: JSON.stringify({ desk, module, threads, weights, size, book, puzzles }) });
    },
  };
}

/** What a site says of itself that the server says in other ways: addresses begin where the site lies. */
function relative(isSite: boolean): Plugin {
  return {
    name: "relative",
    apply: "build",
    generateBundle() {
      if (!isSite) return;
      const manifest = readFileSync("public/manifest.webmanifest", "utf8")
        .replace(/: "\/(analyse|library)"/g, ': "./#/$1"')
        .replace(/: "\//g, ': "./');
      this.emitFile({ type: "asset", fileName: "manifest.webmanifest", source: manifest });
    },
  };
}

/**
 * Writes the service worker with the list of what it keeps. A site keeps everything; the server's pages all but the scene
 * and the engine, which are kept once they were used.
 */
function worker(isSite: boolean): Plugin {
  return {
    name: "worker",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      const later = /\/(Scene|desk|engine|threads|network|book|puzzles|desk\.worker|thinker\.worker|helper\.worker)-/;
      const built = Object.keys(bundle).filter((name) => (isSite ? name !== "index.html" : name.startsWith("assets/") && !later.test(name)));
      const still = readdirSync("public").filter((name) => !name.startsWith("."));
      const base = isSite ? "./" : "/";
      const names = [...new Set([...built, ...still])].sort();
      const files = [base, ...names.map((name) => `${base}${name}`)];
      const source = readFileSync(`src/worker/${isSite ? "site" : "worker"}.js`, "utf8");
      const hash = createHash("sha256").update(JSON.stringify(files)).update(source);
      for (const one of [...still.map((name) => readFileSync(`public/${name}`)), readFileSync("index.html")]) hash.update(one);
      const version = hash.digest("hex").slice(0, 12);
      const text = source.replace("__VERSION__", version).replace("__FILES__", JSON.stringify(files));
      this.emitFile({ type: "asset", fileName: "worker.js", source: text });
    },
  };
}

const TESTS = ["src/**/*.test.ts"];

/** Tests that put something else in the place of a module. They run alone; the others share modules, in a third of the time. */
const replacing = () =>
  readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts") && readFileSync(`src/${name}`, "utf8").includes("vi.mock("))
    .map((name) => `src/${name}`);

export default defineConfig(({ mode }) => {
  const isSite = mode === "site";
  return {
    base: isSite ? "./" : "/",
    define: { __SITE__: JSON.stringify(isSite), __ENGINE__: JSON.stringify(hasEngine()) },
    plugins: [svelte(), engine(isSite), relative(isSite), worker(isSite)],
    resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
    worker: { format: "es" },
    // The scene is large and loaded on demand; what is loaded first is held small by tools/size.js.
    build: {
      outDir: isSite ? (process.env["OUTFLANK_SITE"] ?? "../target/site") : "../crates/server/pages",
      emptyOutDir: true,
      target: "es2022",
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 800,
    },
    server: { proxy: { "/api": { target: server, ws: true } } },
    test: {
      projects: [
        { extends: true, test: { name: "shared", include: TESTS, exclude: replacing(), isolate: false } },
        { extends: true, test: { name: "alone", include: replacing(), sequence: { groupOrder: 1 } } },
      ],
    },
  };
});

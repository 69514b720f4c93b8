import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// `npm run dev` serves the pages and passes everything else on to a running `outflank serve`.
const server = "http://127.0.0.1:4664";

/** Writes the service worker with the list of what it keeps: all but the scene, which is kept once it was used. */
function worker(): Plugin {
  return {
    name: "worker",
    apply: "build",
    generateBundle(_options, bundle) {
      const built = Object.keys(bundle).filter((name) => name.startsWith("assets/") && !/\/Scene-/.test(name));
      const still = readdirSync("public").filter((name) => !name.startsWith("."));
      const files = ["/", ...[...built, ...still].sort().map((name) => `/${name}`)];
      const source = readFileSync("src/worker/worker.js", "utf8");
      const content = still.map((name) => readFileSync(`public/${name}`));
      const hash = createHash("sha256").update(JSON.stringify(files)).update(source);
      for (const one of [...content, readFileSync("index.html")]) hash.update(one);
      const version = hash.digest("hex").slice(0, 12);
      const text = source.replace("__VERSION__", version).replace("__FILES__", JSON.stringify(files));
      this.emitFile({ type: "asset", fileName: "worker.js", source: text });
    },
  };
}

export default defineConfig({
  plugins: [svelte(), worker()],
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
  // The scene is large and loaded on demand; what is loaded first is held small by tools/size.js.
  build: { outDir: "../crates/server/pages", emptyOutDir: true, target: "es2022", assetsInlineLimit: 0, chunkSizeWarningLimit: 800 },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["src/**/*.test.ts"] },
});

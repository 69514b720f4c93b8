import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// `npm run dev` serves the pages and passes everything else on to a running `outflank serve`.
const server = "http://127.0.0.1:4664";

export default defineConfig({
  plugins: [svelte()],
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
  // The scene is large and loaded on demand; what is loaded first is held small by tools/size.js.
  build: { outDir: "../crates/server/pages", emptyOutDir: true, target: "es2022", assetsInlineLimit: 0, chunkSizeWarningLimit: 800 },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["src/**/*.test.ts"] },
});

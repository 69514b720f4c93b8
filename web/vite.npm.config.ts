import { copyFileSync } from "node:fs";
import { defineConfig } from "vite";

const ENGINE = process.env["OUTFLANK_ENGINE"] ?? "../target/engine";
const OUT = process.env["OUTFLANK_NPM"] ?? "../target/npm/outflank-engine";

// The engine as a package: one file, its Worker, the engine, and what describes them.
export default defineConfig({
  base: "./",
  publicDir: false,
  worker: { format: "es" },
  plugins: [
    {
      name: "package",
      closeBundle() {
        for (const name of ["engine.wasm", "threads.wasm", "network.zst", "book.pack"]) copyFileSync(`${ENGINE}/${name}`, `${OUT}/${name}`);
        for (const name of ["index.d.ts", "package.json", "README.md"]) copyFileSync(`npm/${name}`, `${OUT}/${name}`);
        for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) copyFileSync(`../${name}`, `${OUT}/${name}`);
      },
    },
  ],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    rollupOptions: { input: "src/npm.ts", preserveEntrySignatures: "strict", output: { entryFileNames: "index.js" } },
  },
});

import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { compress } from "./plugins/compress.ts";
import { licences } from "./plugins/licences.ts";

const server = process.env.RONDEL_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), licences(), compress()],
  base: "./",
  resolve: { alias: { "d3-transition": fileURLToPath(new URL("src/table/still.ts", import.meta.url)) } },
  build: {
    outDir: "../src/rondel/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 300,
    rolldownOptions: {
      output: {
        // A board is data: apart from the code, and loaded with the game alone.
        codeSplitting: { groups: [{ name: (id) => `board-${/games\/(\w+)\/board\.json/.exec(id)?.[1]}`, test: /board\.json/ }] },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    proxy: { "/api": { target: server, ws: true } },
  },
  test: { include: ["tests/**/*.test.ts"] },
});

/** Every file of the build that gains by it, compressed beside it once, so that the server never has to. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(html|js|css|svg|json|txt|map|webmanifest|wasm)$/;
const SMALL = 1000;

/** Write `name.gz` and `name.br` for a folder's text files; returns their names. */
export function compressAll(folder: string): string[] {
  const names = (readdirSync(folder, { recursive: true }) as string[]).filter((name) => TEXT.test(name));
  return names.filter((name) => {
    const body = readFileSync(join(folder, name));
    if (body.length < SMALL) return false;
    writeFileSync(join(folder, `${name}.gz`), gzipSync(body, { level: 9 }));
    const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(body, { params: quality }));
    return true;
  });
}

export function compress(): Plugin {
  return {
    name: "rondel-compress",
    apply: "build",
    writeBundle(options) {
      if (options.dir) compressAll(options.dir);
    },
  };
}

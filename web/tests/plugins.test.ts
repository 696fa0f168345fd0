import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { compressAll } from "../plugins/compress";
import { notices } from "../plugins/licences";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rondel-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text);
  return path;
}

describe("compressed files", () => {
  it("stand beside text that is long enough, and give it back", () => {
    const text = "console.log(1);\n".repeat(200);
    write("assets/main.js", text);
    write("assets/font.woff2", text);
    write("small.css", "p {}");
    expect(compressAll(folder)).toEqual(["assets/main.js"]);
    expect(gunzipSync(readFileSync(join(folder, "assets/main.js.gz"))).toString()).toBe(text);
    expect(brotliDecompressSync(readFileSync(join(folder, "assets/main.js.br"))).toString()).toBe(text);
  });
});

describe("licence notices", () => {
  it("name each package once, scoped ones and files in its folders too", () => {
    for (const name of ["svelte", "@fonts/cinzel"]) {
      write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: "1.0.0", license: "MIT" }));
      write(`node_modules/${name}/LICENSE.md`, `Notice of ${name}`);
    }
    write("node_modules/svelte/src/package.json", JSON.stringify({ type: "module" }));
    const modules = [
      write("node_modules/svelte/src/index.js", ""),
      write("node_modules/svelte/src/store.js", ""),
      write("node_modules/@fonts/cinzel/files/cinzel.woff2", "") + "?url",
      write("src/main.ts", ""),
    ];
    expect(notices(modules).map((notice) => [notice.name, notice.text])).toEqual([
      ["@fonts/cinzel", "Notice of @fonts/cinzel"],
      ["svelte", "Notice of svelte"],
    ]);
  });

  it("are demanded: a package without one stops the build", () => {
    write("node_modules/bare/package.json", JSON.stringify({ name: "bare", version: "1.0.0" }));
    expect(() => notices([write("node_modules/bare/index.js", "")])).toThrow(/bare has no notice/);
  });
});

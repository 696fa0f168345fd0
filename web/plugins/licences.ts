/** The notices of all that is bundled, in one file of the build: what their licences ask for. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Plugin } from "vite";

export interface Notice {
  name: string;
  version: string;
  licence: string;
  text: string;
}

const FILE = "licences.txt";

/** The folder of the package that a module belongs to; none for our own. */
function packageOf(id: string): string | undefined {
  const at = id.lastIndexOf("/node_modules/");
  if (at < 0) return undefined;
  let folder = dirname(id.split("?")[0] ?? id);
  while (folder.length > at && !(existsSync(join(folder, "package.json")) && named(folder))) folder = dirname(folder);
  return folder.length > at ? folder : undefined;
}

function named(folder: string): boolean {
  return Boolean((JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { name?: string }).name);
}

function noticeOf(folder: string): Notice {
  const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { name: string; version: string; license?: string };
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name));
  if (!file) throw new Error(`${about.name} has no notice of its licence: add one by hand or do without it`);
  return { name: about.name, version: about.version, licence: about.license ?? "", text: readFileSync(join(folder, file), "utf8").trim() };
}

/** The notices of the packages that these modules come from, by name. */
export function notices(modules: Iterable<string>): Notice[] {
  const folders = new Set([...modules].map(packageOf).filter((folder) => folder !== undefined));
  return [...folders].map(noticeOf).sort((one, other) => one.name.localeCompare(other.name));
}

export function licences(): Plugin {
  return {
    name: "rondel-licences",
    apply: "build",
    generateBundle(_options, bundle) {
      const files = Object.values(bundle).flatMap((made) => (made.type === "asset" ? made.originalFileNames : []));
      const parts = notices([...this.getModuleIds(), ...files.map((file) => resolve(file))]).map(
        (notice) => `${notice.name} ${notice.version} (${notice.licence})\n\n${notice.text}\n`,
      );
      const head = "Rondel's client contains the following packages, under their own licences.\n";
      this.emitFile({ type: "asset", fileName: FILE, source: [head, ...parts].join(`\n${"-".repeat(80)}\n\n`) });
    },
  };
}

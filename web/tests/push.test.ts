import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/* public/sw.js as a browser runs it: what it registers, and the notices that are shown. */
interface Shown {
  title: string;
  tag: string;
  data: { number?: string; url: string };
  close(): void;
}

function worker(): { push(words: unknown): Promise<void>; shown: Shown[] } {
  const heard = new Map<string, (event: unknown) => void>();
  let shown: Shown[] = [];
  const registration = {
    showNotification: (title: string, about: { tag: string; data: Shown["data"] }): Promise<void> => {
      shown = shown.filter((each) => each.tag !== about.tag); // a newer one of the same tag takes its place
      // what is asked for later is a copy: nothing that is written into it stays
      shown.push({ title, ...structuredClone(about), close: () => void (shown = shown.filter((each) => each.tag !== about.tag)) });
      return Promise.resolve();
    },
    getNotifications: (): Promise<Shown[]> => Promise.resolve(shown.map((each) => ({ ...each, data: structuredClone(each.data) }))),
  };
  const self = { addEventListener: (kind: string, handler: (event: unknown) => void) => heard.set(kind, handler), registration };
  new Function("self", readFileSync(new URL("../public/sw.js", import.meta.url), "utf8"))(self);
  const push = async (words: unknown): Promise<void> => {
    let done: Promise<void> = Promise.resolve();
    heard.get("push")?.({ data: { json: () => words }, waitUntil: (work: Promise<void>) => (done = work) });
    await done;
  };
  return { push, get shown() { return shown; } }; // prettier-ignore
}

describe("push messages", () => {
  it("close when they are withdrawn, by their number", async () => {
    const here = worker();
    await here.push({ title: "Two tables wait", tables: ["a", "b"], number: "1" });
    await here.push({ title: "Imperial: it is your turn", tables: ["c"], number: "2" });
    expect(here.shown.map((each) => each.data.number)).toEqual(["1", "2"]);
    await here.push({ withdraw: "1" });
    expect(here.shown.map((each) => each.data.number)).toEqual(["2"]);
  });

  it("stay when an older one of the same table is withdrawn", async () => {
    const here = worker();
    await here.push({ title: "It is your turn", tables: ["a"], number: "1" });
    await here.push({ title: "It is your turn again", tables: ["a"], number: "2" });
    await here.push({ withdraw: "1" });
    expect(here.shown.map((each) => each.title)).toEqual(["It is your turn again"]);
  });
});

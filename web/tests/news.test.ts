/** What happens at a table, as one seat hears of it. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Choice, Item, LogEntry, Observation } from "../src/lib/protocol";
import { settings } from "../src/lib/settings.svelte";
import { News, type Happened, type Reader } from "../src/table/news.svelte";

const march = { id: 1, kind: "march", args: { from: "a", to: "b" }, notation: "march" } as Choice;
const at = (position: number, asked = `question ${position}`, over = false): Observation =>
  ({ position, over, to_act: [0], prompt: { key: asked, params: {}, chapter: "" }, choices: [march] }) as unknown as Observation;
const entry = (position: number, seat = 0): LogEntry => ({ position, seat, action: march, events: [] });
const moved = (position: number, seat: number, action: Choice | null = march, observation = at(position), events: object[] = []): Happened =>
  ({ type: "moved", n: position, position, seat, action, events, observation }) as unknown as Happened;
const battle = (last: number, seats: number[]): Item =>
  ({ kind: "battle", first: last, last, seats, weight: 2, parts: [], figures: { result: {} }, areas: [], moves: [] }) as unknown as Item;
const settle = (): Promise<unknown> => new Promise((done) => setTimeout(done, 5));

/** Somebody at seat 0 who sat down when the table stood at this position. */
function reading(position: number, log: LogEntry[], more: Partial<Reader> = {}) {
  const done: string[] = [];
  const news = new News({
    seat: () => 0,
    looksBack: () => false,
    log: async () => [entry(1), entry(9, 1)],
    story: async () => [],
    seenUpTo: () => null,
    keepSeen: (up) => done.push(`seen ${up}`),
    changed: (same) => done.push(same ? "same" : "changed"),
    brokenOff: (to) => done.push(`off ${to}`),
    seated: () => done.push("seated"),
    settled: () => done.push("settled"),
    ...more,
  });
  news.begin(at(position, ""), log);
  done.length = 0;
  return { news, done };
}

beforeEach(() => {
  vi.stubGlobal("document", { hidden: false });
  Object.assign(settings, { speed: "off", cards: "all" });
});
afterEach(() => void vi.unstubAllGlobals());

describe("talk and proposals", () => {
  it("are heard after the moves before them have been shown", async () => {
    Object.assign(settings, { speed: "normal" });
    const { news } = reading(0, []);
    const heard: number[] = [];
    news.playback.push(moved(1, 1));
    news.playback.push({ type: "aside", hear: () => heard.push(news.observation?.position ?? 0) });
    news.playback.push(moved(2, 1));
    await settle();
    expect(news.observation?.position).toBe(1);
    expect(heard).toEqual([]);
    news.playback.skip();
    await settle();
    expect(news.observation?.position).toBe(2);
    expect(heard).toEqual([1]);
  });
});

describe("a move", () => {
  it("is written down once, in order, and leaves nobody thinking", async () => {
    const { news, done } = reading(1, [entry(1)]);
    news.thinking = 1;
    news.playback.push(moved(2, 1));
    news.playback.push(moved(2, 1));
    news.playback.push(moved(1, 0));
    await settle();
    expect(news.log).toEqual([entry(1), entry(2, 1)]);
    expect(news.observation?.position).toBe(2);
    expect(news.thinking).toBeNull();
    expect(done.filter((each) => each !== "settled")).toEqual(["changed"]);
  });

  it("of somebody else is shown; one's own, chance's and a secret one are not", async () => {
    Object.assign(settings, { speed: "normal" });
    const { news } = reading(0, []);
    const shown: (number | null)[] = [];
    for (const message of [moved(1, 0), moved(2, -1), moved(3, 1, null), moved(4, 2)]) {
      news.playback.push(message);
      await settle();
      shown.push(news.playback.trace?.seat ?? null);
    }
    expect(shown).toEqual([null, null, null, 2]);
    news.playback.drop();
  });

  it("of others that changes nothing of what is asked says so; one's own never does", async () => {
    const { news, done } = reading(0, []);
    news.playback.push(moved(1, 1, null, at(1, "lay a card")));
    news.playback.push(moved(2, 1, null, at(2, "lay a card")));
    news.playback.push(moved(3, 0, march, at(3, "lay a card")));
    await settle();
    expect(done.filter((each) => each !== "settled")).toEqual(["changed", "same", "changed"]);
  });
});

describe("what is not a move", () => {
  it("takes the log back, and what was under way with it", async () => {
    const { news, done } = reading(3, [entry(1), entry(2), entry(3)]);
    news.playback.push({ type: "takenback", n: 4, position: 1, seat: 0, count: 2, observation: at(1) } as unknown as Happened);
    await settle();
    expect(news.log).toEqual([entry(1)]);
    expect(done).toEqual(["off 1", "changed", "settled"]);
  });

  it("begins anew with another log where too much was missed, and breaks nothing off where nothing was", async () => {
    const { news, done } = reading(1, [entry(1)]);
    news.playback.push({ type: "reset", n: 1, observation: at(1, "again") } as unknown as Happened);
    await settle();
    expect(done).not.toContain("off undefined");
    expect(news.observation?.prompt?.key).toBe("again");
    news.playback.push({ type: "reset", n: 9, observation: at(9) } as unknown as Happened);
    await settle();
    expect(done).toContain("off undefined");
    expect(news.log).toEqual([entry(1), entry(9, 1)]);
  });

  it("tells that others sit there", async () => {
    const { news, done } = reading(1, [entry(1)]);
    news.playback.push({ type: "seated", n: 2, observation: at(1) } as unknown as Happened);
    await settle();
    expect(done).toEqual(["seated", "settled"]);
  });
});

describe("whoever comes back", () => {
  const log = [entry(1), entry(2, 1), entry(3, 1)];
  const story = async (): Promise<Item[]> => [battle(2, [1]), battle(3, [0, 1])];
  async function shown(more: Partial<Reader>): Promise<number | null> {
    const { news } = reading(3, log, { story, ...more });
    void news.catchUp();
    await settle();
    const card = news.cards.card?.last ?? null;
    news.cards.goOn();
    return card;
  }

  it("is shown the battle that concerns her, after her own last move or what she has seen", async () => {
    expect(await shown({})).toBe(3);
    expect(await shown({ seenUpTo: () => 2 })).toBe(3);
    expect(await shown({ seenUpTo: () => 3 })).toBeNull();
  });

  it("waits until it is told what happened meanwhile, and no longer", async () => {
    const { news } = reading(3, log, { story });
    expect(news.reading).toBe(true);
    void news.catchUp();
    await vi.waitFor(() => expect(news.reading).toBe(false));
    expect(news.playback.playing).toBe(true); // with nothing in between
    news.cards.goOn();
    const offline = reading(3, log, { story: () => Promise.reject(new Error("offline")) });
    await settle();
    expect(offline.news.reading).toBe(false);
  });

  it("is shown nothing as a spectator, in a lesson, while she looks back, or if she wants no cards", async () => {
    expect(await shown({ seat: () => null })).toBeNull();
    expect(await shown({ seenUpTo: () => Infinity })).toBeNull();
    expect(await shown({ looksBack: () => true })).toBeNull();
    Object.assign(settings, { cards: "none" });
    expect(await shown({})).toBeNull();
  });

  it("sees dice of a move at once, before anything else happens, and it is kept that she has", async () => {
    const { news, done } = reading(2, log.slice(0, 2), { story, seenUpTo: () => 2 });
    news.playback.push(moved(3, 1, march, at(3), [{ kind: "battle", params: {} }]));
    news.playback.push(moved(4, 1));
    await settle();
    expect([news.cards.card?.last, news.observation?.position]).toEqual([3, 3]);
    news.cards.goOn();
    await settle();
    expect(news.observation?.position).toBe(4);
    expect(done).toContain("seen 3");
  });
});

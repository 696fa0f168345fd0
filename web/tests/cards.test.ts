/** Cards of what happened: which are shown, when, and which wait. */
import { describe, expect, it } from "vitest";
import type { Choice, Item } from "../src/lib/protocol";
import { selectorOf, wayTo } from "../src/lesson/lesson.svelte";
import { Cards } from "../src/table/cards.svelte";
import { shownAt } from "../src/table/story.svelte";

const battle = (last: number, seats: number[], figures: object): Item =>
  ({ kind: "battle", first: last, last, seats, weight: 2, parts: [], figures, areas: [], moves: [] }) as unknown as Item;
const settle = (): Promise<unknown> => new Promise((done) => setTimeout(done, 5));

describe("a battle", () => {
  it("has a card once it is over, and where somebody is to decide after its dice", () => {
    expect(shownAt(battle(3, [0], { result: {} }), false)).toBe(3);
    expect(shownAt(battle(3, [0], { result: null, thrown: 2 }), false)).toBeNull(); // more dice are to fall
    expect(shownAt(battle(3, [0], { result: null, thrown: 2 }), true)).toBe(2); // and somebody has answered since
    expect(shownAt(battle(3, [0], { result: null }), true)).toBeNull();
  });

  it("that concerns me waits, also when I was away; that of others does not hold me up then", async () => {
    const seen: number[] = [];
    const cards = new Cards({ wanted: () => "all", seat: () => 0, pace: () => 1000, seen: (position) => seen.push(position) });
    cards.begin(3);
    const items = [battle(2, [0], { result: {} }), battle(4, [1, 2], { result: {} }), battle(5, [0, 1], { result: {} })];
    const presented = cards.present(items, 6, { meanwhile: true });
    await settle();
    expect(cards.card).toBe(items[2]);
    expect(cards.waits).toBe(true);
    expect(seen).toEqual([]);
    cards.goOn();
    await presented;
    expect(cards.card).toBeNull();
    expect(seen).toEqual([6]);
    await cards.present(items, 6, { meanwhile: true }); // nothing is shown twice
    expect(cards.card).toBeNull();
  });
});

describe("what a lesson points at", () => {
  const march = { id: 7, kind: "march", args: { from: "rome", to: "tunis" }, notation: "" } as unknown as Choice;
  const none = { pending: null, selected: null };

  it("is the confirmation, once the choice waits for it", () => {
    expect(wayTo(march, { pending: march, selected: null }, ["area rome"], null)).toEqual([["[data-confirm]"]]);
  });

  it("is the start of a move, and then its goal", () => {
    expect(wayTo(march, none, [], null).flat()).toContain(selectorOf("area rome"));
    expect(wayTo(march, none, ["area tunis", "area rome"], null).flat()).not.toContain(selectorOf("area tunis"));
    const [goal] = wayTo(march, { pending: null, selected: "rome" }, ["area rome"], null).filter((way) => way.some((target) => target.includes("area")));
    expect(goal).toContain(selectorOf("area tunis"));
    expect(goal).not.toContain(selectorOf("area rome"));
  });

  it("is where an attack takes place, and not the homeland of whom it is aimed at", () => {
    const attack = { id: 5, kind: "attack", args: { target: "britain", area: "india" } } as unknown as Choice;
    const ways = wayTo(attack, none, [], null).flat();
    expect(ways).toContain(selectorOf("area india"));
    expect(ways).not.toContain(selectorOf("area britain"));
  });

  it("is a button in view before what the lesson names, and a tab only while it is not open", () => {
    const ways = wayTo(march, none, ["tab market"], null);
    const place = (part: string): number => ways.findIndex((way) => way.some((target) => target.includes(part)));
    expect(place(".menu")).toBeLessThan(place("#tabpanel"));
    expect(place("#tabpanel")).toBeLessThan(place("#tab-market"));
    expect(selectorOf("tab market")).toContain('aria-selected="false"');
  });

  it("is a card that is in view before the tab that it may lie in", () => {
    const ways = wayTo({ id: 4, kind: "lay", args: { card: "b" } } as unknown as Choice, none, ["tab cards"], "cards");
    const place = (part: string): number => ways.findIndex((way) => way.some((target) => target.includes(part)));
    expect(place('data-put="b"')).toBeLessThan(place("#tab-cards"));
  });

  it("is the next card of a row, where the first lies in it already", () => {
    const [next, ahead] = ["a", "b"].map((card, id) => ({ id, kind: "lay", args: { card } }) as unknown as Choice) as [Choice, Choice];
    const ways = wayTo(next, none, ["tab cards"], "cards", [ahead]);
    const place = (part: string): number => ways.findIndex((way) => way.some((target) => target.includes(part)));
    expect(place('data-put="a"')).toBeLessThan(place('data-put="b"'));
    expect(place('data-put="b"')).toBeLessThan(place("details"));
  });
});

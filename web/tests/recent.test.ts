import { describe, expect, it } from "vitest";
import type { Item } from "../src/lib/protocol";
import { arrow, movesIn, recentIn } from "../src/table/recent";

const item = (areas: string[], moves: [string, string][] = [], params: Record<string, unknown> = {}): Item => ({
  kind: "move",
  first: 1,
  last: 1,
  key: "event.moved",
  params,
  seats: [],
  weight: 1,
  parts: [],
  figures: null,
  areas,
  moves,
});

describe("what the map marks of what just happened", () => {
  it("gathers areas and moves, each once", () => {
    const found = recentIn([item(["rome", "tunis"], [["rome", "tunis"]]), item(["tunis"], [["rome", "tunis"]])]);
    expect([...found.areas]).toEqual(["rome", "tunis"]);
    expect(found.moves).toEqual([["rome", "tunis"]]);
  });

  it("keeps what happened last when there is too much", () => {
    const found = recentIn(Array.from({ length: 30 }, (_, n) => item([`area-${n}`])));
    expect(found.areas.has("area-29")).toBe(true);
    expect(found.areas.has("area-0")).toBe(false);
  });

  it("finds the place of an area by whom it belongs to", () => {
    const place = (area: string, params: Record<string, unknown>): string => (area === "home" ? String(params.power) : area);
    const found = recentIn([item(["home", "india"], [["home", "india"]], { power: "france" })], place);
    expect(found.moves).toEqual([["france", "india"]]);
  });

  it("reads moves out of events, and nothing else", () => {
    const moved = { kind: "moved", params: { start: "rome", area: "tunis" } };
    expect(movesIn([moved, { kind: "taxed", params: { nation: "italy" } }, { kind: "placed", params: { area: "rome" } }])).toEqual([["rome", "tunis"]]);
  });

  it("draws an arrow that ends before its goal", () => {
    const { line, head } = arrow([0, 0], [100, 0], 1);
    expect(line.startsWith("M0.0 0.0Q")).toBe(true);
    const tip = Number(/^M(-?[\d.]+)/.exec(head)?.[1]);
    expect(tip).toBeGreaterThan(85);
    expect(tip).toBeLessThan(95);
  });

  it("draws nothing impossible on a map that is out of sight", () => {
    const { line, head } = arrow([0, 0], [100, 50], 0);
    expect(line + head).not.toMatch(/Infinity|NaN/);
  });
});

import { describe, expect, it } from "vitest";
import { onSurface, placesOf, tabOf } from "../src/games/struggle/choices";
import { lastBattle } from "../src/games/struggle/battle";
import { arrange, BOARD, SEA_OF, type Slots } from "../src/games/struggle/geometry";
import { isPower, POWERS, SIGNS } from "../src/games/struggle/powers";
import type { Choice, LogEntry } from "../src/lib/protocol";

const choice = (kind: string, args: Record<string, unknown>): Choice => ({ id: 1, kind, args, notation: "" }) as Choice;

describe("the board", () => {
  it("has eleven regions and seven countries", () => {
    expect(BOARD.areas.filter((area) => area.kind === "region")).toHaveLength(11);
    expect(BOARD.areas.filter((area) => area.kind === "country").map((area) => area.id).toSorted()).toEqual([...POWERS].toSorted());
  });

  it("has a sea in the eight regions where navies may be", () => {
    expect([...SEA_OF.keys()].toSorted()).toEqual(
      ["africa", "baltic", "caribbean", "east-indies", "india", "mediterranean", "north-america", "south-america"],
    );
  });

  it("has a place for every kind of piece", () => {
    for (const area of BOARD.areas) {
      expect(area.slots.forces, area.id).toBeDefined();
      if (area.kind === "region") expect(area.slots.control && area.slots.neutrals, area.id).toBeDefined();
      if (SEA_OF.has(area.id)) expect(area.slots.navies, area.id).toBeDefined();
    }
  });
});

describe("tokens", () => {
  const box: Slots = { area: [0, 0, 100, 50], points: [], r: 8 };

  it("are as large as their box allows, and no larger than wished", () => {
    expect(arrange(box, 1, 19)[0]).toEqual({ at: [50, 25], r: 0.9 * 19 });
    expect(arrange(box, 2, 30).map((each) => each.r)).toEqual(Array(2).fill(0.9 * 25));
  });

  it("reach out of their box rather than become too small to read", () => {
    expect(arrange(box, 8, 30).map((each) => each.r)).toEqual(Array(8).fill(0.9 * 14.5));
  });

  it("do not lie on each other", () => {
    const places = arrange(box, 7, 19);
    for (const [i, one] of places.entries()) {
      for (const other of places.slice(i + 1)) {
        expect(Math.hypot(one.at[0] - other.at[0], one.at[1] - other.at[1])).toBeGreaterThanOrEqual(one.r + other.r);
      }
    }
  });

  it("have a sign for every power", () => {
    expect(new Set(Object.values(SIGNS)).size).toBe(POWERS.length);
    expect(isPower("spain")).toBe(true);
    expect(isPower("india")).toBe(false);
  });
});

describe("choices", () => {
  it("know their places; home is the country of whoever decides", () => {
    expect(placesOf(choice("attack", { power: "spain", area: "india" }), "france")).toEqual({ goal: "india", source: null });
    expect(placesOf(choice("go", { to: "home" }), "france")).toEqual({ goal: "france", source: null });
    expect(placesOf(choice("select", { unit: "army", from: "home" }), null)).toEqual({ goal: null, source: null });
  });

  it("are offered by map, market and auction, or as buttons", () => {
    expect(onSurface(choice("buy", { tile: "banking" }))).toBe(true);
    expect(onSurface(choice("bid", { gold: 3 }))).toBe(true);
    expect(onSurface(choice("build", { unit: "army" }))).toBe(false);
    expect(tabOf(choice("propose", { power: "spain", row: "a" }))).toBe("auction");
    expect(tabOf(choice("end-turn", {}))).toBe("turn");
    expect(tabOf(choice("buy", { tile: "banking" }))).toBeNull();
  });
});

describe("the last battle", () => {
  const entry = (kind: string | null, ...events: string[]): LogEntry => ({
    position: 0,
    seat: 0,
    action: kind === null ? null : choice(kind, {}),
    events: events.map((event) => ({ kind: event, params: {} })),
  });
  const kinds = (log: LogEntry[]): string[] => lastBattle(log).map((event) => event.kind);

  it("is told from its declaration to what changed hands, and no further", () => {
    const log = [
      entry("attack", "paid", "attacked"),
      entry("roll", "dice-rolled", "battle"),
      entry("build", "population"),
      entry("attack-neutral", "paid", "attacked-neutral"),
      entry("roll", "dice-rolled"),
      entry("use", "tile-used"),
      entry("roll", "dice-rolled", "battle", "unit-lost", "unrest-taken", "control-placed"),
      entry("colonise", "control-placed"),
      entry("roll", "dice-rolled"),
    ];
    expect(kinds(log)).toEqual([
      "attacked-neutral", "dice-rolled", "tile-used", "dice-rolled", "battle", "unit-lost", "control-placed",
    ]);
  });

  it("is nothing where there was none", () => {
    expect(kinds([entry("build", "unit-placed"), entry(null)])).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { onSurface, placesOf, tabOf } from "../src/games/struggle/choices";
import { Draft, proposals } from "../src/games/struggle/draft.svelte";
import { arrange, BOARD, SEA_OF, type Slots } from "../src/games/struggle/geometry";
import { isPower, POWERS, SIGNS } from "../src/games/struggle/powers";
import type { AuctionView } from "../src/games/struggle/schema";
import words from "../src/games/struggle/words";
import type { Choice, Observation } from "../src/lib/protocol";

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

describe("a player", () => {
  it("is told by the power that the story speaks of", () => {
    const power = Object.fromEntries(POWERS.map((each) => [each, { seat: each === "france" ? 2 : null }]));
    const over = { view: { power } } as unknown as Observation;
    expect(words.plays(over, 2)).toBe(words.nameOf("france"));
    expect(words.plays(over, 0)).toBeNull();
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

describe("a proposal", () => {
  const auction = (...pairs: [string | null, string | null][]): AuctionView =>
    ({ unallied: ["spain", "france", "russia"], outlook: pairs.map(([a, b]) => ({ a, b })) }) as unknown as AuctionView;
  const two = auction(["spain", "france"], ["france", "spain"], ["spain", "russia"], ["russia", "spain"], ["france", "russia"], ["russia", "france"]);
  const lone = auction(["spain", null], [null, "spain"]);

  it("is made where it is whole, a power for each row, and asked for where it is not", () => {
    const put = (row: string, power: string): object => ({ kind: "propose", args: { row, power } });
    expect(proposals(two, { a: "spain", b: "france" })).toEqual([put("a", "spain"), put("b", "france")]);
    expect(proposals(two, { a: "spain", b: null })).toEqual([]);
    expect(proposals(lone, { a: null, b: "spain" })).toEqual([put("b", "spain")]);
  });

  it("holds no power twice, and the last power alone", () => {
    const draft = new Draft();
    draft.put(two, "a", "spain");
    draft.put(two, "b", "france");
    expect(draft.planned(two)).toEqual({ a: "spain", b: "france" });
    draft.put(two, "b", "spain");
    expect(draft.planned(two)).toEqual({ a: null, b: "spain" });
    draft.put(lone, "a", "spain");
    expect(draft.planned(lone)).toEqual({ a: "spain", b: null });
    draft.put(lone, "a", "spain"); // once more: it is taken away again
    expect(draft.planned(lone)).toEqual({ a: null, b: null });
  });
});

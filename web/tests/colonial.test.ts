import { describe, expect, it } from "vitest";
import { onSurface, tabOf } from "../src/games/colonial/choices";
import { changes, merge, put, shift } from "../src/games/colonial/program";
import { AREAS, BOARD, SHAPES } from "../src/games/colonial/geometry";

describe("the board of Colonial", () => {
  it("has 31 Territories that name each other as neighbours", () => {
    expect(AREAS.size).toBe(31);
    for (const area of BOARD.areas) {
      for (const other of area.neighbours) expect(AREAS.get(other)?.neighbours).toContain(area.id);
    }
  });

  it("has 39 Resource spots, a place for six players' counters and for four markers", () => {
    expect(BOARD.areas.reduce((sum, area) => sum + area.resource_spots.length, 0)).toBe(39);
    for (const area of BOARD.areas) {
      expect(area.slots.counters.points).toHaveLength(6);
      expect(area.slots.markers.points).toHaveLength(4);
    }
  });

  it("draws a lane for each border at sea", () => {
    const lanes = BOARD.scenery.filter((row) => row.kind === "lane");
    expect(lanes).toHaveLength(25);
    for (const lane of lanes) {
      const [one, other] = lane.between ?? ["", ""];
      expect(AREAS.get(one)?.neighbours).toContain(other);
    }
  });
});

describe("players and choices", () => {
  it("tells six players apart by shape", () => {
    expect(new Set(SHAPES).size).toBe(6);
  });

  it("knows which choices lie on the map and which among the cards", () => {
    const choice = (kind: string, args: Record<string, string>) => ({ id: 1, kind, args, notation: "" });
    expect(onSurface(choice("explore", { area: "congo" }))).toBe(true);
    expect(onSurface(choice("march", { from: "congo", to: "cape" }))).toBe(true);
    expect(onSurface(choice("lay", { card: "a" }))).toBe(true); // the row of cards offers it
    expect(onSurface(choice("use", { character: "rebel" }))).toBe(false);
    expect(tabOf(choice("surrender", {}))).toBe("ways");
    expect(tabOf(choice("lay", { card: "a" }))).toBe("cards");
    expect(tabOf(choice("done", {}))).toBe(null);
  });
});

describe("the programme", () => {
  it("goes on from what is laid, and holds no card twice", () => {
    expect(merge(["a"], ["b", "a", "c"], 4)).toEqual(["a", "b", "c"]);
    expect(merge(["a", "b"], ["c", "d", "e"], 4)).toEqual(["a", "b", "c", "d"]);
  });

  it("puts a card where it is dropped", () => {
    expect(put(["a", "b"], "c", 2, 4)).toEqual(["a", "b", "c"]);
    expect(put(["a", "b"], "c", 0, 4)).toEqual(["c", "a", "b"]);
    expect(put(["a", "b"], "c", 3, 4)).toEqual(["a", "b", "c"]); // no gaps
    expect(put(["a", "b", "c", "d"], "a", 2, 4)).toEqual(["b", "c", "a", "d"]);
    expect(put(["a", "b", "c", "d"], "e", 1, 4)).toEqual(["a", "e", "c", "d"]); // a full row: it takes the place
    expect(put(["a"], "f", 0, 1)).toEqual(["f"]);
  });

  it("moves a card one place at a time, and not beyond the ends", () => {
    expect(shift(["a", "b", "c"], "b", -1)).toEqual(["b", "a", "c"]);
    expect(shift(["a", "b", "c"], "b", 1)).toEqual(["a", "c", "b"]);
    expect(shift(["a", "b", "c"], "a", -1)).toEqual(["a", "b", "c"]);
    expect(shift(["a", "b", "c"], "c", 1)).toEqual(["a", "b", "c"]);
  });

  it("takes back only what must lie elsewhere", () => {
    expect(changes([], ["a", "b"])).toEqual({ back: 0, lay: ["a", "b"] });
    expect(changes(["a", "b", "c"], ["a", "c", "b", "d"])).toEqual({ back: 2, lay: ["c", "b", "d"] });
    expect(changes(["a"], ["a", "b"])).toEqual({ back: 0, lay: ["b"] });
  });
});

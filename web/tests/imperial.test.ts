import { describe, expect, it } from "vitest";
import { AREAS, BOARD, formsOf, middle, stacks } from "../src/games/imperial/geometry";
import { NATIONS, SIGNS } from "../src/games/imperial/nations";
import { legs, pointAlong, wayIn } from "../src/games/imperial/route";
import { AREA_IDS } from "../src/games/imperial/schema";
import { between, markerPlace, pricePlace } from "../src/games/imperial/wheel";

describe("the wheel", () => {
  const apart = ([a, b]: [number, number], [c, d]: [number, number]): number => Math.hypot(a - c, b - d);

  it("hides no price behind the markers, and no marker behind another", () => {
    for (let index = 0; index < 8; index++) {
      for (let count = 1; count <= 5; count++) {
        const places = Array.from({ length: count }, (_, place) => markerPlace(index, place, count));
        for (const [i, place] of places.entries()) {
          expect(apart(place, pricePlace(index))).toBeGreaterThan(24);
          for (const other of places.slice(i + 1)) expect(apart(place, other)).toBeGreaterThan(24);
        }
      }
    }
  });
});

describe("the board", () => {
  it("has the areas of the game, each once", () => {
    expect([...AREAS.keys()].toSorted()).toEqual(AREA_IDS.toSorted());
    expect(BOARD.areas).toHaveLength(AREA_IDS.length);
  });

  it("gives each nation five provinces, an outline and a sign", () => {
    for (const nation of NATIONS) {
      expect(BOARD.areas.filter((area) => area.nation === nation)).toHaveLength(5);
      expect(BOARD.outlines[nation]).toMatch(/^M/);
      expect(SIGNS[nation]).toMatch(/^M/);
    }
  });
});

describe("pieces", () => {
  const crowd = {
    factory: true,
    armies: Object.fromEntries(NATIONS.map((nation) => [nation, { hostile: 2, friendly: 1 }])),
    fleets: {},
    chip: null,
  };

  it("are counted by stack", () => {
    const vienna = AREAS.get("vienna");
    if (!vienna) throw new Error("no Vienna");
    const placed = stacks(vienna, { ...crowd, armies: { italy: { hostile: 3, friendly: 0 } } });
    expect(placed.map(({ nation, piece, count }) => ({ nation, piece, count }))).toEqual([
      { nation: "italy", piece: "army", count: 3 },
    ]);
  });

  it("lie in port beside a port's coast, and at sea elsewhere", () => {
    const fleets = { armies: {}, factory: false, chip: null, fleets: { italy: 2 } };
    const naples = AREAS.get("naples");
    const sea = AREAS.get("ionian-sea");
    if (!naples || !sea) throw new Error("no sea");
    expect(stacks(naples, fleets)[0]).toMatchObject({ moored: true, count: 2 });
    expect(stacks(sea, fleets)[0]).toMatchObject({ moored: false, count: 2 });
  });

  it("show their number where there is room, and are small where there is not", () => {
    const [near, far] = formsOf({ count: 3, piece: "army" });
    expect(near?.width).toBeGreaterThan(formsOf({ count: 1, piece: "army" })[0]?.width ?? 99);
    expect(far?.width).toBeLessThan((near?.width ?? 0) / 2);
  });
});

describe("routes", () => {
  const moved = (way: unknown) => [{ kind: "convoyed", params: {} }, { kind: "moved", params: { way } }];

  it("are told by the engine", () => {
    expect(wayIn(moved(["vienna", "trieste", "ionian-sea", "tunis"]))).toEqual(["vienna", "trieste", "ionian-sea", "tunis"]);
    expect(wayIn([{ kind: "paid", params: {} }])).toBeNull();
    expect(wayIn(moved(null))).toBeNull();
  });

  it("go by rail at home, and over a border by road", () => {
    expect(legs(["lemberg", "budapest", "trieste"], "austria-hungary").map((leg) => leg.kind)).toEqual(["rail"]);
    expect(legs(["budapest", "trieste", "venice"], "austria-hungary").map((leg) => leg.kind)).toEqual(["rail", "road"]);
    expect(legs(["budapest", "trieste"], "italy").map((leg) => leg.kind)).toEqual(["road"]);
  });

  it("go by rail to the port and over the seas that carry", () => {
    const way = legs(["vienna", "trieste", "ionian-sea", "western-mediterranean", "algeria"], "austria-hungary");
    expect(way.map((leg) => leg.kind)).toEqual(["rail", "sea"]);
    expect(way[1]?.points).toEqual(["trieste", "ionian-sea", "western-mediterranean", "algeria"].map(middle));
  });

  it("are travelled from start to end", () => {
    const way = legs(["budapest", "trieste", "venice"], "austria-hungary");
    expect(pointAlong(way, 0)).toEqual(way[0]?.points[0]);
    expect(pointAlong(way, 1)).toEqual(way.at(-1)?.points.at(-1));
  });
});

describe("a marker on its way", () => {
  it("is somewhere at every moment, also on a way that takes no time", () => {
    expect([0, 0.5, 1].map((share) => between(10, 30, share))).toEqual([10, 20, 30]);
    expect(between(10, 30, 0 / 0)).toBe(30);
  });
});

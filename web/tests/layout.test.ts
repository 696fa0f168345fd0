import { describe, expect, it } from "vitest";
import { BOARD as COLONIAL } from "../src/games/colonial/geometry";
import { BOARD as IMPERIAL } from "../src/games/imperial/geometry";
import { BOARD as IMPERUNDE, turned } from "../src/games/imperunde/geometry";
import { BOARD as STRUGGLE } from "../src/games/struggle/geometry";
import { layOut, type Form, type Thing } from "../src/table/layout";
import { nameThing } from "../src/table/names";
import type { Label, Place, Point } from "../src/table/places";
import { isInside, nearestIn, ringsOf, roomIn, standingIn } from "../src/table/room";

const piece = (key: string, at: Point[], forms: Form[], weight = 1): Thing => ({ key, at, forms, weight, piece: true });
const square = (side: number): Form => ({ width: side, height: side });

describe("room", () => {
  it("reads a path of straight lines", () => {
    expect(ringsOf("M1,2l3,0 0-1.5Z")).toEqual([[[1, 2], [4, 2], [4, 0.5]]]);
  });

  it("lies inside the area, in every area of every board", () => {
    for (const area of [...IMPERIAL.areas, ...STRUGGLE.areas, ...IMPERUNDE.areas, ...COLONIAL.areas]) {
      const points = roomIn(area);
      expect(points.length, area.id).toBeGreaterThan(0);
      const rings = ringsOf(area.path);
      expect(points.every((point) => isInside(rings, point)), area.id).toBe(true);
      expect(isInside(rings, nearestIn(area, [0, 0])), area.id).toBe(true);
    }
  });
});

describe("what stands on a map", () => {
  it("is shown in full where there is room", () => {
    const placed = layOut([piece("a", [[0, 0]], [square(20), square(8)])], 1);
    expect(placed.get("a")).toEqual({ key: "a", at: [0, 0], form: 0 });
  });

  it("stands elsewhere rather than upon something else", () => {
    const placed = layOut([piece("a", [[0, 0]], [square(20)]), piece("b", [[5, 0], [40, 0]], [square(20)])], 1);
    expect(placed.get("b")?.at).toEqual([40, 0]);
  });

  it("is never left out, but small, if it is a piece; left out, if it is a name", () => {
    const crowd = Array.from({ length: 30 }, (_, i) => piece(`${i}`, [[i, 0]], [square(30), square(6)]));
    const name: Thing = { key: "name", at: [[15, 0]], forms: [{ width: 60, height: 16 }], piece: false, weight: 0 };
    const placed = layOut([...crowd, name], 0.5);
    expect(crowd.every(({ key }) => placed.has(key))).toBe(true);
    expect(crowd.some(({ key }) => placed.get(key)?.form === 1)).toBe(true);
    expect(placed.has("name")).toBe(false);
  });

  it("stands further away in full, if a line ties it to its area", () => {
    const around = piece("a", [[0, 0]], [square(60)], 2);
    const small = layOut([around, piece("b", [[0, 0]], [square(20), square(4)])], 1).get("b");
    expect(small?.form).toBe(1);
    const tied = layOut([around, { ...piece("b", [[0, 0]], [square(20), square(4)]), strays: 1 }], 1).get("b");
    expect(tied?.form).toBe(0);
    expect(Math.hypot(...(tied?.at ?? [0, 0]))).toBeCloseTo(50);
  });

  it("gives way to what matters more", () => {
    const [little, much] = [piece("little", [[0, 0]], [square(30), square(6)], 1), piece("much", [[3, 0]], [square(30), square(6)], 2)];
    const placed = layOut([little, much], 0.1);
    expect(placed.get("much")?.form).toBe(0);
  });

  it("stays where it is, if it is printed, whatever comes to stand there", () => {
    const printed: Thing = { ...piece("points", [[0, 0], [100, 0]], [{ width: 60, height: 20 }, square(6)], 1), printed: true };
    const units = Array.from({ length: 12 }, (_, i) => piece(`${i}`, [[i, 0], [i * 40, 60]], [square(24), square(10)], 5));
    for (const n of [0, 3, 12]) {
      const placed = layOut([...units.slice(0, n), printed], 1);
      expect(placed.get("points")).toEqual({ key: "points", at: [0, 0], form: 0 });
      expect(placed.size).toBe(n + 1);
    }
  });

  it("stands beside a frame rather than across it", () => {
    const frames = [{ x: 0, y: -50, w: 200, h: 100 }];
    const name: Thing = { key: "name", at: [[5, 0]], forms: [{ width: 40, height: 16 }], piece: false, weight: 0 };
    expect(layOut([name], 1, { frames }).get("name")?.at[0]).toBeGreaterThan(20);
    expect(layOut([{ ...name, at: [[5, 0], [100, 0]] }], 1, { frames }).get("name")?.at).toEqual([100, 0]);
  });

  it("stands in its area rather than across the border", () => {
    const thing: Thing = { ...piece("a", [[0, 0], [100, 0]], [square(20)]), within: ([x]) => x > 50 };
    expect(layOut([thing], 1).get("a")?.at).toEqual([100, 0]);
  });
});

describe("names", () => {
  const boards: [string, readonly (Place & { label: Label })[], number][] = [
    ["imperial", IMPERIAL.areas, 0],
    ["struggle", STRUGGLE.areas, 0],
    ["imperunde", IMPERUNDE.areas, 75],
    ["colonial", COLONIAL.areas, 0],
  ];

  it.each(boards)("never cover each other or a piece: %s", (_, areas, turn) => {
    const how = { lies: (at: Point) => turned(at, turn), back: (at: Point) => turned(at, -turn) };
    for (const unit of [0.15, 0.5, 1.2, 4]) {
      for (const language of ["en", "fr", "de"] as const) {
        const things = areas.flatMap((area) => [
          nameThing(area.id, { kind: "land", lines: area.label[language].lines, value: "3" }, standingIn(area, area.label.at), 1),
          { ...piece(`${area.id}/piece`, [], [square(24), square(8)], 2), ...standingIn(area, area.label.at) },
        ]);
        const placed = layOut(things, unit, how);
        const boxes = things.flatMap((thing) => {
          const found = placed.get(thing.key);
          const form = found && thing.forms[found.form];
          if (!found || !form) return [];
          const [x, y] = how.lies(found.at).map((each) => each * unit) as [number, number];
          return [{ thing, x, y, ...form }];
        });
        boxes.forEach((one, index) => {
          for (const other of boxes.slice(index + 1)) {
            if (one.thing.piece && other.thing.piece) continue;
            const apart =
              Math.abs(one.x - other.x) >= (one.width + other.width) / 2 - 0.01 ||
              Math.abs(one.y - other.y) >= (one.height + other.height) / 2 - 0.01;
            if (!apart) expect.fail(`${one.thing.key} and ${other.thing.key} at ${unit}`);
          }
        });
        if (unit === 4) expect(boxes).toHaveLength(things.length);
      }
    }
  });
});

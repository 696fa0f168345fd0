import { describe, expect, it } from "vitest";
import { AREAS, BOARD, CENTRE, groups, toBottom, turned } from "../src/games/imperunde/geometry";
import { booked, chartOf, EDGE, HEIGHT, WIDTH } from "../src/games/imperunde/chart";
import { LEDGER } from "../src/games/imperunde/schema";
import words, { gambles } from "../src/games/imperunde/words";
import type { Choice, Observation, Preview } from "../src/lib/protocol";
import { codeOf, flagOf, type ImperundeView, type RoundView } from "../src/games/imperunde/types";

describe("the round board", () => {
  it("turns a homeland to the bottom", () => {
    for (const home of ["great-britain", "south-africa", "japan", "victoria", "usa", "brazil"]) {
      const at = AREAS.get(home)?.label.at ?? CENTRE;
      const [x, y] = turned(at, toBottom(home));
      expect(x).toBeCloseTo(CENTRE[0], 3);
      expect(y).toBeGreaterThan(CENTRE[1]);
    }
  });

  it("has 74 lands and 31 sea areas, and every border both ways", () => {
    expect(BOARD.areas.filter((area) => area.kind === "sea")).toHaveLength(31);
    expect(BOARD.areas).toHaveLength(105);
    for (const area of BOARD.areas) for (const id of area.neighbours) expect(AREAS.get(id)?.neighbours).toContain(area.id);
  });

  it("stacks pieces by party, with posts first", () => {
    const view = {
      area: {
        congo: { value: 2, owner: 1, home: false, units: { infantry: 2, fort: 1 }, posts: 2, new_posts: 0, most_posts: 2, famine: false, plunderer: null },
        "gulf-of-guinea": { value: 2, ships: { pirates: { frigate: 2 } }, freighters: { "seat-0": { cavalry: 1 } }, prizes: {}, storm: false, calm: false },
      },
      player: [{ home: "japan" }, { home: "usa" }],
    } as unknown as ImperundeView;
    const congo = AREAS.get("congo");
    const gulf = AREAS.get("gulf-of-guinea");
    expect(congo && groups(view, congo)[0]?.tokens.map((token) => token.glyph)).toEqual(["post", "fort", "infantry"]);
    expect(gulf && groups(view, gulf).map((group) => group.party)).toEqual(["pirates", "seat-0"]);
    expect(codeOf(flagOf(view, "seat-1"))).toBe("US");
    expect(flagOf(view, "pirates")).toBe("pirates");
  });
});

describe("the budget form", () => {
  it("has the lines of the paper form, sums where they stand on it", () => {
    expect(LEDGER.slice(0, 2)).toEqual(["carried", "home"]);
    expect(LEDGER.slice(-4)).toEqual(["free", "invested", "surplus", "debt"]);
    expect(booked("interest", 2)).toBe("−2");
    expect(booked("interest", 0)).toBe("0");
    expect(booked("borrowed", 5)).toBe("5");
  });

  it("is drawn round by round, with a curve for every player", () => {
    const round = (free: number): RoundView => ({ ...Object.fromEntries(LEDGER.map((line) => [line, 0])), free }) as unknown as RoundView;
    const chart = chartOf([{ form: [round(10), round(20), round(5)] }, { form: [round(0), round(10), round(40)] }], "free");
    expect(chart.most).toBe(40);
    expect(chart.rounds.map(({ n }) => n)).toEqual([1, 2, 3]);
    expect(chart.curves.map(({ dots }) => dots.map(({ amount }) => amount))).toEqual([
      [10, 20, 5],
      [0, 10, 40],
    ]);
    const [first, , last] = chart.curves[1]?.dots ?? [];
    expect(first).toMatchObject({ x: EDGE.left, y: HEIGHT - EDGE.bottom });
    expect(last).toMatchObject({ x: WIDTH - EDGE.right, y: EDGE.top });
  });

  it("keeps the letters of the players apart", () => {
    const one = { form: [Object.fromEntries(LEDGER.map((line) => [line, 3])) as unknown as RoundView] };
    const ys = chartOf([one, one, one, one, one, one], "debt").labels.map(({ y }) => y).toSorted((a, b) => a - b);
    ys.slice(1).forEach((y, index) => expect(y - (ys[index] ?? 0)).toBeGreaterThanOrEqual(13));
    expect(ys[0]).toBeGreaterThanOrEqual(EDGE.top);
  });

  it("can be drawn before the first round and after one", () => {
    expect(chartOf([{ form: [] }], "debt")).toMatchObject({ most: 1, rounds: [] });
    const one = { form: [Object.fromEntries(LEDGER.map((line) => [line, 3])) as unknown as RoundView] };
    expect(chartOf([one], "debt").curves[0]?.dots[0]?.x).toBe(EDGE.left);
  });
});

describe("an attack", () => {
  const preview = (final: boolean, kind: string, chance: boolean): Preview =>
    ({ known: true, final, events: [{ kind }], figures: chance ? [{ name: "figure.chance", params: {}, before: 61, after: 89 }] : [], odds: null, total: null }) as unknown as Preview;
  const inBattle = (roll: number): Observation => ({ view: { battle: { roll } } }) as unknown as Observation;

  it("is asked about before it cannot be called off: with the unit that fills its places, until the dice have fallen once", () => {
    expect(gambles(preview(true, "attacked", true), null)).toBe(true);
    expect(gambles(preview(true, "moved", true), inBattle(1))).toBe(true);
    expect(gambles(preview(false, "moved", true), inBattle(1))).toBe(false);
    expect(gambles(preview(true, "moved", true), inBattle(2))).toBe(false);
    expect(gambles(preview(true, "moved", false), inBattle(1))).toBe(false);
  });

  it("is joined by the best dice first", () => {
    const units = ["infantry", "artillery", "cavalry"].map((unit, id): Choice => ({ id, kind: "bring", args: { unit, area: "brazil" }, notation: "" }));
    const form = { asked: "gather", kinds: ["bring"], answers: [], made: [], rows: [{ place: "brazil", cells: units.map((choice) => ({ choice, count: 0, offered: true })) }] };
    expect(words.sweeps(form).map(({ entries }) => entries.map(({ args }) => args.unit))).toEqual([["artillery", "cavalry", "infantry"]]);
  });
});

describe("a war that there is", () => {
  const said = (relation: string): string | null => {
    const observation = { seat: 0, view: { relation: [[null, relation], [relation, null]] } } as unknown as Observation;
    return words.called(observation, { id: 1, kind: "war", args: { seat: 1 }, notation: "" } as Choice);
  };

  it("is not declared again", () => {
    expect(said("peace")).toBeNull();
    expect(said("war")).not.toBeNull();
    expect(said("armistice")).not.toBeNull();
  });
});

import { describe, expect, it } from "vitest";
import { loadGame } from "../src/games";
import { readable } from "../src/lib/texts";
import { layOut, namesOfIds, seatOf } from "../src/games/plain/shape";

describe("the view of any game, laid out", () => {
  it("puts one value for each seat into the table of the players", () => {
    const layout = layOut({ coins: [5, 3], player: [{ home: "japan", gold: 1 }, { home: "usa", gold: 2 }] }, 2);
    expect(layout.players).toEqual([
      { key: "coins", cells: [5, 3] },
      { key: "home", cells: ["japan", "usa"] },
      { key: "gold", cells: [1, 2] },
    ]);
    expect(layout.grids).toEqual([]);
  });

  it("makes a table of what is keyed by ids, and leaves out columns that say nothing", () => {
    const area = { congo: { value: 2, owner: 1, storm: null }, gulf: { value: 3, ships: {}, storm: null } };
    expect(layOut({ area, hand: { silk: 2, tea: 0 } }, 2).grids).toEqual([
      {
        key: "area",
        rows: ["congo", "gulf"],
        numbered: false,
        columns: [
          { key: "value", cells: [2, 3] },
          { key: "owner", cells: [1, null] },
        ],
      },
      { key: "hand", rows: ["silk", "tea"], numbered: false, columns: [{ key: "", cells: [2, 0] }] },
    ]);
  });

  it("keeps figures, hidden things and plain lists as figures, and numbers the rows of a list of records", () => {
    const layout = layOut({ round: 3, hand: null, order: ["a", "b", "c"], bids: [{ by: 0, sum: 4 }] }, 2);
    expect(layout.figures.map(({ name }) => name)).toEqual(["round", "hand", "order"]);
    expect(layout.grids).toMatchObject([{ key: "bids", rows: ["0"], numbered: true }]);
  });

  it("loses nothing: every key of a view is laid out somewhere", () => {
    const view = { a: 1, b: "x", c: null, d: [], e: {}, f: [1, 2, 3], g: [[1], [2]], h: { i: { j: { k: 1 } } }, l: [{ m: 1 }] };
    const { figures, players, grids } = layOut(view, 2);
    const keys = [...figures.map((each) => each.name), ...players.map((each) => each.key), ...grids.map((each) => each.key)];
    expect(keys.toSorted()).toEqual(["a", "b", "c", "d", "e", "f", "g", "h", "l"]);
  });

  it("knows a player by an account anywhere, and by a number only where a player is meant", () => {
    expect(seatOf({ name: "party", value: "seat-1" }, 3)).toBe(1);
    expect(seatOf({ name: "owner", value: 2 }, 3)).toBe(2);
    expect(seatOf({ name: "value", value: 2 }, 3)).toBeNull();
    expect(seatOf({ name: "owner", value: 3 }, 3)).toBeNull();
    expect(seatOf({ name: "party", value: "seat-7" }, 3)).toBeNull();
  });

  it("takes the names of ids from the game's catalogue", () => {
    const names = namesOfIds({ "card.silk": "silk cloth", "action.silk": "weave", "event.tea": "?", "cargo.silk": "bales", "a.b.c": "no", "x.y": "{n} y" });
    expect([...names]).toEqual([["silk", "silk cloth"]]);
  });

  it("reads ids as words", () => {
    expect(readable("hand_sizes")).toBe("hand sizes");
    expect(readable("choose-harbour")).toBe("choose harbour");
  });
});

describe("the games that have a table", () => {
  it("have the plain one where they bring none", async () => {
    expect((await loadGame("ferry")).flat).toBe(true);
    expect((await loadGame("toString")).flat).toBe(true);
  }, 20_000);
});

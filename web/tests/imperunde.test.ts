import { describe, expect, it } from "vitest";
import { AREAS, BOARD, CENTRE, groups, toBottom, turned } from "../src/games/imperunde/geometry";
import { codeOf, flagOf, type ImperundeView } from "../src/games/imperunde/types";

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

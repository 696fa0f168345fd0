import { describe, expect, it } from "vitest";
import { BOARD as COLONIAL } from "../src/games/colonial/geometry";
import { BOARD as IMPERIAL } from "../src/games/imperial/geometry";
import { BOARD as IMPERUNDE, turned } from "../src/games/imperunde/geometry";
import { BOARD as STRUGGLE } from "../src/games/struggle/geometry";
import { neighbourInDirection, type Place } from "../src/table/places";

const ARROWS = [[1, 0], [-1, 0], [0, 1], [0, -1]] as const;

function reached(places: readonly Place[]): Set<string> {
  const first = places[0]?.id ?? "";
  const found = new Set([first]);
  const queue = [first];
  while (queue.length) {
    const here = queue.pop() as string;
    for (const arrow of ARROWS) {
      const next = neighbourInDirection(places, here, arrow);
      if (!found.has(next)) queue.push(next);
      found.add(next);
    }
  }
  return found;
}

describe("arrow keys", () => {
  it.each([
    ["imperial", IMPERIAL.areas],
    ["struggle", STRUGGLE.areas],
    ["colonial", COLONIAL.areas],
    ["imperunde", IMPERUNDE.areas],
  ] as const)("lead to every area of %s", (_, areas) => {
    expect(reached(areas).size).toBe(areas.length);
  });

  it("follow the board as it is turned", () => {
    const south = neighbourInDirection(IMPERUNDE.areas, "congo", [0, 1]);
    expect(south).not.toBe("congo");
    expect(neighbourInDirection(IMPERUNDE.areas, "congo", [0, -1], (at) => turned(at, 180))).toBe(south);
  });

  it("stay where nothing lies further", () => {
    const alone: Place[] = [{ id: "a", path: "", label: { at: [0, 0] } }];
    expect(neighbourInDirection(alone, "a", [1, 0])).toBe("a");
  });
});

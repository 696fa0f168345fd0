import { describe, expect, it } from "vitest";
import { foldParts } from "../src/table/parts";

const parts = (...points: number[]): { points: number }[] => points.map((each) => ({ points: each }));

describe("the parts of a score", () => {
  it("are all named where only one would be folded", () => {
    expect(foldParts(parts(3, 3, 2, 1, 1, 1, 1, -3)).folded).toEqual([]);
  });

  it("fold away the least of what was gained, never what was lost", () => {
    const { named, folded } = foldParts(parts(4, 3, 3, 3, 3, 2, 2, 2, 1, -5));
    expect(named).toEqual(parts(4, 3, 3, 3, 3, 2, -5));
    expect(folded).toEqual(parts(2, 2, 1));
  });
});

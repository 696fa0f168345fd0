import { expect, it } from "vitest";
import { applyPatch } from "../src/lib/patch";

it("sets, removes and leaves the old value alone", () => {
  const old = { a: 1, b: [1, { c: 2 }], d: "x" };
  const now = applyPatch(old as object, [[["a"], 5], [["b", 1, "c"], 3], [["d"]], [["e"], [1]]]);
  expect(now).toEqual({ a: 5, b: [1, { c: 3 }], e: [1] });
  expect(old).toEqual({ a: 1, b: [1, { c: 2 }], d: "x" });
});

it("replaces the whole with an empty path", () => {
  expect(applyPatch<unknown>({ a: 1 }, [[[], 7]])).toBe(7);
});

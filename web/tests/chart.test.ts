import { expect, test } from "vitest";
import { apart, labels, lines, ticks } from "../src/analysis/chart";

const SIZE = { width: 100, height: 50 };

test("a line goes from the first to the last position, a sure win at the top", () => {
  const [one, other] = lines(
    [
      { position: 0, chances: [0.5, 0.5] },
      { position: 10, chances: [1, 0] },
    ],
    SIZE,
  );
  expect(one?.path).toBe("M0.0 25.0L100.0 0.0");
  expect(other?.end).toEqual([100, 50]);
});

test("labels never cover each other and stay on the chart", () => {
  const moments = [{ position: 5, chances: [1, 0, 0, 0] }];
  const places = [...labels(lines(moments, SIZE), 12, SIZE.height).values()].toSorted((a, b) => a - b);
  expect(Math.min(...places.slice(1).map((place, index) => place - (places[index] ?? 0)))).toBeGreaterThanOrEqual(12);
  expect(Math.max(...places)).toBeLessThanOrEqual(SIZE.height);
});

test("nothing to show is no chart", () => {
  expect(lines([], SIZE)).toEqual([]);
});

test("the numbers below a chart stand where they belong, and apart from each other", () => {
  expect(apart([10, 100], 16)).toEqual([10, 100]);
  expect(apart([100, 98, 10], 16)).toEqual([114, 98, 10]);
  expect(apart([], 16)).toEqual([]);
});

test("no number stands behind the end of a chart", () => {
  expect(apart([90, 98, 99], 16, 100)).toEqual([68, 84, 100]);
  expect(apart([10, 100], 16, 100)).toEqual([10, 100]);
});

test("the rounds below a chart stand beside each other, however long their names", () => {
  const short = [0, 40, 80, 120, 160, 200].map((position, number) => ({ position, title: `R ${number + 1}` }));
  const size = { width: 220, height: 180 };
  expect(ticks(short, 220, size, 96)).toHaveLength(6);
  const long = short.map(({ position }, number) => ({ position, title: `Krieg 1, Runde ${number + 1}` }));
  expect(ticks(long, 220, size, 96).map(({ x }) => x)).toEqual([0, 120]);
  expect(ticks(long, 220, size, 0).map(({ x }) => x)).toEqual([0]);
});

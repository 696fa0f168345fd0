/** What others do is shown one after the other, and in a hurry where it is much. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Playback } from "../src/table/playback.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const showing = (): Playback<number> =>
  new Playback<number>({
    take: (seat) => (seat ? { seat, action: null, events: [] } : null),
    pace: () => 1000,
    settled: () => undefined,
  });

/** How long each of so many moves is in view, when the next comes only after the one before was shown. */
async function times(playback: Playback<number>, moves: number): Promise<number[]> {
  const found: number[] = [];
  for (let move = 0; move < moves; move++) {
    const begun = Date.now();
    playback.push(1);
    while (playback.playing) await vi.advanceTimersToNextTimerAsync();
    found.push(Date.now() - begun);
  }
  return found;
}

test("the first moves are shown at leisure, and the rest of a long series in a hurry", async () => {
  const found = await times(showing(), 100);
  expect(found[0]).toBe(1000);
  expect(found.at(-1)).toBe(200);
  const whole = found.reduce((sum, each) => sum + each, 0);
  expect(whole).toBeLessThan(35_000); // 100 s, one by one
  expect(found.toSorted((a, b) => b - a)).toEqual(found);
});

test("whoever has done something sees the next moves at leisure again", async () => {
  const playback = showing();
  await times(playback, 60);
  playback.begin();
  expect((await times(playback, 1))[0]).toBe(1000);
});

test("nobody hurries where players think between their moves", async () => {
  const playback = showing();
  await times(playback, 60);
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await times(playback, 1))[0]).toBe(1000);
});

test("moves that wait share the longest time", async () => {
  const playback = showing();
  const begun = Date.now();
  for (let move = 0; move < 200; move++) playback.push(1);
  while (playback.playing) await vi.advanceTimersToNextTimerAsync();
  expect(Date.now() - begun).toBeLessThan(45_000);
});

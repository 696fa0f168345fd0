import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renew, type Renewal } from "../src/lib/renewed";

function page(...reachable: boolean[]): Renewal & { reloads: number } {
  const kept = new Map<string, string>();
  const made = {
    reloads: 0,
    reachable: () => Promise.resolve(reachable.shift() ?? true),
    reload: () => void made.reloads++,
    kept: { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) },
    now: () => Date.now(),
  };
  return made;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a page that misses a part of itself is loaded anew, once the server is there", async () => {
  const open = page(false, false, true);
  const renewed = renew(open);
  await vi.advanceTimersByTimeAsync(3000);
  expect(open.reloads).toBe(0);
  await vi.advanceTimersByTimeAsync(2000);
  await renewed;
  expect(open.reloads).toBe(1);
});

test("if that does not help, it is not done again and again", async () => {
  const open = page();
  await renew(open);
  await renew(open);
  expect(open.reloads).toBe(1);
  vi.advanceTimersByTime(61_000);
  await renew(open);
  expect(open.reloads).toBe(2);
});

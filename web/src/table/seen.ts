/** Up to where somebody has seen what happened at a table, kept in this browser: what concerns her is shown when she is back. */
const KEY = "rondel.shown";
/** So many tables are remembered. */
const MOST = 60;

function load(): [string, number][] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as [string, number][];
  } catch {
    return [];
  }
}

const nameOf = (table: string, seat: number): string => `${table}/${seat}`;

export function seenUpTo(table: string, seat: number): number | null {
  return load().find(([name]) => name === nameOf(table, seat))?.[1] ?? null;
}

export function keepSeen(table: string, seat: number, position: number): void {
  const name = nameOf(table, seat);
  const others = load().filter(([other]) => other !== name);
  try {
    localStorage.setItem(KEY, JSON.stringify([[name, position], ...others].slice(0, MOST)));
  } catch {
    // A browser that keeps nothing shows it once more.
  }
}

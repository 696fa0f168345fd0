/** Imperial's board as drawn, and where pieces stand on it. */
import raw from "./board.json";
import { NATIONS, type AreaView, type Nation } from "./nations";

export type Point = readonly [number, number];

export interface Lettering {
  size: number;
  lines: string[];
}

export interface Area {
  id: string;
  kind: "province" | "neutral" | "sea";
  nation?: Nation;
  path: string;
  label: { at: Point; en: Lettering; fr: Lettering; de: Lettering };
  city?: Point;
  port?: { sea: string; at: Point };
  chip?: Point;
  slots: Point[];
  radius: number;
  neighbours: string[];
}

export interface BoardData {
  width: number;
  height: number;
  areas: Area[];
  scenery: { id: string; kind: string; path: string; label?: Area["label"] }[];
  borders: Record<"coast" | "sea" | "frontier" | "province", string>;
  outlines: Record<Nation, string>;
}

export const BOARD = raw as unknown as BoardData;
export const AREAS: ReadonlyMap<string, Area> = new Map(BOARD.areas.map((area) => [area.id, area]));

export interface Stack {
  nation: Nation;
  piece: "army" | "friendly" | "fleet";
  count: number;
  at: Point;
  /** Half the height at which the stack is drawn. */
  size: number;
  moored: boolean;
}

const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** Places for so many stacks: those nearest the middle that keep clear of each other, as large as they can be. */
export function arrange(area: Area, wanted: number, largest: number): { at: Point; size: number }[] {
  if (wanted === 0) return [];
  const fixed = [area.city, area.chip].filter((p): p is Point => p !== undefined);
  for (let size = largest; size > area.radius; size -= 1) {
    const chosen: Point[] = [];
    for (const slot of area.slots) {
      if (chosen.length === wanted) break;
      const free = chosen.every((other) => distance(other, slot) >= 1.75 * size);
      const clear = fixed.every((other) => distance(other, slot) >= size + 6);
      if (free && clear) chosen.push(slot);
    }
    if (chosen.length === wanted) return chosen.map((at) => ({ at, size }));
  }
  return area.slots.slice(0, wanted).map((at) => ({ at, size: area.radius * 1.1 }));
}

/** Everything that stands in an area, each nation's pieces of a kind as one stack. */
export function stacks(area: Area, view: AreaView, largest: number): Stack[] {
  const ashore: Omit<Stack, "at" | "size">[] = [];
  const moored: Omit<Stack, "at" | "size">[] = [];
  for (const nation of NATIONS) {
    const armies = view.armies[nation];
    if (armies?.hostile) ashore.push({ nation, piece: "army", count: armies.hostile, moored: false });
    if (armies?.friendly) ashore.push({ nation, piece: "friendly", count: armies.friendly, moored: false });
    const fleets = view.fleets[nation];
    if (fleets) (area.port ? moored : ashore).push({ nation, piece: "fleet", count: fleets, moored: area.port !== undefined });
  }
  const places = arrange(area, ashore.length, largest);
  const out: Stack[] = [];
  ashore.forEach((stack, index) => {
    const place = places[index];
    if (place) out.push({ ...stack, ...place });
  });
  moored.forEach((stack, index) => {
    const [x, y] = area.port?.at ?? area.label.at;
    out.push({ ...stack, at: [x + index * 22, y], size: Math.min(largest, 15) });
  });
  return out;
}

/** The middle of an area, where routes start and end. */
export function middle(id: string): Point {
  const area = AREAS.get(id);
  return area ? (area.slots[0] ?? area.label.at) : [0, 0];
}

/** The area nearest in a direction, for the arrow keys. */
export function neighbourInDirection(from: string, dx: number, dy: number): string {
  const here = AREAS.get(from)?.label.at;
  if (!here) return BOARD.areas[0]?.id ?? from;
  let best = from;
  let bestScore = Infinity;
  for (const area of BOARD.areas) {
    if (area.id === from) continue;
    const [x, y] = [area.label.at[0] - here[0], area.label.at[1] - here[1]];
    const along = x * dx + y * dy;
    if (along <= 0) continue;
    const across = Math.abs(x * dy - y * dx);
    const score = along + 2.2 * across;
    if (score < bestScore) [best, bestScore] = [area.id, score];
  }
  return best;
}

/** Imperial's board as drawn, and where pieces stand on it. */
import raw from "./board.json";
import type { Label, Point } from "../../table/places";
import { NATIONS, type AreaView, type Nation } from "./nations";

export type { Point };

export interface Area {
  id: string;
  kind: "province" | "neutral" | "sea";
  nation?: Nation;
  path: string;
  label: Label;
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
  scenery: { id: string; kind: string; path: string; label?: Label }[];
  borders: Record<"coast" | "sea" | "frontier" | "province", string>;
  outlines: Record<Nation, string>;
}

export const BOARD = raw as unknown as BoardData;
export const AREAS: ReadonlyMap<string, Area> = new Map(BOARD.areas.map((area) => [area.id, area]));

export interface Stack {
  area: string;
  nation: Nation;
  piece: "army" | "friendly" | "fleet";
  count: number;
  at: Point;
  /** Half the height at which the stack is drawn. */
  size: number;
  moored: boolean;
}

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export const boxAround = ([x, y]: Point, half: number, halfHeight = half): Box => ({
  left: x - half,
  right: x + half,
  top: y - halfHeight,
  bottom: y + halfHeight,
});

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The space a name takes, at a scale. */
export function labelBox(area: Area, language: "en" | "fr" | "de", scale: number): Box {
  const { size, lines } = area.label[language];
  const longest = Math.max(...lines.map((line) => line.length));
  const em = size * scale;
  return boxAround(area.label.at, 0.24 * em * longest, 0.5 * em * lines.length);
}

/** A place moved by as little as needed to keep clear of a name. */
export function clearOf(at: Point, half: number, name: Box | null): Point {
  const own = boxAround(at, half);
  if (!name || !overlap(own, name)) return at;
  const moves: Point[] = [
    [name.left - own.right, 0],
    [name.right - own.left, 0],
    [0, name.top - own.bottom],
    [0, name.bottom - own.top],
  ];
  const least = moves.reduce((a, b) => (Math.hypot(...a) <= Math.hypot(...b) ? a : b));
  return [at[0] + least[0], at[1] + least[1]];
}

/** Places for so many stacks: nearest the middle, clear of each other and of what must stay readable, and large. */
export function arrange(
  area: Area,
  wanted: number,
  largest: number,
  taken: readonly Box[],
): { at: Point; size: number }[] {
  if (wanted === 0) return [];
  const smallest = Math.min(largest, Math.max(area.radius, 0.62 * largest));
  for (const spacing of [1, 0.8]) {
    for (let size = largest; size >= smallest; size -= 1) {
      const chosen: Box[] = [];
      const places: Point[] = [];
      for (const slot of area.slots) {
        if (places.length === wanted) break;
        const box = boxAround(slot, 0.72 * size * spacing, 0.95 * size * spacing);
        if ([...chosen, ...taken].some((other) => overlap(box, other))) continue;
        chosen.push(box);
        places.push(slot);
      }
      if (places.length === wanted) return places.map((at) => ({ at, size }));
    }
  }
  return area.slots.slice(0, wanted).map((at) => ({ at, size: smallest }));
}

/** Everything that stands in an area, each nation's pieces of a kind as one stack. */
export function stacks(area: Area, view: AreaView, largest: number, taken: readonly Box[] = []): Stack[] {
  const ashore: Omit<Stack, "at" | "size">[] = [];
  const moored: Omit<Stack, "at" | "size">[] = [];
  for (const nation of NATIONS) {
    const armies = view.armies[nation];
    if (armies?.hostile) ashore.push({ area: area.id, nation, piece: "army", count: armies.hostile, moored: false });
    if (armies?.friendly) ashore.push({ area: area.id, nation, piece: "friendly", count: armies.friendly, moored: false });
    const fleets = view.fleets[nation];
    if (fleets && area.port) moored.push({ area: area.id, nation, piece: "fleet", count: fleets, moored: true });
    else if (fleets) ashore.push({ area: area.id, nation, piece: "fleet", count: fleets, moored: false });
  }
  const places = arrange(area, ashore.length, largest, taken);
  const out: Stack[] = [];
  ashore.forEach((stack, index) => {
    const place = places[index];
    if (place) out.push({ ...stack, ...place });
  });
  moored.forEach((stack, index) => {
    const [x, y] = area.port?.at ?? area.label.at;
    out.push({ ...stack, at: [x + index * 1.1 * largest, y], size: 0.75 * largest });
  });
  return out;
}

/** The middle of an area, where routes start and end. */
export function middle(id: string): Point {
  const area = AREAS.get(id);
  return area ? (area.slots[0] ?? area.label.at) : [0, 0];
}

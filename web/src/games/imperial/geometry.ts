/** Imperial's board as drawn, and where pieces stand on it. */
import raw from "./board.json";
import type { Label, Point } from "../../table/places";
import { NATIONS, type AreaId, type AreaView, type Nation } from "./nations";

export type { Point };

export interface Area {
  id: AreaId;
  kind: "province" | "neutral" | "sea";
  nation?: Nation;
  path: string;
  label: Label;
  city?: Point;
  port?: { sea: string; at: Point };
  chip?: Point;
  slots: Point[];
  radius: number;
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
  area: AreaId;
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

/** How much of one box another one covers. */
const covered = (a: Box, b: Box): number =>
  overlap(a, b)
    ? (Math.min(a.right, b.right) - Math.max(a.left, b.left)) * (Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top))
    : 0;

/** The space a stack takes; a number beside it needs room to the right and above. */
const stackBox = ([x, y]: Point, size: number, many: boolean): Box => ({
  left: x - 0.72 * size,
  right: x + (many ? 1.12 : 0.72) * size,
  top: y - (many ? 1.1 : 0.95) * size,
  bottom: y + 0.95 * size,
});

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

/** Places for stacks (`many`: those with a number): nearest the middle, clear of each other and of what must stay
 * readable, and large; where there is no such room, with as little covered as can be. */
export function arrange(
  area: Area,
  many: readonly boolean[],
  largest: number,
  taken: readonly Box[],
): { at: Point; size: number }[] {
  const smallest = Math.min(largest, Math.max(area.radius, 0.62 * largest));
  for (const spacing of [1, 0.8]) {
    for (let size = largest; size >= smallest; size -= 1) {
      const filled: Box[] = [...taken];
      const places: Point[] = [];
      for (const slot of area.slots) {
        const number = many[places.length];
        if (number === undefined) break;
        const box = stackBox(slot, size * spacing, number);
        if (filled.some((other) => overlap(box, other))) continue;
        filled.push(box);
        places.push(slot);
      }
      if (places.length === many.length) return places.map((at) => ({ at, size }));
    }
  }
  const filled: Box[] = [...taken];
  const free = new Set(area.slots);
  return many.map((number) => {
    let [best, least] = [area.slots[0] ?? area.label.at, Infinity];
    for (const slot of free) {
      const box = stackBox(slot, smallest, number);
      const cover = filled.reduce((sum, other) => sum + covered(box, other), 0);
      if (cover < least) [best, least] = [slot, cover];
    }
    free.delete(best);
    filled.push(stackBox(best, smallest, number));
    return { at: best, size: smallest };
  });
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
  const places = arrange(area, ashore.map((stack) => stack.count > 1), largest, taken);
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

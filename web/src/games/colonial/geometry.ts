/** Colonial's board as drawn, and the shapes that tell the players apart. */
import raw from "./board.json";

export type Point = readonly [number, number];

export interface Lettering {
  size: number;
  lines: string[];
}

export interface Area {
  id: string;
  continent: string;
  difficulty: number;
  difficulty_badge: Point;
  native_power: number;
  native_power_badge: Point;
  resource_spots: { resource: string; point: Point }[];
  badge_r: number;
  path: string;
  label: { at: Point; en: Lettering; fr: Lettering; de: Lettering };
  slots: {
    counters: { points: Point[]; r: number };
    markers: { points: Point[]; r: number };
  };
  neighbours: string[];
}

export interface Scenery {
  id: string;
  kind: "sea" | "land" | "lake" | "river" | "lane" | "label" | "box";
  path: string;
  style?: string;
  between?: [string, string];
  label?: Area["label"];
}

export interface BoardData {
  width: number;
  height: number;
  areas: Area[];
  scenery: Scenery[];
  borders: Record<"coast" | "frontier", string>;
}

const drawn = raw as unknown as BoardData;
// A Territory without Resources has none drawn.
export const BOARD: BoardData = {
  ...drawn,
  areas: drawn.areas.map((area) => ({ ...area, resource_spots: area.resource_spots ?? [] })),
};
export const AREAS: ReadonlyMap<string, Area> = new Map(BOARD.areas.map((area) => [area.id, area]));

/** A shape for each seat, in a box from -1 to 1: circle, square, diamond, triangle, hexagon, cross. */
export const SHAPES: readonly string[] = [
  "M-1 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0Z",
  "M-.88-.88h1.76v1.76h-1.76Z",
  "M0-1.18 1.18 0 0 1.18-1.18 0Z",
  "M0-1.2 1.14.9h-2.28Z",
  "M-.55-.98h1.1l.6.98-.6.98h-1.1l-.6-.98Z",
  "M-.42-1.05h.84v.63h.63v.84h-.63v.63h-.84v-.63h-.63v-.84h.63Z",
];

/** Where a Resource spot lies; one that is not drawn, because the data was corrected, stands beside the last. */
export function spotPoint(area: Area, index: number): Point {
  const there = area.resource_spots[index]?.point;
  if (there) return there;
  const last = area.resource_spots.at(-1)?.point ?? area.native_power_badge;
  return [last[0] + 2.25 * area.badge_r * (index - area.resource_spots.length + 1), last[1]];
}

/** The middle of what stands in a Territory: name, badges, counters and markers grow around it when the map is small. */
export function centre(area: Area): Point {
  const points: Point[] = [
    area.label.at,
    area.difficulty_badge,
    area.native_power_badge,
    ...area.resource_spots.map((spot) => spot.point),
    ...area.slots.counters.points,
    ...area.slots.markers.points,
  ];
  const xs = points.map((point) => point[0]);
  const ys = points.map((point) => point[1]);
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
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
    const score = along + 2.2 * Math.abs(x * dy - y * dx);
    if (score < bestScore) [best, bestScore] = [area.id, score];
  }
  return best;
}

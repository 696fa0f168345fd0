/** Colonial's board as drawn, and the shapes that tell the players apart. */
import type { Label, Point } from "../../table/places";
import raw from "./board.json";
import type { AreaId, ResourceId } from "./schema";

export type { Point };

export interface Area {
  id: AreaId;
  continent: string;
  difficulty: number;
  difficulty_badge: Point;
  native_power: number;
  native_power_badge: Point;
  resource_spots: { resource: ResourceId; point: Point }[];
  badge_r: number;
  path: string;
  label: Label;
  slots: {
    counters: { points: Point[]; r: number };
    markers: { points: Point[]; r: number };
  };
  neighbours: AreaId[];
}

export interface Scenery {
  id: string;
  kind: "sea" | "land" | "lake" | "river" | "lane" | "label" | "box";
  path: string;
  style?: string;
  between?: [string, string];
  label?: Label;
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

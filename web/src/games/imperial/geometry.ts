/** Imperial's board as drawn, and where pieces stand on it. */
import raw from "./board.json";
import type { Form } from "../../table/layout";
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
  moored: boolean;
}

/** Everything that stands in an area, each nation's pieces of a kind as one stack. */
export function stacks(area: Area, view: AreaView): Stack[] {
  const found: Stack[] = [];
  const add = (nation: Nation, piece: Stack["piece"], count: number | undefined): void => {
    if (count) found.push({ area: area.id, nation, piece, count, moored: piece === "fleet" && area.port !== undefined });
  };
  for (const nation of NATIONS) {
    add(nation, "army", view.armies[nation]?.hostile);
    add(nation, "friendly", view.armies[nation]?.friendly);
    add(nation, "fleet", view.fleets[nation]);
  }
  return found;
}

/** Half the height of a stack in pixels: in full, and from far away. */
export const NEAR = 15;
export const FAR = 8;

/** A stack with its number, and a small one without; what can still move has a ring around it. */
export function formsOf({ count, piece }: Pick<Stack, "count" | "piece">, ringed = false): Form[] {
  const [width, height] = piece === "friendly" ? [32, 24] : piece === "fleet" ? [34, 38] : [24, 31];
  const [more, higher] = count > 1 ? [9, 5] : [0, 0];
  const around = (half: number): number => (ringed ? 2.3 * half + 3 : 0);
  return [
    { width: Math.max(width + more, around(NEAR)), height: Math.max(height + higher, around(NEAR)) },
    { width: Math.max(0.5 * width + 2, around(FAR)), height: Math.max(0.5 * height + 2, around(FAR)) },
  ];
}

/** Where a stack may stand: at sea and ashore in the area's places, a fleet in port where it is moored. */
export function placesOf(area: Area, stack: Stack, index: number): readonly Point[] {
  if (stack.moored && area.port) return [area.port.at];
  const start = index % Math.max(1, area.slots.length);
  return [...area.slots.slice(start), ...area.slots.slice(0, start)];
}

/** The middle of an area, where routes start and end. */
export function middle(id: string): Point {
  const area = AREAS.get(id);
  return area ? (area.slots[0] ?? area.label.at) : [0, 0];
}

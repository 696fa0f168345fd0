/** The drawn board: areas, where pieces stand, and which area lies where. */
import type { Language } from "../../lib/protocol";
import type { Rectangle } from "../../table/layout";
import type { Label, Point } from "../../table/places";
import data from "./board.json";

export type { Point };

export interface Slots {
  /** Left, top, width, height. */
  area: [number, number, number, number];
  points: Point[];
  r: number;
}

export interface Area {
  id: string;
  kind: "region" | "country";
  role: string;
  path: string;
  label: Label;
  slots: Partial<Record<"control" | "forces" | "neutrals" | "navies", Slots>>;
  vp?: number[];
  vp_badge?: Point;
  sea?: string;
}

export interface Scenery {
  id: string;
  kind: string;
  role?: string;
  path?: string;
  region?: string;
  between?: string[];
  angle?: number;
  label?: Label;
  items?: { at: Point; size: number; name: Record<Language, string> }[];
}

interface Board {
  width: number;
  height: number;
  areas: Area[];
  scenery: Scenery[];
  borders: { coast: string; frontier: string; sea: string };
}

export const BOARD = data as unknown as Board;
export const AREAS: ReadonlyMap<string, Area> = new Map(BOARD.areas.map((area) => [area.id, area]));

/** The frames of the parts of the map: rectangles, written as the way around them. */
export const FRAMES: readonly Rectangle[] = BOARD.scenery.flatMap(({ kind, path = "" }) => {
  const [x = 0, y = 0, w = 0, , , h = 0] = path.match(/[\d.]+/g)?.map(Number) ?? [];
  return kind === "panel" ? [{ x, y, w, h }] : [];
});

/** The sea of a region, drawn apart from its land. */
export const SEA_OF: ReadonlyMap<string, string> = new Map(
  BOARD.scenery.flatMap((row) => (row.region && row.path ? [[row.region, row.path] as const] : [])),
);

/** Land and sea of an area: what is clicked and marked. */
export const wholePath = (area: Area): string => area.path + (SEA_OF.get(area.id) ?? "");

/** A token smaller than this cannot be read; rather than that, tokens reach out of their box. */
export const LEAST = 14.5;

/** Places for so many tokens in a box: in rows, as large as they can be, and no larger than `most`. */
export function arrange(slots: Slots | undefined, count: number, most: number): { at: Point; r: number }[] {
  if (!slots || count === 0) return [];
  const [left, top, width, height] = slots.area;
  let columns = 1;
  let r = 0;
  for (let tried = 1; tried <= count; tried++) {
    const fits = Math.min(width / tried, height / Math.ceil(count / tried)) / 2;
    if (fits > r) [columns, r] = [tried, fits];
  }
  const size = Math.max(Math.min(r, most), LEAST);
  const rows = Math.ceil(count / columns);
  const [x, y] = [left + width / 2, top + height / 2];
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / columns);
    const inRow = row === rows - 1 ? count - columns * (rows - 1) : columns;
    return {
      at: [x + (2 * (index % columns) - inRow + 1) * size, y + (2 * row - rows + 1) * size] as Point,
      r: 0.9 * size,
    };
  });
}

/** Where somebody just acted, as the map marks it: areas, and arrows for what moved. */
import type { GameEvent, Item, Params } from "../lib/protocol";
import type { Point } from "./places";

export interface Recent {
  areas: ReadonlySet<string>;
  moves: readonly (readonly [string, string])[];
}

/** More than this would hide the map; what happened last is kept. */
const MOST_ITEMS = 14;

/** The place on the map of an area that an event names: not every game calls both the same. */
export type PlaceOf = (area: string, params: Params) => string;
export const SAME: PlaceOf = (area) => area;

export const NOTHING: Recent = { areas: new Set(), moves: [] };

/** What is marked of items of the story. */
export function recentIn(items: readonly Item[], place: PlaceOf = SAME): Recent {
  const areas = new Set<string>();
  const moves = new Map<string, readonly [string, string]>();
  for (const item of items.filter((each) => each.areas.length).slice(-MOST_ITEMS)) {
    for (const area of item.areas) areas.add(place(area, item.params));
    for (const [from, to] of item.moves) {
      const move = [place(from, item.params), place(to, item.params)] as const;
      if (move[0] !== move[1]) moves.set(move.join(" "), move);
    }
  }
  return { areas, moves: [...moves.values()] };
}

/** The moves among events: those that say where something started and where it is now. */
export function movesIn(events: readonly GameEvent[], place: PlaceOf = SAME): Recent["moves"] {
  return events.flatMap(({ params }): [string, string][] => {
    const { start, area } = params;
    if (typeof start !== "string" || typeof area !== "string" || start === area) return [];
    return [[place(start, params), place(area, params)]];
  });
}

/** An arrow from one point to another, bowed a little, that ends before it covers what stands there.
 *
 * `unit`: pixels for one unit of the board, so that heads and gaps have the same size on every screen.
 */
export function arrow(from: Point, to: Point, unit: number): { line: string; head: string } {
  const pixel = 1 / (unit || 1); // 0: nobody sees the map now
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  const bow = Math.min(length * 0.16, 40 * pixel);
  const via: Point = [from[0] + dx / 2 - (dy / length) * bow, from[1] + dy / 2 + (dx / length) * bow];
  const [ex, ey] = [to[0] - via[0], to[1] - via[1]];
  const last = Math.hypot(ex, ey) || 1;
  const gap = Math.min(9 * pixel, last / 3);
  const tip: Point = [to[0] - (ex / last) * gap, to[1] - (ey / last) * gap];
  const size = 11 * pixel;
  const base: Point = [tip[0] - (ex / last) * size, tip[1] - (ey / last) * size];
  const side: Point = [(-ey / last) * size * 0.55, (ex / last) * size * 0.55];
  const at = ([x, y]: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
  return {
    line: `M${at(from)}Q${at(via)} ${at(base)}`,
    head: `M${at(tip)}L${at([base[0] + side[0], base[1] + side[1]])}L${at([base[0] - side[0], base[1] - side[1]])}Z`,
  };
}

/** The way a piece takes, as the engine tells it: over rails at home, over a border, or over seas that carry it. */
import type { LogEntry } from "../../lib/protocol";
import { AREAS, middle, type Point } from "./geometry";
import { isArea, type AreaId, type Nation } from "./nations";

export interface Leg {
  kind: "rail" | "road" | "sea";
  points: Point[];
}

/** The areas that the unit passes that these events move; null if they move none. */
export function wayIn(events: LogEntry["events"]): AreaId[] | null {
  const way = events.find((event) => event.kind === "moved")?.params.way;
  return Array.isArray(way) ? way.filter(isArea) : null;
}

/** A way in stretches that are drawn alike. */
export function legs(way: readonly AreaId[], nation: Nation | null): Leg[] {
  const out: Leg[] = [];
  for (let i = 1; i < way.length; i++) {
    const [a, b] = [AREAS.get(way[i - 1] as AreaId), AREAS.get(way[i] as AreaId)];
    if (!a || !b) continue;
    const wet = a.kind === "sea" || b.kind === "sea";
    const kind = wet ? "sea" : a.nation && a.nation === nation && b.nation === nation ? "rail" : "road";
    const last = out.at(-1);
    if (last?.kind === kind) last.points.push(middle(b.id));
    else out.push({ kind, points: [middle(a.id), middle(b.id)] });
  }
  return out;
}

/** The same way, from and to where pieces stand. */
export function between(way: Leg[], start: Point | undefined, end: Point | undefined): Leg[] {
  const [first, last] = [way[0], way.at(-1)];
  if (first && start) first.points[0] = start;
  if (last && end) last.points[last.points.length - 1] = end;
  return way;
}

/** The point at a share of the whole way. */
export function pointAlong(way: readonly Leg[], share: number): Point {
  const points = way.flatMap((leg, index) => (index ? leg.points.slice(1) : leg.points));
  const first = points[0] ?? [0, 0];
  const lengths = points.slice(1).map((p, i) => {
    const q = points[i] as Point;
    return Math.hypot(p[0] - q[0], p[1] - q[1]);
  });
  let left = share * lengths.reduce((a, b) => a + b, 0);
  for (let i = 0; i < lengths.length; i++) {
    const length = lengths[i] as number;
    const [a, b] = [points[i] as Point, points[i + 1] as Point];
    if (left <= length && length > 0) {
      const f = left / length;
      return [a[0] + f * (b[0] - a[0]), a[1] + f * (b[1] - a[1])];
    }
    left -= length;
  }
  return points.at(-1) ?? first;
}

/** The way a piece takes, for drawing only: over rails at home, over a border, or over seas that carry it. */
import { AREAS, middle, type Point } from "./geometry";
import type { ImperialView, Nation } from "./nations";

export interface Leg {
  kind: "rail" | "road" | "sea";
  points: Point[];
}

interface Node {
  id: string;
  stage: number;
  before: Node | null;
}

function carries(view: ImperialView, nation: Nation, sea: string): boolean {
  return (view.area[sea]?.fleets[nation] ?? 0) > (view.maneuver?.carried[sea] ?? 0);
}

/** Rails at home (stage 0), then one border or a chain of seas (stage 1), then rails at home again (stage 2). */
function search(view: ImperialView, nation: Nation, from: string, to: string): string[] | null {
  const home = (id: string): boolean => AREAS.get(id)?.nation === nation;
  const sea = (id: string): boolean => AREAS.get(id)?.kind === "sea";
  const seen = new Set<string>();
  let layer: Node[] = [{ id: from, stage: 0, before: null }];
  while (layer.length) {
    const next: Node[] = [];
    for (const node of layer) {
      if (node.id === to && !sea(node.id)) {
        const way: string[] = [];
        for (let step: Node | null = node; step; step = step.before) way.unshift(step.id);
        return way;
      }
      for (const id of AREAS.get(node.id)?.neighbours ?? []) {
        const stages: number[] = [];
        const rail = home(node.id) && home(id);
        if (sea(id)) {
          if (node.stage <= 1 && carries(view, nation, id) && (node.stage === 0 || sea(node.id))) stages.push(1);
        } else if (sea(node.id)) {
          stages.push(2);
        } else if (rail && node.stage !== 1) {
          stages.push(node.stage);
        } else if (node.stage === 0) {
          stages.push(2);
        }
        for (const stage of stages) {
          const key = `${id}/${stage}`;
          if (seen.has(key)) continue;
          seen.add(key);
          next.push({ id, stage, before: node });
        }
      }
    }
    layer = next;
  }
  return null;
}

/** The seas of a convoy as they are crossed; they come as a set. */
function inOrder(from: string, seas: readonly string[]): string[] {
  const left = [...seas];
  const out: string[] = [];
  let here = from;
  while (left.length) {
    const next = left.findIndex((sea) => AREAS.get(here)?.neighbours.includes(sea));
    here = left.splice(Math.max(0, next), 1)[0] as string;
    out.push(here);
  }
  return out;
}

function legs(way: readonly string[], nation: Nation): Leg[] {
  const out: Leg[] = [];
  for (let i = 1; i < way.length; i++) {
    const [a, b] = [AREAS.get(way[i - 1] as string), AREAS.get(way[i] as string)];
    if (!a || !b) continue;
    const wet = a.kind === "sea" || b.kind === "sea";
    const kind = wet ? "sea" : a.nation === nation && b.nation === nation ? "rail" : "road";
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

export function route(
  view: ImperialView,
  nation: Nation | null,
  from: string,
  to: string,
  seas?: readonly string[] | null,
): Leg[] {
  if (seas && nation) return legs([from, ...inOrder(from, seas), to], nation);
  const fleet = AREAS.get(to)?.kind === "sea";
  const way = fleet || !nation ? [from, to] : (search(view, nation, from, to) ?? [from, to]);
  return legs(way, nation ?? "austria-hungary");
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

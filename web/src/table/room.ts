/** The room inside an area: points of it where a name or a piece may stand. */
import type { Place, Point } from "./places";

type Ring = readonly Point[];

/** The rings of a path of straight lines, as the boards are drawn: `M`, `l` and `Z`. */
export function ringsOf(path: string): Ring[] {
  return path
    .split("M")
    .filter(Boolean)
    .map((part) => {
      const [start = "", rest = ""] = part.replace(/Z\s*$/i, "").split("l");
      let [x, y] = numbers(start) as [number, number];
      const ring: Point[] = [[x, y]];
      const steps = numbers(rest);
      for (let i = 0; i + 1 < steps.length; i += 2) {
        x += steps[i] as number;
        y += steps[i + 1] as number;
        ring.push([x, y]);
      }
      return ring;
    });
}

const numbers = (text: string): number[] => (text.match(/-?\d*\.?\d+/g) ?? []).map(Number);

export function isInside(rings: readonly Ring[], [x, y]: Point): boolean {
  let inside = false;
  for (const ring of rings) {
    let before = ring.at(-1) as Point;
    for (const corner of ring) {
      if (corner[1] > y !== before[1] > y && x < ((before[0] - corner[0]) * (y - corner[1])) / (before[1] - corner[1]) + corner[0]) {
        inside = !inside;
      }
      before = corner;
    }
  }
  return inside;
}

/** About so many points are tried in each area. */
const TRIED = 90;
const known = new WeakMap<Place, readonly Point[]>();
const bounds = new WeakMap<Place, readonly Ring[]>();

const boundsOf = (area: Place): readonly Ring[] => {
  let rings = bounds.get(area);
  if (!rings) bounds.set(area, (rings = ringsOf(area.path)));
  return rings;
};

/** Where something of an area may stand: at the best places, or anywhere else in it, and rather not across its border. */
export const standingIn = (area: Place, ...best: readonly Point[]): { at: readonly Point[]; within: (at: Point) => boolean } => ({
  at: [...best, ...roomIn(area)],
  within: (at) => isInside(boundsOf(area), at),
});

/** Points spread evenly over an area, the nearest to where its name is drawn first. */
export function roomIn(area: Place): readonly Point[] {
  let points = known.get(area);
  if (!points) known.set(area, (points = spread(area)));
  return points;
}

/** The place in an area that lies nearest to a point outside of it. */
export const nearestIn = (area: Place, [x, y]: Point): Point =>
  roomIn(area).reduce((best, at) => (Math.hypot(at[0] - x, at[1] - y) < Math.hypot(best[0] - x, best[1] - y) ? at : best), area.label.at);

function spread(area: Place): Point[] {
  const rings = boundsOf(area);
  const corners = rings.flat();
  const [xs, ys] = [corners.map((corner) => corner[0]), corners.map((corner) => corner[1])];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const step = Math.max(6, Math.sqrt((width * height) / TRIED));
  const points: Point[] = [];
  for (let y = top + step / 2; y < top + height; y += step) {
    for (let x = left + step / 2; x < left + width; x += step) {
      if (isInside(rings, [x, y])) points.push([x, y]);
    }
  }
  const [x, y] = area.label.at;
  return points.toSorted((a, b) => Math.hypot(a[0] - x, a[1] - y) - Math.hypot(b[0] - x, b[1] - y));
}

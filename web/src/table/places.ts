/** Places on a drawn board: what every game's map has in common. */
import type { Language } from "../lib/protocol";

export type Point = readonly [number, number];

/** A name as it is set on the map, in lines. */
export interface Lettering {
  size: number;
  lines: string[];
}

export type Label = { at: Point } & Record<Language, Lettering>;

export interface Place {
  id: string;
  path: string;
  label: { at: Point };
}

/** The place nearest in a direction, for the arrow keys; `lies` tells where a point of the board is on the screen. */
export function neighbourInDirection(
  places: readonly Place[],
  from: string,
  [dx, dy]: Point,
  lies: (at: Point) => Point = (at) => at,
): string {
  const start = places.find((place) => place.id === from)?.label.at;
  if (!start) return places[0]?.id ?? from;
  const here = lies(start);
  let best = from;
  let bestScore = Infinity;
  for (const place of places) {
    if (place.id === from) continue;
    const there = lies(place.label.at);
    const [x, y] = [there[0] - here[0], there[1] - here[1]];
    const along = x * dx + y * dy;
    if (along <= 0) continue;
    const score = along + 2.2 * Math.abs(x * dy - y * dx);
    if (score < bestScore) [best, bestScore] = [place.id, score];
  }
  return best;
}

/** Where the points of a chart of chances lie: from 0 to `width`, and from `height` up to 0. */
export interface Moment {
  position: number;
  chances: readonly number[];
}

export interface Line {
  seat: number;
  path: string;
  end: readonly [number, number];
}

export interface Size {
  width: number;
  height: number;
}

export const DASHES = ["", "7 4", "2 3", "9 3 2 3", "1 4", "12 4"] as const;

export const across = (position: number, last: number, size: Size): number => (last ? (size.width * position) / last : 0);
export const up = (chance: number, size: Size): number => size.height * (1 - chance);

/** One line a seat. */
export function lines(moments: readonly Moment[], size: Size): Line[] {
  const last = moments.at(-1);
  if (!last) return [];
  return last.chances.map((_, seat) => {
    const points = moments.map(
      (each) => [across(each.position, last.position, size), up(each.chances[seat] ?? 0, size)] as const,
    );
    const path = points.map(([x, y], index) => `${index ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
    return { seat, path, end: points.at(-1) ?? [0, 0] };
  });
}

/** Labels at the ends of the lines, moved apart so that none covers another; `gap` is the height of one. */
export function labels(found: readonly Line[], gap: number, height: number): Map<number, number> {
  const places = apart(found.map(({ end }) => end[1]), gap, height);
  return new Map(found.map(({ seat }, index) => [seat, places[index] ?? 0]));
}

/** The same places in the same order, each at least `gap` behind the one before, and none behind the `end`. */
export function apart(places: readonly number[], gap: number, end = Infinity): number[] {
  const order = places.map((place, index) => ({ place, index })).toSorted((a, b) => a.place - b.place);
  const moved: number[] = [];
  let least = -Infinity;
  for (const { place, index } of order) {
    least = Math.max(place, least + gap);
    moved[index] = least;
  }
  let most = end;
  for (const { index } of order.toReversed()) {
    const place = Math.min(moved[index] ?? 0, most);
    moved[index] = place;
    most = place - gap;
  }
  return moved;
}

export interface Tick {
  x: number;
  title: string;
}

/** So wide a letter is below a chart, about, and the space between two titles. */
const LETTER = 5.8;
const SPACE = 10;

/** Rounds below a chart: as many as find room beside each other, the first among them; none runs out at the right. */
export function ticks(chapters: readonly { position: number; title: string }[], last: number, size: Size, margin: number): Tick[] {
  const found: Tick[] = [];
  let free = -Infinity;
  for (const { position, title } of chapters) {
    const x = across(position, last, size);
    const end = x + SPACE + LETTER * title.length;
    if (x < free || end > size.width + margin) continue;
    found.push({ x, title });
    free = end;
  }
  return found;
}

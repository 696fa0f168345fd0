/** What stands on a map, laid out on the screen: everything in a size that can be read, nothing upon anything else.
 *
 * Names and pieces have a size in pixels, whatever the zoom. From far away there is not room for all of them: then pieces
 * take a smaller form, and names are left out, those that matter least first.
 */
import type { Point } from "./places";

export interface Form {
  /** Pixels on the screen. */
  width: number;
  height: number;
}

export interface Thing {
  key: string;
  /** Points of the board where it may stand, the best first. */
  at: readonly Point[];
  /** How it may be shown, the fullest first. */
  forms: readonly Form[];
  /** Whether a point of the board is inside the area it belongs to: there it stands rather than across a border. */
  within?: (at: Point) => boolean;
  /** Rather than in this form or a lesser one it stands further away, tied to its area by a line. */
  strays?: number;
  /** A piece is shown in any case, if only in its last form; a name may be left out. */
  piece: boolean;
  /** What matters more comes first. */
  weight: number;
  /** Printed on the board: placed before everything that comes and goes, so that it is always in the same place. */
  printed?: boolean;
}

export interface Placed {
  key: string;
  at: Point;
  /** Which of its forms. */
  form: number;
}

export interface Sight {
  /** Where a point of the board lies as the board is turned, and which point lies there. */
  lies?: (at: Point) => Point;
  back?: (at: Point) => Point;
  /** What can be seen of it: names stay inside. */
  sheet?: Rectangle;
  /** Frames drawn on it, which nothing stands across. */
  frames?: readonly Rectangle[];
}

export interface Rectangle {
  x: number;
  y: number;
  w: number;
  h: number;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Pixels between two things. */
const GAP = 1.5;
const CELL = 48;

/** Boxes on the screen, found by where they are. */
class Filled {
  private readonly cells = new Map<number, Box[]>();

  private *cellsOf(box: Box): Generator<number> {
    for (let row = Math.floor(box.top / CELL); row <= Math.floor(box.bottom / CELL); row++) {
      for (let column = Math.floor(box.left / CELL); column <= Math.floor(box.right / CELL); column++) {
        yield row * 4096 + column;
      }
    }
  }

  add(box: Box): void {
    for (const cell of this.cellsOf(box)) {
      const there = this.cells.get(cell);
      if (there) there.push(box);
      else this.cells.set(cell, [box]);
    }
  }

  remove(box: Box): void {
    for (const cell of this.cellsOf(box)) {
      const there = this.cells.get(cell);
      if (there) there.splice(there.indexOf(box), 1);
    }
  }

  isFree(box: Box): boolean {
    for (const cell of this.cellsOf(box)) {
      for (const other of this.cells.get(cell) ?? []) {
        if (box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom) return false;
      }
    }
    return true;
  }
}

function boxAt([x, y]: Point, { width, height }: Form): Box {
  const [across, down] = [width / 2 + GAP / 2, height / 2 + GAP / 2];
  return { left: x - across, right: x + across, top: y - down, bottom: y + down };
}

/** The four edges of a frame, as boxes without breadth. */
function edgesOf({ x, y, w, h }: Rectangle, unit: number): Box[] {
  const [left, right, top, bottom] = [x * unit, (x + w) * unit, y * unit, (y + h) * unit];
  return [
    { left, right, top, bottom: top },
    { left, right, top: bottom, bottom },
    { left, right: left, top, bottom },
    { left: right, right, top, bottom },
  ];
}

/** Steps aside from the best place, in shares of the thing's own size: for what has no room inside its area. */
const ASIDE: readonly Point[] = [
  [0, -0.6], [0, 0.6], [-0.6, 0], [0.6, 0],
  [0, -1.1], [0, 1.1], [-0.6, -0.9], [0.6, -0.9], [-0.6, 0.9], [0.6, 0.9], [-1.05, 0], [1.05, 0],
]; // prettier-ignore

/** Pixels from the best place, ring by ring: for what is tied to its area by a line. */
const FURTHER: readonly Point[] = [50, 80, 110, 140].flatMap((radius) =>
  Array.from({ length: 12 }, (_, n): Point => [radius * Math.cos((n * Math.PI) / 6), 0.8 * radius * Math.sin((n * Math.PI) / 6)]),
);

/** Lay out what stands on a board of which one unit is so many pixels. */
export function layOut(
  things: readonly Thing[],
  unit: number,
  { lies = (at) => at, back = (at) => at, sheet, frames = [] }: Sight = {},
): Map<string, Placed> {
  const filled = new Filled();
  for (const frame of frames) for (const edge of edgesOf(frame, unit)) filled.add(edge);
  const placed = new Map<string, Placed>();
  const boxes = new Map<string, Box>();
  const ordered = things.toSorted((a, b) => b.weight - a.weight);
  const screen = (at: Point): Point => {
    const [x, y] = lies(at);
    return [x * unit, y * unit];
  };

  const isWithin = ({ left, right, top, bottom }: Box, within: (at: Point) => boolean): boolean => {
    const inside = (x: number, y: number): boolean => within(back([x / unit, y / unit]));
    const middle = (top + bottom) / 2;
    return inside(left, middle) && inside(right, middle) && inside((left + right) / 2, top) && inside((left + right) / 2, bottom);
  };

  const isOnSheet = ({ left, right, top, bottom }: Box): boolean =>
    !sheet ||
    (left >= sheet.x * unit && right <= (sheet.x + sheet.w) * unit && top >= sheet.y * unit && bottom <= (sheet.y + sheet.h) * unit);
  const fits = (box: Box): boolean => isOnSheet(box) && filled.isFree(box);

  function findPlace(thing: Thing, form: Form, further: readonly Point[] = []): { at: Point; box: Box } | null {
    let across: { at: Point; box: Box } | null = null;
    for (const at of thing.at) {
      const box = boxAt(screen(at), form);
      if (!fits(box)) continue;
      if (!thing.within || isWithin(box, thing.within)) return { at, box };
      across ??= { at, box };
    }
    if (across) return across;
    const best = thing.at[0];
    if (!best) return null;
    const [x, y] = screen(best);
    const steps = ASIDE.map(([right, down]): Point => [right * form.width, down * form.height]);
    for (const [right, down] of [...steps, ...further]) {
      const point: Point = [x + right, y + down];
      const box = boxAt(point, form);
      if (fits(box)) return { at: back([point[0] / unit, point[1] / unit]), box };
    }
    return null;
  }

  function put(thing: Thing, form: number, at: Point, box: Box): void {
    filled.add(box);
    boxes.set(thing.key, box);
    placed.set(thing.key, { key: thing.key, at, form });
  }

  for (const thing of ordered) {
    if (!thing.printed) continue;
    thing.forms.some((form, index) => {
      const found = findPlace(thing, form);
      if (found) put(thing, index, found.at, found.box);
      return found !== null;
    });
  }
  const moving = ordered.filter((thing) => !placed.has(thing.key));

  // Every piece first in its smallest form, so that none is left out, then as full as there is room for.
  for (const thing of moving) {
    const last = thing.forms.at(-1);
    const best = thing.at[0];
    if (!thing.piece || !last || !best) continue;
    const found = findPlace(thing, last);
    if (found) put(thing, thing.forms.length - 1, found.at, found.box);
    else put(thing, thing.forms.length - 1, best, boxAt(screen(best), last));
  }
  for (const thing of moving) {
    const own = boxes.get(thing.key);
    if (own) filled.remove(own);
    const forms = thing.piece ? thing.forms.slice(0, -1) : thing.forms;
    const better = forms.some((form, index) => {
      const found = findPlace(thing, form);
      if (found) put(thing, index, found.at, found.box);
      return found !== null;
    });
    if (!better && own) filled.add(own);
  }
  // What is still poor once everything has its place looks for room further away, where it takes nobody's.
  for (const thing of moving) {
    const [own, before] = [boxes.get(thing.key), placed.get(thing.key)];
    if (!own || !before || thing.strays === undefined || before.form < thing.strays) continue;
    filled.remove(own);
    const better = thing.forms.slice(0, thing.strays).some((form, index) => {
      const found = findPlace(thing, form, FURTHER);
      if (found) put(thing, index, found.at, found.box);
      return found !== null;
    });
    if (!better) filled.add(own);
  }
  return placed;
}

let pen: CanvasRenderingContext2D | null | undefined;
const widths = new Map<string, number>();

/** How wide a line of text is in a font, in pixels; where nothing can be drawn, about so. */
export function widthOf(text: string, font: string): number {
  const key = `${font}/${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    if (pen === undefined) pen = typeof document === "undefined" ? null : document.createElement("canvas").getContext("2d");
    if (pen) pen.font = font;
    width = pen ? pen.measureText(text).width : 0.5 * text.length * (Number.parseFloat(/[\d.]+px/.exec(font)?.[0] ?? "12") || 12);
    widths.set(key, width);
  }
  return width;
}

/** Fonts came in after the first measuring. */
export function measureAgain(): void {
  widths.clear();
}

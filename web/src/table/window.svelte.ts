/** The window onto a board: how far it is moved and enlarged, and how large a board unit is on the screen. */
import { select } from "d3-selection";
import { zoom, zoomIdentity, type ZoomTransform } from "d3-zoom";
import { measureAgain, type Rectangle } from "./layout";
import type { Point } from "./places";

export interface WindowOptions {
  width: number;
  height: number;
  /** Room around the board. */
  margin: number;
  /** How far one may come closer. */
  closest: number;
  /** Where the keyboard starts. */
  start: string;
  /** On a small screen the map starts as large as the window is high, within limits, around a point. */
  small?: { at: Point; least?: number; most?: number };
}

function around(points: readonly Point[]): { left: number; right: number; top: number; bottom: number } {
  const [xs, ys] = [points.map((point) => point[0]), points.map((point) => point[1])];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

function middle(points: readonly Point[]): Point {
  const { left, right, top, bottom } = around(points);
  return [(left + right) / 2, (top + bottom) / 2];
}

/** A window narrower than this is small. */
const SMALL = 700;

export class BoardWindow {
  readonly box: Rectangle;
  /** The board without the room around it. */
  readonly sheet: Rectangle;
  moved = $state.raw<ZoomTransform>(zoomIdentity);
  /** Where the ground was last drawn; while the map is being moved, its picture is only shifted. */
  settled = $state.raw<ZoomTransform>(zoomIdentity);
  /** The area that the keyboard is on. */
  current = $state.raw("");
  /** The area that the pointer is over. */
  over = $state.raw<string | null>(null);
  /** Whether names and pieces are out of the way, so that the ground can be seen. */
  bare = $state.raw(false);
  /** Whether it lies as it begins. */
  placed = $state.raw(false);
  private width = $state.raw(900);
  private height = $state.raw(600);
  /** Counts the times that fonts came in: until then nobody knows how wide a name is. */
  fonts = $state.raw(0);
  private svg: SVGSVGElement | null = null;
  /** Where it lay before something was brought into view, and where it has lain since. */
  private before: ZoomTransform | null = null;
  private shown: ZoomTransform | null = null;

  /** Screen pixels for one unit of the view. */
  private readonly pixels = $derived.by(() => Math.min(this.width / this.box.w, this.height / this.box.h));
  /** Screen pixels for one board unit. */
  readonly unit = $derived.by(() => this.pixels * this.moved.k);
  /** The same, where the map last came to rest: what names and pieces are laid out for. */
  readonly restingUnit = $derived.by(() => this.pixels * this.settled.k);
  /** How the picture of the ground is shifted while the map is being moved. */
  readonly shift = $derived.by(() => this.shiftOfGround());

  private readonly behaviour;

  constructor(private readonly options: WindowOptions) {
    const { width, height, margin, closest } = options;
    this.box = { x: -margin, y: -margin, w: width + 2 * margin, h: height + 2 * margin };
    this.sheet = { x: 0, y: 0, w: width, h: height };
    this.current = options.start;
    const corners: [Point, Point] = [
      [-margin, -margin],
      [width + margin, height + margin],
    ];
    const extent = corners.map(([x, y]) => [x, y]) as [[number, number], [number, number]];
    this.behaviour = zoom<SVGSVGElement, unknown>()
      .scaleExtent([1, closest])
      .extent(() => extent)
      .translateExtent(extent)
      .on("zoom", (event) => (this.moved = event.transform))
      .on("end", () => (this.settled = this.moved));
  }

  /** Where something stands that keeps its size in pixels and stays upright, however near the board is or turned. */
  upright(at: Point, turn = 0): string {
    return `translate(${at[0]} ${at[1]})${turn ? ` rotate(${-turn})` : ""} scale(${1 / (this.unit || 1)})`;
  }

  get viewBox(): string {
    const { x, y, w, h } = this.box;
    return `${x} ${y} ${w} ${h}`;
  }

  attach(svg: SVGSVGElement): () => void {
    this.svg = svg;
    select(svg).call(this.behaviour).on("dblclick.zoom", null);
    this.placed = false;
    const observer = new ResizeObserver(() => {
      this.width = svg.clientWidth;
      this.height = svg.clientHeight;
      if (!this.placed && this.width < SMALL) this.fill();
      this.placed = true;
    });
    observer.observe(svg);
    void document.fonts.ready.then(() => {
      measureAgain();
      this.fonts++;
    });
    return () => {
      observer.disconnect();
      this.svg = null;
    };
  }

  private fill(): void {
    const small = this.options.small;
    if (!small) return;
    const fits = this.height / this.box.h / (this.width / this.box.w);
    const scale = Math.min(small.most ?? Infinity, Math.max(small.least ?? 1, fits));
    if (scale > 1.02) this.zoomTo(scale, small.at);
  }

  zoomTo(scale: number, at: Point): void {
    const [x, y] = [this.box.x + this.box.w / 2, this.box.y + this.box.h / 2];
    this.transform(zoomIdentity.translate(x, y).scale(scale).translate(-at[0], -at[1]));
  }

  /** As near as can be with all these points in view. */
  zoomToAll(points: readonly Point[]): void {
    const { left, right, top, bottom } = around(points);
    const room = 60 / this.pixels;
    const scale = Math.min(this.width / this.pixels / (right - left + room), this.height / this.pixels / (bottom - top + room));
    this.zoomTo(Math.max(1, Math.min(scale, this.options.closest, 3 / this.pixels)), middle(points));
  }

  /** Bring these points into view, no nearer than it is; a map that is seen whole stays as it is. */
  show(points: readonly Point[]): void {
    const { k } = this.moved;
    if (k < 1.02 || !points.length) return;
    if (this.moved !== this.shown) this.before = this.moved;
    this.zoomToAll(points);
    if (this.moved.k > k) this.zoomTo(k, middle(points));
    this.shown = this.moved;
  }

  /** What was brought into view is of no more concern: back to where it lay, unless it was moved since. */
  back(): void {
    if (this.before && this.moved === this.shown) this.transform(this.before);
    this.before = this.shown = null;
  }

  zoomBy(factor: number): void {
    if (this.svg) select(this.svg).call(this.behaviour.scaleBy, factor);
  }

  moveBy(x: number, y: number): void {
    if (this.svg) select(this.svg).call(this.behaviour.translateBy, x, y);
  }

  whole(): void {
    this.transform(zoomIdentity);
  }

  private transform(to: ZoomTransform): void {
    if (this.svg) select(this.svg).call(this.behaviour.transform, to);
  }

  private shiftOfGround(): string {
    const { moved, settled, pixels, box } = this;
    if (moved === settled) return "none";
    const ratio = moved.k / settled.k;
    const along = (start: number, size: number, room: number, now: number, then: number): number =>
      ((room - size * pixels) / 2) * (1 - ratio) + pixels * ((ratio - 1) * start + now - ratio * then);
    const x = along(box.x, box.w, this.width, moved.x, settled.x);
    const y = along(box.y, box.h, this.height, moved.y, settled.y);
    return `matrix(${ratio}, 0, 0, ${ratio}, ${x}, ${y})`;
  }
}

/** What happened, in few words, as the engine tells it: the log, the digest and the cards read it here. */
import type { Item } from "../lib/protocol";

/** How much of a long game is fetched before anybody asks for more. */
const RECENT = 400;
const HEADINGS = new Set(["round", "phase", "turn"]);

export const isHeading = (item: Item): boolean => HEADINGS.has(item.kind);

export interface Source {
  fetch: (from: number) => Promise<Item[]>;
}

export class Story {
  items = $state.raw<Item[]>([]);
  /** From which position on it is told. */
  from = $state.raw(0);
  private upTo = 0;
  private asked = 0;

  constructor(private readonly source: Source) {}

  /** Tell the last part of a game that stands at this position. */
  async begin(position: number): Promise<void> {
    this.items = [];
    this.upTo = 0;
    await this.load(Math.max(0, position - RECENT), position);
  }

  /** Tell all of it. */
  async whole(): Promise<void> {
    await this.load(0, this.upTo);
  }

  private async load(from: number, position: number): Promise<void> {
    const asked = ++this.asked;
    const items = await this.source.fetch(from).catch(() => null);
    if (asked !== this.asked || items === null) return;
    this.from = from;
    this.items = items;
    this.upTo = Math.max(position, items.at(-1)?.last ?? 0);
  }

  /** Go on to a position. Items never cross a heading, so what came since the last one is told anew. */
  async follow(position: number): Promise<void> {
    if (position <= this.upTo) return;
    const heading = this.items.findLast(isHeading);
    const from = heading ? heading.first - 1 : this.from;
    const asked = ++this.asked;
    const items = await this.source.fetch(from).catch(() => null);
    if (asked !== this.asked || items === null) return;
    this.items = [...this.items.filter((item) => item.last <= from), ...items];
    this.upTo = Math.max(position, items.at(-1)?.last ?? 0);
  }

  /** Moves were taken back: what came after this position has not happened. */
  cut(position: number): void {
    this.asked++;
    this.items = this.items.filter((item) => item.last <= position);
    const heading = this.items.findLast(isHeading);
    this.upTo = Math.min(this.upTo, heading ? heading.first - 1 : this.from);
  }

  /** What was done between two positions, with the headings that it stands under. */
  between(after: number, upTo = Infinity): Item[] {
    const found = this.items.filter((item) => item.last > after && item.last <= upTo);
    const first = found[0];
    if (!first) return [];
    const before = this.items.slice(0, this.items.indexOf(first));
    const above: Item[] = [];
    for (const kind of ["turn", "phase", "round"]) {
      const heading = before.findLast((item) => item.kind === kind);
      const lower = above[0];
      if (heading && !(isHeading(first) && rank(first) <= rank(heading)) && (!lower || heading.first <= lower.first)) above.unshift(heading);
    }
    return [...above, ...found];
  }

  /** What was done last at a position: the item that it ends or lies in, after the turn that it began (a space of the wheel). */
  at(position: number): Item[] {
    const there = this.items.filter((item) => item.weight > 0 && item.first <= position && position <= item.last);
    const [done] = there.filter((item) => !isHeading(item)).sort((a, b) => b.weight - a.weight);
    if (!done) return there.slice(-1);
    const turn = there.slice(0, there.indexOf(done)).findLast((item) => item.kind === "turn");
    return turn ? [turn, done] : [done];
  }
}

const rank = (item: Item): number => ["round", "phase", "turn"].indexOf(item.kind);

/** Whether a card of its own shows an item: dice, a battle or an event that has come to its end. */
export function hasCard(item: Item): boolean {
  if (!item.figures || item.weight < 2) return false;
  return item.kind === "battle" ? item.figures.result !== null : item.kind === "event";
}

/** Up to where an item is shown on a card, if it has one; a battle that goes on has one wherever somebody is to decide after dice. */
export function shownAt(item: Item, decided: boolean): number | null {
  if (hasCard(item)) return item.last;
  const thrown = item.kind === "battle" ? item.figures?.thrown : null;
  return decided && typeof thrown === "number" ? thrown : null;
}

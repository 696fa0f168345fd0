/** Dice, battles and events that are being shown, one after the other. */
import type { Item } from "../lib/protocol";
import { shownAt } from "./story.svelte";

export interface Show {
  /** Which cards a person wants to see. */
  wanted: () => "all" | "mine" | "none";
  seat: () => number | null;
  /** How long a card of others stays, in milliseconds; 0 for not at all. */
  pace: () => number;
  /** Everything up to this position has been shown. */
  seen?: (position: number) => void;
}

/** A card holds more than the line of a move, and is read longer. */
const LONGER = 3.2;

export class Cards {
  card = $state.raw<Item | null>(null);
  /** Whether it stays until the player has seen it. */
  waits = $state.raw(false);
  private shownUpTo = Infinity;
  private next: (() => void) | null = null;

  constructor(private readonly show: Show) {}

  /** From here on there is something to show. */
  begin(position: number): void {
    this.shownUpTo = position;
    this.goOn();
  }

  /** What ended at or before this position and has not been shown: all of it, or what happened to this seat meanwhile.
   *
   * `decided`: somebody is to decide now, and sees first what dice have fallen until then.
   */
  news(items: readonly Item[], position: number, { decided = false, meanwhile = false } = {}): Item[] {
    return items.filter((item) => {
      const at = shownAt(item, decided);
      return at !== null && at > this.shownUpTo && at <= position && (!meanwhile || this.isMine(item));
    });
  }

  async present(items: readonly Item[], position: number, how: { decided?: boolean; meanwhile?: boolean } = {}): Promise<void> {
    const news = this.news(items, position, how);
    this.shownUpTo = Math.max(this.shownUpTo, position);
    for (const item of news) await this.one(item);
    this.show.seen?.(this.shownUpTo);
  }

  private isMine(item: Item): boolean {
    const seat = this.show.seat();
    return seat !== null && item.seats.includes(seat);
  }

  private async one(item: Item): Promise<void> {
    const mine = this.isMine(item);
    const wanted = this.show.wanted();
    if (wanted === "none" || (wanted === "mine" && !mine)) return;
    const time = this.show.pace() * LONGER;
    if (!mine && time === 0) return;
    this.card = item;
    this.waits = mine;
    await new Promise<void>((done) => {
      const clock = mine ? null : setTimeout(done, time);
      this.next = () => {
        if (clock !== null) clearTimeout(clock);
        done();
      };
    });
    this.next = null;
    this.card = null;
  }

  /** The player has seen it. */
  goOn(): void {
    this.next?.();
  }

  /** Moves were taken back. */
  cut(position: number): void {
    if (this.shownUpTo !== Infinity) this.shownUpTo = Math.min(this.shownUpTo, position);
  }
}

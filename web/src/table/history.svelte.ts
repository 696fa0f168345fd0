/** Looking back: any earlier position, and what happened since a player's last move once more. */
import type { Item, LogEntry, Observation } from "../lib/protocol";
import type { Told } from "./playback.svelte";

export interface Archive {
  /** The position the table stands at. */
  last: () => number;
  fetch: (position: number) => Promise<Observation>;
  failed: (error: unknown) => void;
}

export class History {
  /** The earlier position that is looked at, or null for now. */
  at = $state.raw<number | null>(null);
  past = $state.raw<Observation | null>(null);
  private readonly known = new Map<number, Observation>();
  private replays = 0;
  private wanted = 0;

  constructor(private readonly archive: Archive) {}

  /** What was known of the past may no longer hold, or is not for the eyes of whoever looks now. */
  forget(): void {
    this.known.clear();
    this.now();
  }

  /** Moves were taken back: the positions after this one are no more. */
  cut(position: number): void {
    for (const known of [...this.known.keys()]) if (known > position) this.known.delete(known);
    if (this.at !== null && this.at >= position) this.now();
  }

  now(): void {
    this.wanted++;
    this.at = null;
    this.past = null;
  }

  /** Look at a position; the one asked for last is the one that is shown. */
  async look(position: number | null): Promise<void> {
    if (position === null || position >= this.archive.last()) {
      this.now();
      return;
    }
    const asked = ++this.wanted;
    try {
      const past = this.known.get(position) ?? (await this.archive.fetch(position));
      if (asked !== this.wanted) return;
      this.known.set(position, past);
      this.past = past;
      this.at = position;
    } catch (error) {
      this.archive.failed(error);
    }
  }

  /** Go through what happened once more, each item shown as long as `show` takes; then `stay` at a position, or be back. */
  async replay(items: readonly Item[], show: (told: Told) => Promise<void>, stay: number | null = null): Promise<void> {
    const token = ++this.replays;
    for (const item of items) {
      await this.look(item.last);
      if (this.replays !== token) break;
      await show({ seat: item.seats[0] ?? -1, action: null, events: [], item });
      if (this.replays !== token) break;
    }
    if (this.replays === token) await this.look(stay);
  }

  stopReplay(): void {
    this.replays++;
    this.now();
  }
}

/** The position of this seat's own last move; null if nothing came after it, or nobody sits there. */
export function ownLastMove(log: readonly LogEntry[], seat: number | null): number | null {
  if (seat === null) return null;
  const last = log.findLastIndex((entry) => entry.seat === seat);
  return last === log.length - 1 ? null : (log[last]?.position ?? 0);
}

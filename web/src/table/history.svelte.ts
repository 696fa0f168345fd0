/** Looking back: any earlier position, and what happened since a player's last move once more. */
import type { LogEntry, Observation } from "../lib/protocol";
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

  /** Go through entries of the log once more, each shown as long as `show` takes. */
  async replay(entries: readonly LogEntry[], show: (told: Told) => Promise<void>): Promise<void> {
    const token = ++this.replays;
    for (const entry of entries) {
      await this.look(entry.position);
      if (this.replays !== token) break;
      await show(entry);
      if (this.replays !== token) break;
    }
    if (this.replays === token) this.now();
  }

  stopReplay(): void {
    this.replays++;
    this.now();
  }
}

/** Entries since this seat's own last move. */
export function sinceOwnMove(log: readonly LogEntry[], seat: number | null): LogEntry[] {
  if (seat === null) return [];
  const last = log.findLastIndex((entry) => entry.seat === seat);
  return log.slice(last + 1);
}

/** What a choice would change, fetched from the server before it is made. A courtesy: without it the choice stands as it is. */
import type { Choice, Preview } from "../lib/protocol";

/** The pointer rests on a choice this long before its preview is fetched, in milliseconds. */
const REST = 120;

export interface Oracle {
  /** The position that is decided, or null while nothing is to be decided. */
  position: () => number | null;
  fetch: (position: number, choice: number) => Promise<Preview>;
}

interface Seen {
  choice: number;
  position: number;
  value: Preview;
}

export class Foresight {
  /** The choice that the pointer rests on. */
  hovered = $state.raw<Choice | null>(null);
  /** Previews that are being fetched. */
  waiting = $state.raw(0);
  private seen = $state.raw<Seen | null>(null);
  private asked: { choice: number; position: number; answer: Promise<Preview | null> } | null = null;

  constructor(private readonly oracle: Oracle) {}

  of(choice: Choice | null): Preview | null {
    if (!choice || this.seen?.choice !== choice.id) return null;
    return this.seen.position === this.oracle.position() ? this.seen.value : null;
  }

  /** Fetch the preview of a choice, once for each position; null if there is none. */
  async look(choice: Choice): Promise<Preview | null> {
    const position = this.oracle.position();
    if (position === null) return null;
    if (this.asked?.choice !== choice.id || this.asked.position !== position) {
      this.asked = { choice: choice.id, position, answer: this.fetch(choice.id, position) };
    }
    return this.asked.answer;
  }

  private async fetch(choice: number, position: number): Promise<Preview | null> {
    this.waiting++;
    try {
      const value = await this.oracle.fetch(position, choice);
      if (this.oracle.position() !== position) return null;
      this.seen = { choice, position, value };
      return value;
    } catch {
      this.asked = null;
      return null;
    } finally {
      this.waiting--;
    }
  }

  /** Rest on a choice: what would it change? */
  hover(choice: Choice | null, allowed: () => boolean): void {
    this.hovered = choice;
    if (!choice) return;
    setTimeout(() => {
      if (this.hovered?.id === choice.id && allowed()) void this.look(choice);
    }, REST);
  }
}

// Why a choice is refused: asked for when somebody wants to know, once for each position and seat.
import type { Choice, Reason, Refused } from "../lib/protocol";

export interface Source {
  /** Whose choices, and where the table stands; null if nobody chooses. */
  place: () => { seat: number; position: number } | null;
  fetch: (seat: number, position: number) => Promise<readonly Refused[]>;
}

export class Reasons {
  private known = $state.raw<{ place: string; reasons: Map<number, Reason> } | null>(null);
  private asked = "";

  constructor(private readonly source: Source) {}

  /** The same choices, with their reasons as far as they are known. */
  with(refused: readonly Choice[]): Refused[] {
    const known = this.known;
    if (known === null || known.place !== this.place()) return [...refused];
    return refused.map((choice) => {
      const reason = known.reasons.get(choice.id);
      return reason === undefined ? choice : { ...choice, reason };
    });
  }

  async ask(): Promise<void> {
    const at = this.source.place();
    const place = this.place();
    if (at === null || place === this.asked) return;
    this.asked = place;
    try {
      const refused = await this.source.fetch(at.seat, at.position);
      this.known = { place, reasons: new Map(refused.flatMap(({ id, reason }) => (reason ? [[id, reason]] : []))) };
    } catch {
      if (this.asked === place) this.asked = ""; // the table has moved on, or the line is broken: it may be asked again
    }
  }

  private place(): string {
    const at = this.source.place();
    return at === null ? "" : `${at.seat} ${at.position}`;
  }
}

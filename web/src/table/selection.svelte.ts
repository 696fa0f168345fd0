/** What is half chosen: an area picked up, a menu, a choice that waits for confirmation, a refusal that is explained. */
import type { Choice, Refused } from "../lib/protocol";
import type { Wanted } from "./plan";

export type Mark = "source" | "goal" | "selected";

export interface Menu {
  area: string;
  choices: Choice[];
  from: boolean;
}

/** The second of two quick clicks does not undo the first. */
const DOUBLE_CLICK = 400;

export interface Offer {
  choices: () => readonly Choice[];
  refused: () => readonly Refused[];
  /** A choice has been picked on the map. */
  choose: (choice: Choice) => void;
}

export class Selection {
  selected = $state.raw<string | null>(null);
  /** How many equal moves the next goal stands for. */
  count = $state.raw(1);
  menu = $state.raw<Menu | null>(null);
  inspected = $state.raw<string | null>(null);
  /** The choice that waits for confirmation, and what follows it in the same gesture. */
  pending = $state.raw<Choice | null>(null);
  following: readonly Wanted[] = [];
  refusal = $state.raw<Refused | null>(null);
  /** Where on the screen an area was last pressed: there its menu opens. */
  pressed = $state.raw<readonly [number, number] | null>(null);
  /** The area whose menu the last choice came from: it stays open as long as there is more to choose. */
  private kept: string | null = null;
  private selectedAt = 0;

  constructor(private readonly offer: Offer) {}

  readonly marks = $derived.by(() => this.markAreas());

  private markAreas(): Map<string, Mark> {
    const marks = new Map<string, Mark>();
    const choices = this.offer.choices();
    for (const { args } of choices) {
      if (typeof args.area === "string") marks.set(args.area, "goal");
      if (typeof args.from === "string" && !marks.has(args.from)) marks.set(args.from, "source");
    }
    if (this.selected !== null) {
      for (const { args } of choices) {
        if (args.from === this.selected && typeof args.to === "string") marks.set(args.to, "goal");
      }
      marks.set(this.selected, "selected");
    }
    return marks;
  }

  refusedAt(area: string): Refused[] {
    return this.offer.refused().filter(({ args }) =>
      this.selected !== null && args.from !== undefined
        ? args.from === this.selected && args.to === area
        : args.area === area || args.from === area || (args.from === undefined && args.to === area),
    );
  }

  /** An area was clicked, tapped, or picked with the keyboard. */
  pick(area: string): void {
    this.menu = null;
    this.refusal = null;
    if (this.selected !== null) {
      if (area === this.selected) {
        if (performance.now() - this.selectedAt > DOUBLE_CLICK) this.clear();
        return;
      }
      const moves = this.offer.choices().filter(({ args }) => args.from === this.selected && args.to === area);
      if (moves.length === 1 && moves[0]) return this.offer.choose(moves[0]);
      if (moves.length > 1) {
        this.menu = { area, choices: moves, from: false };
        return;
      }
    }
    const here = this.offer.choices().filter(({ args }) => args.area === area);
    const from = this.offer.choices().filter(({ args }) => args.from === area);
    if (here.length) {
      this.menu = { area, choices: here, from: from.length > 0 };
    } else if (from.length) {
      this.select(area);
    } else {
      this.inspected = this.inspected === area ? null : area;
    }
  }

  /** A choice was made from the menu. */
  keepOpen(): void {
    this.kept = this.menu?.area ?? null;
  }

  /** Something new may be chosen: in the same place as before, if there is more of it there and nobody acted meanwhile. */
  reopen(atOnce = true): void {
    const area = this.kept;
    this.kept = null;
    if (!atOnce || area === null || this.menu || this.selected !== null || this.pending) return;
    const here = this.offer.choices().filter(({ args }) => args.area === area);
    if (here.length) this.menu = { area, choices: here, from: false };
  }

  select(area: string): void {
    this.clear();
    this.selected = area;
    this.selectedAt = performance.now();
  }

  /** A choice waits for confirmation. After dice nobody goes on in the same menu as if nothing had happened. */
  ask(choice: Choice, following: readonly Wanted[] = [], gamble = false): void {
    if (gamble) this.kept = null;
    this.pending = choice;
    this.following = following;
    this.inspected = null; // on a phone its card would lie on the question
  }

  explain(refused: Refused): void {
    this.refusal = this.refusal?.id === refused.id ? null : refused;
  }

  /** One step back: the question or the menu first, then what is picked up. */
  cancel(): void {
    if (this.pending || this.menu) {
      this.pending = null;
      this.menu = null;
      this.refusal = null;
      this.inspected = null;
    } else {
      this.clear();
    }
  }

  clear(): void {
    this.pending = null;
    this.following = [];
    this.menu = null;
    this.selected = null;
    this.refusal = null;
    this.inspected = null;
    this.count = 1;
  }
}

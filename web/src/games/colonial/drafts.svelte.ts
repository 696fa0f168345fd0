/** Programmes that are half made. They outlive a look at another tab, and belong to this browser alone. */
import type { CardId } from "./schema";

class Drafts {
  private kept = $state.raw<{ key: string; cards: readonly CardId[] }>({ key: "", cards: [] });

  of(key: string): readonly CardId[] {
    return this.kept.key === key ? this.kept.cards : [];
  }

  keep(key: string, cards: readonly CardId[]): void {
    this.kept = { key, cards };
  }
}

export const drafts = new Drafts();

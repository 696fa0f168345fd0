/** Programmes that are half made. They outlive a look at another tab, and belong to this browser alone. */
class Drafts {
  private kept = $state.raw<{ key: string; cards: readonly string[] }>({ key: "", cards: [] });

  of(key: string): readonly string[] {
    return this.kept.key === key ? this.kept.cards : [];
  }

  keep(key: string, cards: readonly string[]): void {
    this.kept = { key, cards };
  }
}

export const drafts = new Drafts();

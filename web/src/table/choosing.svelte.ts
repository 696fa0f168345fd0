/** From a press to a decision: what is made at once, and what the player is asked first. */
import type { Choice, Observation, Preview } from "../lib/protocol";
import { settings } from "../lib/settings.svelte";
import { asksFirst, isGamble, needsPreview, type Caution, type Risk } from "./confirmation";
import type { Foresight } from "./foresight.svelte";
import type { Wanted } from "./plan";
import type { Selection } from "./selection.svelte";

/** What a game says of the risks of a choice. */
export interface Dangers {
  risks?(choice: Choice, now: Observation | null): Risk;
  gambles?(preview: Preview, now: Observation | null): boolean;
}

export interface Decider {
  game: () => Dangers | null;
  now: () => Observation | null;
  /** Whether something can be chosen: nothing is on its way. */
  free: () => boolean;
  /** The player has decided; what `following` names comes after it in the same gesture. */
  decided: (choice: Choice, following: readonly Wanted[]) => void;
}

export class Choosing {
  constructor(
    private readonly player: Decider,
    private readonly selection: Selection,
    private readonly foresight: Foresight,
  ) {}

  /** A choice was pressed; pressed again while it waits for confirmation, it is confirmed. */
  choose(choice: Choice, following: readonly Wanted[] = []): void {
    if (!this.player.free()) return;
    const waits = this.selection.pending?.id === choice.id;
    if (this.selection.menu) this.selection.keepOpen();
    this.selection.menu = null;
    this.selection.refusal = null;
    if (waits) this.player.decided(choice, this.selection.following);
    else this.weigh(choice, () => this.player.decided(choice, following), settings, following);
  }

  /** A choice waits for confirmation, whatever the settings say. */
  suggest(choice: Choice): void {
    if (!this.player.free()) return;
    this.selection.clear();
    this.ask(choice, []);
  }

  confirm(): void {
    const { pending, following } = this.selection;
    if (pending && this.player.free()) this.player.decided(pending, following);
  }

  /** Go on with `make`, unless the choice asks first; at once, where nothing has to be looked up for that. */
  weigh(choice: Choice, make: () => void, caution: Caution, following: readonly Wanted[] = []): void {
    const settle = (preview: Preview | null): void => {
      if (this.asks(choice, preview, caution)) this.ask(choice, following);
      else make();
    };
    if (!needsPreview(caution, this.risks(choice))) return settle(null);
    const position = this.player.now()?.position;
    void this.foresight.look(choice).then((preview) => {
      if (this.player.now()?.position === position && this.player.free()) settle(preview);
    });
  }

  /** Whether there is no way back from a choice, as far as is known by now. */
  isGamble(choice: Choice): boolean {
    const preview = this.foresight.of(choice);
    return this.risks(choice) ?? (preview !== null && (isGamble(preview) || this.gambles(preview)));
  }

  private ask(choice: Choice, following: readonly Wanted[]): void {
    this.selection.ask(choice, following, this.isGamble(choice));
    void this.foresight.look(choice);
  }

  private asks(choice: Choice, preview: Preview | null, caution: Caution): boolean {
    return asksFirst(caution, preview, this.risks(choice) ?? (preview && this.gambles(preview) ? true : null));
  }

  private risks(choice: Choice): Risk {
    return this.player.game()?.risks?.(choice, this.player.now()) ?? null;
  }

  private gambles(preview: Preview): boolean {
    return this.player.game()?.gambles?.(preview, this.player.now()) ?? false;
  }
}

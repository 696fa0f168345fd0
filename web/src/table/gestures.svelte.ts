/** Several choices in one gesture: equal moves, entries of a form, the choices of a filled-in sheet. */
import type { Choice, LogEntry, Observation } from "../lib/protocol";
import { settings } from "../lib/settings.svelte";
import type { Choosing } from "./choosing.svelte";
import { withdrawal } from "./form";
import { Orders, Plan, type Repeating, type Wanted } from "./plan";
import type { Selection } from "./selection.svelte";

export interface Hand {
  game: () => Repeating | null;
  observation: () => Observation | null;
  log: () => readonly LogEntry[];
  /** Whether something can be chosen: nothing is on its way. */
  free: () => boolean;
  submit: (choice: Choice) => Promise<boolean>;
  takeback: (count: number) => Promise<void>;
  /** The choices of a sheet are made, or as many of them as could be. */
  ended: () => void;
  /** Something came in between: so many of so many moves are made. */
  cutShort: (done: number, wanted: number) => void;
}

export class Gestures {
  /** The choices of a sheet are being made: nothing else is offered in between. */
  inOrder = $state.raw(false);
  private plan: Plan | null = null;

  constructor(
    private readonly hand: Hand,
    private readonly choosing: Choosing,
    private readonly selection: Selection,
  ) {}

  /** The player has decided: for one choice, for so many equal ones, or for one and what follows it. */
  decide(choice: Choice, following: readonly Wanted[]): void {
    const now = this.hand.observation();
    if (!now) return;
    const count = this.selection.count;
    if (following.length) return void this.chooseInOrder([{ kind: choice.kind, args: choice.args }, ...following]);
    if (count > 1 && choice.args.from !== undefined) this.plan = new Plan(choice, count, now, this.hand.game() ?? {});
    else if (!this.plan?.answered(choice, now)) this.plan = null;
    void this.hand.submit(choice);
  }

  /** What was to come of a gesture is off. */
  end(): void {
    this.plan = null;
  }

  /** The next choice of a gesture, unless something came in between. False: there is none to go on with. */
  goOn(now: Observation): boolean {
    const plan = this.plan;
    if (!plan || !this.hand.free()) return false;
    const next = plan.next(now, this.hand.log());
    if (next === "wait") return true;
    if (next !== "over") this.proceed(plan, next);
    else {
      this.plan = null;
      if (plan.done < plan.wanted && plan.wanted < Infinity && !now.over) this.hand.cutShort(plan.done, plan.wanted);
    }
    return true;
  }

  /** A choice of a gesture is made, unless it asks first: then the gesture ends with the question. */
  private proceed(plan: Plan, choice: Choice): void {
    this.plan = null; // nothing goes on while its consequences are looked up
    const make = (): void => {
      this.plan = plan;
      void this.hand.submit(choice);
    };
    // The gesture itself was the confirmation of each of its choices, but not of one without a way back.
    this.choosing.weigh(choice, make, { ...settings, confirm: settings.confirm === "always" ? "never" : settings.confirm });
  }

  /** One more entry of a form, or so many; Infinity: as many as can be had. */
  enter(choice: Choice, times = 1): void {
    const now = this.hand.observation();
    if (times === 1 || !now || !this.hand.free()) return this.choosing.choose(choice);
    this.proceed(new Plan(choice, times, now, this.hand.game() ?? {}), choice);
  }

  /** All of these entries, each as often as it can be had. */
  sweep(entries: readonly Choice[]): void {
    const [first] = entries;
    const now = this.hand.observation();
    if (!first || !now || !this.hand.free()) return;
    const game = this.hand.game();
    const again = (_: Choice, offered: Choice): boolean => entries.some((entry) => entry.id === offered.id || game?.again?.(entry, offered));
    this.selection.clear();
    this.proceed(new Plan(first, Infinity, now, { ...game, again }), first);
  }

  /** Be rid of an entry: what came after it is taken back too, and made again. */
  async withdraw(choice: Choice, made: readonly Choice[], answers: readonly string[] = []): Promise<void> {
    const way = withdrawal(made, choice, answers);
    if (!way || !this.hand.free()) return;
    await this.hand.takeback(way.count);
    if (way.again.length) await this.chooseInOrder(way.again.map(({ kind, args }) => ({ kind, args })));
  }

  /** The choices of a sheet, each found among what is offered then. */
  async chooseInOrder(wanted: readonly Wanted[]): Promise<void> {
    const start = this.hand.observation();
    if (!start || !this.hand.free()) return;
    const orders = new Orders(wanted, start.position);
    this.plan = null;
    this.inOrder = true;
    try {
      for (let sent = true; sent; ) {
        const now = this.hand.observation();
        const choice = now && orders.next(now, this.hand.log());
        sent = choice !== null && (await this.hand.submit(choice));
      }
    } finally {
      this.inOrder = false;
      this.hand.ended();
    }
  }
}

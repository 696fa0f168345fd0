/** One table as this browser sees it: who sits here, how the table stands, and the parts that deal with it.
 *
 * No rules in here. What may be done is the list of choices in the observation, and nothing else.
 */
import * as api from "../lib/api";
import { ApiError } from "../lib/api";
import type {
  Choice,
  Company,
  Item,
  LiveMessage,
  LogEntry,
  Observation,
  Preview,
  Refused,
  Table,
} from "../lib/protocol";
import { pace } from "../lib/settings.svelte";
import { offerText, reasonText, t, useGame } from "../lib/words.svelte";
import { loadGame, type GameModule } from "../games";
import { courseAt } from "../lesson/progress";
import { Chat } from "./chat.svelte";
import { Choosing } from "./choosing.svelte";
import { Connection } from "./connection.svelte";
import { Foresight } from "./foresight.svelte";
import { formOf } from "./form";
import { Gestures } from "./gestures.svelte";
import { History, ownLastMove } from "./history.svelte";
import { News } from "./news.svelte";
import type { Wanted } from "./plan";
import type { Trace } from "./playback.svelte";
import { Reasons } from "./reasons.svelte";
import { Selection, type Mark, type Menu } from "./selection.svelte";
import { keepSeen, seenUpTo } from "./seen";
import { atTable, moveAtLast, type Source } from "./source";
import { StandIn, type Standing } from "./standin.svelte";
import type { Trial } from "../weeks/trial.svelte";

export type { Mark, Menu } from "./selection.svelte";
export type { Trace } from "./playback.svelte";
export type { Wanted } from "./plan";
export type { Standing } from "./standin.svelte";

/** The shortest time a move stays in view when it is shown again, in milliseconds. */
const SHOWN_AGAIN = 350;

export class Session {
  table = $state.raw<Table | null>(null);
  game = $state.raw<GameModule | null>(null);
  /** The seat this browser shows, or null for a spectator. */
  seat = $state.raw<number | null>(null);
  /** The player who must take over the screen, before anything of hers is shown. */
  handover = $state.raw<number | null>(null);
  /** A word to the player: what went wrong, or what a gesture left undone. */
  notice = $state.raw<string | null>(null);
  /** Areas that somebody explains: they are kept in view. */
  spoken = $state.raw<readonly string[]>([]);
  gone = $state.raw(false);
  failure = $state.raw<string | null>(null);

  readonly chat: Chat;
  readonly connection = new Connection({
    observation: () => this.observation,
    refresh: () => this.refresh(),
    failed: (error) => {
      this.gestures.end();
      this.standIn.end();
      this.notice = explain(error);
    },
  });
  readonly news: News = new News({
    seat: () => this.seat,
    looksBack: () => this.at !== null,
    log: () => this.source.log(this.seat),
    story: (from) => this.source.story(this.seat, from),
    seenUpTo: () => (courseAt(this.table) ? Infinity : seenUpTo(this.id, this.seat ?? -1)), // in a lesson nothing is missed
    keepSeen: (position) => this.seat !== null && keepSeen(this.id, this.seat, position),
    changed: (same) => this.changed(same),
    brokenOff: (takenBackTo) => {
      this.gestures.end();
      if (takenBackTo !== undefined) this.history.cut(takenBackTo);
    },
    seated: () => void this.reseat(),
    settled: () => this.afterChange(),
  });
  readonly story = this.news.story;
  readonly cards = this.news.cards;
  readonly playback = this.news.playback;
  readonly selection: Selection = new Selection({
    choices: () => this.choices,
    refused: () => this.refused,
    choose: (choice) => this.choose(choice),
  });
  readonly foresight = new Foresight({
    position: () => (this.seat === null ? null : (this.observation?.position ?? null)),
    fetch: (position, choice) => this.source.preview(this.seat ?? 0, position, choice),
  });
  readonly choosing: Choosing = new Choosing(
    {
      game: () => this.game,
      now: () => this.observation,
      free: () => this.free,
      decided: (choice, following) => this.gestures.decide(choice, following),
    },
    this.selection,
    this.foresight,
  );
  readonly gestures: Gestures = new Gestures(
    {
      game: () => this.game,
      observation: () => this.observation,
      log: () => this.log,
      free: () => this.free,
      submit: (choice) => this.submit(choice),
      takeback: (count) => this.takeback(count),
      ended: () => this.afterChange(),
      cutShort: (done, n) => (this.notice = t("plan.ended", { done, n })),
    },
    this.choosing,
    this.selection,
  );
  readonly standIn: StandIn = new StandIn((choice) => void this.submit(choice));
  readonly reasons = new Reasons({
    place: () => (this.seat === null || !this.observation ? null : { seat: this.seat, position: this.observation.position }),
    fetch: (seat, position) => this.source.refused(seat, position),
  });
  readonly history = new History({
    last: () => this.observation?.position ?? 0,
    fetch: (position) => api.observation(this.id, this.seat, position),
    failed: (error) => (this.notice = explain(error)),
  });

  readonly shown = $derived(this.at === null ? this.observation : this.history.past);
  /** The seats that are played in this browser, one after the other. */
  readonly humans = $derived(this.table?.mine ?? []);
  /** The seats of people, here and elsewhere. */
  readonly persons = $derived(
    (this.table?.seats ?? []).flatMap((seat, index) => (seat.kind === "human" ? [index] : [])),
  );
  /** Who is at the table; asked for when somebody comes, goes or offers something. */
  company = $state.raw<Company | null>(null);
  readonly active = $derived<boolean>(
    this.at === null &&
      !this.gestures.inOrder &&
      !this.playback.playing &&
      this.handover === null &&
      this.observation !== null &&
      !this.observation.over &&
      this.seat !== null &&
      this.observation.to_act.includes(this.seat),
  );
  readonly choices = $derived<Choice[]>(this.active ? (this.observation?.choices ?? []) : []);
  readonly refused = $derived<Refused[]>(this.active ? this.reasons.with(this.observation?.refused ?? []) : []);
  /** What this seat has chosen since somebody else last did: its turn so far, as long as it can be taken back. */
  readonly series = $derived(this.observation?.takeback ? this.log.slice(-this.observation.takeback) : []);
  /** The form that the question is answered in, if it is one. */
  readonly form = $derived(formOf(this.game?.forms, this.observation, this.choices, this.series));
  /** What happened since this seat's own last move, in few words. */
  readonly since = $derived.by(() => {
    const last = ownLastMove(this.log, this.seat);
    return last === null ? [] : this.story.between(last).filter((item) => item.weight > 0);
  });
  /** Whether this seat has chosen anything yet. */
  readonly hasMoved = $derived(this.log.some((entry) => entry.seat === this.seat));
  /** Nothing is under way: what is on the screen stays until somebody does something. */
  readonly idle = $derived(
    this.free &&
      !this.playback.playing &&
      !this.news.reading &&
      !(this.active && this.standIn.answers(this.observation)) &&
      this.foresight.waiting === 0 &&
      this.connection.state === "open",
  );

  /** What is asked and told: the table, or a copy of its position on which a player tries something out. */
  private readonly source: Source;

  constructor(
    readonly id: string,
    readonly trial: Trial | null = null,
  ) {
    this.chat = new Chat(id);
    this.source = trial ?? atTable(id);
  }

  // What boards and panels of games read and call, wherever it lives.

  get observation(): Observation | null {
    return this.news.observation;
  }
  get log(): readonly LogEntry[] {
    return this.news.log;
  }
  get at(): number | null {
    return this.history.at;
  }
  get busy(): boolean {
    return this.connection.busy;
  }
  /** Nothing is on its way to the table, and no gesture is being made: something can be chosen. */
  private get free(): boolean {
    return !this.busy && !this.gestures.inOrder;
  }
  get trace(): Trace | null {
    return this.playback.trace;
  }
  get marks(): Map<string, Mark> {
    return this.selection.marks;
  }
  get selected(): string | null {
    return this.selection.selected;
  }
  get menu(): Menu | null {
    return this.selection.menu;
  }
  set menu(menu: Menu | null) {
    this.selection.menu = menu;
  }
  get inspected(): string | null {
    return this.selection.inspected;
  }
  set inspected(area: string | null) {
    this.selection.inspected = area;
  }
  get pending(): Choice | null {
    return this.selection.pending;
  }
  get refusal(): Refused | null {
    const refusal = this.selection.refusal;
    return refusal && (this.refused.find(({ id }) => id === refusal.id) ?? refusal);
  }
  set refusal(refused: Refused | null) {
    this.selection.refusal = refused;
  }
  get hovered(): Choice | null {
    return this.foresight.hovered;
  }
  /** What a choice means and would change, for those who are about to make it. */
  aboutChoice(choice: Choice | null): { preview: Preview | null; meaning: string | null; momentous: readonly string[] } {
    const meaning = (choice && this.observation && this.game?.meaning?.(this.observation, choice)) || null;
    return { preview: this.previewOf(choice), meaning, momentous: this.game?.momentous ?? [] };
  }
  /** What a choice is called where it is offered. */
  labelOf(choice: Choice | null): string {
    const called = choice && this.observation && this.game?.called?.(this.observation, choice);
    return called || offerText(choice, this.observation?.prompt);
  }
  previewOf(choice: Choice | null): Preview | null {
    return this.foresight.of(choice);
  }
  explain(refused: Refused): void {
    this.askWhy();
    this.selection.explain(refused);
  }
  /** Somebody wants to know why choices are refused; the reasons come with `refused`. */
  askWhy(): void {
    void this.reasons.ask();
  }

  // Sitting down and getting up

  async start(): Promise<void> {
    try {
      this.table = await api.table(this.id);
      const [game] = await Promise.all([
        loadGame(this.table.game),
        useGame(this.table.game, this.table.seats.map((seat) => seat.name)),
      ]);
      this.game = game;
      if (this.trial) {
        await this.sit(this.trial.seat);
        return;
      }
      const humans = this.humans;
      const acting = humans.find((seat) => this.table?.to_act.includes(seat));
      if (humans.length === 1) await this.sit(humans[0] ?? null);
      else if (this.table.over) await this.sit(null); // of several players nobody is "you" any more
      else if (acting === undefined) await this.sit(null); // machines move; whoever comes next is asked then
      else this.handover = acting;
    } catch (error) {
      this.failure = error instanceof ApiError && error.status === 404 ? t("error.no-such-table") : explain(error);
    }
  }

  stop(): void {
    this.connection.close();
    this.history.stopReplay();
    this.playback.drop();
  }

  /** Look at the table as this seat. */
  async sit(seat: number | null): Promise<void> {
    this.connection.close();
    this.clearChoice();
    this.gestures.end();
    this.standIn.end();
    this.history.forget();
    this.news.forget();
    this.seat = seat;
    try {
      await this.refresh();
    } catch (error) {
      this.failure = explain(error);
      return;
    }
    this.handover = null;
    if (this.trial) {
      this.connection.state = "open"; // nothing happens there but by this player
      return;
    }
    void this.news.catchUp();
    this.connection.open({
      address: (from) => api.liveAddress(this.id, this.seat, from),
      onmessage: (message) => this.hear(message),
      onstate: (state) => {
        if (state !== "open") return;
        void this.chat.load(this.seat);
        void this.meet();
      },
    });
  }

  /** Look at the table anew. */
  async refresh(): Promise<void> {
    const [observation, log] = this.trial
      ? [await this.trial.observation(), await this.trial.log()]
      : await Promise.all([this.source.observation(this.seat), this.source.log(this.seat)]);
    if (this.trial) this.seat = observation.seat;
    this.news.begin(observation, log);
    this.afterChange();
  }

  // What comes in

  private hear(message: LiveMessage): void {
    if (message.type === "deleted") {
      this.gone = true;
      this.stop();
    } else if (message.type === "bot-thinking") {
      this.news.thinking = message.seat;
    } else if (message.type === "chat") {
      this.inOrder(() => this.chat.hear(message));
    } else if (message.type === "typing") {
      this.chat.isTyping(message.seat);
    } else if (message.type === "unseated") {
      this.connection.close();
      void this.reseat();
    } else if (message.type === "company" || message.type === "rematch") {
      this.inOrder(() => void this.meet());
    } else {
      this.playback.push(message);
    }
  }

  /** Talk and proposals do not run ahead of the board: they wait until the moves before them have been shown. */
  private inOrder(hear: () => void): void {
    if (this.playback.playing) this.playback.push({ type: "aside", hear });
    else hear();
  }

  /** Ask who is at the table. */
  async meet(): Promise<void> {
    this.company = await api.company(this.id).catch(() => this.company);
  }

  /** Others sit at the table now; if this browser's seat is one of theirs, it looks on, or from its new seat. */
  private async reseat(): Promise<null> {
    const table = await api.table(this.id).catch(() => null);
    if (!table) return null;
    this.table = table;
    await useGame(table.game, table.seats.map((seat) => seat.name));
    await this.meet();
    const mine = this.seat === null ? table.mine.length === 1 : table.mine.includes(this.seat);
    if (this.seat === null ? mine : !mine) await this.sit(table.mine[0] ?? null);
    return null;
  }

  /** The table stands differently now: what was half chosen is off, unless the same is asked as before. */
  private changed(same: boolean): void {
    const choice = this.pending ?? this.hovered;
    if (!same) this.clearChoice();
    else if (choice) void this.foresight.look(choice);
    this.connection.arrived();
  }

  private afterChange(): void {
    const now = this.observation;
    if (!now || this.playback.playing) return;
    if (!now.over && !this.trial && this.humans.length > 1 && (this.seat === null || !now.to_act.includes(this.seat))) {
      const next = this.humans.find((seat) => now.to_act.includes(seat));
      if (next !== undefined) this.handover = next;
    }
    if (this.gestures.goOn(now) || !this.active || this.busy) return;
    if (this.standIn.standing) this.standIn.obey(now);
    else this.selection.reopen(this.since.length === 0);
  }

  // Choosing

  get mostEqual(): number {
    if (this.selected === null || !this.observation) return 1;
    return this.game?.equalMoves?.(this.observation, this.selected) ?? 1;
  }

  /** The player chooses; what `following` names comes after it in the same gesture, if it is asked for then. */
  choose(choice: Choice, following: readonly Wanted[] = []): void {
    this.choosing.choose(choice, following);
  }

  /** The choices of a form, each found among what is offered then. */
  chooseInOrder(wanted: readonly Wanted[]): Promise<void> {
    return this.gestures.chooseInOrder(wanted);
  }

  /** Answer for the player from now on, beginning with the question that is asked. */
  stand(standing: Standing): void {
    if (this.free && this.observation) this.standIn.begin(standing, this.observation);
  }

  /** Somebody asks what to do: where the table allows it, at one's own decisions. */
  get mayAsk(): boolean {
    return this.active && !this.trial && Boolean(this.table?.hints) && (this.observation?.choices.length ?? 0) > 1;
  }

  /** Select a choice that was advised: it waits for confirmation, whatever the settings say. */
  suggest(id: number): void {
    const choice = this.choices.find((each) => each.id === id);
    if (choice) this.choosing.suggest(choice);
  }

  private submit(choice: Choice): Promise<boolean> {
    const asked = this.observation?.prompt?.key;
    return this.send((seat, position) => moveAtLast(this.source, seat, position, choice, asked));
  }

  async takeback(count = 1): Promise<void> {
    if ((this.observation?.takeback ?? 0) < count) return;
    this.gestures.end();
    await this.send((seat, position) => this.source.takeback(seat, position, count));
  }

  /** Go back on the copy of the position, or begin it anew. */
  async retrace(way: (trial: Trial) => Promise<unknown>): Promise<void> {
    const trial = this.trial;
    if (!trial) return;
    this.gestures.end();
    this.clearChoice();
    await this.send(() => way(trial));
  }

  private async send(call: (seat: number, position: number) => Promise<unknown>): Promise<boolean> {
    const seat = this.seat;
    if (seat === null || this.busy) return false;
    this.notice = null;
    const sent = await this.connection.send(async (position) => {
      await call(seat, position);
      if (this.trial) await this.refresh();
    });
    this.afterChange();
    return sent;
  }

  cancel(): void {
    this.selection.cancel();
  }

  private clearChoice(): void {
    this.selection.clear();
    this.foresight.hovered = null;
  }

  /** Rest on a choice: what would it change? */
  hover(choice: Choice | null): void {
    this.foresight.hover(choice, () => this.active && !this.busy);
  }

  // Looking back

  async look(position: number | null): Promise<void> {
    if (this.trial) return; // what was before lies at the table
    if (position !== null) this.clearChoice();
    else this.playback.clear();
    if (position !== null && position <= this.story.from) void this.story.whole(); // to say what was done there
    await this.history.look(position);
  }

  /** The game may be looked at again as a whole: when it is over, or while one plays alone. */
  get mayAnalyse(): boolean {
    const now = this.observation;
    if (!now || now.position < 2 || this.trial) return false;
    return now.over || (this.persons.length === 1 && this.humans.length === 1 && Boolean(this.table?.hints));
  }

  /** Whether nobody is kept from playing by somebody who tries out another way: a game that is over, or one of machines. */
  get mayBranch(): boolean {
    return Boolean(this.observation?.over) || this.humans.length <= 1;
  }

  /** Play on from the position that is looked at, at a table of one's own. */
  async branch(): Promise<void> {
    if (this.at === null) return;
    try {
      const { id } = await api.branch(this.id, this.at);
      location.hash = `#/table/${id}`;
    } catch (error) {
      this.notice = explain(error);
    }
  }

  /** Show once more what happened, and stay at a position after it, or be back. */
  async replay(items: readonly Item[], stay: number | null = null): Promise<void> {
    this.clearChoice();
    await this.history.replay(items, (told) => this.playback.show(told, Math.max(pace(), SHOWN_AGAIN)), stay);
    this.playback.clear();
  }

  /** Show the rest of what happened at once. */
  skip(): void {
    this.history.stopReplay();
    this.playback.skip();
    if (!this.cards.waits) this.cards.goOn();
  }

  retry(): void {
    this.connection.retry();
  }
}

export function explain(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.reason) return reasonText(error.reason);
    if (error.status === 0) return t("error.unreachable");
    if (error.status === 409) return t("error.stale");
    return error.message || t("error.unknown");
  }
  return error instanceof Error ? error.message : t("error.unknown");
}

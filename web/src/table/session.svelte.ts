/** One table as this browser sees it: what the server says, what is looked at, what is about to be chosen.
 *
 * No rules in here. What may be done is the list of choices in the observation, and nothing else.
 */
import * as api from "../lib/api";
import { ApiError } from "../lib/api";
import { Live, type LineState } from "../lib/live";
import type { Choice, GameEvent, LiveMessage, LogEntry, Observation, Params, Preview, Refused, Table } from "../lib/protocol";
import { pace, settings } from "../lib/settings.svelte";
import { reasonText, t, useGame } from "../lib/words.svelte";
import { loadGame, type GameModule } from "../games";
import { Chat } from "./chat.svelte";
import { Plan, same, sameDecision } from "./plan";

export type Mark = "source" | "goal" | "selected";

/** A move that is being shown. */
export interface Trace {
  seat: number;
  action: Choice | null;
  events: GameEvent[];
  areas: Set<string>;
  /** Changes with every trace, so that the animation starts anew. */
  id: number;
}

export interface Menu {
  area: string;
  choices: Choice[];
  from: boolean;
}

const AREA_PARAMS = ["area", "from", "to"] as const;
/** Longest time spent on showing what the others did, in milliseconds. */
const LONGEST_SHOW = 14_000;
/** The second of two quick clicks does not undo the first. */
const DOUBLE_CLICK = 400;
/** How long the live line may take after a move was acknowledged, in milliseconds. */
const LINE_IS_SLOW = 600;

function sleep(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}

export function areasOf(action: Choice | null, events: readonly GameEvent[]): Set<string> {
  const areas = new Set<string>();
  for (const params of [action?.args ?? {}, ...events.map((e) => e.params)]) {
    for (const key of AREA_PARAMS) if (typeof params[key] === "string") areas.add(params[key]);
  }
  return areas;
}

export class Session {
  table = $state.raw<Table | null>(null);
  game = $state.raw<GameModule | null>(null);
  observation = $state.raw<Observation | null>(null);
  log = $state.raw<LogEntry[]>([]);
  line = $state.raw<LineState>("connecting");
  /** The seat this browser shows, or null for a spectator. */
  seat = $state.raw<number | null>(null);
  /** The player who must take over the screen, before anything of hers is shown. */
  handover = $state.raw<number | null>(null);
  /** The earlier position that is looked at, or null for now. */
  at = $state.raw<number | null>(null);
  past = $state.raw<Observation | null>(null);
  selected = $state.raw<string | null>(null);
  /** How many equal moves the next goal stands for. */
  count = $state.raw(1);
  pending = $state.raw<Choice | null>(null);
  /** The choice that the pointer rests on. */
  hovered = $state.raw<Choice | null>(null);
  preview = $state.raw<{ choice: number; position: number; value: Preview } | null>(null);
  refusal = $state.raw<Refused | null>(null);
  menu = $state.raw<Menu | null>(null);
  inspected = $state.raw<string | null>(null);
  trace = $state.raw<Trace | null>(null);
  playing = $state.raw(false);
  /** Several choices are being made in one gesture: nothing else is offered in between. */
  inOrder = $state.raw(false);
  thinking = $state.raw<number | null>(null);
  /** The position that a move or a take-back on its way to the server answers. */
  private sent = $state.raw<number | null>(null);
  notice = $state.raw<string | null>(null);
  gone = $state.raw(false);
  failure = $state.raw<string | null>(null);

  readonly chat: Chat;
  private live: Live | null = null;
  private queue: LiveMessage[] = [];
  private traces = 0;
  private hurry = false;
  private wake: (() => void) | null = null;
  private arrival: (() => void) | null = null;
  private plan: Plan | null = null;
  private replayToken = 0;
  private selectedAt = 0;
  private readonly pastCache = new Map<string, Observation>();

  readonly shown = $derived(this.at === null ? this.observation : this.past);
  readonly humans = $derived(
    (this.table?.seats ?? []).flatMap((seat, index) => (seat.kind === "human" ? [index] : [])),
  );
  /** Something is on its way; until its answer is there, nothing else is sent. */
  readonly busy = $derived(this.sent !== null && this.sent === this.observation?.position);
  readonly active = $derived(
    this.at === null &&
      !this.inOrder &&
      !this.playing &&
      this.handover === null &&
      this.observation !== null &&
      !this.observation.over &&
      this.seat !== null &&
      this.observation.to_act.includes(this.seat),
  );
  readonly choices = $derived<Choice[]>(this.active ? (this.observation?.choices ?? []) : []);
  readonly refused = $derived<Refused[]>(this.active ? (this.observation?.refused ?? []) : []);
  readonly marks = $derived(this.markAreas());
  /** What this seat has chosen since somebody else last did: its turn so far, as long as it can be taken back. */
  readonly series = $derived(this.observation?.takeback ? this.log.slice(-this.observation.takeback) : []);
  /** Entries since this seat's own last move. */
  readonly since = $derived(this.sinceOwnMove());

  constructor(readonly id: string) {
    this.chat = new Chat(id);
  }

  async start(): Promise<void> {
    try {
      this.table = await api.table(this.id);
      const [game] = await Promise.all([
        loadGame(this.table.game),
        useGame(this.table.game, this.table.seats.map((seat) => seat.name)),
      ]);
      this.game = game;
      const humans = this.humans;
      const acting = humans.find((seat) => this.table?.to_act.includes(seat));
      if (humans.length === 1 || this.table.over) await this.sit(humans[0] ?? null);
      else if (acting === undefined) await this.sit(null); // machines move; whoever comes next is asked then
      else this.handover = acting;
    } catch (error) {
      this.failure = error instanceof ApiError && error.status === 404 ? t("error.no-such-table") : this.explainError(error);
    }
  }

  stop(): void {
    this.live?.stop();
    this.live = null;
    this.replayToken++;
  }

  /** Look at the table as this seat. */
  async sit(seat: number | null): Promise<void> {
    this.live?.stop();
    this.queue = [];
    this.clearChoice();
    this.plan = null;
    this.pastCache.clear();
    this.at = null;
    this.past = null;
    this.observation = null;
    this.log = [];
    this.seat = seat;
    try {
      await this.refresh();
    } catch (error) {
      this.failure = this.explainError(error);
      return;
    }
    this.handover = null;
    this.live = new Live({
      address: (from) => api.liveAddress(this.id, this.seat, from),
      onmessage: (message) => this.receive(message),
      onstate: (state) => {
        this.line = state;
        if (state === "open") void this.chat.load(this.seat);
      },
    });
  }

  private async refresh(): Promise<void> {
    const [observation, log] = await Promise.all([
      api.observation(this.id, this.seat),
      api.log(this.id, this.seat),
    ]);
    this.replace(observation);
    this.log = log;
    this.afterChange();
  }

  /** The table stands differently now: what was half chosen is off. */
  private replace(observation: Observation, byOthers = false): void {
    const before = this.observation;
    this.observation = observation;
    if (byOthers && sameDecision(before, observation)) {
      const choice = this.pending ?? this.hovered;
      if (choice) void this.fetchPreview(choice);
    } else {
      this.clearChoice();
    }
    this.arrival?.();
  }

  retry(): void {
    this.live?.retry();
  }

  // What comes in

  private receive(message: LiveMessage): void {
    if (message.type === "deleted") {
      this.gone = true;
      this.stop();
    } else if (message.type === "bot-thinking") {
      this.thinking = message.seat;
    } else if (message.type === "chat") {
      this.chat.hear(message);
    } else {
      this.queue.push(message);
      if (!this.playing) void this.play();
    }
  }

  private async play(): Promise<void> {
    this.playing = true;
    this.hurry = false;
    while (this.queue.length) {
      const message = this.queue.shift() as LiveMessage;
      if (message.type === "moved") {
        if (this.observation && message.position <= this.observation.position) continue;
        this.accept(message);
        this.thinking = null;
        // What others choose in secret is nothing to watch, and must not keep this seat from choosing.
        const hidden = message.action === null;
        const others = message.seat !== this.seat && message.seat >= 0 && !hidden;
        const time = Math.min(pace(), LONGEST_SHOW / (this.queue.length + 1));
        if (others && time > 0 && !this.hurry && !document.hidden && this.at === null) {
          this.show(message.seat, message.action, message.events);
          await this.linger(time);
        }
      } else if (message.type === "takenback") {
        this.log = this.log.filter((entry) => entry.position <= message.position);
        this.replace(message.observation);
        this.pastCache.clear();
        this.plan = null;
      } else if (message.type === "reset") {
        const jumped = message.observation.position !== this.observation?.position;
        if (jumped) this.replace(message.observation);
        else this.observation = message.observation;
        if (jumped) this.log = await api.log(this.id, this.seat).catch(() => this.log);
      }
    }
    this.trace = null;
    this.playing = false;
    this.afterChange();
  }

  private accept(message: Extract<LiveMessage, { type: "moved" }>): void {
    const { position, seat, action, events } = message;
    this.replace(message.observation, seat !== this.seat);
    const before = (this.log.at(-1)?.position ?? 0) < position ? this.log : this.log.filter((e) => e.position < position);
    this.log = [...before, { position, seat, action, events }];
  }

  private show(seat: number, action: Choice | null, events: GameEvent[]): void {
    this.trace = { seat, action, events, areas: areasOf(action, events), id: ++this.traces };
  }

  /** Stay on a move for a while, unless the player goes on. */
  private async linger(milliseconds: number): Promise<void> {
    await Promise.race([sleep(milliseconds), new Promise<void>((done) => (this.wake = done))]);
    this.wake = null;
  }

  /** Show the rest of what happened at once. */
  skip(): void {
    this.hurry = true;
    this.replayToken++;
    this.wake?.();
  }

  private afterChange(): void {
    const now = this.observation;
    if (!now || this.playing) return;
    if (!now.over && this.humans.length > 1 && (this.seat === null || !now.to_act.includes(this.seat))) {
      const next = this.humans.find((seat) => now.to_act.includes(seat));
      if (next !== undefined) this.handover = next;
    }
    if (this.plan && this.active && !this.busy) {
      const choice = this.plan.next(now);
      if (choice) void this.submit(choice);
      else if (this.plan.finished) this.plan = null;
    }
  }

  // Choosing

  private markAreas(): Map<string, Mark> {
    const marks = new Map<string, Mark>();
    for (const { args } of this.choices) {
      if (typeof args.area === "string") marks.set(args.area, "goal");
      if (typeof args.from === "string" && !marks.has(args.from)) marks.set(args.from, "source");
    }
    if (this.selected !== null) {
      for (const { args } of this.choices) {
        if (args.from === this.selected && typeof args.to === "string") marks.set(args.to, "goal");
      }
      marks.set(this.selected, "selected");
    }
    return marks;
  }

  choicesAt(area: string): Choice[] {
    return this.choices.filter(({ args }) => args.area === area);
  }

  choicesFrom(area: string): Choice[] {
    return this.choices.filter(({ args }) => args.from === area);
  }

  refusedAt(area: string): Refused[] {
    return this.refused.filter(({ args }) =>
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
        if (performance.now() - this.selectedAt > DOUBLE_CLICK) this.clearChoice();
        return;
      }
      const moves = this.choices.filter(({ args }) => args.from === this.selected && args.to === area);
      if (moves.length === 1 && moves[0]) return this.choose(moves[0]);
      if (moves.length > 1) {
        this.menu = { area, choices: moves, from: false };
        return;
      }
    }
    const here = this.choicesAt(area);
    const from = this.choicesFrom(area);
    if (here.length === 1 && here[0] && !from.length) return this.choose(here[0]);
    if (here.length) {
      this.menu = { area, choices: here, from: from.length > 0 };
    } else if (from.length) {
      this.select(area);
    } else {
      this.inspected = this.inspected === area ? null : area;
    }
  }

  select(area: string): void {
    this.menu = null;
    this.pending = null;
    this.inspected = null;
    this.selected = area;
    this.selectedAt = performance.now();
    this.count = 1;
  }

  get mostEqual(): number {
    if (this.selected === null || !this.observation) return 1;
    return this.game?.equalMoves?.(this.observation, this.selected) ?? 1;
  }

  choose(choice: Choice): void {
    if (this.busy) return;
    this.menu = null;
    this.refusal = null;
    if (settings.confirm === "never" || this.pending?.id === choice.id) void this.commit(choice);
    else if (settings.confirm === "always") this.ask(choice);
    else void this.askAtTheEnd(choice);
  }

  private ask(choice: Choice): void {
    this.pending = choice;
    void this.fetchPreview(choice);
  }

  /** A choice that can be taken back is made at once; the one that ends the turn is made when it is confirmed. */
  private async askAtTheEnd(choice: Choice): Promise<void> {
    const position = this.observation?.position;
    await this.fetchPreview(choice);
    if (this.observation?.position !== position || this.busy) return;
    if (this.previewOf(choice)?.final === false) await this.commit(choice);
    else this.ask(choice);
  }

  /** Several choices in one gesture, each found among what is offered then. What is not asked for is passed over. */
  async chooseInOrder(wanted: readonly { kind: string; args: Params }[]): Promise<void> {
    this.inOrder = true;
    for (const { kind, args } of wanted) {
      const offered = this.observation?.choices.filter((c) => c.kind === kind) ?? [];
      const choice = offered.find((c) => same(c.args, args));
      if (choice) await this.submit(choice);
      else if (offered.length) break; // asked for, but not this: the player goes on by hand
    }
    this.inOrder = false;
  }

  confirm(): void {
    if (this.pending && !this.busy) void this.commit(this.pending);
  }

  private async commit(choice: Choice): Promise<void> {
    if (this.count > 1 && choice.args.from !== undefined && this.observation) {
      this.plan = new Plan(choice, this.count - 1, this.observation, this.game?.repeatable ?? []);
    } else {
      this.plan?.answered(choice, this.observation as Observation);
    }
    await this.submit(choice);
  }

  cancel(): void {
    if (this.pending || this.menu) {
      this.pending = null;
      this.menu = null;
    } else {
      this.clearChoice();
    }
    this.refusal = null;
    this.inspected = null;
  }

  private clearChoice(): void {
    this.pending = null;
    this.hovered = null;
    this.menu = null;
    this.selected = null;
    this.refusal = null;
    this.inspected = null;
    this.count = 1;
  }

  /** Rest on a choice: what would it change? */
  hover(choice: Choice | null): void {
    this.hovered = choice;
    if (choice) {
      setTimeout(() => {
        if (this.hovered?.id === choice.id && this.active && !this.busy) void this.fetchPreview(choice);
      }, 120);
    }
  }

  private async fetchPreview(choice: Choice): Promise<void> {
    const position = this.observation?.position;
    if (this.seat === null || position === undefined) return;
    if (this.preview?.choice === choice.id && this.preview.position === position) return;
    try {
      const value = await api.preview(this.id, this.seat, position, choice.id);
      if (this.observation?.position === position) this.preview = { choice: choice.id, position, value };
    } catch {
      // A preview is a courtesy; without one the choice stands as it is.
    }
  }

  previewOf(choice: Choice | null): Preview | null {
    if (!choice || this.preview?.choice !== choice.id) return null;
    return this.preview.position === this.observation?.position ? this.preview.value : null;
  }

  private submit(choice: Choice): Promise<void> {
    const asked = this.observation?.prompt?.key;
    return this.send(async (seat, position) => {
      try {
        return await api.move(this.id, seat, position, choice.id);
      } catch (error) {
        // Others decide at the same time: what was chosen may be as right as before.
        if (!(error instanceof ApiError) || error.status !== 409) throw error;
        const now = await api.observation(this.id, seat);
        if (now.prompt?.key !== asked || !now.choices.some(({ id }) => id === choice.id)) throw error;
        return await api.move(this.id, seat, now.position, choice.id);
      }
    });
  }

  async takeback(count = 1): Promise<void> {
    if ((this.observation?.takeback ?? 0) < count) return;
    this.plan = null;
    await this.send((seat, position) => api.takeback(this.id, seat, position, count));
  }

  /** Tell the server; what comes of it comes over the live line, or is fetched if the line is down. */
  private async send(call: (seat: number, position: number) => Promise<{ position: number }>): Promise<void> {
    const now = this.observation;
    if (!now || this.seat === null || this.busy) return;
    this.sent = now.position;
    this.notice = null;
    try {
      await call(this.seat, now.position);
      if (this.observation === now) await this.arrived();
      if (this.observation === now) await this.refresh();
    } catch (error) {
      this.plan = null;
      this.complain(error);
      if (error instanceof ApiError && error.status !== 0) await this.refresh().catch(() => undefined);
    } finally {
      if (this.sent === now.position) this.sent = null;
      this.afterChange();
    }
  }

  private async arrived(): Promise<void> {
    await Promise.race([sleep(LINE_IS_SLOW), new Promise<void>((done) => (this.arrival = done))]);
    this.arrival = null;
  }

  explain(refused: Refused): void {
    this.refusal = this.refusal?.id === refused.id ? null : refused;
  }

  // Looking back

  async look(position: number | null): Promise<void> {
    const last = this.observation?.position ?? 0;
    if (position === null || position >= last) {
      this.at = null;
      this.past = null;
      this.trace = null;
      return;
    }
    this.clearChoice();
    const key = `${this.seat}/${position}`;
    const known = this.pastCache.get(key);
    if (known) {
      this.at = position;
      this.past = known;
      return;
    }
    try {
      const past = await api.observation(this.id, this.seat, position);
      this.pastCache.set(key, past);
      this.past = past;
      this.at = position;
    } catch (error) {
      this.complain(error);
    }
  }

  /** Show once more what happened since this seat's last move. */
  async replay(entries: readonly LogEntry[]): Promise<void> {
    const token = ++this.replayToken;
    for (const entry of entries) {
      await this.look(entry.position);
      if (this.replayToken !== token) break;
      this.show(entry.seat, entry.action, entry.events);
      await this.linger(Math.max(pace(), 350));
      if (this.replayToken !== token) break;
    }
    this.trace = null;
    await this.look(null);
  }

  private sinceOwnMove(): LogEntry[] {
    if (this.seat === null) return [];
    let last = this.log.length - 1;
    while (last >= 0 && this.log[last]?.seat !== this.seat) last--;
    return this.log.slice(last + 1).filter((entry) => entry.seat !== this.seat);
  }

  private complain(error: unknown): void {
    this.notice = this.explainError(error);
  }

  private explainError(error: unknown): string {
    if (error instanceof ApiError) {
      if (error.reason) return reasonText(error.reason);
      if (error.status === 0) return t("error.unreachable");
      if (error.status === 409) return t("error.stale");
      return error.message || t("error.unknown");
    }
    return error instanceof Error ? error.message : t("error.unknown");
  }
}

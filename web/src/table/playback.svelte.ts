/** What happened, shown one after the other: messages wait in line while a move is on show. */
import type { Choice, GameEvent, Item, LogEntry } from "../lib/protocol";

/** A move that is being shown. */
export interface Trace {
  seat: number;
  action: Choice | null;
  events: GameEvent[];
  areas: Set<string>;
  /** What is told of it, where the story tells more than the move itself. */
  item: Item | null;
  /** Changes with every trace, so that the animation starts anew. */
  id: number;
}

export type Told = Pick<LogEntry, "seat" | "action" | "events"> & { item?: Item };

export interface Stage<Message> {
  /** Carry out a message; what is to be shown of it, if anything. */
  take: (message: Message) => Told | null | Promise<Told | null>;
  /** What is to be seen before the next message: dice, a battle. */
  present?: (message: Message) => Promise<void> | null;
  /** How long a move stays in view, in milliseconds; 0 for not at all. */
  pace: () => number;
  /** All that came in has been carried out and shown. */
  settled: () => void;
}

const AREA_PARAMS = ["area", "from", "to"] as const;
/** So long what the others did is shown at leisure, in milliseconds: then faster and faster, and at last in a hurry. */
const LEISURE = 14_000;
/** So much of the usual time a move stays in view then. */
const HURRIED = 0.2;

export function areasOf(action: Choice | null, events: readonly GameEvent[]): Set<string> {
  const areas = new Set<string>();
  for (const params of [action?.args ?? {}, ...events.map((e) => e.params)]) {
    for (const key of AREA_PARAMS) if (typeof params[key] === "string") areas.add(params[key]);
  }
  return areas;
}

export class Playback<Message> {
  trace = $state.raw<Trace | null>(null);
  playing = $state.raw(false);
  private queue: Message[] = [];
  private traces = 0;
  private hurry = false;
  /** Milliseconds spent on showing what was done since it was last this player's turn. */
  private spent = 0;
  /** When the last of it was over. */
  private ended = 0;
  private wake: (() => void) | null = null;

  constructor(private readonly stage: Stage<Message>) {}

  push(message: Message): void {
    this.queue.push(message);
    if (!this.playing) void this.run();
  }

  /** This player has done something: what the others do from now on is shown at leisure again. */
  begin(): void {
    this.spent = 0;
  }

  /** Forget what has not been shown. */
  drop(): void {
    this.queue = [];
    this.skip();
  }

  private async run(): Promise<void> {
    this.playing = true;
    this.hurry = false;
    if (Date.now() - this.ended > this.spent) this.spent = 0; // who waits that long for somebody is in no hurry
    for (let message = this.queue.shift(); message !== undefined; message = this.queue.shift()) {
      const taken = this.stage.take(message);
      const told = taken instanceof Promise ? await taken : taken;
      const time = this.timeFor(this.stage.pace());
      if (told && time > 0 && !this.hurry) {
        this.spent += time;
        await this.show(told, time);
      }
      const presented = this.stage.present?.(message);
      if (presented) await presented;
    }
    this.trace = null;
    this.playing = false;
    this.ended = Date.now();
    this.stage.settled();
  }

  /** How long a move stays in view: the less, the more was shown already, and the more waits. */
  private timeFor(pace: number): number {
    const left = Math.max(HURRIED, 1 - this.spent / LEISURE);
    return Math.min(pace * left, LEISURE / (this.queue.length + 1));
  }

  /** Show a move and stay on it for a while, unless the player goes on. */
  async show({ seat, action, events, item }: Told, milliseconds: number): Promise<void> {
    const areas = item ? new Set(item.areas) : areasOf(action, events);
    this.trace = { seat, action, events, areas, item: item ?? null, id: ++this.traces };
    await new Promise<void>((done) => {
      const clock = setTimeout(done, milliseconds);
      this.wake = () => {
        clearTimeout(clock);
        done();
      };
    });
    this.wake = null;
  }

  clear(): void {
    this.trace = null;
  }

  /** Show the rest of what happened at once. */
  skip(): void {
    this.hurry = true;
    this.wake?.();
  }
}

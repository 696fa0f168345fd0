/** How the table stands for whoever looks, and what happens at it: carried out in order, and shown. */
import type { Item, LogEntry, Moved, Observation, Reset, Seated, TakenBack } from "../lib/protocol";
import { pace, settings } from "../lib/settings.svelte";
import { Cards } from "./cards.svelte";
import { ownLastMove } from "./history.svelte";
import { sameDecision } from "./plan";
import { Playback, type Told } from "./playback.svelte";
import { Story } from "./story.svelte";

/** Somebody sits down: what happened to her meanwhile is shown. */
interface Returned {
  type: "returned";
}

/** Something that is no move: talk, a proposal. It is heard after what happened before it has been shown. */
interface Aside {
  type: "aside";
  hear: () => void;
}

export type Happened = Moved | TakenBack | Seated | Reset | Returned | Aside;

export interface Reader {
  seat: () => number | null;
  /** Whether an earlier position is looked at: nothing is shown of the present one then. */
  looksBack: () => boolean;
  log: () => Promise<LogEntry[]>;
  story: (from: number) => Promise<Item[]>;
  /** Up to where this seat has seen what happened; null if it is not known. */
  seenUpTo: () => number | null;
  keepSeen: (position: number) => void;
  /** The table stands differently now; `same`: others did it, and this seat is asked the same as before. */
  changed: (same: boolean) => void;
  /** What was under way is off: the table is another one, or was taken back to a position. */
  brokenOff: (takenBackTo?: number) => void;
  /** Others sit at the table. */
  seated: () => void;
  /** All that came in has been carried out and shown. */
  settled: () => void;
}

export class News {
  observation = $state.raw<Observation | null>(null);
  log = $state.raw<LogEntry[]>([]);
  /** The bot that is said to be deciding. */
  thinking = $state.raw<number | null>(null);
  /** What happened before somebody sat down is not told yet: something may have to be shown of it. */
  reading = $state.raw(false);
  private told: Promise<void> = Promise.resolve();

  readonly story = new Story({ fetch: (from) => this.reader.story(from) });
  readonly cards = new Cards({
    wanted: () => (this.reader.looksBack() ? "none" : settings.cards),
    seat: () => this.reader.seat(),
    pace: () => (document.hidden ? 0 : pace()),
    seen: (position) => this.reader.keepSeen(position),
  });
  readonly playback = new Playback<Happened>({
    take: (message) => this.take(message),
    present: (message) => this.present(message),
    pace: () => (document.hidden || this.reader.looksBack() ? 0 : pace()),
    settled: () => {
      void this.story.follow(this.observation?.position ?? 0);
      this.reader.settled();
    },
  });

  constructor(private readonly reader: Reader) {}

  /** Begin with the table as it stands. */
  begin(observation: Observation, log: LogEntry[]): void {
    this.log = log;
    this.replace(observation);
    this.cards.begin(this.shownUpTo(observation));
    this.reading = true;
    const told = this.story.begin(observation.position);
    this.told = told;
    void told.then(() => {
      if (this.told === told) this.reading = false;
    });
  }

  /** Somebody else may look now: nothing is known. */
  forget(): void {
    this.playback.drop();
    this.observation = null;
    this.log = [];
  }

  /** What happened to this seat while nobody looked is shown, if there is anything. */
  async catchUp(): Promise<void> {
    await this.told;
    const now = this.observation;
    if (!now || settings.cards === "none") return;
    const news = this.cards.news(this.story.items, now.position, { decided: isDecided(now), meanwhile: true });
    if (news.length) this.playback.push({ type: "returned" });
  }

  private shownUpTo({ position: now, over }: Observation): number {
    const seat = this.reader.seat();
    if (seat === null) return now;
    const seen = this.reader.seenUpTo();
    if (seen === null && over) return now; // a game that was not played here
    return Math.min(now, Math.max(seen ?? 0, ownLastMove(this.log, seat) ?? now));
  }

  /** Carry out a message; what is to be shown of it, if anything. */
  private take(message: Happened): Told | null | Promise<null> {
    switch (message.type) {
      case "moved":
        return this.moved(message);
      case "takenback":
        return this.takenBack(message);
      case "seated":
        this.observation = message.observation;
        this.reader.seated();
        return null;
      case "reset":
        return this.reset(message);
      case "aside":
        message.hear();
        return null;
      case "returned":
        return null;
    }
  }

  private moved({ position, seat, action, events, observation }: Moved): Told | null {
    if (this.observation && position <= this.observation.position) return null;
    const before = (this.log.at(-1)?.position ?? 0) < position ? this.log : this.log.filter((e) => e.position < position);
    const mine = seat === this.reader.seat();
    if (mine) this.playback.begin();
    this.log = [...before, { position, seat, action, events }];
    this.replace(observation, !mine);
    this.thinking = null;
    // What others choose in secret is nothing to watch, and must not keep this seat from choosing.
    return !mine && seat >= 0 && action !== null ? { seat, action, events } : null;
  }

  private takenBack({ position, observation }: TakenBack): null {
    this.log = this.log.filter((entry) => entry.position <= position);
    this.reader.brokenOff(position);
    this.story.cut(position);
    this.cards.cut(position);
    this.replace(observation);
    return null;
  }

  /** Too much was missed to be told: the log is fetched anew. */
  private reset({ observation }: Reset): null | Promise<null> {
    if (observation.position === this.observation?.position) {
      this.observation = observation;
      return null;
    }
    this.reader.brokenOff();
    this.replace(observation);
    return this.reader.log().then(
      (log) => {
        this.log = log;
        return null;
      },
      () => null,
    );
  }

  private replace(observation: Observation, byOthers = false): void {
    const same = byOthers && sameDecision(this.observation, observation);
    this.observation = observation;
    this.reader.changed(same);
  }

  /** Dice, battles and events are seen before anything else happens: those that concern this seat until it goes on. */
  private present(message: Happened): Promise<void> | null {
    if (settings.cards === "none") return null;
    if (message.type === "returned" || message.type === "reset") {
      const now = this.observation;
      return this.told.then(() => this.showUpTo(now, true));
    }
    if (message.type === "moved" && message.events.length) return this.showUpTo(message.observation, false);
    return null;
  }

  private async showUpTo(now: Observation | null, meanwhile: boolean): Promise<void> {
    const position = now?.position ?? 0;
    await this.story.follow(position);
    await this.cards.present(this.story.items, position, { decided: isDecided(now), meanwhile });
  }
}

/** Whether it is up to somebody, and not to chance. */
const isDecided = (now: Observation | null): boolean => now?.to_act.some((seat) => seat >= 0) ?? false;

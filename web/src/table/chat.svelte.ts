/** What the players say to each other at a table, as far as this seat hears it. */
import * as api from "../lib/api";
import type { ChatLine } from "../lib/protocol";
import type { MutedSaid } from "../lib/schema";

/** Loaded by whoever mutes or reports somebody, or looks at the chat. */
const weeks = (): Promise<typeof import("../weeks/api")> => import("../weeks/api");

/** Milliseconds between two words of it that somebody is writing, and after which she has stopped. */
const SAID = 2500;
const STOPPED = 6000;

export class Chat {
  lines = $state.raw<ChatLine[]>([]);
  /** The last line that was on the screen. */
  seen = $state.raw(0);
  /** Who is writing. */
  typing = $state.raw<readonly number[]>([]);
  /** The seats that are not heard here. */
  muted = $state.raw<readonly number[]>([]);
  /** The lines that were reported from here. */
  reported = $state.raw<readonly number[]>([]);
  private readonly pauses = new Map<number, ReturnType<typeof setTimeout>>();
  private told = 0;
  private seat: number | null = null;

  constructor(readonly id: string) {}

  /** Lines of others that have not been on the screen. */
  readonly unread = $derived(this.lines.filter(({ number, seat }) => number > this.seen && seat !== this.seat).length);

  /** All that was said; what the live line told meanwhile stays. */
  async load(seat: number | null): Promise<void> {
    const other = seat !== this.seat;
    this.seat = seat;
    if (other) this.lines = [];
    this.seen = Number(localStorage.getItem(this.key) ?? 0);
    const lines = await api.chat(this.id, seat).catch(() => null);
    if (lines && seat === this.seat) for (const line of lines) this.hear(line);
  }

  /** Where this browser remembers, for each seat, what has been on the screen. */
  private get key(): string {
    return `rondel.chat.${this.id}.${this.seat}`;
  }

  hear(line: ChatLine): void {
    this.stopped(line.seat);
    const others = this.lines.filter(({ number }) => number !== line.number); // one that comes again was removed since
    this.lines = [...others, line].toSorted((a, b) => a.number - b.number);
  }

  /** Mute somebody, or hear her again. */
  async mute(seat: number, yes: boolean): Promise<void> {
    this.know(await (await weeks()).mute(this.id, seat, yes));
    if (yes) this.lines = this.lines.filter((line) => line.seat !== seat);
    else await this.load(this.seat);
  }

  async report(number: number, why: string, words: string): Promise<void> {
    this.know(await (await weeks()).report(this.id, this.seat, number, why, words));
  }

  /** Whom this person does not hear, and what she has reported. */
  async learn(): Promise<void> {
    this.know(await (await weeks()).muted(this.id));
  }

  private know(said: MutedSaid): void {
    this.muted = said.seats;
    this.reported = said.reported;
  }

  /** Somebody is writing; who says nothing of it for a while has stopped. */
  isTyping(seat: number): void {
    if (seat === this.seat || this.muted.includes(seat)) return;
    clearTimeout(this.pauses.get(seat));
    this.pauses.set(seat, setTimeout(() => this.stopped(seat), STOPPED));
    if (!this.typing.includes(seat)) this.typing = [...this.typing, seat];
  }

  private stopped(seat: number): void {
    clearTimeout(this.pauses.get(seat));
    if (this.typing.includes(seat)) this.typing = this.typing.filter((each) => each !== seat);
  }

  /** This player is writing: the others are told now and then. */
  write(to: number[], tell: (message: object) => void): void {
    if (Date.now() - this.told < SAID) return;
    this.told = Date.now();
    tell({ type: "typing", to });
  }

  look(): void {
    const last = this.lines.at(-1)?.number ?? 0;
    if (last <= this.seen) return;
    this.seen = last;
    localStorage.setItem(this.key, String(last));
  }

  async say(to: number[], text: string): Promise<void> {
    if (this.seat !== null) this.hear(await api.say(this.id, this.seat, to, text));
  }
}

/** The line to the server: whether it holds, and what is on its way over it. */
import { ApiError } from "../lib/api";
import { Live, type LineState, type LiveOptions } from "../lib/live";
import type { Observation } from "../lib/protocol";

/** How long the live line may take after a move was acknowledged, in milliseconds. */
const LINE_IS_SLOW = 600;

export interface Far {
  observation: () => Observation | null;
  /** Fetch how the table stands. */
  refresh: () => Promise<void>;
  failed: (error: unknown) => void;
}

export class Connection {
  state = $state.raw<LineState>("connecting");
  private live: Live | null = null;
  /** The position that a move or a take-back on its way to the server answers. */
  private sent = $state.raw<number | null>(null);
  private arrival: (() => void) | null = null;

  constructor(private readonly far: Far) {}

  /** Something is on its way; until its answer is there, nothing else is sent. */
  get busy(): boolean {
    return this.sent !== null && this.sent === this.far.observation()?.position;
  }

  /** Number of the last message heard. */
  get heard(): number | null {
    return this.live?.seen ?? null;
  }

  open({ onstate, ...options }: Omit<LiveOptions, "onstate"> & Partial<Pick<LiveOptions, "onstate">>): void {
    this.close();
    this.live = new Live({
      ...options,
      onstate: (state) => {
        this.state = state;
        onstate?.(state);
      },
    });
  }

  close(): void {
    this.live?.stop();
    this.live = null;
  }

  retry(): void {
    this.live?.retry();
  }

  /** Say something over the live line that need not arrive. */
  say(message: object): void {
    this.live?.say(message);
  }

  /** The table stands differently now. */
  arrived(): void {
    this.arrival?.();
  }

  /** Tell the server; what comes of it comes over the live line, or is fetched if the line is down. */
  async send(call: (position: number) => Promise<unknown>): Promise<boolean> {
    const now = this.far.observation();
    if (!now || this.busy) return false;
    this.sent = now.position;
    try {
      await call(now.position);
      if (this.far.observation() === now) await this.untilArrived();
      if (this.far.observation() === now) await this.far.refresh();
      return true;
    } catch (error) {
      this.far.failed(error);
      if (error instanceof ApiError && error.status !== 0) await this.far.refresh().catch(() => undefined);
      return false;
    } finally {
      if (this.sent === now.position) this.sent = null;
    }
  }

  private async untilArrived(): Promise<void> {
    await new Promise<void>((done) => {
      const clock = setTimeout(done, LINE_IS_SLOW);
      this.arrival = () => {
        clearTimeout(clock);
        done();
      };
    });
    this.arrival = null;
  }
}

/** The live connection of a table: numbered messages, resumed after the last one seen when the line drops. */
import { applyPatch, type Patch } from "./patch";
import type { LiveMessage, Observation } from "./protocol";

export type LineState = "connecting" | "open" | "lost";

export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
  send?(text: string): void;
  close(): void;
}

export interface LiveOptions {
  /** The address to connect to; `from` is the last message seen, or null at first. */
  address: (from: number | null) => string;
  onmessage: (message: LiveMessage) => void;
  onstate: (state: LineState) => void;
  connect?: (address: string) => Socket;
  wait?: (callback: () => void, milliseconds: number) => unknown;
  random?: () => number;
}

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 10_000;
/** A line that was lost for less than this is not worth a word. */
const QUIET = 2;

export class Live {
  private last: number | null = null;
  private shown: Observation | null = null;
  private failures = 0;
  private socket: Socket | null = null;
  private stopped = false;
  private isOpen = false;
  private readonly connect: (address: string) => Socket;
  private readonly wait: (callback: () => void, milliseconds: number) => unknown;
  private readonly random: () => number;

  constructor(private readonly options: LiveOptions) {
    this.connect = options.connect ?? ((address) => new WebSocket(address) as unknown as Socket);
    this.wait = options.wait ?? ((callback, milliseconds) => setTimeout(callback, milliseconds));
    this.random = options.random ?? Math.random;
    this.open();
  }

  /** Number of the last message seen. */
  get seen(): number | null {
    return this.last;
  }

  /** Say something that need not arrive. */
  say(message: object): void {
    if (this.isOpen) this.socket?.send?.(JSON.stringify(message));
  }

  stop(): void {
    this.stopped = true;
    this.socket?.close();
    this.socket = null;
  }

  /** Try again now, without waiting for the pause to end. */
  retry(): void {
    if (this.stopped || this.socket) return;
    this.open();
  }

  private open(): void {
    if (this.stopped || this.socket) return;
    this.options.onstate(this.failures >= QUIET ? "lost" : "connecting");
    const socket = this.connect(this.options.address(this.last));
    this.socket = socket;
    socket.onopen = () => {
      if (this.socket !== socket) return;
      this.isOpen = true;
      this.options.onstate("open");
    };
    socket.onmessage = (event) => {
      if (this.socket === socket) this.receive(socket, event.data);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.dropped();
    };
  }

  private receive(socket: Socket, data: string): void {
    let message: LiveMessage;
    try {
      message = JSON.parse(data) as LiveMessage;
    } catch {
      return;
    }
    this.failures = 0;
    if (message.type === "reset") {
      this.last = message.n;
    } else if (message.type === "moved" || message.type === "takenback" || message.type === "seated") {
      if (this.last !== null && message.n <= this.last) return; // seen before the line dropped
      if (this.last !== null && message.n > this.last + 1) {
        socket.onclose = null; // one is missing: ask again from the last one seen
        socket.close();
        this.dropped();
        return;
      }
      this.last = message.n;
    }
    if ("n" in message) {
      const { patch } = message as { patch?: Patch | null };
      if (patch && this.shown) message.observation = applyPatch(this.shown, patch);
      this.shown = message.observation;
    }
    this.options.onmessage(message);
  }

  private dropped(): void {
    this.socket = null;
    this.isOpen = false;
    if (this.stopped) return;
    this.failures += 1;
    this.options.onstate(this.failures >= QUIET ? "lost" : "connecting");
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (this.failures - 1));
    this.wait(() => this.open(), pause * (0.75 + 0.5 * this.random()));
  }
}

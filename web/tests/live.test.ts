import { beforeEach, describe, expect, it } from "vitest";
import { Live, type LineState, type Socket } from "../src/lib/live";
import type { LiveMessage } from "../src/lib/protocol";

class FakeSocket implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  closed = false;
  constructor(readonly address: string) {}
  close(): void {
    this.closed = true;
    this.onclose?.();
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const seen = (position: number): object => ({ position, view: { money: position } });

describe("the live line", () => {
  let sockets: FakeSocket[];
  let pauses: { callback: () => void; milliseconds: number }[];
  let heard: LiveMessage[];
  let states: LineState[];
  let live: Live;

  beforeEach(() => {
    [sockets, pauses, heard, states] = [[], [], [], []];
    live = new Live({
      address: (from) => `live?from=${from ?? ""}`,
      onmessage: (message) => heard.push(message),
      onstate: (state) => states.push(state),
      connect: (address) => {
        const socket = new FakeSocket(address);
        sockets.push(socket);
        return socket;
      },
      wait: (callback, milliseconds) => pauses.push({ callback, milliseconds }),
      random: () => 0.5,
    });
  });

  const socket = (): FakeSocket => sockets.at(-1) as FakeSocket;
  const wake = (): void => pauses.shift()?.callback();

  it("asks for everything at first, and passes messages on", () => {
    expect(socket().address).toBe("live?from=");
    socket().onopen?.();
    socket().say({ n: 7, type: "reset", observation: seen(3) });
    socket().say({ n: 8, type: "moved", position: 4, seat: 1, events: [], observation: seen(4) });
    expect(heard.map((m) => m.type)).toEqual(["reset", "moved"]);
    expect(states).toEqual(["connecting", "open"]);
    expect(live.seen).toBe(8);
  });

  it("resumes after the last message seen", () => {
    socket().say({ n: 7, type: "reset", observation: seen(3) });
    socket().close();
    wake();
    expect(sockets).toHaveLength(2);
    expect(socket().address).toBe("live?from=7");
  });

  it("tells each message once", () => {
    socket().say({ n: 7, type: "reset", observation: seen(3) });
    socket().say({ n: 8, type: "moved", position: 4, observation: seen(4) });
    socket().say({ n: 8, type: "moved", position: 4, observation: seen(4) });
    expect(heard).toHaveLength(2);
  });

  it("asks again when a message is missing", () => {
    socket().say({ n: 7, type: "reset", observation: seen(3) });
    socket().say({ n: 9, type: "moved", position: 5, observation: seen(5) });
    expect(heard).toHaveLength(1);
    wake();
    expect(socket().address).toBe("live?from=7");
  });

  it("puts patches on the last observation", () => {
    socket().say({ n: 7, type: "reset", observation: seen(3) });
    socket().say({ n: 8, type: "moved", position: 4, patch: [[["position"], 4], [["view", "money"], 11]] });
    socket().say({ n: 9, type: "takenback", position: 3, patch: [[["position"], 3]] });
    expect(heard[1]).toMatchObject({ observation: { position: 4, view: { money: 11 } } });
    expect(heard[2]).toMatchObject({ observation: { position: 3, view: { money: 11 } } });
  });

  it("waits longer and longer, and says so only when it lasts", () => {
    for (let i = 0; i < 8; i++) {
      socket().close();
      expect(states.at(-1)).toBe(i < 1 ? "connecting" : "lost");
      wake();
    }
    const waits = pauses.map((p) => p.milliseconds);
    expect(waits.every((ms) => ms <= 10_000)).toBe(true);
    expect(sockets).toHaveLength(9);
  });

  it("starts afresh after a reset", () => {
    socket().say({ n: 40, type: "reset", observation: seen(20) });
    socket().close();
    wake();
    socket().say({ n: 3, type: "reset", observation: seen(2) });
    socket().say({ n: 4, type: "moved", position: 3, observation: seen(3) });
    expect(live.seen).toBe(4);
    expect(heard).toHaveLength(3);
  });

  it("is not disturbed by what it cannot read, nor by messages without a number", () => {
    socket().onmessage?.({ data: "{" });
    socket().say({ type: "bot-thinking", seat: 2 });
    expect(heard).toEqual([{ type: "bot-thinking", seat: 2 }]);
    expect(live.seen).toBeNull();
  });

  it("does not come back once it is stopped", () => {
    live.stop();
    expect(pauses).toHaveLength(0);
    live.retry();
    expect(sockets).toHaveLength(1);
  });
});

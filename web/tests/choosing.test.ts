/** From a press to what is sent: choosing, gestures, standing instructions and the table that is told, each on its own. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../src/lib/api";
import type { Choice, LogEntry, Observation, Preview } from "../src/lib/protocol";
import { settings } from "../src/lib/settings.svelte";
import { Choosing, type Dangers } from "../src/table/choosing.svelte";
import { Foresight } from "../src/table/foresight.svelte";
import { Gestures } from "../src/table/gestures.svelte";
import type { Repeating } from "../src/table/plan";
import { Selection } from "../src/table/selection.svelte";
import { moveAtLast, type Source } from "../src/table/source";
import { StandIn } from "../src/table/standin.svelte";

const choice = (id: number, kind: string, args: Choice["args"] = {}): Choice => ({ id, kind, args, notation: kind });
const march = choice(1, "march", { from: "a", to: "b" });
const buy = choice(2, "buy", { area: "a" });
const sell = choice(3, "sell", { area: "b" });
const at = (position: number, choices: Choice[], prompt = "asked"): Observation =>
  ({ seat: 0, position, over: false, prompt: { key: prompt, params: {}, chapter: "" }, choices }) as unknown as Observation;

const quiet = { known: true, final: false, events: [], figures: [], total: 1, odds: null } as unknown as Preview;
const settle = (): Promise<unknown> => new Promise((done) => setTimeout(done, 1));

/** A player before a position, with a table that only writes down what it is told. */
function player(start: Observation, { game = {}, preview = quiet }: { game?: Dangers & Repeating; preview?: Preview } = {}) {
  const stands = { now: start, log: [] as LogEntry[], free: true };
  const sent: number[] = [];
  const [cutShort, ended, takeback] = [vi.fn(), vi.fn(), vi.fn(async () => undefined)];
  const foresight = new Foresight({ position: () => stands.now.position, fetch: async () => preview });
  const selection = new Selection({ choices: () => stands.now.choices, refused: () => [], choose: (picked) => choosing.choose(picked) });
  const decided = vi.fn((made: Choice, following) => gestures.decide(made, following));
  const free = (): boolean => stands.free && !gestures.inOrder;
  const choosing: Choosing = new Choosing({ game: () => game, now: () => stands.now, free, decided }, selection, foresight);
  const submit = async ({ id }: Choice): Promise<boolean> => {
    sent.push(id);
    stands.now = { ...stands.now, position: stands.now.position + 1 };
    return true;
  };
  const hand = { game: () => game, observation: () => stands.now, log: () => stands.log, free, submit, takeback, cutShort, ended };
  const gestures: Gestures = new Gestures(hand, choosing, selection);
  return { stands, sent, selection, choosing, gestures, decided, cutShort, ended, takeback };
}

beforeEach(() => void Object.assign(settings, { confirm: "never", risk: false }));

describe("choosing", () => {
  it("decides at once where nobody wants to be asked", () => {
    const { choosing, decided, selection } = player(at(0, [buy]));
    choosing.choose(buy);
    expect(decided).toHaveBeenCalledWith(buy, []);
    expect(selection.pending).toBeNull();
  });

  it("waits for a second press or a confirmation, and remembers what follows", () => {
    settings.confirm = "always";
    const { choosing, decided, selection, sent } = player(at(0, [buy]));
    choosing.choose(buy, [sell]);
    expect(decided).not.toHaveBeenCalled();
    expect(selection.pending).toEqual(buy);
    choosing.choose(buy);
    expect(decided).toHaveBeenCalledWith(buy, [sell]);
    expect(sent).toEqual([buy.id]);
    const other = player(at(0, [sell]));
    other.choosing.choose(sell);
    other.choosing.confirm();
    expect(other.sent).toEqual([sell.id]);
  });

  it("does nothing while something is on its way", () => {
    const { choosing, stands, decided, selection } = player(at(0, [buy]));
    stands.free = false;
    choosing.choose(buy);
    choosing.suggest(buy);
    selection.ask(buy);
    choosing.confirm();
    expect(decided).not.toHaveBeenCalled();
  });

  it("lets go of a choice when the table has changed while it was looked up", async () => {
    settings.risk = true;
    const { choosing, stands, decided, selection } = player(at(0, [buy]));
    choosing.choose(buy);
    stands.now = at(1, [buy]);
    await settle();
    expect(decided).not.toHaveBeenCalled();
    expect(selection.pending).toBeNull();
  });

  it("takes the game's word for a risk, before and after the preview", async () => {
    settings.risk = true;
    const known = player(at(0, [buy]), { game: { risks: () => true } });
    known.choosing.choose(buy);
    expect(known.selection.pending).toEqual(buy);
    expect(known.choosing.isGamble(buy)).toBe(true);
    const told = player(at(0, [buy]), { game: { gambles: () => true } });
    expect(told.choosing.isGamble(buy)).toBe(false);
    told.choosing.choose(buy);
    await settle();
    expect(told.selection.pending).toEqual(buy);
    expect(told.choosing.isGamble(buy)).toBe(true);
  });

  it("goes on in the same menu after a purchase, but not after dice", async () => {
    settings.risk = true;
    for (const risky of [false, true]) {
      const { choosing, selection, sent } = player(at(0, [buy]), { game: { risks: () => risky } });
      selection.pick("a");
      choosing.choose(buy);
      await settle();
      if (risky) choosing.confirm();
      expect(sent).toEqual([buy.id]);
      selection.clear();
      selection.reopen();
      expect(selection.menu?.area ?? null).toBe(risky ? null : "a");
      choosing.choose(buy);
      selection.clear();
      selection.reopen(false);
      expect(selection.menu, "others have acted meanwhile").toBeNull();
    }
  });

  it("asks about what was advised, whatever the settings say", () => {
    const { choosing, selection, decided } = player(at(0, [march, buy]));
    selection.select("a");
    choosing.suggest(buy);
    expect([selection.pending, selection.selected]).toEqual([buy, null]);
    expect(decided).not.toHaveBeenCalled();
  });
});

describe("gestures", () => {
  it("repeat a move as often as was wanted, and not once more", () => {
    const { stands, gestures, selection, sent, cutShort } = player(at(0, [march]));
    selection.select("a");
    selection.count = 2;
    gestures.decide(march, []);
    expect(gestures.goOn(stands.now)).toBe(true);
    expect(gestures.goOn(stands.now)).toBe(true);
    expect(gestures.goOn(stands.now)).toBe(false);
    expect(sent).toEqual([1, 1]);
    expect(cutShort).not.toHaveBeenCalled();
  });

  it("say how far they got", () => {
    const { gestures, selection, sent, cutShort } = player(at(0, [march]));
    selection.select("a");
    selection.count = 3;
    gestures.decide(march, []);
    gestures.goOn(at(1, [buy]));
    expect(sent).toEqual([1]);
    expect(cutShort).toHaveBeenCalledWith(1, 3);
  });

  it("are over when they are ended, and rest while something is on its way", () => {
    const { stands, gestures, sent } = player(at(0, [march]));
    gestures.enter(march, 3);
    stands.free = false;
    expect(gestures.goOn(stands.now)).toBe(false);
    stands.free = true;
    gestures.end();
    expect(gestures.goOn(stands.now)).toBe(false);
    expect(sent).toEqual([1]);
  });

  it("end with the question where a choice asks first", () => {
    settings.risk = true;
    const { stands, gestures, selection, sent } = player(at(0, [march]), { game: { risks: ({ id }) => id === 4, again: () => true } });
    gestures.enter(march, 3);
    gestures.goOn({ ...stands.now, choices: [choice(4, "march", { from: "a", to: "c" })] });
    expect(sent).toEqual([1]);
    expect(selection.pending?.id).toBe(4);
    expect(gestures.goOn(stands.now)).toBe(false);
  });

  it("make the choices of a sheet with nothing offered in between", async () => {
    const { gestures, sent, ended, choosing } = player(at(0, [buy, sell]));
    const made = gestures.chooseInOrder([buy, sell]);
    expect(gestures.inOrder).toBe(true);
    choosing.choose(march);
    await made;
    expect(sent).toEqual([2, 3]);
    expect(gestures.inOrder).toBe(false);
    expect(ended).toHaveBeenCalledOnce();
  });

  it("make again what came after an entry that is withdrawn", async () => {
    const { gestures, sent, takeback } = player(at(2, [buy, sell]));
    await gestures.withdraw(buy, [buy, sell]);
    expect(takeback).toHaveBeenCalledWith(2);
    expect(sent).toEqual([3]);
  });
});

describe("the stand-in", () => {
  const buying = { text: "", answer: ({ choices }: Observation) => choices.find(({ kind }) => kind === "buy") ?? (choices.length ? ("wait" as const) : null) };

  it("answers what it was told to, and leaves the rest to the player", () => {
    const submit = vi.fn();
    const standIn = new StandIn(submit);
    standIn.begin(buying, at(0, [sell]));
    expect([standIn.answers(at(0, [sell])), standIn.answers(at(0, [buy])), standIn.answers(null)]).toEqual([false, true, false]);
    standIn.obey(at(1, [buy]));
    expect(submit.mock.calls).toEqual([[buy]]);
    expect(standIn.standing).toBe(buying);
  });

  it("goes when it has no answer, or is told to", () => {
    const submit = vi.fn();
    const standIn = new StandIn(submit);
    standIn.begin(buying, at(0, []));
    expect(standIn.standing).toBeNull();
    standIn.begin(buying, at(0, [sell]));
    standIn.end();
    standIn.obey(at(1, [buy]));
    expect(standIn.answers(at(1, [buy]))).toBe(false);
    expect(submit).not.toHaveBeenCalled();
  });
});

describe("a choice that others were faster than", () => {
  const late = new ApiError(409, "stale", "");

  function source(now: Observation, ...answers: (Error | null)[]) {
    const move = vi.fn(async (..._: [number, number, number]): Promise<unknown> => {
      const answer = answers.shift();
      if (answer) throw answer;
      return "made";
    });
    return { move, source: { move, observation: async () => now } as unknown as Source };
  }

  it("is made where it stands now, if it answers the same question", async () => {
    const { move, source: table } = source(at(7, [buy]), late, null);
    expect(await moveAtLast(table, 0, 6, buy, "asked")).toBe("made");
    expect(move.mock.calls).toEqual([[0, 6, buy.id], [0, 7, buy.id]]);
  });

  it.each([
    ["another question is asked", at(7, [buy], "other"), late],
    ["it is no longer offered", at(7, [sell]), late],
    ["something else went wrong", at(7, [buy]), new ApiError(422, "illegal", "")],
  ])("is refused if %s", async (_, now, error) => {
    const { move, source: table } = source(now, error, null);
    await expect(moveAtLast(table, 0, 6, buy, "asked")).rejects.toBe(error);
    expect(move).toHaveBeenCalledOnce();
  });
});

/** The parts of a table, each on its own. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../src/lib/api";
import type { Socket } from "../src/lib/live";
import type { Choice, Item, LogEntry, Observation, Preview, Refused } from "../src/lib/protocol";
import { asksFirst, isGamble, needsPreview, type Caution } from "../src/table/confirmation";
import { Connection } from "../src/table/connection.svelte";
import { Cards } from "../src/table/cards.svelte";
import { Foresight } from "../src/table/foresight.svelte";
import { History, ownLastMove } from "../src/table/history.svelte";
import { Story } from "../src/table/story.svelte";
import { areasOf, Playback, type Told } from "../src/table/playback.svelte";
import { Reasons } from "../src/table/reasons.svelte";
import { Selection } from "../src/table/selection.svelte";

const choice = (id: number, kind: string, args: Choice["args"] = {}): Choice => ({ id, kind, args, notation: kind });
const position = (n: number): Observation => ({ position: n }) as unknown as Observation;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("playback", () => {
  const told = (seat: number): Told => ({ seat, action: choice(seat, "march", { from: "a", to: "b" }), events: [] });

  function stage(pace: number) {
    const done: number[] = [];
    const settled = vi.fn();
    const playback = new Playback<number>({
      take: (message) => {
        done.push(message);
        return message % 2 ? told(message) : null;
      },
      pace: () => pace,
      settled,
    });
    return { done, settled, playback };
  }

  it("carries messages out in order and shows one move at a time", async () => {
    const { done, settled, playback } = stage(100);
    for (const message of [1, 2, 3]) playback.push(message);
    expect(done).toEqual([1]);
    expect(playback.trace).toMatchObject({ seat: 1, areas: new Set(["a", "b"]) });
    expect(playback.playing).toBe(true);
    await vi.advanceTimersByTimeAsync(100);
    expect(done).toEqual([1, 2, 3]);
    expect(playback.trace?.seat).toBe(3);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(100);
    expect(playback.playing).toBe(false);
    expect(playback.trace).toBeNull();
    expect(settled).toHaveBeenCalledOnce();
  });

  it("shows the rest at once when the player goes on", async () => {
    const { done, playback } = stage(100_000);
    for (const message of [1, 3, 5, 7]) playback.push(message);
    playback.skip();
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toEqual([1, 3, 5, 7]);
    expect(playback.playing).toBe(false);
  });

  it("shows nothing at all at pace 0", async () => {
    const { done, settled, playback } = stage(0);
    playback.push(1);
    expect(playback.trace).toBeNull();
    expect(done).toEqual([1]);
    expect(settled).toHaveBeenCalledOnce();
  });

  it("forgets what is dropped", async () => {
    const { done, playback } = stage(50);
    for (const message of [1, 3, 5]) playback.push(message);
    playback.drop();
    await vi.advanceTimersByTimeAsync(500);
    expect(done).toEqual([1]);
    expect(playback.playing).toBe(false);
  });

  it("names the areas of a move and of what came of it", () => {
    const event = { kind: "moved", params: { area: "c", unit: "army" } };
    expect(areasOf(choice(1, "march", { from: "a", to: "b" }), [event])).toEqual(new Set(["a", "b", "c"]));
    expect(areasOf(null, [])).toEqual(new Set());
  });
});

describe("history", () => {
  function archive(last = 9) {
    const fetched: number[] = [];
    const failed = vi.fn();
    const answers = new Map<number, (observation: Observation) => void>();
    const history = new History({
      last: () => last,
      fetch: (at) => {
        fetched.push(at);
        return new Promise((answer) => answers.set(at, answer));
      },
      failed,
    });
    const answer = async (at: number): Promise<void> => {
      answers.get(at)?.(position(at));
      await vi.advanceTimersByTimeAsync(0);
    };
    return { history, fetched, failed, answer };
  }

  it("shows the position asked for last, whichever answer comes first", async () => {
    const { history, answer } = archive();
    void history.look(3);
    void history.look(4);
    await answer(4);
    expect(history.at).toBe(4);
    await answer(3);
    expect(history.at).toBe(4);
    expect(history.past?.position).toBe(4);
  });

  it("fetches a position once, and again after moves were taken back", async () => {
    const { history, fetched, answer } = archive();
    void history.look(5);
    await answer(5);
    await history.look(null);
    expect(history.at).toBeNull();
    await history.look(5);
    expect(fetched).toEqual([5]);
    history.cut(4);
    expect(history.at).toBeNull();
    void history.look(5);
    await answer(5);
    expect(fetched).toEqual([5, 5]);
  });

  it("comes back to now when the last position is asked for", async () => {
    const { history, fetched } = archive(9);
    await history.look(9);
    expect(history.at).toBeNull();
    expect(fetched).toEqual([]);
  });

  it("replays item by item, and stops when told to", async () => {
    const { history, answer } = archive();
    const items = [1, 2, 3].map((at) => item("note", at));
    const shown: number[] = [];
    let go: () => void = () => undefined;
    const replay = history.replay(items, (told) => {
      shown.push(told.item?.last ?? 0);
      return new Promise((done) => (go = done));
    });
    await answer(1);
    expect(history.at).toBe(1);
    go();
    await vi.advanceTimersByTimeAsync(0);
    await answer(2);
    history.stopReplay();
    go();
    await replay;
    expect(shown).toEqual([1, 2]);
    expect(history.at).toBeNull();
  });

  it("tells what happened since a seat's own last move", () => {
    const log = [0, 1, 0, 2, 1].map((seat, index): LogEntry => ({ position: index + 1, seat, action: null, events: [] }));
    expect(ownLastMove(log, 0)).toBe(3);
    expect(ownLastMove(log, 3)).toBe(0);
    expect(ownLastMove(log, 1)).toBeNull();
    expect(ownLastMove(log, null)).toBeNull();
  });
});

const item = (kind: Item["kind"], first: number, more: Partial<Item> = {}): Item => ({
  kind, first, last: first, key: "event.x", params: {}, seats: [], weight: 1, parts: [], figures: null, areas: [], moves: [], ...more,
});

describe("story", () => {
  const tells = (whole: Item[]) => {
    const asked: number[] = [];
    const fetch = (from: number): Promise<Item[]> => {
      asked.push(from);
      return Promise.resolve(whole.filter((each) => each.last > from));
    };
    return { story: new Story({ fetch }), asked };
  };
  const whole = [item("round", 1), item("note", 1), item("turn", 4), item("note", 5), item("battle", 6, { last: 9 }), item("turn", 9), item("note", 10)];

  it("goes on from the last heading, and tells nothing twice", async () => {
    const { story, asked } = tells(whole);
    await story.begin(5);
    story.cut(5);
    expect(story.items.map((each) => each.kind)).toEqual(["round", "note", "turn", "note"]);
    await story.follow(10);
    expect(asked).toEqual([0, 3]);
    expect(story.items).toEqual(whole);
    await story.follow(10);
    expect(asked).toHaveLength(2);
  });

  it("tells a part under the headings that it stands under", async () => {
    const { story } = tells(whole);
    await story.begin(10);
    expect(story.between(5).map((each) => [each.kind, each.first])).toEqual([
      ["round", 1], ["turn", 4], ["battle", 6], ["turn", 9], ["note", 10],
    ]);
    expect(story.at(7).map((each) => each.kind)).toEqual(["battle"]);
  });

  it("says what was chosen at a position before what came of it", async () => {
    const advanced = item("turn", 4, { weight: 2 });
    const { story } = tells([item("note", 3), advanced, item("note", 4, { weight: 1 }), item("note", 4, { weight: 2, key: "event.paid" })]);
    await story.begin(4);
    expect(story.at(4).map((each) => each.key)).toEqual([advanced.key, "event.paid"]);
  });
});

describe("cards", () => {
  const battle = (last: number, seats: number[]): Item => item("battle", last, { weight: 2, seats, figures: { result: {} } });

  it("keeps what concerns the player until it is seen, and passes the rest", async () => {
    const cards = new Cards({ wanted: () => "all", seat: () => 0, pace: () => 100 });
    cards.begin(3);
    let done = false;
    void cards.present([battle(2, [0]), battle(5, [1]), battle(6, [0, 1])], 6).then(() => (done = true));
    expect([cards.card?.last, cards.waits]).toEqual([5, false]);
    await vi.advanceTimersByTimeAsync(1000);
    expect([cards.card?.last, cards.waits]).toEqual([6, true]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(cards.card?.last).toBe(6);
    cards.goOn();
    await vi.advanceTimersByTimeAsync(0);
    expect([cards.card, done]).toEqual([null, true]);
    await cards.present([battle(6, [0])], 6);
    expect(cards.card).toBeNull();
  });

  it("shows none to who wants none, and an unfinished battle to nobody", async () => {
    const cards = new Cards({ wanted: () => "none", seat: () => 0, pace: () => 100 });
    cards.begin(0);
    await cards.present([battle(1, [0])], 1);
    const all = new Cards({ wanted: () => "all", seat: () => 0, pace: () => 100 });
    all.begin(0);
    await all.present([item("battle", 1, { weight: 2, seats: [0], figures: { result: null } })], 1);
    expect([cards.card, all.card]).toEqual([null, null]);
  });
});

describe("selection", () => {
  const build = choice(1, "build", { area: "vienna" });
  const toVenice = choice(2, "march", { from: "trieste", to: "venice" });
  const fleetToVenice = choice(3, "sail", { from: "trieste", to: "venice" });
  const toRome = choice(4, "march", { from: "trieste", to: "rome" });
  const barred: Refused = { ...choice(5, "march", { from: "trieste", to: "vienna" }), reason: { code: "no", params: {}, chapter: "" } };

  function select(...choices: Choice[]) {
    const chosen: Choice[] = [];
    const selection = new Selection({ choices: () => choices, refused: () => [barred], choose: (one) => chosen.push(one) });
    return { selection, chosen };
  }

  it("marks where something can be done, and the goals of what is picked up", () => {
    const { selection } = select(build, toVenice, toRome);
    expect([...selection.marks]).toEqual([["vienna", "goal"], ["trieste", "source"]]);
    selection.pick("trieste");
    expect(Object.fromEntries(selection.marks)).toEqual({ vienna: "goal", trieste: "selected", venice: "goal", rome: "goal" });
  });

  it("opens the menu of an area with one choice as with several, and goes where a single way leads", () => {
    const { selection, chosen } = select(build, toVenice, fleetToVenice, toRome);
    selection.pick("vienna");
    expect(selection.menu).toEqual({ area: "vienna", choices: [build], from: false });
    expect(chosen).toEqual([]);
    selection.pick("trieste");
    selection.pick("venice");
    expect(selection.menu).toEqual({ area: "venice", choices: [toVenice, fleetToVenice], from: false });
    selection.cancel();
    expect([selection.menu, selection.selected]).toEqual([null, "trieste"]);
    selection.pick("rome");
    expect(chosen).toEqual([toRome]);
    selection.cancel();
    expect(selection.selected).toBeNull();
  });

  it("puts down again what is pressed twice, but not at the second press of a double click", () => {
    const { selection } = select(toVenice);
    selection.pick("trieste");
    selection.count = 3;
    selection.pick("trieste");
    expect([selection.selected, selection.count]).toEqual(["trieste", 3]);
    vi.advanceTimersByTime(1000);
    selection.pick("trieste");
    expect([selection.selected, selection.count]).toEqual([null, 1]);
  });

  it("looks at a place where nothing can be done, and tells what is refused there", () => {
    const { selection } = select(toVenice);
    selection.pick("vienna");
    expect(selection.inspected).toBe("vienna");
    expect(selection.refusedAt("vienna")).toEqual([]);
    selection.pick("trieste");
    expect(selection.inspected).toBeNull();
    expect(selection.refusedAt("vienna")).toEqual([barred]);
  });

  it("explains a refusal, and stops at the second press", () => {
    const { selection } = select();
    selection.explain(barred);
    expect(selection.refusal).toEqual(barred);
    selection.explain(barred);
    expect(selection.refusal).toBeNull();
  });
});

describe("foresight", () => {
  const preview = (final = false): Preview => ({ known: true, final, events: [], figures: [], odds: null, total: null });

  function foresight() {
    let at = 1;
    const fetch = vi.fn(async () => preview());
    return { foresight: new Foresight({ position: () => at, fetch }), fetch, goTo: (n: number) => (at = n) };
  }

  it("asks once for a choice in a position, however often it is looked at", async () => {
    const { foresight: sight, fetch, goTo } = foresight();
    const one = choice(1, "build");
    await Promise.all([sight.look(one), sight.look(one)]);
    await sight.look(one);
    expect(fetch).toHaveBeenCalledOnce();
    expect(sight.of(one)).toEqual(preview());
    expect(sight.of(choice(2, "else"))).toBeNull();
    goTo(2);
    expect(sight.of(one)).toBeNull();
    await sight.look(one);
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it("does without when the server has none", async () => {
    const { foresight: sight, fetch } = foresight();
    fetch.mockRejectedValueOnce(new Error("too late"));
    expect(await sight.look(choice(1, "build"))).toBeNull();
    expect(sight.waiting).toBe(0);
    expect(await sight.look(choice(1, "build"))).toEqual(preview());
  });

  it("waits until the pointer rests", async () => {
    const { foresight: sight, fetch } = foresight();
    sight.hover(choice(1, "build"), () => true);
    sight.hover(choice(2, "build"), () => true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(fetch.mock.calls).toEqual([[1, 2]]);
  });
});

describe("confirmation", () => {
  const plain: Preview = { known: true, final: false, events: [], figures: [], odds: null, total: null };
  const ending: Preview = { ...plain, final: true };
  const die = (n: number) => ({ action: choice(n, "roll", { n }), weight: 1 });
  const dice: Preview = { ...ending, odds: [die(1), die(2)], total: 2 };
  const reveal: Preview = { ...ending, known: false };
  const never: Caution = { confirm: "never", risk: true };

  it("knows what cannot be taken back at once", () => {
    expect([plain, ending, dice, reveal].map(isGamble)).toEqual([false, false, true, true]);
    expect(isGamble({ ...dice, odds: [die(1)] })).toBe(false); // one outcome only is no risk
  });

  it.each([
    [never, [false, false, true, true]],
    [{ confirm: "never", risk: false }, [false, false, false, false]],
    [{ confirm: "turn", risk: true }, [false, true, true, true]],
    [{ confirm: "turn", risk: false }, [false, true, true, true]],
    [{ confirm: "always", risk: false }, [true, true, true, true]],
  ] satisfies [Caution, boolean[]][])("asks as the settings %o say", (caution, expected) => {
    expect([plain, ending, dice, reveal].map((preview) => asksFirst(caution, preview, null))).toEqual(expected);
  });

  it("leaves it to the game what is a risk, and fetches nothing for that", () => {
    expect(asksFirst(never, dice, false)).toBe(false);
    expect(asksFirst(never, null, true)).toBe(true);
    expect(asksFirst({ confirm: "never", risk: false }, null, true)).toBe(false);
    expect([false, true, null].map((risks) => needsPreview(never, risks))).toEqual([false, false, true]);
    expect(needsPreview({ confirm: "never", risk: false }, null)).toBe(false);
    expect(needsPreview({ confirm: "always", risk: true }, null)).toBe(false);
    expect(needsPreview({ confirm: "turn", risk: true }, false)).toBe(true);
  });

  it("asks at the end of a turn that nobody could foresee", () => {
    expect(asksFirst({ confirm: "turn", risk: true }, null, null)).toBe(true);
    expect(asksFirst(never, null, null)).toBe(false);
  });
});

describe("connection", () => {
  function connect() {
    let now: Observation | null = position(1);
    const refresh = vi.fn(async () => undefined);
    const failed = vi.fn();
    const connection = new Connection({ observation: () => now, refresh, failed });
    return { connection, refresh, failed, stand: (next: Observation) => ((now = next), connection.arrived()) };
  }

  it("is busy until the table stands differently", async () => {
    const { connection, refresh, stand } = connect();
    const sent = connection.send(async () => undefined);
    expect(connection.busy).toBe(true);
    expect(await connection.send(async () => undefined)).toBe(false);
    await vi.advanceTimersByTimeAsync(10);
    stand(position(2));
    expect(await sent).toBe(true);
    expect(connection.busy).toBe(false);
    expect(refresh).not.toHaveBeenCalled();
  });

  it("fetches what a slow line does not bring", async () => {
    const { connection, refresh } = connect();
    const sent = connection.send(async () => undefined);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await sent).toBe(true);
    expect(refresh).toHaveBeenCalledOnce();
  });

  it("tells what was refused, and looks at the table again unless nobody answers", async () => {
    const { connection, refresh, failed } = connect();
    expect(await connection.send(() => Promise.reject(new ApiError(0, "unreachable", "")))).toBe(false);
    expect(refresh).not.toHaveBeenCalled();
    expect(await connection.send(() => Promise.reject(new ApiError(409, "stale", "")))).toBe(false);
    expect(refresh).toHaveBeenCalledOnce();
    expect(failed).toHaveBeenCalledTimes(2);
    expect(connection.busy).toBe(false);
  });

  it("says when the line is lost and when it is back", async () => {
    const { connection } = connect();
    const sockets: Socket[] = [];
    connection.open({
      address: () => "",
      onmessage: () => undefined,
      connect: () => {
        const socket: Socket = { onopen: null, onmessage: null, onclose: null, close: () => undefined };
        sockets.push(socket);
        return socket;
      },
    });
    sockets[0]?.onopen?.();
    expect(connection.state).toBe("open");
    sockets[0]?.onclose?.();
    await vi.advanceTimersByTimeAsync(20_000);
    sockets[1]?.onclose?.();
    expect(connection.state).toBe("lost");
    await vi.advanceTimersByTimeAsync(20_000);
    sockets.at(-1)?.onopen?.();
    expect(connection.state).toBe("open");
  });
});

describe("reasons", () => {
  const choice = { id: 7, kind: "go", args: {}, notation: "go" };
  const reason = { code: "too-far", params: {}, chapter: "" };

  it("are asked for once at a position, and belong to it alone", async () => {
    let position = 3;
    const asked: number[] = [];
    const reasons = new Reasons({
      place: () => ({ seat: 0, position }),
      fetch: async (_, at) => {
        asked.push(at);
        return [{ ...choice, reason }];
      },
    });
    expect(reasons.with([choice])).toEqual([choice]);
    await Promise.all([reasons.ask(), reasons.ask()]);
    expect(asked).toEqual([3]);
    expect(reasons.with([choice])).toEqual([{ ...choice, reason }]);
    position = 4;
    expect(reasons.with([choice])).toEqual([choice]);
  });

  it("can be asked for again if nobody answered", async () => {
    let answers = false;
    const reasons = new Reasons({
      place: () => ({ seat: 0, position: 1 }),
      fetch: async () => {
        if (!answers) throw new Error("no line");
        return [{ ...choice, reason }];
      },
    });
    await reasons.ask();
    answers = true;
    await reasons.ask();
    expect(reasons.with([choice])).toEqual([{ ...choice, reason }]);
  });
});

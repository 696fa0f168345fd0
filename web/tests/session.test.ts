/** A table as a whole, with a server that only writes down what it is told. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { GameModule } from "../src/games";
import colonial from "../src/games/colonial/words";
import imperial from "../src/games/imperial/words";
import imperunde from "../src/games/imperunde/words";
import struggle from "../src/games/struggle/words";
import * as api from "../src/lib/api";
import type { Choice, Moved, Observation, Preview } from "../src/lib/protocol";
import { settings } from "../src/lib/settings.svelte";
import { Session } from "../src/table/session.svelte";

vi.mock("../src/lib/api", async (original) => ({
  ...(await original<typeof api>()),
  move: vi.fn(async () => ({ position: 0 })),
  preview: vi.fn(),
  log: vi.fn(async () => []),
  takeback: vi.fn(async () => ({ position: 0 })),
}));

const choice = (id: number, kind: string, args: Choice["args"] = {}): Choice => ({ id, kind, args, notation: kind });
const attack = choice(1, "move", { unit: "artillery", from: "france", to: "spain" });
const bring = choice(2, "bring", { unit: "artillery", area: "france", moves: 1 });
const fight = choice(3, "fight");
const giveUp = choice(4, "give-up");
const pass = choice(5, "pass");
const roll = choice(6, "roll", { n: 5 });

const at = (position: number, prompt: string, choices: Choice[]): Observation =>
  ({ seat: 0, position, over: false, to_act: [choices.length ? 0 : 1], prompt: { key: prompt, params: {}, chapter: "" }, choices, refused: [], takeback: 0, view: {} }) as unknown as Observation;

/** What the player sees when nobody else is at the table: seat 0 is to decide. */
function table(observation: Observation): Session {
  const session = new Session("table");
  session.seat = 0;
  session.game = imperunde as unknown as GameModule;
  session.news.observation = observation;
  return session;
}

const sent = (): number[] => vi.mocked(api.move).mock.calls.map((call) => call[3]);
const settle = (): Promise<unknown> => new Promise((done) => setTimeout(done, 5));

/** Something happened at the table. */
async function happens(session: Session, seat: number, action: Choice, observation: Observation): Promise<void> {
  const moved = { type: "moved", n: observation.position, position: observation.position, seat, action, events: [], observation };
  session.playback.push(moved as unknown as Moved);
  await settle();
}

beforeEach(() => {
  vi.stubGlobal("document", { hidden: false });
  Object.assign(settings, { speed: "off", confirm: "never", risk: false });
  vi.mocked(api.move).mockClear();
});
afterEach(() => void vi.unstubAllGlobals());

describe("what is said at the table", () => {
  const line = { type: "chat", number: 1, seat: 1, to: [], text: "Sorry!", at: 0 };
  const hear = (session: Session): void => (session as unknown as { hear: (message: object) => void }).hear(line);

  it("waits for the moves that are still being shown, and else for nothing", async () => {
    vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
    const session = table(at(0, "move", [attack]));
    hear(session);
    expect(session.chat.lines).toHaveLength(1);
    session.chat.lines = [];
    Object.assign(settings, { speed: "normal" });
    await happens(session, 1, attack, at(1, "move", []));
    expect(session.playback.playing).toBe(true);
    hear(session);
    expect(session.chat.lines).toHaveLength(0);
    session.playback.skip();
    await settle();
    expect(session.chat.lines).toHaveLength(1);
  });
});

describe("an attack with three units", () => {
  it("sends three, and leaves the battle and everything after it to the player", async () => {
    const session = table(at(0, "move", [attack]));
    session.selection.select("france");
    session.selection.count = 3;
    session.choose(attack);
    await happens(session, 0, attack, at(1, "gather", [bring, fight]));
    expect(sent()).toEqual([1, 2]);
    await happens(session, 0, bring, at(2, "gather", [bring, fight]));
    expect(sent()).toEqual([1, 2, 2]);
    await happens(session, 0, bring, at(3, "gather", [bring, fight]));
    expect(sent()).toEqual([1, 2, 2]);

    session.choose(fight); // by hand
    await happens(session, 0, fight, at(4, "window-battle", []));
    await happens(session, 1, pass, at(5, "roll-dice", []));
    await happens(session, -1, roll, at(6, "gather", [bring, fight, giveUp]));
    session.choose(giveUp);
    await happens(session, 0, giveUp, at(7, "move", [attack, pass]));
    expect(sent()).toEqual([1, 2, 2, 3, 4]);
    expect(session.choices).toEqual([attack, pass]);
    expect(session.notice).toBeNull();
  });

  it("ends when the dice come first, and says how far it got", async () => {
    const session = table(at(0, "move", [attack]));
    session.selection.select("france");
    session.selection.count = 3;
    session.choose(attack);
    await happens(session, 0, attack, at(1, "roll-dice", []));
    await happens(session, -1, roll, at(2, "gather", [bring, fight]));
    await happens(session, 1, pass, at(3, "move", [attack]));
    expect(sent()).toEqual([1]);
    expect(session.notice).not.toBeNull();
  });
});

describe("a choice without a way back", () => {
  const dice: Preview = {
    known: true, final: true, events: [], figures: [], total: 2,
    odds: [{ action: roll, weight: 1 }, { action: { ...roll, id: 7 }, weight: 1 }],
  };

  it("asks first, can be called off, and is made when it is confirmed", async () => {
    settings.risk = true;
    vi.mocked(api.preview).mockResolvedValue(dice);
    const session = table(at(0, "move", [attack]));
    session.choose(attack);
    await settle();
    expect(sent()).toEqual([]);
    expect(session.pending).toEqual(attack);
    expect(session.choosing.isGamble(attack)).toBe(true);
    session.cancel();
    expect(session.pending).toBeNull();
    session.choose(attack);
    await settle();
    session.choosing.confirm();
    await settle();
    expect(sent()).toEqual([1]);
  });

  it("is made at once where its risk is in full view, or nobody wants to be asked", async () => {
    settings.risk = true;
    vi.mocked(api.preview).mockResolvedValue(dice);
    const session = table(at(0, "gather", [fight]));
    session.choose(fight);
    await settle();
    expect(sent()).toEqual([3]);
    settings.risk = false;
    const other = table(at(0, "move", [attack]));
    other.choose(attack);
    await settle();
    expect(sent()).toEqual([3, 1]);
  });
});

describe("several choices in one gesture", () => {
  const attacked = { known: true, final: true, figures: [], total: 1, odds: null, events: [{ kind: "attacked", args: {} }] } as unknown as Preview;
  const harmless = { ...attacked, final: false, events: [] } as Preview;

  it("asks before the one that cannot be taken back, and makes no other after it", async () => {
    settings.risk = true;
    vi.mocked(api.preview).mockResolvedValueOnce(harmless).mockResolvedValueOnce(attacked);
    const session = table(at(0, "move", [attack]));
    session.gestures.enter(attack, Infinity);
    await settle();
    expect(sent()).toEqual([1]);
    await happens(session, 0, attack, at(1, "gather", [bring, fight]));
    expect(sent()).toEqual([1]);
    expect(session.pending).toEqual(bring);
    session.choosing.confirm();
    await happens(session, 0, bring, at(2, "gather", [bring, fight]));
    expect(sent()).toEqual([1, 2]);
  });

  it("is confirmed by the gesture itself where every choice is confirmed", async () => {
    settings.confirm = "always";
    const session = table(at(0, "move", [attack]));
    session.gestures.enter(attack, 2);
    await happens(session, 0, attack, at(1, "gather", [bring, fight]));
    expect(sent()).toEqual([1, 2]);
  });

  it("makes every entry that was named, the strongest first, each as often as it is offered, and nothing else", async () => {
    const [one, two, three] = [choice(1, "bring", { unit: "infantry", area: "a" }), choice(2, "bring", { unit: "cavalry", area: "b" }), choice(7, "bring", { unit: "artillery", area: "c" })];
    const session = table(at(0, "gather", [one, two, fight]));
    session.gestures.sweep([two, one]);
    await happens(session, 0, two, at(1, "gather", [one, two, fight]));
    await happens(session, 0, two, at(2, "gather", [one, three, fight]));
    await happens(session, 0, one, at(3, "gather", [three, fight]));
    expect(sent()).toEqual([2, 2, 1]);
    expect(session.choices).toEqual([three, fight]);
  });
});

describe("a standing instruction", () => {
  const passing = { text: "", answer: (now: Observation) => (now.prompt?.key === "window" ? (now.choices.find(({ kind }) => kind === "pass") ?? null) : ("wait" as const)) };

  it("answers what it was told to, leaves everything else to the player, and goes on after it", async () => {
    const session = table(at(0, "window", [pass]));
    session.stand(passing);
    await happens(session, 0, pass, at(1, "window", []));
    expect(sent()).toEqual([5]);
    await happens(session, 1, pass, at(2, "move", [attack]));
    expect(sent()).toEqual([5]);
    expect(session.choices).toEqual([attack]);
    session.choose(attack);
    await happens(session, 0, attack, at(3, "window", [pass]));
    expect(sent()).toEqual([5, 1, 5]);
  });

  it("ends when the player says so, and where it has no answer", async () => {
    const session = table(at(0, "window", [pass]));
    session.stand(passing);
    await happens(session, 0, pass, at(1, "window", []));
    session.standIn.end();
    await happens(session, 1, pass, at(2, "window", [pass]));
    expect(sent()).toEqual([5]);
    session.stand({ text: "", answer: () => null });
    expect(session.standIn.standing).toBeNull();
    expect(sent()).toEqual([5]);
  });
});

describe("an entry of a form that is withdrawn", () => {
  it("takes back to it and makes again what came after", async () => {
    vi.mocked(api.takeback).mockClear();
    const [one, two] = [choice(1, "buy", { area: "a" }), choice(2, "buy", { area: "b" })];
    const session = table({ ...at(2, "invest", [one, two]), takeback: 2 });
    const withdrawn = session.gestures.withdraw(one, [one, two]);
    session.playback.push({ type: "takenback", n: 1, position: 0, observation: at(0, "invest", [one, two]) } as never);
    await settle();
    await happens(session, 0, two, at(1, "invest", [one, two]));
    await withdrawn;
    expect(vi.mocked(api.takeback).mock.calls[0]?.[3]).toBe(2);
    expect(sent()).toEqual([2]);
  });
});

/** A gesture of each game: what is chosen, and what it stands for if nothing comes in between. */
const army = choice(11, "march", { from: "moscow", to: "prague" });
const [bid, toA, toB] = [choice(21, "bid", { gold: 3 }), choice(22, "propose", { row: "a", power: "france" }), choice(23, "propose", { row: "b", power: "russia" })];
const cards = ["a", "b", "c"].map((card, n) => choice(31 + n, "lay", { card }));
const raise = choice(41, "buy-army", { area: "france", unit: "infantry", price: 1 });
const post = choice(42, "build-post", { area: "spain", price: 2 });
const other = choice(99, "something-else");
const orders = (choices: Choice[]): { kind: string; args: Choice["args"] }[] => choices.map(({ kind, args }) => ({ kind, args }));

const gestures = {
  imperial: { first: army, second: army, game: imperial, begin: (session: Session) => {
    session.selection.select("moscow");
    session.selection.count = 3;
    session.choose(army);
  } },
  struggle: { first: bid, second: toA, game: struggle, begin: (session: Session) => session.choose(bid, orders([toA, toB])) },
  imperunde: { first: raise, second: raise, game: imperunde, begin: (session: Session) => session.gestures.enter(raise, Infinity) },
  "ImpeRunde, of several entries": { first: raise, second: post, game: imperunde, begin: (session: Session) => session.gestures.sweep([raise, post]) },
  colonial: { first: cards[0] as Choice, second: cards[1] as Choice, game: colonial, begin: (session: Session) => void session.chooseInOrder(orders(cards)) },
};

describe.each(Object.entries(gestures))("a gesture in %s", (_, { first, second, game, begin }) => {
  function begun(): Session {
    const session = table(at(0, "asked", [first, other]));
    session.game = game as unknown as GameModule;
    begin(session);
    return session;
  }

  it("goes on while nothing comes in between", async () => {
    const session = begun();
    await happens(session, 0, first, at(1, "asked", [second, other]));
    expect(sent()).toEqual([first.id, second.id]);
  });

  it("ends at dice", async () => {
    const session = begun();
    await happens(session, 0, first, at(1, "dice", []));
    await happens(session, -1, roll, at(2, "asked", [second, other]));
    await settle();
    expect(sent()).toEqual([first.id]);
  });

  it("ends at the answer of somebody else", async () => {
    const session = begun();
    await happens(session, 0, first, at(1, "answer", []));
    await happens(session, 1, pass, at(2, "asked", [second, other]));
    await settle();
    expect(sent()).toEqual([first.id]);
  });

  it("ends at a question that it did not expect", async () => {
    const session = begun();
    await happens(session, 0, first, at(1, "unforeseen", [other, giveUp]));
    await settle();
    expect(sent()).toEqual([first.id]);
    await happens(session, 0, other, at(2, "asked", [second, other])); // answered by hand: the gesture is over
    expect(sent()).toEqual([first.id]);
  });

  it("ends when the line drops, and stays ended when it is back", async () => {
    const session = begun();
    vi.mocked(api.move).mockRejectedValueOnce(new api.ApiError(0, "unreachable", ""));
    await happens(session, 0, first, at(1, "asked", [second, other]));
    await settle();
    expect(sent()).toEqual([first.id, second.id]); // the one that was lost
    expect(session.notice).not.toBeNull();
    await happens(session, 1, pass, at(2, "asked", [second, other]));
    expect(sent()).toEqual([first.id, second.id]);
  });
});

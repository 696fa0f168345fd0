/** Big decisions in one form: what it shows, and how an entry is withdrawn from its middle. */
import { describe, expect, it } from "vitest";
import imperial from "../src/games/imperial/words";
import imperunde, { fightOn } from "../src/games/imperunde/words";
import type { Choice, LogEntry, Observation } from "../src/lib/protocol";
import { formOf, madeIn, withdrawal } from "../src/table/form";

const choice = (id: number, kind: string, args: Choice["args"] = {}): Choice => ({ id, kind, args, notation: kind });
const infantry = choice(1, "buy-army", { unit: "infantry", area: "siam", price: 1 });
const cavalry = choice(2, "buy-army", { unit: "cavalry", area: "siam", price: 2 });
const post = choice(3, "build-post", { area: "peru", price: 4 });
const done = choice(9, "done");
const entry = (position: number, action: Choice): LogEntry => ({ position, seat: 0, action, events: [] });
const asking = (prompt: string, choices: Choice[], view: object = {}): Observation =>
  ({ seat: 0, position: 0, prompt: { key: prompt, params: {}, chapter: "" }, choices, view }) as unknown as Observation;

const FORMS = { invest: ["buy-army", "build-post"] };

describe("the form of a question", () => {
  it("lists what is offered and what was chosen, by place, in an order that does not change", () => {
    const series = [entry(1, choice(7, "keep-debt")), entry(2, post), entry(3, infantry), entry(4, infantry)];
    const offered = [cavalry, infantry, done];
    const form = formOf(FORMS, asking("prompt.invest", offered), offered, series);
    expect(form?.rows).toEqual([
      { place: "siam", cells: [{ choice: infantry, count: 2, offered: true }, { choice: cavalry, count: 0, offered: true }] },
      { place: "peru", cells: [{ choice: post, count: 1, offered: false }] },
    ]);
    expect(form?.made).toEqual([post, infantry, infantry]);
  });

  it("is none where another question is asked, or nothing can be entered", () => {
    expect(formOf(FORMS, asking("prompt.budget", [infantry]), [infantry], [])).toBeNull();
    expect(formOf(FORMS, asking("prompt.invest", [done]), [done], [])).toBeNull();
  });

  it("leaves alone what came before something else", () => {
    expect(madeIn(FORMS.invest, [entry(1, infantry), entry(2, done), entry(3, cavalry)])).toEqual([cavalry]);
  });
});

describe("an entry that is withdrawn", () => {
  it("goes with what came after it, which is made again", () => {
    expect(withdrawal([infantry, post, cavalry], post)).toEqual({ count: 2, again: [cavalry] });
    expect(withdrawal([infantry, infantry], infantry)).toEqual({ count: 1, again: [] });
    expect(withdrawal([infantry], post)).toBeNull();
  });
});

describe("the manoeuvre of Imperial", () => {
  const sail = choice(20, "sail", { from: "london", to: "english-channel" });
  const march = choice(30, "march", { from: "london", to: "norway" });
  const other = choice(31, "march", { from: "sheffield", to: "norway" });
  const via = choice(40, "via", { seas: "north-sea" });
  const advance = choice(10, "advance", { nation: "great-britain", slot: "maneuver-1" });
  const made = [advance, sail, done, march, via, other];
  const series = made.map((action, index) => entry(index + 1, action));
  const asked = asking("prompt.move-armies", [march, done], { maneuver: { unmoved: { london: 2 } } });

  it("is one form for fleets and armies, with the answers among them", () => {
    const form = formOf(imperial.forms, asked, asked.choices, series);
    expect(form?.made).toEqual([sail, done, march, via, other]);
    expect(form?.rows).toEqual([
      { place: "london", cells: [{ choice: sail, count: 1, offered: false }, { choice: march, count: 1, offered: true }] },
      { place: "sheffield", cells: [{ choice: other, count: 1, offered: false }] },
    ]);
  });

  it("holds nothing of what came before its first move", () => {
    expect(madeIn(imperial.forms["move-armies"], series.slice(0, 1))).toEqual([]);
    expect(madeIn(imperial.forms["move-armies"], [entry(1, advance), entry(2, done)])).toEqual([]);
  });

  it("withdraws a move together with its answers, and makes the rest again", () => {
    const form = formOf(imperial.forms, asked, asked.choices, series);
    expect(withdrawal(form?.made ?? [], march, form?.answers)).toEqual({ count: 3, again: [other] });
    expect(withdrawal(form?.made ?? [], sail, form?.answers)).toEqual({ count: 5, again: [done, march, via, other] });
  });

  it("says how many are still to be moved, and moves them in one press", () => {
    expect(imperial.unmoved(asked, "london")).toBe(2);
    expect(imperial.unmoved(asked, "paris")).toBeNull();
    expect(imperial.several(asked, march)).toBe(2);
  });
});

describe("the forms of ImpeRunde", () => {
  const colony = { value: 2, owner: 0, home: false, units: {}, posts: 2, most_posts: 4, raises: { infantry: 2, cavalry: 1, frigate: 1, post: 2 } };
  const at = { player: [{ money: 9, form: [] }], area: { siam: colony, peru: { ...colony, home: true, raises: { infantry: 9 } } }, ready: {} };

  it("offer as many as the engine says, by what a land raises", () => {
    const asked = asking("prompt.invest", [infantry, cavalry], at);
    expect(imperunde.several(asked, infantry)).toBe(2);
    expect(imperunde.several(asked, cavalry)).toBe(1);
    expect(imperunde.several(asked, choice(4, "buy-army", { unit: "infantry", area: "peru", price: 1 }))).toBe(9);
    expect(imperunde.several(asked, choice(5, "buy-ship", { unit: "frigate", land: "siam", area: "java-sea", price: 2 }))).toBe(1);
    expect(imperunde.several(asked, choice(6, "build-post", { area: "siam", price: 2 }))).toBe(2);
  });

  it("put a ship into the row of the land that pays for it", () => {
    const frigate = choice(5, "buy-ship", { unit: "frigate", land: "siam", area: "java-sea", price: 2 });
    const form = formOf(imperunde.forms, asking("prompt.invest", [post, frigate]), [post, frigate], []);
    expect(form?.rows.map(({ place }) => place)).toEqual(["peru", "siam"]);
  });

  const formed = (asked: string, offered: Choice[]): ReturnType<typeof imperunde.sweeps> => {
    const form = formOf(imperunde.forms, asking(`prompt.${asked}`, offered), offered, []);
    return form ? imperunde.sweeps(form) : [];
  };

  it("take every post, everybody who can come, and all that go the same way in one press", () => {
    const other = choice(4, "build-post", { area: "siam", price: 2 });
    expect(formed("invest", [infantry, post, other])).toMatchObject([{ place: null, entries: [other, post] }]);
    expect(formed("invest", [infantry, post])).toEqual([]);
    const brought = [choice(5, "bring", { unit: "infantry", area: "siam", moves: 1 }), choice(6, "bring", { unit: "cavalry", area: "peru", moves: 1 })];
    expect(formed("gather", brought)).toMatchObject([{ place: null, entries: [...brought].reverse() }]); // the best dice first
    const [foot, horse, gun] = ["infantry", "cavalry", "artillery"].map((unit, n) => choice(7 + n, "embark", { unit, from: "siam", to: n < 2 ? "java-sea" : "china-sea" })) as [Choice, Choice, Choice];
    expect(formed("embark", [foot, horse, gun])).toMatchObject([{ place: "siam", entries: [horse, foot] }]);
  });
});

describe("a standing instruction in ImpeRunde", () => {
  const pass = choice(5, "pass");
  const fight = choice(6, "fight");
  const bring = choice(8, "bring");
  const battle = (attacker: string, defender: string, chance = 0.5): object => ({ battle: { area: "spain", attacker, defender, chance } });

  it("fights on in its own battle and passes there, and stops below the chance that was set", () => {
    const answer = fightOn("spain", 40);
    expect(answer(asking("prompt.gather", [bring, fight], battle("seat-0", "natives")))).toBe(fight);
    expect(answer(asking("prompt.window-roll", [pass], battle("seat-0", "natives")))).toBe(pass);
    expect(answer(asking("prompt.gather", [bring, fight], battle("seat-0", "natives", 0.3)))).toBeNull();
  });

  it("brings up whoever can come before it fights on, if it was told to, and judges the chance with them", () => {
    const answer = fightOn("spain", 40, true);
    expect(answer(asking("prompt.gather", [bring, fight], battle("seat-0", "natives", 0.1)))).toBe(bring);
    expect(answer(asking("prompt.gather", [fight], battle("seat-0", "natives", 0.1)))).toBeNull();
    expect(answer(asking("prompt.gather", [fight], battle("seat-0", "natives")))).toBe(fight);
    expect(answer(asking("prompt.gather", [bring, fight], battle("seat-1", "seat-0")))).toBeNull();
  });

  it("never decides anything else: no line-up, no other battle, nothing after it", () => {
    const answer = fightOn("spain", 0);
    expect(answer(asking("prompt.line-up", [choice(1, "line-up")], battle("seat-0", "natives")))).toBeNull();
    expect(answer(asking("prompt.gather", [choice(4, "give-up")], battle("seat-0", "natives")))).toBeNull();
    expect(answer(asking("prompt.on-table", [pass], battle("seat-0", "seat-1")))).toBeNull();
    expect(fightOn("peru", 0)(asking("prompt.gather", [fight], battle("seat-0", "natives")))).toBeNull();
    expect(answer(asking("prompt.move", [done], { battle: null }))).toBeNull();
  });

  it("lets cards go by that do not concern the seat, and leaves its own battles and decisions to it", () => {
    const window = asking("prompt.window-battle", [pass], battle("seat-1", "seat-2"));
    const offered = imperunde.instructions(window);
    expect(offered).toHaveLength(2);
    const answer = offered[0]?.standing.answer;
    expect(answer?.(window)).toBe(pass);
    expect(answer?.(asking("prompt.window-battle", [pass], battle("seat-1", "seat-0")))).toBe("wait");
    expect(answer?.(asking("prompt.move", [done], { battle: null }))).toBe("wait");
    expect(answer?.(asking("prompt.on-table", [pass], { battle: null }))).toBeNull();
  });
});

/** Big decisions in one form: what it shows, and how an entry is withdrawn from its middle. */
import { describe, expect, it } from "vitest";
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

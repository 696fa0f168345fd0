import { describe, expect, it } from "vitest";
import imperial from "../src/games/imperial/words";
import imperunde from "../src/games/imperunde/words";
import type { Choice, LogEntry, Observation } from "../src/lib/protocol";
import { interrupted, Orders, Plan, sameDecision } from "../src/table/plan";

const choice = (id: number, kind: string, args: Choice["args"] = {}): Choice => ({ id, kind, args, notation: kind });
const march = choice(1, "march", { from: "vienna", to: "venice" });
const hostile = choice(2, "enter", { posture: "hostile" });
const friendly = choice(4, "enter", { posture: "friendly" });
const fight = choice(3, "fight", { area: "venice" });

/** The table as seat 0 sees it at a position. */
function at(position: number, prompt: string, choices: Choice[]): Observation {
  return { seat: 0, position, prompt: { key: prompt, params: {} }, choices } as unknown as Observation;
}
const entry = (position: number, seat: number, action: Choice | null = march): LogEntry => ({ position, seat, action, events: [] });
/** Seat 0 made every move up to a position. */
const mine = (last: number): LogEntry[] => Array.from({ length: last }, (_, index) => entry(index + 1, 0));

describe("several equal moves in one gesture", () => {
  it("makes the same choice again as often as asked, and no more", () => {
    const plan = new Plan(march, 3, at(5, "march", [march]));
    expect(plan.next(at(6, "march", [choice(9, "march", march.args)]), mine(6))).toMatchObject({ id: 9 });
    expect(plan.next(at(7, "march", [march]), mine(7))).toEqual(march);
    expect(plan.next(at(8, "march", [march]), mine(8))).toBe("over");
    expect(plan.done).toBe(3);
  });

  it("waits for the player in between, and then repeats the answer to the same question", () => {
    const plan = new Plan(march, 2, at(0, "march", [march]), imperial);
    const posture = [hostile, friendly];
    expect(plan.next(at(1, "posture", posture), mine(1))).toBe("wait");
    expect(plan.answered(hostile, at(1, "posture", posture))).toBe(true);
    expect(plan.next(at(2, "march", [march]), mine(2))).toEqual(march);
    expect(plan.next(at(3, "posture", posture), mine(3))).toEqual(hostile);
    expect(plan.next(at(4, "march", [march]), mine(4))).toBe("over");
  });

  it("asks the player when the same question offers something else", () => {
    const plan = new Plan(march, 2, at(0, "march", [march]), imperial);
    plan.answered(hostile, at(1, "posture", [hostile, friendly]));
    plan.next(at(2, "march", [march]), mine(2));
    expect(plan.next(at(3, "posture", [hostile]), mine(3))).toBe("over");
    const other = new Plan(march, 2, at(0, "march", [march]), imperial);
    other.answered(hostile, at(1, "posture", [hostile, friendly]));
    other.next(at(2, "march", [march]), mine(2));
    expect(other.next(at(3, "another question", [hostile, friendly]), mine(3))).toBe("over");
  });

  it("never makes a choice of a kind that is not part of the gesture, even if the player made it once", () => {
    const plan = new Plan(march, 3, at(0, "march", [march]), imperial);
    expect(plan.next(at(1, "battle", [fight]), mine(1))).toBe("over");
    expect(plan.answered(fight, at(1, "battle", [fight]))).toBe(false);
  });

  it("takes the best of what goes on with it, where a game ranks them", () => {
    const bring = (id: number, unit: string): Choice => choice(id, "bring", { unit, area: "brazil" });
    const [weak, strong] = [bring(11, "infantry"), bring(12, "artillery")];
    const plan = new Plan(weak, Infinity, at(0, "gather", [weak, strong]), { ...imperunde, again: () => true });
    expect(plan.next(at(1, "gather", [weak, strong]), mine(1))).toEqual(strong);
  });

  it("ends when the move is no longer offered", () => {
    const plan = new Plan(march, 3, at(0, "march", [march]));
    expect(plan.next(at(1, "march", []), mine(1))).toBe("over");
  });

  it.each([
    ["dice", entry(2, -1)],
    ["a hidden draw", entry(2, -1, null)],
    ["somebody else's choice", entry(2, 1)],
  ])("ends at %s, though the same move is offered again", (_, between) => {
    const plan = new Plan(march, 3, at(0, "march", [march]));
    expect(plan.next(at(2, "march", [march]), [entry(1, 0), between])).toBe("over");
  });

  it("ends when the table stands elsewhere than one step on", () => {
    for (const position of [0, 1, 3, 7]) {
      const plan = new Plan(march, 3, at(1, "march", [march]));
      expect(plan.next(at(position, "march", [march]), [])).toBe("over");
    }
  });
});

describe("an attack of ImpeRunde with several units", () => {
  const attack = choice(1, "move", { unit: "artillery", from: "france", to: "spain" });
  const bring = (id: number, unit: string, from = "france"): Choice => choice(id, "bring", { unit, area: from, moves: 1 });
  const pass = choice(8, "pass");

  it("brings up as many of the same unit from the same place as were asked for", () => {
    const plan = new Plan(attack, 3, at(0, "move", [attack]), imperunde);
    const gather = [bring(2, "infantry"), bring(3, "artillery", "alps"), bring(4, "artillery"), pass];
    expect(plan.next(at(1, "gather", gather), mine(1))).toMatchObject({ id: 4 });
    expect(plan.next(at(2, "gather", gather), mine(2))).toMatchObject({ id: 4 });
    expect(plan.next(at(3, "gather", gather), mine(3))).toBe("over");
  });

  it("fights, passes and attacks anew only by the player's own hand", () => {
    const plan = new Plan(attack, 3, at(0, "move", [attack]), imperunde);
    expect(plan.next(at(1, "window-battle", [pass]), mine(1))).toBe("over");
    expect(plan.answered(pass, at(1, "window-battle", [pass]))).toBe(false);
    const again = new Plan(attack, 3, at(0, "move", [attack]), imperunde);
    const battle = [entry(1, 0), entry(2, 1), entry(3, -1), entry(4, 0)];
    expect(again.next(at(4, "move", [attack]), battle)).toBe("over");
  });
});

describe("the choices of a form, one after the other", () => {
  const bid = choice(1, "bid", { sum: 3 });
  const a = choice(2, "propose", { row: "a", power: "russia" });
  const b = choice(3, "propose", { row: "b", power: "france" });

  it("come in order", () => {
    const orders = new Orders([bid, a, b], 0);
    expect(orders.next(at(0, "bidding", [bid]), [])).toEqual(bid);
    expect(orders.next(at(1, "propose", [a]), mine(1))).toEqual(a);
    expect(orders.next(at(2, "propose", [b]), mine(2))).toEqual(b);
    expect(orders.next(at(3, "bidding", [bid]), mine(3))).toBeNull();
  });

  it("end where something else is asked, and never skip what the player wanted", () => {
    const orders = new Orders([bid, a, b], 0);
    orders.next(at(0, "bidding", [bid]), []);
    expect(orders.next(at(1, "propose", [b]), mine(1))).toBeNull();
    const short = new Orders([bid, a, b], 0);
    short.next(at(0, "bidding", [bid]), []);
    expect(short.next(at(1, "else", [fight]), mine(1))).toBeNull();
  });

  it("pass over what may go unasked, unless it is asked differently", () => {
    const none = { kind: "give-goods", args: { n: 0 }, optional: true };
    expect(new Orders([none, bid], 0).next(at(0, "bidding", [bid]), [])).toEqual(bid);
    expect(new Orders([none, bid], 0).next(at(0, "terms", [choice(7, "give-goods", { n: 1 }), bid]), [])).toBeNull();
  });

  it("end at dice and at what others are seen to choose, not at what they choose in secret meanwhile", () => {
    const lay = (card: string): Choice => choice(card.charCodeAt(0), "lay", { card });
    const laying = (log: LogEntry[]): Choice | null => {
      const orders = new Orders([lay("a"), lay("b")], 0);
      orders.next(at(0, "lay", [lay("a"), lay("b")]), []);
      return orders.next(at(log.length, "lay", [lay("b")]), log);
    };
    expect(laying([entry(1, 0), entry(2, 1, null)])).toEqual(lay("b"));
    expect(laying([entry(1, 0), entry(2, 1)])).toBeNull();
    expect(laying([entry(1, 0), entry(2, -1, null)])).toBeNull();
  });
});

describe("a decision beside those of others", () => {
  it("is the same while the question and the choices are", () => {
    expect(sameDecision(at(1, "lay", [march, fight]), at(2, "lay", [march, fight]))).toBe(true);
    expect(sameDecision(at(1, "lay", [march, fight]), at(2, "lay", [fight]))).toBe(false);
    expect(sameDecision(at(1, "lay", [march]), at(2, "march", [march]))).toBe(false);
    expect(sameDecision(null, at(1, "lay", [march]))).toBe(false);
    expect(sameDecision({ ...at(1, "lay", []), prompt: null }, { ...at(2, "lay", []), prompt: null })).toBe(false);
  });

  it("is interrupted by what happened since, not by what happened before", () => {
    expect(interrupted([entry(3, 1), entry(4, 0)], 3, 0)).toBe(false);
    expect(interrupted([entry(3, 1), entry(4, 0)], 2, 0)).toBe(true);
  });
});

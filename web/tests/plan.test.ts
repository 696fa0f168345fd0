import { describe, expect, it } from "vitest";
import type { Choice, Observation } from "../src/lib/protocol";
import { Plan, sameDecision } from "../src/table/plan";

const choice = (id: number, kind: string, args: Choice["args"] = {}): Choice => ({ id, kind, args, notation: kind });
const march = choice(1, "march", { from: "vienna", to: "venice" });
const hostile = choice(2, "enter", { posture: "hostile" });
const fight = choice(3, "fight", { area: "venice" });

function at(prompt: string, choices: Choice[]): Observation {
  return { prompt: { key: prompt, params: {} }, choices } as unknown as Observation;
}

describe("several equal moves in one gesture", () => {
  it("makes the same choice again as often as asked", () => {
    const plan = new Plan(march, 2, at("march", [march]), []);
    expect(plan.next(at("march", [choice(9, "march", march.args)]))?.id).toBe(9);
    expect(plan.next(at("march", [march]))).not.toBeNull();
    expect(plan.next(at("march", [march]))).toBeNull();
    expect(plan.finished).toBe(true);
  });

  it("waits for the player in between, and then repeats the answer", () => {
    const plan = new Plan(march, 1, at("march", [march]), ["enter"]);
    const posture = at("posture", [hostile, choice(4, "enter", { posture: "friendly" })]);
    expect(plan.next(posture)).toBeNull();
    expect(plan.finished).toBe(false);
    plan.answered(hostile, posture);
    expect(plan.next(at("march", [march]))).toEqual(march);
    expect(plan.next(posture)).toEqual(hostile);
    expect(plan.next(at("march", []))).toBeNull();
    expect(plan.finished).toBe(true);
  });

  it("never repeats an answer that is not of that kind", () => {
    const plan = new Plan(march, 1, at("march", [march]), ["enter"]);
    plan.answered(fight, at("battle", [fight]));
    expect(plan.next(at("battle", [fight]))).toBeNull();
  });

  it("ends when the move is no longer offered", () => {
    const plan = new Plan(march, 3, at("march", [march]), []);
    expect(plan.next(at("march", []))).toBeNull();
    expect(plan.finished).toBe(true);
  });
});

describe("a decision beside those of others", () => {
  it("is the same while the question and the choices are", () => {
    expect(sameDecision(at("lay", [march, fight]), at("lay", [march, fight]))).toBe(true);
    expect(sameDecision(at("lay", [march, fight]), at("lay", [fight]))).toBe(false);
    expect(sameDecision(at("lay", [march]), at("march", [march]))).toBe(false);
    expect(sameDecision(null, at("lay", [march]))).toBe(false);
    expect(sameDecision({ ...at("lay", []), prompt: null }, { ...at("lay", []), prompt: null })).toBe(false);
  });
});

import { describe, expect, it } from "vitest";
import type { GameModule } from "../src/games";
import type { Choice } from "../src/lib/protocol";
import { grouped, inKeyOrder, sorted } from "../src/table/offer";

const choice = (id: string, kind: string, args: Record<string, unknown> = {}): Choice => ({ id, kind, args, notation: id }) as unknown as Choice;
const game = {
  onSurface: ({ args }: Choice) => args.from !== undefined,
  seldom: ["give-purse"],
} as unknown as GameModule;

describe("number keys", () => {
  const gift = choice("gift", "give-purse");
  const ships = choice("a", "sail", { from: "london", to: "north-sea" });
  const march = choice("b", "march", { from: "paris", to: "dijon" });
  const again = choice("c", "sail", { from: "london", to: "english-channel" });
  const done = choice("done", "done");

  it("follow the buttons as they stand, group by group", () => {
    const offer = sorted(game, [gift, ships, march, again, done]);
    expect(grouped(game, offer.placed).map(({ choices }) => choices.map(({ id }) => id))).toEqual([["a", "c"], ["b"]]);
    expect(inKeyOrder(game, offer).map(({ id }) => id)).toEqual(["a", "c", "b", "done"]);
  });

  it("end a step last", () => {
    const war = choice("war", "war");
    const play = choice("play", "play");
    expect(inKeyOrder(game, sorted(game, [war, done, play])).map(({ id }) => id)).toEqual(["war", "play", "done"]);
  });

  it("never make what is seldom wanted", () => {
    expect(inKeyOrder(game, sorted(game, [gift, done])).map(({ id }) => id)).toEqual(["done"]);
    expect(sorted(game, [gift, done]).seldom).toEqual([gift]);
  });
});

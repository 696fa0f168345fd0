import { describe, expect, it } from "vitest";
import type { GameModule } from "../src/games";
import type { Choice } from "../src/lib/protocol";
import colonial from "../src/games/colonial/words";
import imperial from "../src/games/imperial/words";
import imperunde from "../src/games/imperunde/words";
import { grouped, inKeyOrder, isOnlyInPanel, sorted } from "../src/table/offer";

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

describe("what is asked is answered in the panel alone", () => {
  const alone = (of: unknown, ...choices: Choice[]): boolean => isOnlyInPanel(of as GameModule, sorted(of as GameModule, choices));
  const done = choice("done", "done");

  it("where bonds are bought or cards are laid", () => {
    expect(alone(imperial, choice("a", "buy-bond", { nation: "italy", price: 4 }), done)).toBe(true);
    expect(alone(colonial, choice("a", "lay", { card: 1 }), choice("b", "lay", { card: 2 }))).toBe(true);
  });

  it("but not where buttons or the map offer it as well", () => {
    expect(alone(imperunde, choice("a", "war", { seat: 1 }), done)).toBe(false);
    expect(alone(imperunde, choice("a", "buy-army", { unit: "infantry", area: "peru" }), done)).toBe(false);
    expect(alone(colonial, choice("a", "declare-war", { seat: 1 }))).toBe(false);
    expect(alone(imperial)).toBe(false);
  });
});

import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sha256 } from "../src/lib/sha256";
import type { LogEntry } from "../src/lib/protocol";
import type { Rolls } from "../src/lib/schema";
import { check } from "../src/weeks/rolls";

const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

describe("sha256", () => {
  it("is that of the standard", () => {
    expect(sha256("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
  it("is the same as another's at every length around a block, and for letters of all kinds", () => {
    for (let n = 0; n < 200; n++) expect(sha256("x".repeat(n))).toBe(digest("x".repeat(n)));
    expect(sha256("Zoë würfelt 🎲")).toBe(digest("Zoë würfelt 🎲"));
  });
});

/** A game of so many dice, drawn as the kernel draws them. */
function game(shares: string[], rolls = 20): { told: Rolls; log: LogEntry[] } {
  const seed = "0123456789abcdef";
  const source = shares.length ? digest([seed, ...shares].join("/")) : seed;
  const odds = [1, 2, 3, 4, 5, 6].map((action) => ({ action, weight: action }));
  const drawn = Array.from({ length: rolls }, (_, position) => {
    let rest = Number(BigInt(`0x${digest(`${source}/${position}`)}`) % 21n);
    const action = odds.find(({ weight }) => (rest -= weight) < 0)?.action ?? 0;
    return { position, odds: 0, action, notation: `rolled ${action}` };
  });
  const log = drawn.map(({ position, action }) => ({ position: position + 1, seat: -1, action: { id: action, kind: "rolled", args: {} }, events: [] }));
  return { told: { seed, commitment: digest(seed), shares, since: 0, odds: [odds], rolls: drawn }, log: log as unknown as LogEntry[] };
}

describe("the dice of a game", () => {
  it.each([[[]], [["aa", "bb"]]])("are right if they follow from the secret and the shares %j", (shares: string[]) => {
    const { told, log } = game(shares);
    const verdict = check(told, log, told.commitment);
    expect(verdict.right).toBe(true);
    expect(verdict.rolls.map(({ total }) => total)).toEqual(Array(20).fill(21));
  });
  it("are wrong if one of them was chosen", () => {
    const { told, log } = game([]);
    const roll = told.rolls[7];
    if (roll) roll.action = (roll.action % 6) + 1;
    const verdict = check(told, log, told.commitment);
    expect(verdict.right).toBe(false);
    expect(verdict.rolls.filter(({ right }) => !right).map(({ position }) => position)).toEqual([8]);
  });
  it("are wrong if the log tells of another roll than was checked, or of one more", () => {
    const { told, log } = game([]);
    const other = [...log];
    other[3] = { ...other[3], action: { id: 99, kind: "rolled", args: {} } } as unknown as LogEntry;
    expect(check(told, other, told.commitment).right).toBe(false);
    const more = [...log, { position: 21, seat: -1, action: { id: 1, kind: "rolled", args: {} }, events: [] } as unknown as LogEntry];
    expect(check(told, more, told.commitment).complete).toBe(false);
  });
  it("are wrong if the secret is another than was committed to, or the commitment another than was published", () => {
    const { told, log } = game([]);
    expect(check({ ...told, commitment: digest("another") }, log, digest("another")).committed).toBe(false);
    expect(check(told, log, digest("another")).committed).toBe(false);
    expect(check({ ...told, commitment: "" }, log, "").committed).toBe(false);
  });
});

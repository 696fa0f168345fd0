/** Check the dice of a finished game here, in the browser: see rondel.kernel.chance for how they are drawn. */
import { sha256 } from "../lib/sha256";
import type { Choice, LogEntry } from "../lib/protocol";
import type { Rolls } from "../lib/schema";

export interface Checked {
  position: number;
  /** What came of it, as the log tells it. */
  came: Choice | null;
  /** What decided: the digest, and the share of all that it fell on. */
  digest: string;
  rest: number;
  total: number;
  right: boolean;
}

export interface Verdict {
  /** The seed is the one that the server committed itself to before the game. */
  committed: boolean;
  /** No roll of the log is missing, and none is there that is not in the log. */
  complete: boolean;
  rolls: Checked[];
  right: boolean;
}

/** `log`: the log of the game as this browser has it; `commitment`: what was published when the table was opened. */
export function check(told: Rolls, log: readonly LogEntry[], commitment: string): Verdict {
  const source = told.shares.length ? sha256([told.seed, ...told.shares].join("/")) : told.seed;
  const byChance = new Map(log.filter(({ seat, position }) => seat < 0 && position > told.since).map((entry) => [entry.position - 1, entry]));
  const rolls = told.rolls.map(({ position, odds, action }): Checked => {
    const could = told.odds[odds] ?? [];
    const total = could.reduce((sum, { weight }) => sum + weight, 0);
    const digest = sha256(`${source}/${position}`);
    const rest = total ? Number(BigInt(`0x${digest}`) % BigInt(total)) : 0;
    let left = rest;
    const drawn = could.find(({ weight }) => (left -= weight) < 0)?.action;
    const came = byChance.get(position)?.action ?? null;
    const right = drawn === action && came?.id === action;
    return { position: position + 1, came, digest, rest, total, right };
  });
  const committed = told.commitment !== "" && sha256(told.seed) === told.commitment && told.commitment === commitment;
  const complete = byChance.size === rolls.length && rolls.every(({ position }) => byChance.has(position - 1));
  return { committed, complete, rolls, right: committed && complete && rolls.every((roll) => roll.right) };
}

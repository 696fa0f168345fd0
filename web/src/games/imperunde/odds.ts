/** What the next roll of a battle costs on average, by trying every throw. */
import { DICE } from "./types";

interface Die {
  unit: string;
  number: number;
}

const COLOURS: Readonly<Record<string, number>> = { fort: 3, artillery: 2, "ship-of-the-line": 2, cavalry: 1, infantry: 0, frigate: 0 };
const VERSUS_FORT: Readonly<Record<string, number>> = { cavalry: -1, artillery: 1 };

function throws(units: readonly string[]): Die[][] {
  let all: Die[][] = [[]];
  for (const unit of units) {
    const low = DICE[unit] ?? 1;
    all = all.flatMap((dice) => Array.from({ length: 6 }, (_, face) => [...dice, { unit, number: low + face }]));
  }
  for (const dice of all) {
    dice.sort((a, b) => b.number - a.number || (COLOURS[b.unit] ?? 0) - (COLOURS[a.unit] ?? 0));
  }
  return all;
}

/** Average losses of attacker and defender; at sea an equal pair costs each side half a ship. */
export function expectedLosses(attack: readonly string[], defence: readonly string[], atSea: boolean): [number, number] {
  const [own, other] = [throws(attack), throws(defence)];
  const pairs = Math.min(attack.length, defence.length);
  let [lost, won] = [0, 0];
  for (const a of own) {
    for (const d of other) {
      for (let i = 0; i < pairs; i++) {
        const [mine, theirs] = [a[i], d[i]];
        if (!mine || !theirs) continue;
        const number = mine.number + (theirs.unit === "fort" ? (VERSUS_FORT[mine.unit] ?? 0) : 0);
        if (number > theirs.number) won += 1;
        else if (number < theirs.number || !atSea) lost += 1;
        else [lost, won] = [lost + 0.5, won + 0.5];
      }
    }
  }
  const total = own.length * other.length;
  return [lost / total, won / total];
}

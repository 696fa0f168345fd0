/** The last attack as the log tells it: dice roll too fast to be seen on the board. */
import type { GameEvent, LogEntry } from "../../lib/protocol";

const DECLARED = new Set(["attacked", "attacked-neutral", "attacked-tile", "struck"]);
const TOLD = new Set([
  ...DECLARED, "help-given", "symbol-chosen", "sea-declined", "support-won", "tile-used", "dice-rolled", "battle",
  "unit-lost", "withdrew", "control-removed", "control-placed", "points-gained", "held", "freed",
]);
/** Actions of a turn: with them something new begins. */
const TURN = new Set([
  "buy", "build", "move", "attack", "attack-neutral", "attack-tile", "colonise", "enslave", "trade", "call",
  "lay-blockade", "give", "end-turn", "bid", "pass",
]);
/** An attack further back than this is no news. */
const RECENT = 80;

export function lastBattle(log: readonly LogEntry[]): GameEvent[] {
  const recent = log.slice(-RECENT);
  const start = recent.findLastIndex((entry) => entry.events.some((event) => DECLARED.has(event.kind)));
  if (start < 0) return [];
  const told: GameEvent[] = [];
  for (const [index, entry] of recent.slice(start).entries()) {
    if (index && entry.action && TURN.has(entry.action.kind)) break;
    told.push(...entry.events.filter((event) => TOLD.has(event.kind)));
  }
  return told;
}

/** Struggle of Empires in words, and which surface offers which choice. */
import type { Choice, LogEntry, Observation } from "../../lib/protocol";
import { t, word } from "../../lib/words.svelte";
import { AREAS } from "./geometry";
import { isPower, POWERS, type StruggleView } from "./powers";

/** The places a choice is about, on the board: `home` is the country of whoever decides. */
export function placesOf(choice: Choice, own: string | null): { goal: string | null; source: string | null } {
  const place = (value: unknown): string | null =>
    typeof value !== "string" ? null : value === "home" ? own : AREAS.has(value) ? value : null;
  return { goal: place(choice.args.area) ?? place(choice.args.to), source: place(choice.args.from) };
}

function describeArea(observation: Observation, id: string): string[] {
  const view = (observation as Observation<StruggleView>).view;
  const out: string[] = [];
  if (isPower(id)) {
    const own = view.power[id];
    out.push(t("struggle.area.country"));
    for (const unit of ["army", "navy", "fort"] as const) {
      if (own.home[unit]) out.push(t("struggle.area.units", { power: id, n: own.home[unit], unit }));
    }
    return out;
  }
  const here = view.area[id];
  if (!here) return out;
  out.push(t("struggle.area.points", { points: here.points.join(" / ") }));
  for (const power of POWERS) {
    const control = here.control[power];
    if (control) out.push(t("struggle.area.control", { power, n: control }));
    for (const [unit, counts] of [["army", here.armies], ["navy", here.navies], ["fort", here.forts]] as const) {
      const n = counts[power];
      if (n) out.push(t("struggle.area.units", { power, n, unit }));
    }
  }
  for (const [counter, n] of Object.entries(here.counters)) out.push(`${n} × ${word(`counter.${counter}`)}`);
  if (here.blockade) out.push(t("struggle.area.blockade", { power: here.blockade }));
  if (here.pirates) out.push(t("struggle.area.held", { tile: "pirates", power: here.pirates }));
  if (here.slave_revolt) out.push(t("struggle.area.held", { tile: "slave-revolt", power: here.slave_revolt }));
  return out;
}

const AUCTION = new Set(["bid", "ceiling", "propose", "order"]);
const MARKET = new Set(["buy", "call"]);
const FIGHT = new Set(["offer", "join"]);

const onSurface = (choice: Choice): boolean =>
  choice.args.area !== undefined ||
  choice.args.from !== undefined ||
  choice.args.to !== undefined ||
  MARKET.has(choice.kind) ||
  choice.kind === "bid" ||
  choice.kind === "ceiling" ||
  FIGHT.has(choice.kind);

function tabOf(choice: Choice): string | null {
  if (AUCTION.has(choice.kind) || choice.kind === "pass") return "auction";
  if (choice.kind === "end-turn" || FIGHT.has(choice.kind) || choice.kind === "fight" || choice.kind === "ask") return "turn";
  if (choice.kind === "go" || choice.kind === "accept" || choice.kind === "keep" || choice.kind === "do-not-ask") return "turn";
  return null;
}

function sideOf(entry: LogEntry): string | null {
  for (const event of entry.events) if (isPower(event.params.power)) return `soe-${event.params.power}`;
  const power = entry.action?.args.power;
  return isPower(power) ? `soe-${power}` : null;
}

const startsTurn = (entry: LogEntry): boolean => entry.events.some((event) => event.kind === "turn-began");

export default {
  describeArea,
  onSurface,
  tabOf,
  sideOf,
  startsTurn,
  tabs: ["turn", "market", "auction", "players", "regions"] as const,
};

/** Struggle of Empires in words: what stands where, for screen readers and for cards. */
import type { Choice, Observation } from "../../lib/protocol";
import { capital } from "../../lib/texts";
import { areaName, t, word } from "../../lib/words.svelte";
import { onSurface, tabOf } from "./choices";
import { isPower, POWERS, regionOf } from "./powers";
import type { StruggleView } from "./schema";

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
  const here = regionOf(view, id);
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

/** A region, or the country of a power. */
const nameOf = (id: string): string => (isPower(id) ? capital(word(`power.${id}`)) : areaName(id));

/** The loans that a bid takes, each of them a point of unrest; none where nothing is bid. */
const loansOf = (view: StruggleView, { kind, args }: Choice): number =>
  kind === "bid" || kind === "ceiling" ? (view.auction?.loans[Number(args.gold)] ?? 0) : 0;

/** An attack cannot be called off, though others may be asked to join before the dice fall; nor is a bid that brings revolution. */
function risks(choice: Choice, now: Observation | null): boolean | null {
  if (choice.kind.startsWith("attack")) return true;
  const view = (now as Observation<StruggleView> | null)?.view;
  const unrest = view?.own ? (view.power[view.own].unrest ?? 0) : 0;
  const loans = view ? loansOf(view, choice) : 0;
  return view && loans && unrest + loans >= view.revolution ? true : null;
}

/** What a tile does, where it is bought or used; what a bid costs besides its gold. */
function meaning(observation: Observation, choice: Choice): string | null {
  const { view } = observation as Observation<StruggleView>;
  const loans = loansOf(view, choice);
  if (loans) {
    const unrest = view.own ? (view.power[view.own].unrest ?? 0) : 0;
    return t(unrest + loans >= view.revolution ? "struggle.ruin" : "struggle.loans", { n: loans, revolution: view.revolution });
  }
  return typeof choice.args.tile === "string" ? word(`tile.help.${choice.args.tile}`) : null;
}

function plays(observation: Observation, seat: number): string | null {
  const { power } = (observation as Observation<StruggleView>).view;
  const own = POWERS.find((each) => power[each].seat === seat);
  return own ? nameOf(own) : null;
}

export default {
  meaning,
  nameOf,
  plays,
  describeArea,
  onSurface,
  tabOf,
  risks,
  doors: { buy: "market" },
  tabs: ["turn", "market", "auction", "players", "regions"] as const,
};

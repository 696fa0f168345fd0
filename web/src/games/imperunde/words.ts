/** ImpeRunde in words: what stands where, for screen readers and for cards. */
import type { Choice, Observation } from "../../lib/protocol";
import { t, word } from "../../lib/words.svelte";
import { AREAS } from "./geometry";
import { ARMY_IDS } from "./schema";
import { areaOf, isSea, type AreaId, type Counts, type ImperundeView } from "./types";

const listed = (units: Counts): string =>
  Object.entries(units)
    .map(([unit, count]) => `${count} × ${word(`unit.${unit}`)}`)
    .join(", ");

function describeArea(observation: Observation, id: string): string[] {
  const view = (observation as Observation<ImperundeView>).view;
  const here = areaOf(view, id);
  if (!AREAS.has(id) || !here) return [];
  const out = [t("imperunde.value", { n: here.value })];
  if (isSea(here)) {
    for (const [party, ships] of Object.entries(here.ships)) out.push(t("imperunde.units", { seat: party, units: listed(ships) }));
    for (const [party, armies] of Object.entries(here.freighters)) {
      out.push(t("imperunde.units", { seat: party, units: t("imperunde.aboard", { units: listed(armies) }) }));
    }
    if (here.storm) out.push(t("imperunde.storm"));
    if (here.calm) out.push(t("imperunde.calm"));
    return out;
  }
  if (here.owner === null) return [...out, t("imperunde.free-land", { n: here.value })];
  out.push(t(here.home ? "imperunde.home-of" : "imperunde.colony-of", { seat: here.owner }));
  if (!here.home) out.push(t("imperunde.posts", { n: here.posts, most: here.most_posts }));
  if (Object.keys(here.units).length) out.push(listed(here.units));
  if (here.famine) out.push(t("imperunde.famine"));
  if (here.plunderer !== null) out.push(t("imperunde.plunder", { seat: here.plunderer }));
  return out;
}

/** Of the units in an area that can move, the largest number of equal ones. */
function equalMoves(observation: Observation, from: string): number {
  const view = (observation as Observation<ImperundeView>).view;
  const ready = view.ready[from as AreaId];
  if (ready) return Math.max(1, ...Object.values(ready).flatMap(({ one, two }) => [one, two]));
  const here = areaOf(view, from);
  return here && !isSea(here) ? Math.max(1, ...ARMY_IDS.map((unit) => here.units[unit] ?? 0)) : 1;
}

/** An attack goes on by bringing up more of the same unit from the same place. */
const again = (move: Choice, offered: Choice): boolean =>
  offered.kind === "bring" && offered.args.unit === move.args.unit && offered.args.area === move.args.from;

/** A battle shows its chances all along, and who passes lets others have their way. */
const risks = (choice: Choice): boolean | null => (choice.kind === "fight" || choice.kind === "pass" ? false : null);

/** On the board, or in the panel: ten targets to propose would bury everything else. */
const onSurface = (choice: Choice): boolean =>
  choice.args.area !== undefined || choice.args.from !== undefined || choice.kind === "propose";
/** Debts and investments beside the form that they fill in; war and peace beside who is whose enemy. */
const TABS: Record<string, string> = {
  ...Object.fromEntries(["repay", "borrow", "build-post", "buy-army", "buy-ship", "buy-card", "dig"].map((kind) => [kind, "budget"])),
  war: "peace",
  peace: "peace",
};
const tabOf = (choice: Choice): string | null => TABS[choice.kind] ?? null;

export default {
  describeArea,
  equalMoves,
  onSurface,
  tabOf,
  again,
  risks,
  tabs: ["players", "budget", "peace", "cards"] as const,
};

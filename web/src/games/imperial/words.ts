/** Imperial in words: what stands where, for screen readers and for cards. */
import type { Choice, Observation } from "../../lib/protocol";
import { capital } from "../../lib/texts";
import { areaName, t, word } from "../../lib/words.svelte";
import { AREAS } from "./geometry";
import { isArea, isNation, NATIONS, type ImperialView } from "./nations";

function describeArea(observation: Observation, id: string): string[] {
  const area = AREAS.get(id);
  if (!area) return [];
  const here = (observation as Observation<ImperialView>).view.area[area.id];
  const out: string[] = [];
  if (area.kind === "province" && area.nation) out.push(t("imperial.area.home", { nation: area.nation }));
  else out.push(t(`imperial.area.${area.kind}`));
  if (area.city) {
    const kind = area.port ? "shipyard" : "armaments";
    out.push(t(here.factory ? `imperial.area.${kind}` : `imperial.area.no-${kind}`));
  }
  for (const nation of NATIONS) {
    const armies = here.armies[nation];
    if (armies?.hostile) out.push(t("imperial.area.armies", { nation, n: armies.hostile }));
    if (armies?.friendly) out.push(t("imperial.area.friendly", { nation, n: armies.friendly }));
    const fleets = here.fleets[nation];
    if (fleets) out.push(t(area.port ? "imperial.area.fleets-in-port" : "imperial.area.fleets", { nation, n: fleets }));
  }
  if (here.chip) out.push(t("imperial.area.chip", { nation: here.chip }));
  if (area.port) out.push(t("imperial.area.anchor", { area: area.port.sea }));
  return out;
}

/** An area, or a nation whose bonds are on offer. */
const nameOf = (id: string): string => (isNation(id) ? capital(word(`nation.${id}`)) : areaName(id));

function equalMoves(observation: Observation, from: string): number {
  const view = (observation as Observation<ImperialView>).view;
  return (isArea(from) ? view.maneuver?.unmoved[from] : null) ?? 1;
}

const onDial = (choice: Choice): boolean => choice.args.slot !== undefined;
const onBonds = (choice: Choice): boolean => choice.args.price !== undefined || choice.args.to_price !== undefined;
const onSurface = (choice: Choice): boolean =>
  onDial(choice) || onBonds(choice) || choice.args.area !== undefined || choice.args.from !== undefined;
const tabOf = (choice: Choice): string | null => (onBonds(choice) ? "bonds" : null);

/** No dice and no cards: nothing is left to chance, and nothing need be asked. */
const risks = (): boolean => false;

/** Production and import: province by province, in one form; the manoeuvre is made on the map. */
const forms = { produce: ["produce"], "import-units": ["import"] } as const;

/** The treasury that pays for what is imported. */
function purse(observation: Observation): { left: number; spent: number } | null {
  const { prompt, view } = observation as Observation<ImperialView>;
  const nation = prompt?.params.nation;
  if (!prompt?.key.endsWith(".import-units") || !isNation(nation)) return null;
  return { left: view.nation[nation].treasury, spent: Number(prompt.params.bought) * Number(prompt.params.price) };
}

/** What a space of the wheel does, and what a bond brings. */
function meaning(observation: Observation, { args }: Choice): string | null {
  if (typeof args.slot === "string") return t(`imperial.slot.${args.slot.replace(/-\d$/, "")}`);
  const price = args.price ?? args.to_price;
  if (price === undefined || !isNation(args.nation)) return null;
  const bond = (observation as Observation<ImperialView>).view.nation[args.nation].bonds.find((each) => each.price === price);
  return bond ? t("imperial.bond-brings", { n: bond.interest, nation: args.nation }) : null;
}

export default {
  meaning,
  momentous: ["flag-taken"] as const,
  forms,
  purse,
  nameOf,
  describeArea,
  equalMoves,
  onDial,
  onSurface,
  tabOf,
  risks,
  repeatable: ["via", "enter", "send"] as const,
  tabs: ["nations", "bonds", "players", "tracks"] as const,
};

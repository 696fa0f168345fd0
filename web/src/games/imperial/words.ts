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

const equalMoves = (observation: Observation, from: string): number => unmoved(observation, from) ?? 1;
/** Several of the same move go in one press. */
const several = (observation: Observation, { args }: Choice): number => (args.to === undefined ? 1 : equalMoves(observation, String(args.from)));

const onDial = (choice: Choice): boolean => choice.args.slot !== undefined;
const onBonds = (choice: Choice): boolean => choice.args.price !== undefined || choice.args.to_price !== undefined;
const onSurface = (choice: Choice): boolean =>
  onDial(choice) || onBonds(choice) || choice.args.area !== undefined || choice.args.from !== undefined;
const tabOf = (choice: Choice): string | null => (onBonds(choice) ? "bonds" : null);

/** Moves stand under the place they start from, bonds and flags under their nation. */
const groupOf = (choice: Choice): string | null => {
  const { from, nation } = choice.args;
  if (typeof from === "string") return areaName(from);
  return !onDial(choice) && typeof nation === "string" ? word(`nation.${nation}`) : null;
};

/** No dice and no cards: nothing is left to chance, and nothing need be asked. */
const risks = (): boolean => false;

/** What a move may lead to: the way of a convoy, how an army enters, and whether units that meet fight. */
const ANSWERS = ["via", "enter", "send", "peace", "fight", "fight-all"] as const;

/** Production, import and manoeuvre: area by area, in one form each. Fleets stand in the same form as armies. */
const forms = {
  produce: ["produce"],
  "import-units": ["import"],
  "move-fleets": { entries: ["sail"], answers: ANSWERS },
  "move-armies": { entries: ["sail", "march"], answers: ANSWERS, ends: ["done"] },
} as const;

const unmoved = (observation: Observation, place: string): number | null =>
  isArea(place) ? ((observation as Observation<ImperialView>).view.maneuver?.unmoved[place] ?? null) : null;

/** The treasury that pays for what is imported. */
function purse(observation: Observation): { left: number; spent: number } | null {
  const { prompt, view } = observation as Observation<ImperialView>;
  const nation = prompt?.params.nation;
  if (!prompt?.key.endsWith(".import-units") || !isNation(nation)) return null;
  return { left: view.nation[nation].treasury, spent: Number(prompt.params.spent) };
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
  unmoved,
  several,
  purse,
  nameOf,
  describeArea,
  equalMoves,
  groupOf,
  onDial,
  onSurface,
  tabOf,
  risks,
  seldom: ["give-purse", "give-orders"] as const,
  repeatable: ["via", "enter", "send"] as const,
  tabs: ["nations", "bonds", "players", "tracks"] as const,
};

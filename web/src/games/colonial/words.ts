/** Colonial in words: what stands where, for screen readers and for cards. */
import type { Choice, Observation } from "../../lib/protocol";
import { names, t, word } from "../../lib/words.svelte";
import { onSurface, tabOf } from "./choices";
import { AREAS } from "./geometry";
import type { ColonialView } from "./schema";

function describeArea(observation: Observation, id: string): string[] {
  const area = AREAS.get(id);
  if (!area) return [];
  const here = (observation as Observation<ColonialView>).view.area[area.id];
  const out = [
    t("colonial.area.difficulty", { n: here.difficulty }),
    t("colonial.area.native-power", { n: here.native_power }),
  ];
  if (here.tokens) out.push(t("colonial.area.tokens", { n: here.tokens }));
  if (here.chance !== null && here.required !== null) {
    out.push(t("colonial.area.chance", { n: Math.max(0, here.required), percent: Math.round(100 * here.chance) }));
  }
  for (const spot of here.spots) {
    const what = word(`resource.${spot.resource}`);
    const who = spot.owner === null ? t("colonial.area.nobody") : (names()[spot.owner] ?? "");
    out.push(t(spot.city ? "colonial.area.city" : "colonial.area.spot", { what, who }));
  }
  for (const [seat, n] of Object.entries(here.counters)) {
    out.push(t("colonial.area.counters", { who: names()[Number(seat)] ?? "", n }));
  }
  if (here.colony !== null) out.push(t("colonial.area.colony", { who: names()[here.colony] ?? "" }));
  if (here.mission) out.push(t("colonial.area.mission"));
  if (here.unrest) out.push(t("colonial.area.unrest", { n: here.unrest, dice: here.rebellion_dice }));
  return out;
}

/** What an expedition needs, and its chance. */
function meaning(observation: Observation, { kind, args }: Choice): string | null {
  const area = AREAS.get(String(args.area));
  if (kind !== "explore" || !area) return null;
  const { required, chance } = (observation as Observation<ColonialView>).view.area[area.id];
  return required === null || chance === null ? null : t("colonial.area.chance", { n: Math.max(0, required), percent: Math.round(100 * chance) });
}

export default {
  meaning,
  describeArea,
  onSurface,
  tabOf,
  tabs: ["cards", "players", "ways"] as const,
};

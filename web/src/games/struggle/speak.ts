/** Names and short phrases that several parts of the panel use. */
import { capital } from "../../lib/texts";
import { t, word } from "../../lib/words.svelte";
import type { Power } from "./powers";

export const powerName = (power: Power | null): string =>
  power === null ? word("power.none") : capital(word(`power.${power}`));

/** So many navies and armies; nothing is said of what there is none of. */
export function forces(navies: number, armies: number): string {
  const out: string[] = [];
  if (navies) out.push(t("struggle.navies", { n: navies }));
  if (armies) out.push(t("struggle.armies", { n: armies }));
  return out.join(", ");
}

export const percent = (permille: number): string => t("percent", { n: Math.round(permille / 10) });

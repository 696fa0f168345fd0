/** How fast a table plays, in words. */
import type { components } from "../lib/schema";
import { t } from "../lib/words.svelte";
import { length } from "./time";

export type Pace = components["schemas"]["PaceSaid"];

/** What was agreed; `brief`: only how long a turn may take. */
export function paceText(pace: Pace, brief = false): string {
  const turn =
    pace.kind === "days"
      ? t("weeks.days", { n: pace.days, zone: pace.zone })
      : t("weeks.live", { move: length(pace.move * 1000), bank: length(pace.bank * 1000) });
  if (brief) return turn;
  const weekends = pace.kind === "days" && !pace.weekends ? [t("weeks.no-weekends")] : [];
  return [turn, ...weekends, t(`weeks.mandate-${pace.mandate}`)].join(" ");
}

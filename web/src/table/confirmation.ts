/** What is confirmed before it is done: a matter of the settings, of the game, and of what the choice would lead to. */
import type { Preview } from "../lib/protocol";
import type { Settings } from "../lib/settings.svelte";

export type Caution = Pick<Settings, "confirm" | "risk">;

/** What a game says of a choice: a risk (true), none or one in full view (false), or as its preview tells (null). */
export type Risk = boolean | null;

/** Dice fall or something hidden is shown at once: whatever comes of it, there is no way back. */
export function isGamble(preview: Preview): boolean {
  return preview.final && (!preview.known || (preview.odds?.length ?? 0) > 1);
}

/** Whether it takes a preview to tell if a choice is confirmed. */
export function needsPreview({ confirm, risk }: Caution, risks: Risk): boolean {
  return confirm === "turn" || (confirm === "never" && risk && risks === null);
}

/** Whether a choice is confirmed before it is made. */
export function asksFirst({ confirm, risk }: Caution, preview: Preview | null, risks: Risk): boolean {
  if (confirm === "always" || (risk && risks)) return true;
  if (preview === null) return confirm === "turn";
  if (confirm === "turn" && preview.final) return true;
  return risk && (risks ?? isGamble(preview));
}

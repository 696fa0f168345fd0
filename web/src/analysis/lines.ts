/** What the analysis says, in words. */
import type { LineSaid, Message } from "../lib/protocol";
import { inRow, messageText, offerText, t } from "../lib/words.svelte";

export const points = (part: number): number => Math.round(100 * part);

/** Where in the game: by what the game counts by, and by the number that the slider shows. */
export const placeText = (where: Message | null, position: number): string =>
  [...(where ? [messageText(where)] : []), t("analysis.position", { n: position })].join(", ");

/** The choices of a turn; dots stand for those that are left out. */
export function lineText(line: LineSaid): string {
  const [first = "", ...rest] = line.choices.map(
    ({ action, asked, times }) => offerText(action, asked) + (times > 1 ? ` (${times}×)` : ""),
  );
  return inRow([first, ...(line.skips ? ["…"] : []), ...rest, ...(line.more ? ["…"] : [])]);
}

/** What was asked, where the answer says nothing by itself. */
export const askedText = (question: Message): string => t("analysis.asked", { what: messageText(question) });

/** A chance that changed by fewer percentage points is not told. */
const LEAST = 5;
export const isTold = (change: number): boolean => Math.abs(points(change)) >= LEAST;

/** By how much chances changed, the largest first. */
export const changesText = (change: readonly number[]): string =>
  change
    .map((n, seat) => ({ n: points(n), seat }))
    .filter(({ n }) => Math.abs(n) >= LEAST)
    .toSorted((a, b) => Math.abs(b.n) - Math.abs(a.n))
    .map((each) => t("analysis.change", each))
    .join(", ");

/** What the analysis says, in words; it calls all players by name, as `you` is in its reasons whoever had the turn. */
import type { Item, LineSaid, Message, TurningSaid } from "../lib/protocol";
import { inRow, messageText, offerText, t, text, toAll } from "../lib/words.svelte";
import { itemText } from "../table/telling";

export const points = (part: number): number => Math.round(100 * part);

/** Where in the game: by what the game counts by, and by the number that the slider shows. */
export const placeText = (where: Message | null, position: number): string =>
  [...(where ? [messageText(where)] : []), t("analysis.position", { n: position })].join(", ");

/** The choices of a turn; dots stand for those that are left out. */
export function lineText(line: LineSaid): string {
  if (!line.choices.length) return text("story.hidden");
  const [first = "", ...rest] = line.choices.map(
    ({ action, asked, times }) => toAll(() => offerText(action, asked)) + (times > 1 ? ` (${times}×)` : ""),
  );
  return inRow([first, ...(line.skips ? ["…"] : []), ...rest, ...(line.more ? ["…"] : [])]);
}

/** What was asked, where the answer says nothing by itself. */
export const askedText = (question: Message): string => t("analysis.asked", { what: toAll(() => messageText(question)) });

/** What happened in a turn. */
export const happenedText = (item: Item): string => toAll(() => itemText(item));

/** Who changed the chances most, and in whose turn. */
export function byWhom({ seat, turn }: TurningSaid): string {
  const who = { seat: turn, by: seat };
  if (seat === turn) return turn < 0 ? t("analysis.by-chance") : t("analysis.by", who);
  if (turn < 0) return t("analysis.by-decision", who);
  return seat < 0 ? t("analysis.by-chance-in", who) : t("analysis.by-other", who);
}

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

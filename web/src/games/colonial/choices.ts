/** Where a choice is offered: on the map, or among the cards. */
import type { Choice } from "../../lib/protocol";

const CARD_KINDS = new Set(["lay", "use", "ignore"]);

export const onSurface = (choice: Choice): boolean =>
  choice.args.area !== undefined || choice.args.from !== undefined || choice.kind === "lay";
/** War and peace: the odds of the coming year stand among the prospects. */
const WAR_KINDS = new Set(["declare-war", "surrender", "fight-on"]);

export const tabOf = (choice: Choice): string | null =>
  CARD_KINDS.has(choice.kind) ? "cards" : WAR_KINDS.has(choice.kind) ? "ways" : null;

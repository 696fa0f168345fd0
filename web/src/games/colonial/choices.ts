/** Where a choice is offered: on the map, or among the cards. */
import type { Choice } from "../../lib/protocol";

const CARD_KINDS = new Set(["lay", "use", "ignore"]);

export const onSurface = (choice: Choice): boolean => choice.args.area !== undefined || choice.args.from !== undefined;
export const tabOf = (choice: Choice): string | null => (CARD_KINDS.has(choice.kind) ? "cards" : null);

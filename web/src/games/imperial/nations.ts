/** The six nations as they are drawn: colour, engraver's hatching and sign, so that colour is never alone. */

import { AREA_IDS, NATION_IDS, SLOT_IDS, type AreaId, type NationId, type SlotId } from "./schema";

export const NATIONS = NATION_IDS;
export const SLOTS = SLOT_IDS;
export type Nation = NationId;
export type Slot = SlotId;
export type { AreaId, AreaView, ImperialView } from "./schema";

/** Signs in a box of 24 by 24. */
export const SIGNS: Record<Nation, string> = {
  // a shield with a bar
  "austria-hungary": "M4 3h16v9c0 5-4 8-8 10-4-2-8-5-8-10zM6 9v5h12V9z",
  // a star
  italy: "M12 2l2.7 6.6 7.1.5-5.5 4.5 1.8 6.9-6.1-3.8-6.1 3.8 1.8-6.9L2.2 9.1l7.1-.5z",
  // a lily
  france:
    "M12 1.5c2.6 2.6 3.4 5.2 2.2 8.4-.3.9-.5 1.8-.5 2.6h1.1c.2-2.8 1.9-5 4.3-5 2 0 3.2 1.5 3.2 3.2 0 2-1.5 3.3-3.3 3.3h-.9c.1-.9-.3-1.5-1-1.5-1 0-1.6 1.1-1.7 2.5H17v2h-2.3l1.5 4.5c-1.7-.3-2.7-.2-4.2 1-1.5-1.2-2.5-1.3-4.2-1L9.3 17H7v-2h1.6c-.1-1.4-.7-2.5-1.7-2.5-.7 0-1.1.6-1 1.5H5c-1.8 0-3.3-1.3-3.3-3.3C1.7 9 2.9 7.5 4.9 7.5c2.4 0 4.1 2.2 4.3 5h1.1c0-.8-.2-1.7-.5-2.6C8.6 6.7 9.4 4.1 12 1.5z",
  // a crown
  "great-britain": "M3 8l4.5 3.5L12 4l4.5 7.5L21 8l-1.8 9H4.8zM4.8 18.5h14.4V21H4.8z",
  // a cross with spread arms
  germany: "M8.5 2h7L14 10l8-1.5v7L14 14l1.5 8h-7L10 14l-8 1.5v-7L10 10z",
  // a cross with three bars
  russia: "M10.7 1.5h2.6V4H16v2.2h-2.7v2.3H19V11h-5.7v3.6l4 2.2-1.2 2.3-2.8-1.5v4.9h-2.6v-6.3l-4-2.2 1.2-2.3 2.8 1.5V11H5V8.5h5.7V6.2H8V4h2.7z",
};

export const isNation = (value: unknown): value is Nation => NATIONS.includes(value as Nation);
export const isArea = (value: unknown): value is AreaId => AREA_IDS.includes(value as AreaId);

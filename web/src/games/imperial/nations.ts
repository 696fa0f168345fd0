/** The six nations as they are drawn: colour, engraver's hatching and sign, so that colour is never alone. */

export const NATIONS = ["austria-hungary", "italy", "france", "great-britain", "germany", "russia"] as const;
export type Nation = (typeof NATIONS)[number];

export const SLOTS = [
  "factory",
  "production-1",
  "maneuver-1",
  "investor",
  "import",
  "production-2",
  "maneuver-2",
  "taxation",
] as const;
export type Slot = (typeof SLOTS)[number];

/** Signs in a box of 24 by 24. */
export const SIGNS: Record<Nation, string> = {
  // a shield with a bar
  "austria-hungary": "M4 3h16v9c0 5-4 8-8 10-4-2-8-5-8-10zM6 9v5h12V9z",
  // a star
  italy: "M12 2l2.7 6.6 7.1.5-5.5 4.5 1.8 6.9-6.1-3.8-6.1 3.8 1.8-6.9L2.2 9.1l7.1-.5z",
  // a lily
  france:
    "M12 1.5c2.6 2.6 3.4 5.2 2.2 8.4-.3.9-.5 1.8-.5 2.6h1.1c.2-2.800 1.9-5 4.300-5 2 0 3.200 1.500 3.200 3.200 0 2-1.500 3.300-3.300 3.300h-.9c.1-.9-.300-1.500-1-1.500-1 0-1.600 1.100-1.700 2.500H17v2h-2.300l1.500 4.500c-1.700-.3-2.700-.2-4.200 1-1.500-1.200-2.500-1.300-4.200-1L9.300 17H7v-2h1.600c-.1-1.400-.7-2.500-1.700-2.500-.7 0-1.100.6-1 1.500H5c-1.800 0-3.300-1.300-3.300-3.300C1.700 9 2.900 7.500 4.900 7.500c2.400 0 4.100 2.200 4.300 5h1.100c0-.8-.2-1.700-.5-2.600C8.600 6.700 9.400 4.100 12 1.500z",
  // a crown
  "great-britain": "M3 8l4.500 3.500L12 4l4.500 7.500L21 8l-1.800 9H4.800zM4.800 18.500h14.400V21H4.800z",
  // a cross with spread arms
  germany: "M8.500 2h7L14 10l8-1.500v7L14 14l1.500 8h-7L10 14l-8 1.500v-7L10 10z",
  // a cross with three bars
  russia: "M10.700 1.500h2.600V4H16v2.200h-2.700v2.300H19V11h-5.700v3.600l4 2.200-1.200 2.300-2.800-1.500v4.900h-2.600v-6.300l-4-2.200 1.200-2.300 2.800 1.500V11H5V8.500h5.700V6.200H8V4h2.700z",
};

export interface Bond {
  price: number;
  interest: number;
  owner: number | null;
}

export interface NationView {
  treasury: number;
  government: number | null;
  marker: Slot | null;
  tax: number;
  power: number;
  factor: number;
  armies_left: number;
  fleets_left: number;
  chips_left: number;
  bonds: Bond[];
  forecast: { revenue: number; bonus: number; income: number; power: number; interest: number };
}

export interface AreaView {
  factory: boolean;
  armies: Partial<Record<Nation, { hostile: number; friendly: number }>>;
  fleets: Partial<Record<Nation, number>>;
  chip: Nation | null;
}

export interface ImperialView {
  turn: Nation | null;
  seats: number;
  nation: Record<Nation, NationView>;
  area: Record<string, AreaView>;
  player: { money: number | null; flags: Nation[]; credit: Partial<Record<Nation, number>>; score: number | null }[];
  investor: number | null;
  maneuver: { unmoved: Record<string, number>; carried: Record<string, number> } | null;
  /** What each space of the wheel costs the government of the nation that moves; absent where it cannot go. */
  wheel?: Partial<Record<Slot, number>> | null;
}

export const isNation = (value: unknown): value is Nation => NATIONS.includes(value as Nation);

/** The seven powers as they are drawn, and the view of the game as the engine sends it. */

export const POWERS = ["britain", "france", "spain", "russia", "austria", "prussia", "united-provinces"] as const;
export type Power = (typeof POWERS)[number];

export const isPower = (value: unknown): value is Power => POWERS.includes(value as Power);

/** Signs in a box of 24 by 24, so that colour is never alone. */
export const SIGNS: Record<Power, string> = {
  // a crown
  britain: "M3 8l4.5 3.5L12 4l4.5 7.5L21 8l-1.8 9H4.8zM4.8 18.5h14.4V21H4.8z",
  // a lily
  france:
    "M12 1.5c2.6 2.6 3.4 5.2 2.2 8.4-.3.9-.5 1.8-.5 2.6h1.1c.2-2.8 1.9-5 4.3-5 2 0 3.2 1.5 3.2 3.2 0 2-1.5 3.3-3.3 3.3h-.9c.1-.9-.3-1.5-1-1.5-1 0-1.6 1.1-1.7 2.5H17v2h-2.3l1.5 4.5c-1.7-.3-2.7-.2-4.2 1-1.5-1.2-2.5-1.3-4.2-1L9.3 17H7v-2h1.6c-.1-1.4-.7-2.5-1.7-2.5-.7 0-1.1.6-1 1.5H5c-1.8 0-3.3-1.3-3.3-3.3C1.7 9 2.9 7.5 4.9 7.5c2.4 0 4.1 2.2 4.3 5h1.1c0-.8-.2-1.7-.5-2.6C8.6 6.7 9.4 4.1 12 1.5z",
  // a castle
  spain: "M4 4h3v3h3V3h4v4h3V4h3v17h-6v-5a2 2 0 0 0-4 0v5H4z",
  // a cross with three bars
  russia:
    "M10.7 1.5h2.6V4H16v2.2h-2.7v2.3H19V11h-5.7v3.6l4 2.2-1.2 2.3-2.8-1.5v4.9h-2.6v-6.3l-4-2.2 1.2-2.3 2.8 1.5V11H5V8.5h5.7V6.2H8V4h2.7z",
  // a shield with a bar
  austria: "M4 3h16v9c0 5-4 8-8 10-4-2-8-5-8-10zM6 9v5h12V9z",
  // a cross with spread arms
  prussia: "M8.5 2h7L14 10l8-1.5v7L14 14l1.5 8h-7L10 14l-8 1.5v-7L10 10z",
  // a bundle of arrows
  "united-provinces": "M12 1l3 4-2 0v4l4-5 2 2-5 5v8h3v3H7v-3h3v-8L5 6l2-2 4 5V5L9 5z",
};

export type Row = "a" | "b";

export interface Cost {
  gold: number;
  population: number;
  unrest: number;
}

export interface TilePrinted extends Cost {
  category: string;
  purpose: string;
  timing: string;
  regions: string[];
  adds: string[];
}

export interface PowerView {
  seat: number | null;
  in_play: boolean;
  row: "a" | "b" | null;
  place: number | null;
  gold: number;
  population: number;
  points: number;
  projected: number;
  final: number | null;
  unrest: number | null;
  unrest_war: number;
  income: number;
  upkeep: number;
  upkeep_unrest: number;
  gold_end: number;
  /** Points that unrest would cost, -1 for a revolution; null where it is hidden or not the last war. */
  penalty: number | null;
  loan: number;
  tiles: Record<string, { count: number; used: number }>;
  home: Record<"army" | "navy" | "fort", number>;
  left: Record<"army" | "navy" | "fort", number>;
  control_left: number;
  order: boolean;
  ceiling: number | null;
}

export interface AreaView {
  points: number[];
  armies: Partial<Record<Power, number>>;
  navies: Partial<Record<Power, number>>;
  forts: Partial<Record<Power, number>>;
  control: Partial<Record<Power, number>>;
  counters: Record<string, number>;
  standing: { power: Power; points: number }[];
  blockade: Power | null;
  pirates: Power | null;
  slave_revolt: Power | null;
}

export interface Meaning {
  a: Power | null;
  b: Power | null;
  rows: { a: Power[]; b: Power[] };
  order: Power[];
  row?: "a" | "b" | null;
  friends?: Power[];
  foes?: Power[];
  place?: number | null;
}

export interface AuctionView {
  bidder: number;
  asked: boolean;
  bid: number | null;
  leader: Power | null;
  a: Power | null;
  b: Power | null;
  rows: { a: Power[]; b: Power[] };
  unallied: Power[];
  most: number | null;
  /** By sum: the unrest it would bring to bid it. */
  loans: number[];
  order: { ceiling: number; a: Power | null; b: Power | null } | null;
  standing: Meaning | null;
  outlook: Meaning[];
}

export interface Stage {
  own: number;
  theirs: number;
  win: number;
  tie: number;
  loss: number;
  of: number;
}

export interface Part {
  what: string;
  value: number;
}

export interface Helper {
  power: Power;
  navies: number;
  armies: number;
}

/** What an ally or a tile does to the attacker's chance: `win` in thousandths with it, or without it if it counts. */
export interface Effect {
  why: "friend" | "foe" | "counts" | "use" | "buy";
  power?: Power;
  tile?: string;
  navies?: number;
  armies?: number;
  win: number;
}

/** Win, tie and loss in thousandths. */
export interface Odds {
  support?: string;
  sea?: Stage | null;
  land?: Stage;
  win: number;
  tie: number;
  loss: number;
  of?: number;
}

export interface AttackView extends Odds {
  action: number;
  parts: { attacker: Part[]; defender: Part[] };
  effects: Effect[];
  prize?: boolean;
}

export interface SideView {
  power: Power | null;
  joined: Helper[];
  could_join: Effect[];
  naval: Part[];
  land: Part[];
  dice: [number, number] | null;
  total: number | null;
}

export interface BattleView {
  kind: string;
  area: string;
  counter: string | null;
  stage: "naval" | "land";
  surprise: boolean;
  support: "attacker" | "defender" | null;
  attacker: SideView;
  defender: SideView;
  odds: Odds | null;
}

export interface VoyageView {
  power: Power;
  unit: string;
  from: string;
  goals?: Record<string, { arrive: number; back: number; lost: number; of: number }>;
}

export interface StruggleView {
  seats: number;
  war: number;
  wars: number;
  round: number;
  rounds: number;
  turn: Power | null;
  actions: number;
  order: Power[];
  own: Power | null;
  power: Record<Power, PowerView>;
  area: Record<string, AreaView>;
  tile: Record<string, TilePrinted>;
  market: Record<string, { count: number; buyable: boolean; loans: number }>;
  bag: number;
  auction: AuctionView | null;
  battle: BattleView | null;
  attacks: AttackView[];
  voyage: VoyageView | null;
  revolution: number;
  penalties: number[];
}

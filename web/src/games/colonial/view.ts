/** What the server shows of a table of Colonial. */
import type { Message, Reason } from "../../lib/protocol";

export interface SpotView {
  resource: string;
  owner: number | null;
  city: boolean;
}

export interface AreaView {
  difficulty: number;
  native_power: number;
  tokens: number;
  counters: Record<string, number>;
  spots: SpotView[];
  colony: number | null;
  unrest: number;
  mission: boolean;
  rebellion_dice: number;
  required: number | null;
  chance: number | null;
}

export interface PlayerView {
  treasury: number;
  prestige: number;
  diplomacy: number;
  level: Record<string, number>;
  value: Record<string, number>;
  fleets: number;
  squadrons: number;
  privateers: Record<string, number>;
  raiders: Record<string, number>;
  goods: number;
  loans: number[];
  unrest: number;
  revolution: boolean;
  merchant_used: boolean;
  counters_left: number;
  colonies: number;
  colonies_left: number;
  monopolies: string[];
  nation: string | null;
  objective: boolean;
  cards: (string | null)[];
  hand: string[] | null;
}

/** A year of war: the dice of both sides, and how it may end for the first of them. */
export interface WarYear {
  land: { area: string; own: number; their: number }[];
  sea: { own: number; their: number };
  chances: Record<"won" | "lost" | "neutral" | "open", number>;
}

export interface WarForecast extends WarYear {
  seat: number;
  may: boolean;
}

export interface ColonialView {
  seats: number;
  turn: number;
  turn_limit: number;
  phase: string | null;
  round: number | null;
  first: number | null;
  active: number | null;
  player: PlayerView[];
  area: Record<string, AreaView>;
  cards: Record<string, string[]>;
  monopoly: Record<string, number | null>;
  markers_left: number;
  cities_left: number;
  abolished: boolean;
  new_world: number | null;
  circumnavigation: number | null;
  winner: number | null;
  war: { attacker: number; defender: number; year: number; theatre: string; areas: string[]; next: WarYear } | null;
  trade: { seat: number; partner: number; give: number; give_goods: number; ask: number; ask_goods: number } | null;
  cargo: { seat: number; loaded: number; fleets: number } | null;
  /** The places for cards that this seat fills now; the Last Chance card is one of them, or the only one. */
  places: number[];
  last_chance: number;
  /** What each character could do for this seat now, or why he could do nothing. */
  characters: Record<string, { barred: Reason | null; now: Message | null }> | null;
  ways: Record<"treasury" | "prestige" | "risks", Message[]> | null;
  wars: WarForecast[];
}

export const TRACKS = ["navigation", "navy", "logistics", "economy"] as const;
/** From this much Unrest on a Nation board a revolution breaks out at the start of the next turn. */
export const REVOLUTION = 4;

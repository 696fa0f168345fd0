/** What the engine tells about a table of ImpeRunde. */

export type Party = string;
export type Counts = Readonly<Record<string, number>>;
export type Relation = "war" | "armistice" | "peace";

export interface LandView {
  value: number;
  owner: number | null;
  home: boolean;
  units: Counts;
  posts: number;
  new_posts: number;
  most_posts: number;
  famine: boolean;
  plunderer: number | null;
}

export interface SeaView {
  value: number;
  ships: Readonly<Record<Party, Counts>>;
  freighters: Readonly<Record<Party, Counts>>;
  prizes: Counts;
  storm: boolean;
  calm: boolean;
}

export interface PlayerView {
  home: string | null;
  posts: number;
  to_win: number;
  money: number;
  debt: number;
  score: number;
  budget: Counts;
  forecast: Counts;
  wants_war: readonly number[];
  orders: string;
  stock: Counts;
  cards: number;
  hand: Counts | null;
}

export interface Die {
  unit: string;
  colour: string;
  number: number | null;
}

export interface BattleView {
  area: string;
  attacker: Party;
  defender: Party;
  roll: number;
  attackers: readonly { unit: string; from: string; moves: number; prize: boolean }[];
  rebels: number;
  natives: number;
  attack: readonly Die[];
  defence: readonly Die[];
  hussar: readonly string[];
  ambush: boolean;
  surprise: boolean;
  /** The attacker's chance to win, from 0 to 1. */
  chance: number;
  /** What the next roll costs attacker and defender on average. */
  losses: readonly [number, number];
}

export interface ImperundeView {
  seats: number;
  round: number;
  phase: string;
  order: readonly number[];
  clockwise: boolean;
  mover: number | null;
  target: number;
  player: readonly PlayerView[];
  relation: readonly (readonly (Relation | null)[])[];
  area: Readonly<Record<string, LandView | SeaView>>;
  canals: readonly string[];
  deck: number;
  played: Counts;
  ready: Readonly<Record<string, Readonly<Record<string, readonly [number, number]>>>>;
  battle: BattleView | null;
  card: { card: string; by: number } | null;
  exposed: { seat: number; other: number; hand: Counts | null } | null;
}

export const isSea = (area: LandView | SeaView): area is SeaView => "ships" in area;

export const ARMIES = ["infantry", "cavalry", "artillery"] as const;
export const SHIPS = ["frigate", "ship-of-the-line"] as const;
/** Two letters of a homeland, on every flag: colour is never alone. */
const CODES: Readonly<Record<string, string>> = {
  "great-britain": "GB",
  "south-africa": "SA",
  japan: "JP",
  victoria: "VI",
  usa: "US",
  brazil: "BR",
};

export const seatOf = (party: Party): number | null => (party.startsWith("seat-") ? Number(party.slice(5)) : null);

/** The homeland whose colours a party flies; pirates and natives have their own. */
export function flagOf(view: ImperundeView, party: Party): string {
  const seat = seatOf(party);
  return seat === null ? party : (view.player[seat]?.home ?? "natives");
}

export const codeOf = (flag: string): string => CODES[flag] ?? (flag === "pirates" ? "☠" : "·");

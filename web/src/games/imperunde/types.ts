/** Reading a view of ImpeRunde. What the engine shows is declared by the game itself: see schema.ts. */
import type { HomeId, ImperundeView, LandView, PartyId, SeaView } from "./schema";

export type * from "./schema";

export type Counts = Readonly<Partial<Record<string, number>>>;
export type AreaView = LandView | SeaView;

export const isSea = (area: AreaView): area is SeaView => "ships" in area;

/** What lies in an area; nothing for what is no area. */
export const areaOf = (view: ImperundeView, id: string): AreaView | undefined =>
  (view.area as Readonly<Record<string, AreaView | undefined>>)[id];

/** Two letters of a homeland, on every flag: colour is never alone. */
const CODES: Readonly<Record<HomeId, string>> = {
  "great-britain": "GB",
  "south-africa": "SA",
  japan: "JP",
  victoria: "VI",
  usa: "US",
  brazil: "BR",
};

export const seatOf = (party: PartyId): number | null => (party.startsWith("seat-") ? Number(party.slice(5)) : null);

/** The homeland whose colours a party flies; pirates and natives have their own. */
export function flagOf(view: ImperundeView, party: PartyId): string {
  const seat = seatOf(party);
  return seat === null ? party : (view.player[seat]?.home ?? "natives");
}

export const codeOf = (flag: string): string => CODES[flag as HomeId] ?? (flag === "pirates" ? "☠" : "·");

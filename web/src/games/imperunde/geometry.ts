/** The round board as drawn, and where pieces stand on it. */
import raw from "./board.json";
import type { Form } from "../../table/layout";
import type { Label, Point } from "../../table/places";
import { roomIn } from "../../table/room";
import { ARMY_IDS, SHIP_IDS, TROOP_IDS } from "./schema";
import { areaOf, isSea, type ImperundeView, type PartyId } from "./types";

export type { Point };

export interface Area {
  id: string;
  kind: "homeland" | "land" | "sea";
  path: string;
  label: Label;
  slots: Point[];
  radius: number;
  neighbours: string[];
}

export interface BoardData {
  width: number;
  height: number;
  areas: Area[];
  scenery: { id: string; kind: string; path: string }[];
  borders: Record<"coast" | "sea" | "frontier", string>;
}

export const BOARD = raw as unknown as BoardData;
export const AREAS: ReadonlyMap<string, Area> = new Map(BOARD.areas.map((area) => [area.id, area]));
export const CENTRE: Point = [BOARD.width / 2, BOARD.height / 2];

/** Where the map may be looked at closely. */
export const CLOSE: Readonly<Record<"europe" | "caribbean" | "indies", string>> = {
  europe: "prussia",
  caribbean: "hispaniola",
  indies: "borneo",
};

export interface Token {
  glyph: string;
  count: number;
}

/** The pieces of one party in an area. */
export interface Group {
  area: string;
  party: PartyId;
  tokens: Token[];
  /** Where they may stand, the best first. */
  at: readonly Point[];
}

/** Pixels of a group on the screen: the cell of a token, so many in a row, below a flag. */
export const CELL = 23;
export const WIDE = 3;
export const FLAG = 16;

/** A group in full; its flag and how many; how many; and only its colour. */
export function formsOf({ tokens }: Pick<Group, "tokens">): Form[] {
  const [across, rows] = [Math.min(tokens.length, WIDE), Math.ceil(tokens.length / WIDE)];
  return [
    { width: Math.max(28, across * CELL + 2), height: FLAG + rows * CELL + 1 },
    { width: 37, height: 20 },
    { width: 20, height: 20 },
    { width: 9, height: 9 },
  ];
}

/** So far from the middle of a name, pieces do not cover it. */
const CLEAR = 46;

/** Where pieces stand: first the places that leave the name readable, then as far from it as can be. */
const PLACES: ReadonlyMap<string, readonly Point[]> = new Map(
  BOARD.areas.map((area) => {
    const far = (at: Point): number => Math.min(CLEAR, Math.hypot(at[0] - area.label.at[0], at[1] - area.label.at[1]));
    return [area.id, area.slots.toSorted((a, b) => far(b) - far(a))];
  }),
);

export function groups(view: ImperundeView, area: Area): Group[] {
  const here = areaOf(view, area.id);
  if (!here) return [];
  const found: Omit<Group, "at">[] = [];
  if (isSea(here)) {
    for (const party of new Set([...Object.keys(here.ships), ...Object.keys(here.freighters)]) as Set<PartyId>) {
      const tokens: Token[] = [];
      for (const ship of SHIP_IDS) {
        const count = here.ships[party]?.[ship];
        if (count) tokens.push({ glyph: ship, count });
      }
      for (const army of ARMY_IDS) {
        const count = here.freighters[party]?.[army];
        if (count) tokens.push({ glyph: `freighter-${army}`, count });
      }
      found.push({ area: area.id, party, tokens });
    }
  } else if (here.owner !== null) {
    const tokens: Token[] = [];
    if (here.posts) tokens.push({ glyph: "post", count: here.posts });
    for (const unit of ["fort", ...TROOP_IDS.filter((each) => each !== "fort")] as const) {
      const count = here.units[unit];
      if (count) tokens.push({ glyph: unit, count });
    }
    found.push({ area: area.id, party: `seat-${here.owner}` as PartyId, tokens });
  }
  const places = PLACES.get(area.id) ?? [];
  return found.map((group, index) => ({
    ...group,
    at: [places[index] ?? area.label.at, ...places, ...roomIn(area)],
  }));
}

export function turned([x, y]: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  const [dx, dy] = [x - CENTRE[0], y - CENTRE[1]];
  return [
    CENTRE[0] + dx * Math.cos(angle) - dy * Math.sin(angle),
    CENTRE[1] + dx * Math.sin(angle) + dy * Math.cos(angle),
  ];
}

/** By how much the board must be turned so that an area lies at the bottom. */
export function toBottom(id: string): number {
  const at = AREAS.get(id)?.label.at;
  if (!at) return 0;
  return 90 - (Math.atan2(at[1] - CENTRE[1], at[0] - CENTRE[0]) * 180) / Math.PI;
}

/** What the server shows of colonial. Written by tools/client_types.py; do not edit. */

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @enum {string} */
        AreaId: "alaska" | "canada" | "new-england" | "louisiana" | "caribbean" | "mexico" | "new-granada" | "peru" | "brazil" | "patagonia" | "senegal" | "guinea" | "congo" | "cape" | "mozambique" | "madagascar" | "ethiopia" | "levant" | "arabia" | "persia" | "siberia" | "malabar" | "ceylon" | "bengal" | "indochina" | "china" | "japan" | "east-indies" | "philippines" | "moluccas" | "australia";
        AreaView: {
            difficulty: number;
            native_power: number;
            tokens: number;
            counters: {
                [key: string]: number;
            };
            spots: components["schemas"]["SpotView"][];
            colony: number | null;
            unrest: number;
            mission: boolean;
            rebellion_dice: number;
            required: number | null;
            chance: number | null;
        };
        BargainView: {
            seat: number;
            give: number;
            give_goods: number;
            ask: number;
            ask_goods: number;
        };
        Barred: {
            code: string;
            params: {
                [key: string]: unknown;
            };
            chapter: string;
        };
        /** @enum {string} */
        CardId: "a" | "b" | "c" | "d" | "e" | "f";
        CargoView: {
            seat: number;
            loaded: number;
            fleets: number;
        };
        ChancesView: {
            won: number;
            lost: number;
            neutral: number;
            open: number;
        };
        /** @enum {string} */
        CharacterId: "scientist" | "explorer" | "viceroy" | "conqueror" | "governor" | "merchant" | "financier" | "trader" | "rebel" | "missionary" | "ambassador" | "sovereign";
        CharacterView: {
            barred: components["schemas"]["Barred"] | null;
            now: components["schemas"]["Said"] | null;
        };
        ColonialView: {
            seats: number;
            turn: number;
            turn_limit: number;
            phase: ("endeavour" | "merchant-fleets" | "naval-forces" | "loans") | null;
            round: number | null;
            first: number | null;
            active: number | null;
            player: components["schemas"]["PlayerView"][];
            area: Record<AreaId, AreaView>;
            cards: Record<CardId, CharacterId[]>;
            monopoly: Record<ResourceId, number | null>;
            markers_left: number;
            cities_left: number;
            abolished: boolean;
            new_world: number | null;
            circumnavigation: number | null;
            winner: number | null;
            war: components["schemas"]["WarView"] | null;
            trade: components["schemas"]["TradeView"] | null;
            cargo: components["schemas"]["CargoView"] | null;
            bargains: components["schemas"]["BargainView"][];
            places: number[];
            characters: Record<CharacterId, CharacterView> | null;
            ways: components["schemas"]["WaysView"] | null;
            wars: components["schemas"]["WarForecast"][];
        };
        LandView: {
            area: components["schemas"]["AreaId"];
            own: number;
            their: number;
        };
        /** @enum {string} */
        NationId: "portugal" | "spain" | "france" | "great-britain" | "netherlands";
        PlayerView: {
            treasury: number;
            prestige: number;
            diplomacy: number;
            level: Record<TrackId, number>;
            value: Record<TrackId, number>;
            fleets: number;
            squadrons: number;
            privateers: {
                [key: string]: number;
            };
            raiders: {
                [key: string]: number;
            };
            goods: number;
            loans: number[];
            debt: number;
            interest: number;
            unrest: number;
            near_revolution: boolean;
            revolution: boolean;
            merchant_used: boolean;
            counters_left: number;
            colonies: number;
            colonies_left: number;
            monopolies: components["schemas"]["ResourceId"][];
            nation: components["schemas"]["NationId"] | null;
            objective: boolean;
            cards: (components["schemas"]["CardId"] | "hidden" | null)[];
            hand: components["schemas"]["CardId"][] | null;
        };
        /** @enum {string} */
        ResourceId: "coffee" | "cotton" | "furs" | "gold" | "ivory" | "porcelain" | "silk" | "silver" | "slaves" | "spices" | "sugar" | "tea" | "tobacco";
        Said: {
            key: string;
            params: {
                [key: string]: unknown;
            };
        };
        SeaView: {
            own: number;
            their: number;
        };
        SpotView: {
            resource: components["schemas"]["ResourceId"];
            owner: number | null;
            city: boolean;
        };
        /** @enum {string} */
        TrackId: "navigation" | "navy" | "logistics" | "economy";
        TradeView: {
            seat: number;
            partner: number;
            give: number;
            give_goods: number;
            ask: number;
            ask_goods: number;
        };
        WarForecast: {
            seat: number;
            may: boolean;
            year: components["schemas"]["YearView"];
        };
        WarView: {
            attacker: number;
            defender: number;
            sides: number[];
            year: number;
            /** @enum {unknown} */
            theatre: "land" | "sea" | "year-end";
            areas: components["schemas"]["AreaId"][];
            next: components["schemas"]["YearView"];
        };
        WaysView: {
            treasury: components["schemas"]["Said"][];
            prestige: components["schemas"]["Said"][];
            risks: components["schemas"]["Said"][];
        };
        YearView: {
            land: components["schemas"]["LandView"][];
            sea: components["schemas"]["SeaView"];
            chances: components["schemas"]["ChancesView"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type AreaId = components['schemas']['AreaId'];
export type AreaView = components['schemas']['AreaView'];
export type BargainView = components['schemas']['BargainView'];
export type Barred = components['schemas']['Barred'];
export type CardId = components['schemas']['CardId'];
export type CargoView = components['schemas']['CargoView'];
export type ChancesView = components['schemas']['ChancesView'];
export type CharacterId = components['schemas']['CharacterId'];
export type CharacterView = components['schemas']['CharacterView'];
export type ColonialView = components['schemas']['ColonialView'];
export type LandView = components['schemas']['LandView'];
export type NationId = components['schemas']['NationId'];
export type PlayerView = components['schemas']['PlayerView'];
export type ResourceId = components['schemas']['ResourceId'];
export type Said = components['schemas']['Said'];
export type SeaView = components['schemas']['SeaView'];
export type SpotView = components['schemas']['SpotView'];
export type TrackId = components['schemas']['TrackId'];
export type TradeView = components['schemas']['TradeView'];
export type WarForecast = components['schemas']['WarForecast'];
export type WarView = components['schemas']['WarView'];
export type WaysView = components['schemas']['WaysView'];
export type YearView = components['schemas']['YearView'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;

export const AREA_IDS = ["alaska", "canada", "new-england", "louisiana", "caribbean", "mexico", "new-granada", "peru", "brazil", "patagonia", "senegal", "guinea", "congo", "cape", "mozambique", "madagascar", "ethiopia", "levant", "arabia", "persia", "siberia", "malabar", "ceylon", "bengal", "indochina", "china", "japan", "east-indies", "philippines", "moluccas", "australia"] as const;

export const CARD_IDS = ["a", "b", "c", "d", "e", "f"] as const;

export const CHARACTER_IDS = ["scientist", "explorer", "viceroy", "conqueror", "governor", "merchant", "financier", "trader", "rebel", "missionary", "ambassador", "sovereign"] as const;

export const NATION_IDS = ["portugal", "spain", "france", "great-britain", "netherlands"] as const;

export const RESOURCE_IDS = ["coffee", "cotton", "furs", "gold", "ivory", "porcelain", "silk", "silver", "slaves", "spices", "sugar", "tea", "tobacco"] as const;

export const TRACK_IDS = ["navigation", "navy", "logistics", "economy"] as const;

export const LAST_CHANCE = 4 as const;

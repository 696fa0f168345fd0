/** What the server shows of imperial. Written by tools/client_types.py; do not edit. */

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @enum {string} */
        AnswerId: "ask" | "fight" | "peace";
        AnswerView: {
            nation: components["schemas"]["NationId"];
            answer: components["schemas"]["AnswerId"];
        };
        /** @enum {string} */
        AreaId: "vienna" | "budapest" | "prague" | "lemberg" | "trieste" | "rome" | "naples" | "florence" | "venice" | "genoa" | "paris" | "bordeaux" | "dijon" | "marseille" | "brest" | "london" | "liverpool" | "edinburgh" | "sheffield" | "dublin" | "berlin" | "hamburg" | "cologne" | "munich" | "danzig" | "moscow" | "odessa" | "warsaw" | "kiev" | "st-petersburg" | "portugal" | "spain" | "morocco" | "algeria" | "tunis" | "belgium" | "holland" | "denmark" | "norway" | "sweden" | "west-balkan" | "greece" | "bulgaria" | "romania" | "turkey" | "north-atlantic" | "north-sea" | "english-channel" | "baltic-sea" | "bay-of-biscay" | "western-mediterranean" | "ionian-sea" | "eastern-mediterranean" | "black-sea";
        AreaView: {
            factory: boolean;
            armies: Partial<Record<NationId, ArmiesView>>;
            fleets: Partial<Record<NationId, number>>;
            chip: components["schemas"]["NationId"] | null;
        };
        ArmiesView: {
            hostile: number;
            friendly: number;
        };
        BondView: {
            price: number;
            interest: number;
            owner: number | null;
        };
        BoxView: {
            box: number;
            power: number;
            bonus: number;
        };
        ForecastView: {
            revenue: number;
            pay: number;
            income: number;
            bonus: number;
            power: number;
            interest: number;
        };
        ImperialView: {
            seats: number;
            turn: components["schemas"]["NationId"] | null;
            nation: Record<NationId, NationView>;
            area: Record<AreaId, AreaView>;
            player: components["schemas"]["PlayerView"][];
            investor: number | null;
            maneuver: components["schemas"]["ManeuverView"] | null;
            wheel: Partial<Record<SlotId, number>> | null;
            chart: components["schemas"]["BoxView"][];
            track: number[];
            answered: components["schemas"]["AnswerView"] | null;
            orders: Record<OccasionId, AnswerId> | null;
        };
        ManeuverView: {
            unmoved: Partial<Record<AreaId, number>>;
            carried: Partial<Record<AreaId, number>>;
        };
        /** @enum {string} */
        NationId: "austria-hungary" | "italy" | "france" | "great-britain" | "germany" | "russia";
        NationView: {
            treasury: number;
            government: number | null;
            marker: components["schemas"]["SlotId"] | null;
            tax: number;
            power: number;
            factor: number;
            armies_left: number;
            fleets_left: number;
            chips_left: number;
            bonds: components["schemas"]["BondView"][];
            forecast: components["schemas"]["ForecastView"];
        };
        /** @enum {string} */
        OccasionId: "entering" | "entered";
        PlayerView: {
            money: number | null;
            flags: components["schemas"]["NationId"][];
            credit: Partial<Record<NationId, number>>;
            score: number | null;
            bond_score: number;
            rank: number;
        };
        /** @enum {string} */
        SlotId: "factory" | "production-1" | "maneuver-1" | "investor" | "import" | "production-2" | "maneuver-2" | "taxation";
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type AnswerId = components['schemas']['AnswerId'];
export type AnswerView = components['schemas']['AnswerView'];
export type AreaId = components['schemas']['AreaId'];
export type AreaView = components['schemas']['AreaView'];
export type ArmiesView = components['schemas']['ArmiesView'];
export type BondView = components['schemas']['BondView'];
export type BoxView = components['schemas']['BoxView'];
export type ForecastView = components['schemas']['ForecastView'];
export type ImperialView = components['schemas']['ImperialView'];
export type ManeuverView = components['schemas']['ManeuverView'];
export type NationId = components['schemas']['NationId'];
export type NationView = components['schemas']['NationView'];
export type OccasionId = components['schemas']['OccasionId'];
export type PlayerView = components['schemas']['PlayerView'];
export type SlotId = components['schemas']['SlotId'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;

export const ANSWER_IDS = ["ask", "fight", "peace"] as const;

export const AREA_IDS = ["vienna", "budapest", "prague", "lemberg", "trieste", "rome", "naples", "florence", "venice", "genoa", "paris", "bordeaux", "dijon", "marseille", "brest", "london", "liverpool", "edinburgh", "sheffield", "dublin", "berlin", "hamburg", "cologne", "munich", "danzig", "moscow", "odessa", "warsaw", "kiev", "st-petersburg", "portugal", "spain", "morocco", "algeria", "tunis", "belgium", "holland", "denmark", "norway", "sweden", "west-balkan", "greece", "bulgaria", "romania", "turkey", "north-atlantic", "north-sea", "english-channel", "baltic-sea", "bay-of-biscay", "western-mediterranean", "ionian-sea", "eastern-mediterranean", "black-sea"] as const;

export const NATION_IDS = ["austria-hungary", "italy", "france", "great-britain", "germany", "russia"] as const;

export const OCCASION_IDS = ["entering", "entered"] as const;

export const SLOT_IDS = ["factory", "production-1", "maneuver-1", "investor", "import", "production-2", "maneuver-2", "taxation"] as const;

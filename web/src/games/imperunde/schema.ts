/** What the server shows of imperunde. Written by tools/client_types.py; do not edit. */

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @enum {string} */
        AreaId: "great-britain" | "south-africa" | "japan" | "victoria" | "usa" | "brazil" | "mozambique" | "zanzibar" | "congo" | "egypt" | "abyssinia" | "guinea" | "morocco" | "barbary" | "madagascar" | "iceland" | "scandinavia" | "france" | "spain" | "italy" | "prussia" | "austria" | "poland" | "russia" | "ottoman-empire" | "arabia" | "persia" | "turkestan" | "west-india" | "east-india" | "ceylon" | "tibet" | "siam" | "annam" | "china" | "mongolia" | "manchuria" | "korea" | "siberia" | "yakutia" | "kamchatka" | "sumatra" | "java" | "borneo" | "moluccas" | "philippines" | "new-guinea" | "new-south-wales" | "new-holland" | "west-australia" | "new-zealand" | "fiji" | "tahiti" | "hawaii" | "greenland" | "labrador" | "canada" | "ruperts-land" | "northwest" | "alaska" | "california" | "louisiana" | "florida" | "mexico" | "mosquito-coast" | "cuba" | "hispaniola" | "amazonia" | "guyana" | "new-granada" | "peru" | "chile" | "la-plata" | "patagonia" | "mediterranean" | "north-sea" | "norwegian-sea" | "northeast-passage" | "bering-sea" | "northwest-passage" | "labrador-sea" | "gulf-of-mexico" | "caribbean" | "sargasso-sea" | "gulf-of-biscay" | "grand-banks" | "north-atlantic" | "central-atlantic" | "gulf-of-guinea" | "strait-of-magellan" | "south-atlantic" | "arabian-sea" | "gulf-of-bengal" | "java-sea" | "china-sea" | "sea-of-japan" | "gulf-of-alaska" | "gulf-of-california" | "east-pacific" | "coral-sea" | "tasman-sea" | "indian-ocean" | "central-pacific" | "south-sea" | "south-pacific";
        /** @enum {string} */
        ArmyId: "infantry" | "cavalry" | "artillery";
        AttackerView: {
            unit: components["schemas"]["UnitId"];
            origin: components["schemas"]["AreaId"];
            moves: number;
            prize: boolean;
        };
        BattleView: {
            area: components["schemas"]["AreaId"];
            attacker: components["schemas"]["PartyId"];
            defender: components["schemas"]["PartyId"];
            roll: number;
            attackers: components["schemas"]["AttackerView"][];
            attacking: components["schemas"]["UnitId"][];
            defending: components["schemas"]["UnitId"][];
            attack: components["schemas"]["DieView"][];
            defence: components["schemas"]["DieView"][];
            last: components["schemas"]["RollView"] | null;
            boarding: [
                components["schemas"]["UnitId"],
                components["schemas"]["UnitId"]
            ][];
            hussar: ("attacker" | "defender")[];
            ambush: boolean;
            surprise: boolean;
            chance: number;
            losses: [
                number,
                number
            ];
        };
        /** @enum {string} */
        CanalId: "suez" | "panama";
        /** @enum {string} */
        CardId: "armistice" | "treason" | "pirates" | "freebooters" | "hussar-raid" | "declaration-of-war" | "ambush" | "surprise-attack" | "forged-orders-sea" | "forged-orders-land" | "smuggling" | "sabotage" | "peace-treaty" | "plunder" | "rebellion" | "expose-spies" | "counter-espionage" | "capture";
        CardView: {
            card: components["schemas"]["CardId"];
            by: number;
        };
        /** @enum {string} */
        ColourId: "white" | "yellow" | "green" | "red";
        DieView: {
            unit: components["schemas"]["UnitId"];
            colour: components["schemas"]["ColourId"];
            number: number | null;
        };
        ExposedView: {
            seat: number;
            other: number;
            openly: boolean;
            hand: Partial<Record<CardId, number>> | null;
        };
        ForecastView: {
            home: number;
            dividend: number;
            colonial: number;
            sea: number;
            interest: number;
            total: number;
        };
        /** @enum {string} */
        HomeId: "great-britain" | "south-africa" | "japan" | "victoria" | "usa" | "brazil";
        ImperundeView: {
            seats: number;
            round: number;
            phase: components["schemas"]["PhaseId"];
            order: number[];
            starter: number | null;
            clockwise: boolean;
            mover: number | null;
            target: number;
            winner: number | null;
            player: components["schemas"]["PlayerView"][];
            relation: (("war" | "armistice" | "peace" | "treaty") | null)[][];
            antarctica: number[];
            area: Record<AreaId, LandView | SeaView>;
            canals: components["schemas"]["CanalId"][];
            deck: number;
            played: Partial<Record<CardId, number>>;
            ready: Partial<Record<AreaId, Partial<Record<MoverId, MovesView>>>>;
            battle: components["schemas"]["BattleView"] | null;
            card: components["schemas"]["CardView"] | null;
            exposed: components["schemas"]["ExposedView"] | null;
        };
        LandView: {
            value: number;
            owner: number | null;
            home: boolean;
            units: Partial<Record<TroopId, number>>;
            posts: number;
            new_posts: number;
            most_posts: number;
            most_forts: number;
            spent: number;
            allowance: number | null;
            raises: Partial<Record<PieceId, number>>;
            famine: boolean;
            plunderer: number | null;
            event: boolean;
        };
        /** @enum {string} */
        MoverId: "infantry" | "cavalry" | "artillery" | "frigate" | "ship-of-the-line";
        MovesView: {
            one: number;
            two: number;
        };
        /** @enum {string} */
        OrderId: "never" | "attacked" | "battles" | "always";
        /** @enum {string} */
        PartyId: "seat-0" | "seat-1" | "seat-2" | "seat-3" | "seat-4" | "seat-5" | "pirates" | "natives";
        /** @enum {string} */
        PhaseId: "setup" | "starter" | "diplomacy" | "income" | "investments" | "clearing" | "movement" | "embarking" | "events";
        /** @enum {string} */
        PieceId: "infantry" | "cavalry" | "artillery" | "fort" | "frigate" | "ship-of-the-line" | "post";
        PlayerView: {
            home: components["schemas"]["HomeId"] | null;
            posts: number;
            to_win: number;
            money: number;
            debt: number;
            score: number;
            form: components["schemas"]["RoundView"][];
            forecast: components["schemas"]["ForecastView"] | null;
            wants_war: number[];
            orders: components["schemas"]["OrderId"];
            stock: Record<PieceId, number>;
            cards: number;
            hand: Partial<Record<CardId, number>> | null;
        };
        RollView: {
            attack: components["schemas"]["DieView"][];
            defence: components["schemas"]["DieView"][];
        };
        RoundView: {
            clockwise: boolean;
            carried: number;
            home: number;
            dividend: number;
            colonial: number;
            sea: number;
            interest: number;
            repaid: number;
            borrowed: number;
            free: number;
            invested: number;
            surplus: number;
            debt: number;
        };
        SeaView: {
            value: number;
            ships: Partial<Record<PartyId, Partial<Record<ShipId, number>>>>;
            freighters: Partial<Record<PartyId, Partial<Record<ArmyId, number>>>>;
            prizes: Partial<Record<PartyId, number>>;
            storm: boolean;
            calm: boolean;
            event: boolean;
        };
        /** @enum {string} */
        ShipId: "frigate" | "ship-of-the-line";
        /** @enum {string} */
        TroopId: "infantry" | "cavalry" | "artillery" | "fort";
        /** @enum {string} */
        UnitId: "infantry" | "cavalry" | "artillery" | "fort" | "frigate" | "ship-of-the-line";
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type AreaId = components['schemas']['AreaId'];
export type ArmyId = components['schemas']['ArmyId'];
export type AttackerView = components['schemas']['AttackerView'];
export type BattleView = components['schemas']['BattleView'];
export type CanalId = components['schemas']['CanalId'];
export type CardId = components['schemas']['CardId'];
export type CardView = components['schemas']['CardView'];
export type ColourId = components['schemas']['ColourId'];
export type DieView = components['schemas']['DieView'];
export type ExposedView = components['schemas']['ExposedView'];
export type ForecastView = components['schemas']['ForecastView'];
export type HomeId = components['schemas']['HomeId'];
export type ImperundeView = components['schemas']['ImperundeView'];
export type LandView = components['schemas']['LandView'];
export type MoverId = components['schemas']['MoverId'];
export type MovesView = components['schemas']['MovesView'];
export type OrderId = components['schemas']['OrderId'];
export type PartyId = components['schemas']['PartyId'];
export type PhaseId = components['schemas']['PhaseId'];
export type PieceId = components['schemas']['PieceId'];
export type PlayerView = components['schemas']['PlayerView'];
export type RollView = components['schemas']['RollView'];
export type RoundView = components['schemas']['RoundView'];
export type SeaView = components['schemas']['SeaView'];
export type ShipId = components['schemas']['ShipId'];
export type TroopId = components['schemas']['TroopId'];
export type UnitId = components['schemas']['UnitId'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;

export const AREA_IDS = ["great-britain", "south-africa", "japan", "victoria", "usa", "brazil", "mozambique", "zanzibar", "congo", "egypt", "abyssinia", "guinea", "morocco", "barbary", "madagascar", "iceland", "scandinavia", "france", "spain", "italy", "prussia", "austria", "poland", "russia", "ottoman-empire", "arabia", "persia", "turkestan", "west-india", "east-india", "ceylon", "tibet", "siam", "annam", "china", "mongolia", "manchuria", "korea", "siberia", "yakutia", "kamchatka", "sumatra", "java", "borneo", "moluccas", "philippines", "new-guinea", "new-south-wales", "new-holland", "west-australia", "new-zealand", "fiji", "tahiti", "hawaii", "greenland", "labrador", "canada", "ruperts-land", "northwest", "alaska", "california", "louisiana", "florida", "mexico", "mosquito-coast", "cuba", "hispaniola", "amazonia", "guyana", "new-granada", "peru", "chile", "la-plata", "patagonia", "mediterranean", "north-sea", "norwegian-sea", "northeast-passage", "bering-sea", "northwest-passage", "labrador-sea", "gulf-of-mexico", "caribbean", "sargasso-sea", "gulf-of-biscay", "grand-banks", "north-atlantic", "central-atlantic", "gulf-of-guinea", "strait-of-magellan", "south-atlantic", "arabian-sea", "gulf-of-bengal", "java-sea", "china-sea", "sea-of-japan", "gulf-of-alaska", "gulf-of-california", "east-pacific", "coral-sea", "tasman-sea", "indian-ocean", "central-pacific", "south-sea", "south-pacific"] as const;

export const ARMY_IDS = ["infantry", "cavalry", "artillery"] as const;

export const CANAL_IDS = ["suez", "panama"] as const;

export const CARD_IDS = ["armistice", "treason", "pirates", "freebooters", "hussar-raid", "declaration-of-war", "ambush", "surprise-attack", "forged-orders-sea", "forged-orders-land", "smuggling", "sabotage", "peace-treaty", "plunder", "rebellion", "expose-spies", "counter-espionage", "capture"] as const;

export const COLOUR_IDS = ["white", "yellow", "green", "red"] as const;

export const HOME_IDS = ["great-britain", "south-africa", "japan", "victoria", "usa", "brazil"] as const;

export const MOVER_IDS = ["infantry", "cavalry", "artillery", "frigate", "ship-of-the-line"] as const;

export const ORDER_IDS = ["never", "attacked", "battles", "always"] as const;

export const PARTY_IDS = ["seat-0", "seat-1", "seat-2", "seat-3", "seat-4", "seat-5", "pirates", "natives"] as const;

export const PHASE_IDS = ["setup", "starter", "diplomacy", "income", "investments", "clearing", "movement", "embarking", "events"] as const;

export const PIECE_IDS = ["infantry", "cavalry", "artillery", "fort", "frigate", "ship-of-the-line", "post"] as const;

export const SHIP_IDS = ["frigate", "ship-of-the-line"] as const;

export const TROOP_IDS = ["infantry", "cavalry", "artillery", "fort"] as const;

export const UNIT_IDS = ["infantry", "cavalry", "artillery", "fort", "frigate", "ship-of-the-line"] as const;

export const LEDGER = ["carried", "home", "dividend", "colonial", "sea", "interest", "repaid", "borrowed", "free", "invested", "surplus", "debt"] as const;

export const SUBTRACTED = ["interest", "repaid", "invested"] as const;

export const BY_DICE = ["infantry", "frigate", "cavalry", "artillery", "ship-of-the-line", "fort"] as const;

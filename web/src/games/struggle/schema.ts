/** What the server shows of struggle. Written by tools/client_types.py; do not edit. */

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @enum {string} */
        AreaId: "north-america" | "caribbean" | "south-america" | "africa" | "india" | "east-indies" | "german-states" | "central-europe" | "mediterranean" | "baltic" | "ottoman-empire" | "home";
        AreaView: {
            points: number[];
            armies: Partial<Record<PowerId, number>>;
            navies: Partial<Record<PowerId, number>>;
            forts: Partial<Record<PowerId, number>>;
            control: Partial<Record<PowerId, number>>;
            counters: {
                [key: string]: number;
            };
            standing: components["schemas"]["StandingView"][];
            blockade: components["schemas"]["PowerId"] | null;
            pirates: components["schemas"]["PowerId"] | null;
            slave_revolt: components["schemas"]["PowerId"] | null;
        };
        AttackView: {
            /** @enum {unknown} */
            support: "attacker" | "defender" | "fight" | "none";
            sea: components["schemas"]["StageView"] | null;
            land: components["schemas"]["StageView"];
            win: number;
            tie: number;
            loss: number;
            action: number;
            parts: components["schemas"]["PartsView"];
            effects: components["schemas"]["EffectView"][];
            prize: boolean;
        };
        AuctionView: {
            starter: number;
            bidder: number;
            asked: boolean;
            bid: number | null;
            leader: components["schemas"]["PowerId"] | null;
            a: components["schemas"]["PowerId"] | null;
            b: components["schemas"]["PowerId"] | null;
            unallied: components["schemas"]["PowerId"][];
            most: number | null;
            loans: number[];
            order: components["schemas"]["OrderView"] | null;
            standing: components["schemas"]["MeaningView"] | null;
            outlook: components["schemas"]["MeaningView"][];
        };
        BattleView: {
            kind: components["schemas"]["FightId"];
            area: components["schemas"]["RegionId"];
            counter: string | null;
            stage: components["schemas"]["StageId"];
            surprise: boolean;
            support: components["schemas"]["SideId"] | null;
            attacker: components["schemas"]["SideView"];
            defender: components["schemas"]["SideView"];
            odds: components["schemas"]["OddsView"] | null;
        };
        /** @enum {string} */
        CategoryId: "company" | "alliance" | "improvement";
        EffectView: {
            /** @enum {unknown} */
            why: "friend" | "foe" | "counts" | "use" | "buy";
            power: components["schemas"]["PowerId"] | null;
            tile: components["schemas"]["TileId"] | null;
            navies: number;
            armies: number;
            win: number;
        };
        /** @enum {string} */
        FightId: "peace" | "power" | "neutral" | "pirates" | "slave-revolt" | "pirates-strike" | "slave-revolt-strikes";
        HelperView: {
            power: components["schemas"]["PowerId"];
            navies: number;
            armies: number;
        };
        MeaningView: {
            a: components["schemas"]["PowerId"] | null;
            b: components["schemas"]["PowerId"] | null;
            rows: components["schemas"]["RowsView"];
            order: components["schemas"]["PowerId"][];
            row: ("a" | "b") | null;
            friends: components["schemas"]["PowerId"][];
            foes: components["schemas"]["PowerId"][];
            place: number | null;
        };
        OddsView: {
            /** @enum {unknown} */
            support: "attacker" | "defender" | "fight" | "none";
            sea: components["schemas"]["StageView"] | null;
            land: components["schemas"]["StageView"];
            win: number;
            tie: number;
            loss: number;
        };
        OfferView: {
            count: number;
            buyable: boolean;
            loans: number;
        };
        OrderView: {
            ceiling: number;
            a: components["schemas"]["PowerId"] | null;
            b: components["schemas"]["PowerId"] | null;
        };
        PartView: {
            /** @enum {unknown} */
            what: "armies" | "navies" | "forts" | "allies" | "tiles" | "training" | "support" | "counter" | "tile";
            value: number;
        };
        PartsView: {
            attacker: components["schemas"]["PartView"][];
            defender: components["schemas"]["PartView"][];
        };
        /** @enum {string} */
        PowerId: "britain" | "france" | "spain" | "russia" | "austria" | "prussia" | "united-provinces";
        PowerView: {
            seat: number | null;
            in_play: boolean;
            colour: string;
            row: ("a" | "b") | null;
            place: number | null;
            gold: number;
            population: number;
            points: number;
            score: number;
            coming: number | null;
            total: number;
            unrest: number | null;
            unrest_war: number;
            income: number;
            upkeep: number;
            upkeep_unrest: number;
            gold_end: number;
            restless: boolean;
            penalty: number | null;
            loan: number;
            tiles: Partial<Record<TileId, TilesView>>;
            home: Record<UnitId, number>;
            left: Record<UnitId, number>;
            control_left: number;
            order: boolean;
            ceiling: number | null;
            barred: components["schemas"]["TileId"][];
        };
        /** @enum {string} */
        PurposeId: "battle" | "forces" | "trade" | "state" | "alliance" | "tactics" | "mischief";
        /** @enum {string} */
        RegionId: "north-america" | "caribbean" | "south-america" | "africa" | "india" | "east-indies" | "german-states" | "central-europe" | "mediterranean" | "baltic" | "ottoman-empire";
        RowsView: {
            a: components["schemas"]["PowerId"][];
            b: components["schemas"]["PowerId"][];
        };
        /** @enum {string} */
        SideId: "attacker" | "defender";
        SideView: {
            power: components["schemas"]["PowerId"] | null;
            joined: components["schemas"]["HelperView"][];
            could_join: components["schemas"]["EffectView"][];
            naval: components["schemas"]["PartView"][];
            land: components["schemas"]["PartView"][];
            dice: number[] | null;
            total: number | null;
        };
        /** @enum {string} */
        StageId: "naval" | "land";
        StageView: {
            own: number;
            theirs: number;
            win: number;
            tie: number;
            loss: number;
            of: number;
        };
        StandingView: {
            power: components["schemas"]["PowerId"];
            control: number;
            points: number;
        };
        StrikeView: {
            /** @enum {unknown} */
            support: "attacker" | "defender" | "fight" | "none";
            sea: components["schemas"]["StageView"] | null;
            land: components["schemas"]["StageView"];
            win: number;
            tie: number;
            loss: number;
            action: number;
        };
        StruggleView: {
            seats: number;
            /** @enum {unknown} */
            phase: "setup" | "alliances" | "actions" | "over";
            war: number;
            wars: number;
            round: number;
            rounds: number;
            first: number | null;
            turn: components["schemas"]["PowerId"] | null;
            actions: number;
            bought: boolean;
            settled: boolean;
            order: components["schemas"]["PowerId"][];
            own: components["schemas"]["PowerId"] | null;
            revolution: number;
            penalties: number[];
            rows: components["schemas"]["RowsView"];
            row_places: number;
            power: Record<PowerId, PowerView>;
            area: Record<RegionId, AreaView>;
            tile: Record<TileId, TileView>;
            market: Record<TileId, OfferView>;
            bag: number;
            pool: Partial<Record<RegionId, number>>;
            auction: components["schemas"]["AuctionView"] | null;
            battle: components["schemas"]["BattleView"] | null;
            attacks: components["schemas"]["AttackView"][];
            strikes: components["schemas"]["StrikeView"][];
            voyage: components["schemas"]["VoyageView"] | null;
        };
        /** @enum {string} */
        TileId: "gold-mines" | "slaves-company" | "tobacco" | "sugar-plantations" | "baltic-company" | "east-indies-company" | "levant-company" | "native-americans" | "indian-nawab" | "bavaria" | "saxony" | "naples" | "gauchos" | "cossacks" | "portugal" | "sweden" | "denmark" | "ottoman-alliance" | "army-training" | "naval-training" | "reserve" | "war-office" | "mercenaries" | "pressgangs" | "trained-natives" | "militia" | "logistics" | "banking" | "navigation" | "diplomatic-service" | "improved-agriculture" | "government-reform" | "industry" | "pirates" | "slave-revolt" | "fighting-withdrawal" | "surprise-attack" | "blockade";
        TileView: {
            gold: number;
            population: number;
            unrest: number;
            category: components["schemas"]["CategoryId"];
            purpose: components["schemas"]["PurposeId"];
            timing: components["schemas"]["TimingId"];
            regions: components["schemas"]["RegionId"][];
            adds: components["schemas"]["UnitId"][];
        };
        TilesView: {
            count: number;
            used: number;
        };
        /** @enum {string} */
        TimingId: "always" | "once-a-war" | "removed" | "returned" | "at-once" | "war";
        /** @enum {string} */
        UnitId: "army" | "navy" | "fort";
        VoyageOdds: {
            arrive: number;
            back: number;
            lost: number;
            of: number;
        };
        VoyageView: {
            power: components["schemas"]["PowerId"];
            unit: components["schemas"]["UnitId"];
            start: components["schemas"]["AreaId"];
            to: components["schemas"]["AreaId"] | null;
            second: boolean;
            goals: Partial<Record<AreaId, VoyageOdds>>;
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
export type AttackView = components['schemas']['AttackView'];
export type AuctionView = components['schemas']['AuctionView'];
export type BattleView = components['schemas']['BattleView'];
export type CategoryId = components['schemas']['CategoryId'];
export type EffectView = components['schemas']['EffectView'];
export type FightId = components['schemas']['FightId'];
export type HelperView = components['schemas']['HelperView'];
export type MeaningView = components['schemas']['MeaningView'];
export type OddsView = components['schemas']['OddsView'];
export type OfferView = components['schemas']['OfferView'];
export type OrderView = components['schemas']['OrderView'];
export type PartView = components['schemas']['PartView'];
export type PartsView = components['schemas']['PartsView'];
export type PowerId = components['schemas']['PowerId'];
export type PowerView = components['schemas']['PowerView'];
export type PurposeId = components['schemas']['PurposeId'];
export type RegionId = components['schemas']['RegionId'];
export type RowsView = components['schemas']['RowsView'];
export type SideId = components['schemas']['SideId'];
export type SideView = components['schemas']['SideView'];
export type StageId = components['schemas']['StageId'];
export type StageView = components['schemas']['StageView'];
export type StandingView = components['schemas']['StandingView'];
export type StrikeView = components['schemas']['StrikeView'];
export type StruggleView = components['schemas']['StruggleView'];
export type TileId = components['schemas']['TileId'];
export type TileView = components['schemas']['TileView'];
export type TilesView = components['schemas']['TilesView'];
export type TimingId = components['schemas']['TimingId'];
export type UnitId = components['schemas']['UnitId'];
export type VoyageOdds = components['schemas']['VoyageOdds'];
export type VoyageView = components['schemas']['VoyageView'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;

export const AREA_IDS = ["north-america", "caribbean", "south-america", "africa", "india", "east-indies", "german-states", "central-europe", "mediterranean", "baltic", "ottoman-empire", "home"] as const;

export const CATEGORY_IDS = ["company", "alliance", "improvement"] as const;

export const FIGHT_IDS = ["peace", "power", "neutral", "pirates", "slave-revolt", "pirates-strike", "slave-revolt-strikes"] as const;

export const POWER_IDS = ["britain", "france", "spain", "russia", "austria", "prussia", "united-provinces"] as const;

export const PURPOSE_IDS = ["battle", "forces", "trade", "state", "alliance", "tactics", "mischief"] as const;

export const REGION_IDS = ["north-america", "caribbean", "south-america", "africa", "india", "east-indies", "german-states", "central-europe", "mediterranean", "baltic", "ottoman-empire"] as const;

export const SIDE_IDS = ["attacker", "defender"] as const;

export const STAGE_IDS = ["naval", "land"] as const;

export const TILE_IDS = ["gold-mines", "slaves-company", "tobacco", "sugar-plantations", "baltic-company", "east-indies-company", "levant-company", "native-americans", "indian-nawab", "bavaria", "saxony", "naples", "gauchos", "cossacks", "portugal", "sweden", "denmark", "ottoman-alliance", "army-training", "naval-training", "reserve", "war-office", "mercenaries", "pressgangs", "trained-natives", "militia", "logistics", "banking", "navigation", "diplomatic-service", "improved-agriculture", "government-reform", "industry", "pirates", "slave-revolt", "fighting-withdrawal", "surprise-attack", "blockade"] as const;

export const TIMING_IDS = ["always", "once-a-war", "removed", "returned", "at-once", "war"] as const;

export const UNIT_IDS = ["army", "navy", "fort"] as const;

/** What server and client say to each other. Written by tools/client_types.py; do not edit. */

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        BotThinking: {
            /** @constant */
            type: "bot-thinking";
            seat: number;
        };
        Branch: {
            /** @description where the new table begins */
            position: number;
        };
        Chapter: {
            id: string;
            title: string;
            html: string;
        };
        /** @description What a player said. */
        ChatLine: {
            number: number;
            /** @description milliseconds since 1970, UTC */
            at: number;
            seat: number;
            /** @description the seats it is meant for; empty: everybody */
            to: number[];
            /** @description plain text, one line */
            text: string;
        };
        /** @description Not numbered with the moves: who comes back asks for the talk as a whole. */
        Chatted: {
            number: number;
            /** @description milliseconds since 1970, UTC */
            at: number;
            seat: number;
            /** @description the seats it is meant for; empty: everybody */
            to: number[];
            /** @description plain text, one line */
            text: string;
            /** @constant */
            type: "chat";
        };
        Choice: {
            id: number;
            kind: string;
            args: {
                [key: string]: unknown;
            };
            notation: string;
        };
        Deleted: {
            /** @constant */
            type: "deleted";
        };
        /** @description Every refusal: nothing was changed. What does not belong to the kind of refusal is left out. */
        Error: {
            error: string;
            message: string;
            /** @description why an action is not allowed; with illegal and not-to-act */
            reason?: components["schemas"]["Reason"] | null;
            /** @description where the table stands; with stale-position */
            position?: number | null;
            /** @description the line of the file; with corrupt-file */
            line?: number | null;
            /** @description with bots-seat */
            seat?: number | null;
            /** @description how many the table has; with unknown-seat */
            seats?: number | null;
            /** @description how many actions may be taken back; with no-takeback */
            takeback?: number | null;
            /** @description the rules that the table was begun under; with other-rules */
            rules?: number | null;
            /** @description bytes; with too-large */
            limit?: number | null;
            /** @description characters; with line-too-long */
            most?: number | null;
            /** @description seconds; with too-fast and too-many-requests */
            wait?: number | null;
            /** @description with invalid */
            problems?: components["schemas"]["Problem"][] | null;
        };
        Event: {
            kind: string;
            params: {
                [key: string]: unknown;
            };
        };
        Figure: {
            name: string;
            params: {
                [key: string]: unknown;
            };
            before: string | number | boolean | null;
            after: string | number | boolean | null;
        };
        Game: {
            name: string;
            ready: boolean;
            players: [
                number,
                number
            ];
            bots: string[];
            options: components["schemas"]["Option"][];
        };
        Health: {
            rondel: string;
            /** @description tells two servers of the same database */
            database: string;
        };
        /** @description One thing that happened, told in few words; `figures` is what a card of its own shows of it. */
        Item: {
            key: string;
            params: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            kind: "round" | "phase" | "turn" | "battle" | "move" | "event" | "note";
            /** @description the positions it went from and to */
            first: number;
            last: number;
            /** @description whom it concerns */
            seats: number[];
            /** @description 0: folded away, 1: a line, 2: news, 3: a headline */
            weight: number;
            parts: components["schemas"]["Item"][];
            figures: {
                [key: string]: unknown;
            } | null;
            areas: string[];
            /** @description from where to where something went */
            moves: [
                string,
                string
            ][];
        };
        Line: {
            seat: number;
            /** @description seats; empty: everybody */
            to?: number[];
            text: string;
        };
        LiveMessage: components["schemas"]["Moved"] | components["schemas"]["TakenBack"] | components["schemas"]["Reset"] | components["schemas"]["BotThinking"] | components["schemas"]["Chatted"] | components["schemas"]["Deleted"];
        LogEntry: {
            position: number;
            /** @description -1 is chance */
            seat: number;
            action: components["schemas"]["Choice"] | null;
            events: components["schemas"]["Event"][];
        };
        Message: {
            key: string;
            params: {
                [key: string]: unknown;
            };
        };
        Move: {
            seat: number;
            /** @description the position that this move answers */
            position: number;
            /**
             * @description the id of a choice
             * @default null
             */
            action: number | null;
            /**
             * @description instead of `action`
             * @default null
             */
            notation: string | null;
        };
        Moved: {
            n: number;
            /** @constant */
            type: "moved";
            position: number;
            seat: number;
            action: components["schemas"]["Choice"] | null;
            events: components["schemas"]["Event"][];
            /**
             * @description without patch=1, and first after coming back
             * @default null
             */
            observation: components["schemas"]["Observation"] | null;
            /**
             * @description [path, value] sets, [path] removes
             * @default null
             */
            patch: unknown[][] | null;
        };
        NewTable: {
            game: string;
            seats: components["schemas"]["SeatAsked"][];
            options?: {
                [key: string]: string | number | boolean;
            };
        };
        /** @description Everything one seat, or a spectator, needs to show the table and to decide. */
        Observation: {
            game: string;
            position: number;
            seat: number | null;
            over: boolean;
            scores: number[] | null;
            ranks: number[] | null;
            /** @description seats that must decide; -1 is chance */
            to_act: number[];
            prompt: components["schemas"]["Prompt"] | null;
            waiting: components["schemas"]["Message"] | null;
            choices: components["schemas"]["Choice"][];
            refused: components["schemas"]["Refused"][];
            takeback: number;
            /** @description the game's own */
            view: {
                [key: string]: unknown;
            };
        };
        Odds: {
            action: components["schemas"]["Choice"];
            weight: number;
        };
        Option: {
            name: string;
            values: (string | number | boolean | null)[];
            default: string | number | boolean | null;
        };
        Position: {
            position: number;
        };
        Preview: {
            /** @description false: the outcome hangs on something hidden from the seat */
            known: boolean;
            /** @description afterwards others decide, or chance: the seat's series of choices is at its end */
            final: boolean;
            events: components["schemas"]["Event"][];
            figures: components["schemas"]["Figure"][];
            odds: components["schemas"]["Odds"][] | null;
            total: number | null;
        };
        Problem: {
            where: string;
            problem: string;
        };
        Prompt: {
            key: string;
            params: {
                [key: string]: unknown;
            };
            chapter: string;
        };
        Reason: {
            code: string;
            params: {
                [key: string]: unknown;
            };
            chapter: string;
        };
        Refused: {
            id: number;
            kind: string;
            args: {
                [key: string]: unknown;
            };
            notation: string;
            reason: components["schemas"]["Reason"];
        };
        Reset: {
            n: number;
            /** @constant */
            type: "reset";
            observation: components["schemas"]["Observation"];
        };
        Rules: {
            language: string;
            chapters: components["schemas"]["Chapter"][];
            aid: string;
        };
        SeatAsked: {
            /** @default  */
            name: string;
            /**
             * @default human
             * @enum {string}
             */
            kind: "human" | "bot";
            bot?: string | null;
        };
        SeatSaid: {
            name: string;
            /** @enum {string} */
            kind: "human" | "bot";
            bot: string | null;
        };
        Table: {
            id: string;
            game: string;
            rules: number;
            seats: components["schemas"]["SeatSaid"][];
            options: {
                [key: string]: string | number | boolean | null;
            };
            position: number;
            to_act: number[];
            over: boolean;
            created: string;
            updated: string;
        };
        TakeBack: {
            seat: number;
            position: number;
            /** @default 1 */
            count: number;
        };
        TakenBack: {
            n: number;
            /** @constant */
            type: "takenback";
            position: number;
            seat: number;
            count: number;
            /** @default null */
            observation: components["schemas"]["Observation"] | null;
            /** @default null */
            patch: unknown[][] | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type BotThinking = components['schemas']['BotThinking'];
export type Branch = components['schemas']['Branch'];
export type Chapter = components['schemas']['Chapter'];
export type ChatLine = components['schemas']['ChatLine'];
export type Chatted = components['schemas']['Chatted'];
export type Choice = components['schemas']['Choice'];
export type Deleted = components['schemas']['Deleted'];
export type Error = components['schemas']['Error'];
export type Event = components['schemas']['Event'];
export type Figure = components['schemas']['Figure'];
export type Game = components['schemas']['Game'];
export type Health = components['schemas']['Health'];
export type Item = components['schemas']['Item'];
export type Line = components['schemas']['Line'];
export type LiveMessage = components['schemas']['LiveMessage'];
export type LogEntry = components['schemas']['LogEntry'];
export type Message = components['schemas']['Message'];
export type Move = components['schemas']['Move'];
export type Moved = components['schemas']['Moved'];
export type NewTable = components['schemas']['NewTable'];
export type Observation = components['schemas']['Observation'];
export type Odds = components['schemas']['Odds'];
export type Option = components['schemas']['Option'];
export type Position = components['schemas']['Position'];
export type Preview = components['schemas']['Preview'];
export type Problem = components['schemas']['Problem'];
export type Prompt = components['schemas']['Prompt'];
export type Reason = components['schemas']['Reason'];
export type Refused = components['schemas']['Refused'];
export type Reset = components['schemas']['Reset'];
export type Rules = components['schemas']['Rules'];
export type SeatAsked = components['schemas']['SeatAsked'];
export type SeatSaid = components['schemas']['SeatSaid'];
export type Table = components['schemas']['Table'];
export type TakeBack = components['schemas']['TakeBack'];
export type TakenBack = components['schemas']['TakenBack'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;

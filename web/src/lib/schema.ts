/** What server and client say to each other. Written by tools/client_types.py; do not edit. */

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AccountAsked: {
            login: string;
            password: string;
            mail?: string | null;
            name?: string | null;
        };
        /** @description A choice that a coach thinks of. */
        AdviceSaid: {
            action: components["schemas"]["Choice"];
            /** @description that were played out */
            games: number;
            /** @description of every seat to win; null: too few games tell */
            chances: number[] | null;
            /** @description that every seat has at the end, on average */
            scores: number[] | null;
            /** @description what is likely to follow */
            line: components["schemas"]["Expected"][];
            reasons: components["schemas"]["Ground"][];
        };
        AnalysisSaid: {
            seats: string[];
            /** @description how far the record went */
            position: number;
            games: number;
            moments: components["schemas"]["MomentSaid"][];
            turnings: components["schemas"]["TurningSaid"][];
            luck: number[];
            play: number[];
            /** @description turning points, from 1, that are in neither: there was no time for it */
            uncounted: number[];
            /** @description [seat] that were looked at */
            decisions: number[];
            /** @description places where the chances seem to have changed much, for lack of games not told */
            unsettled: number;
            /** @description decisions for which there was no time */
            untried: number;
            /** @description turns that looked doubtful, and of which the games do not tell enough */
            unsure: number;
            over: boolean;
            /** @description where each round begins, or whatever the game counts by */
            chapters: components["schemas"]["ChapterSaid"][];
            judgements: components["schemas"]["JudgementSaid"][];
        };
        /** @description How far a look at a whole game has come. */
        AnalysisState: {
            progress: number;
            analysis: components["schemas"]["AnalysisSaid"] | null;
        };
        AwayAsked: {
            /** @enum {string} */
            do: "leave" | "back" | "take";
            /**
             * @default play
             * @enum {string}
             */
            mandate: "hold" | "play";
            /**
             * @description with take
             * @default 0
             */
            seat: number;
        };
        Ballot: {
            yes: boolean;
        };
        BoardSaid: {
            table: string;
            /** @enum {string} */
            state: "running" | "over" | "gone";
            seats: components["schemas"]["BoardSeat"][];
        };
        BoardSeat: {
            /** @description none: a bot */
            person: string | null;
            name: string;
            place: number | null;
            points: number | null;
        };
        BotThinking: {
            /** @constant */
            type: "bot-thinking";
            seat: number;
        };
        Branch: {
            /** @description where the new table begins */
            position: number;
        };
        ChangeMe: {
            name?: string | null;
            /** @description empty: none any more */
            mail?: string | null;
            /** @description the present one, to change it or the mail */
            password?: string | null;
            new_password?: string | null;
        };
        Chapter: {
            id: string;
            title: string;
            html: string;
        };
        ChapterSaid: {
            position: number;
            title: components["schemas"]["Message"];
        };
        /** @description How the seats stood when a round began, and in the end. */
        ChartPoint: {
            position: number;
            title: components["schemas"]["Message"];
            standing: number[];
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
        ClockSaid: {
            seat: number;
            /** @description when the clock runs out; none: it does not run */
            due: string | null;
            /** @description seconds in the bank, of a live clock */
            left: number | null;
            off: components["schemas"]["DaysOff"][];
            days_off: number;
            /** @description a bot plays for its owner, with this mandate */
            away: ("hold" | "play") | null;
            away_since: string | null;
            /** @description others may take the seat */
            offered: boolean;
            /** @description it belongs to a person */
            person: boolean;
        };
        /** @description Who is at a table, before and after the game has begun. */
        Company: {
            id: string;
            game: string;
            options: {
                [key: string]: string | number | boolean | null;
            };
            begun: boolean;
            over: boolean;
            host: string;
            hosting: boolean;
            visible: boolean;
            talk: boolean;
            /** @description a coach may be asked */
            hints: boolean;
            pace: components["schemas"]["PaceSaid"] | null;
            when_full: boolean;
            commitment: string;
            seats: components["schemas"]["PlaceSaid"][];
            /** @description players and others, as far as they can be offered something */
            people: components["schemas"]["OnLooker"][];
            offers: components["schemas"]["OfferSaid"][];
            waiting_for: number[];
            /** @description you sit here, or were invited */
            member: boolean;
            rematch: string | null;
            /** @description proposals of deals that wait for your answer */
            deals: number;
        };
        /** @description Somebody came or went, or something was offered: ask for the company. */
        CompanyChanged: {
            /** @constant */
            type: "company";
        };
        /** @description What a coach says to a seat at a position, the best choice first. */
        Counsel: {
            seat: number;
            position: number;
            choices: components["schemas"]["AdviceSaid"][];
        };
        /** @description Lessons in a recorded game; `texts` by key: `title`, `win.title`, `win.tax.say`. */
        Course: {
            name: string;
            seat: number;
            /** @description dice or draws decide something in these lessons */
            chance: boolean;
            texts: {
                [key: string]: string;
            };
            lessons: components["schemas"]["Lesson"][];
        };
        Credential: {
            /** @description what the browser made of the options, as JSON */
            credential: {
                [key: string]: unknown;
            };
        };
        DaysOff: {
            first: string;
            last: string;
        };
        DaysOffAsked: {
            first: string;
            last: string;
        };
        DealAnswer: {
            /** @enum {string} */
            do: "accept" | "refuse" | "withdraw";
        };
        DealAsked: {
            terms: components["schemas"]["TermAsked"][];
            /** @default true */
            open: boolean;
            answers?: string | null;
        };
        DealSaid: {
            id: string;
            by: number;
            parties: number[];
            agreed: number[];
            open: boolean;
            /** @enum {string} */
            status: "proposed" | "agreed" | "refused" | "withdrawn" | "lapsed";
            made: number;
            /** @description the proposal that it was made in answer to */
            answers: string | null;
            /** @description why a bot refused it: too-little, no-trust, promised, rival, cannot */
            why: string | null;
            terms: components["schemas"]["TermSaid"][];
        };
        DealsSaid: {
            known: components["schemas"]["TermKindSaid"][];
            /** @description this round and those to come, if they have names */
            rounds: {
                [key: string]: number;
            }[];
            deals: components["schemas"]["DealSaid"][];
            /** @description the seat that you speak for */
            own: number | null;
            /** @description by seat */
            records: components["schemas"]["RecordSaid"][];
        };
        DeleteMe: {
            password?: string | null;
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
        Expected: {
            seat: number;
            action: components["schemas"]["Choice"];
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
        GameStanding: {
            person: string;
            name: string;
            /** @description mu less three sigma */
            points: number;
            mu: number;
            sigma: number;
            games: number;
            wins: number;
            game: string;
        };
        /** @description One reason for a choice, or against it; neither where `good` is null. */
        Ground: {
            key: string;
            params: {
                [key: string]: unknown;
            };
            good: boolean | null;
            /**
             * @description how likely it is, in a word; rough: sure, but not how much; known: in the table’s own figure
             * @enum {string}
             */
            chance: "sure" | "rough" | "likely" | "even" | "unlikely" | "known";
            percent: number;
        };
        GuestAsked: {
            name: string;
        };
        Health: {
            rondel: string;
            /** @description tells two servers of the same database */
            database: string;
        };
        HeardSaid: {
            number: number;
            at: number;
            name: string;
            to: string[];
            text: string;
        };
        Invite: {
            /**
             * @description all earlier links end
             * @default false
             */
            fresh: boolean;
        };
        Invited: {
            table: string;
            code: string;
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
        /** @description A turn that could have been played better. */
        JudgementSaid: {
            /** @description of the decision that it hangs on */
            position: number;
            first: number;
            last: number;
            seat: number;
            where: components["schemas"]["Message"] | null;
            /** @description to which both ways are answers that say nothing by themselves */
            question: components["schemas"]["Message"] | null;
            played: components["schemas"]["LineSaid"];
            better: components["schemas"]["LineSaid"];
            /** @description what is to be said of what was done */
            against: components["schemas"]["Ground"][];
            /** @description what is to be said of what would have been better */
            reasons: components["schemas"]["Ground"][];
            /**
             * @description what was lost: a chance to win, or points of the final score
             * @enum {string}
             */
            cost: "chance" | "points";
            loss: number;
            /** @description between what the loss is likely to lie */
            range: number[];
            /** @description that were played out either way */
            games: number;
            /** @description of the seat to win: with what was done, with what could have been */
            chances: number[];
            /** @description before and after, where that is not what the two ways brought */
            chart: number[] | null;
            /** @description dice or cards had a say in the turn */
            thrown: boolean;
            /** @description the chart before it is lower, as bots hardly come by the better way */
            overlooked: boolean;
        };
        Learner: {
            /** @default  */
            name: string;
            /**
             * @description not the lessons, but the game that they end in
             * @default false
             */
            game: boolean;
        };
        Lesson: {
            name: string;
            steps: components["schemas"]["StepSaid"][];
        };
        LessonPlace: {
            position: number;
            /** @description the way there is told move by move; else at once */
            shown: boolean;
        };
        LessonStep: {
            lesson: string;
            step: string;
        };
        Line: {
            seat: number;
            /** @description seats; empty: everybody */
            to?: number[];
            text: string;
        };
        LineSaid: {
            choices: components["schemas"]["ToldSaid"][];
            /** @description there were others */
            more: boolean;
            /** @description there were others after the first */
            skips: boolean;
        };
        /** @description A link, and the same as a picture. */
        Link: {
            url: string;
            /** @description SVG */
            qr: string;
        };
        LiveMessage: components["schemas"]["Moved"] | components["schemas"]["TakenBack"] | components["schemas"]["Seated"] | components["schemas"]["Reset"] | components["schemas"]["BotThinking"] | components["schemas"]["Typing"] | components["schemas"]["Chatted"] | components["schemas"]["Unseated"] | components["schemas"]["CompanyChanged"] | components["schemas"]["RematchCalled"] | components["schemas"]["Deleted"];
        LobbySaid: {
            gatherings: components["schemas"]["Company"][];
            tables: components["schemas"]["Table"][];
        };
        LogEntry: {
            position: number;
            /** @description -1 is chance */
            seat: number;
            action: components["schemas"]["Choice"] | null;
            events: components["schemas"]["Event"][];
        };
        /** @description The throws of a seat, of one kind. */
        Luck: {
            seat: number;
            kind: string;
            throws: number;
            rolled: number;
            expected: number;
            /** @description of 100 players with the same throws so many would have had less luck */
            percent: number | null;
        };
        /** @description Who asks, and where. */
        Me: {
            /** @description people have seats of their own; false: a house, whose user plays them all */
            site: boolean;
            /** @description null: a stranger */
            id: string | null;
            name: string;
            /** @description null: a guest, known in this browser alone */
            login: string | null;
            mail: string | null;
            admin: boolean;
            /** @description whether accounts may be made */
            registration: boolean;
            /** @description whether the server can send mails */
            mails: boolean;
            /** @description whether there can be passkeys: the site must have a name */
            passkeys: boolean;
            /** @description this is somebody's program */
            program: boolean;
        };
        Message: {
            key: string;
            params: {
                [key: string]: unknown;
            };
        };
        MomentSaid: {
            position: number;
            chances: number[];
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
            /**
             * @description of your choice: a move that comes again is made once
             * @default null
             */
            key: string | null;
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
        MuteAsked: {
            seat: number;
            muted: boolean;
        };
        MutedSaid: {
            /** @description whose lines one is not told */
            seats: number[];
            /** @description lines that one has reported */
            reported: number[];
        };
        NewGathering: {
            game: string;
            seats: components["schemas"]["PlaceAsked"][];
            options?: {
                [key: string]: string | number | boolean;
            };
            /** @default false */
            visible: boolean;
            /** @default true */
            talk: boolean;
            /** @description a coach may be asked; null: if only one person plays */
            hints?: boolean | null;
            /** @default true */
            when_full: boolean;
            pace?: components["schemas"]["PaceAsked"] | null;
        };
        NewPasskey: {
            /** @description what the browser made of the options, as JSON */
            credential: {
                [key: string]: unknown;
            };
            name: string;
        };
        NewPassword: {
            token: string;
            password: string;
        };
        NewTable: {
            game: string;
            seats: components["schemas"]["SeatAsked"][];
            options?: {
                [key: string]: string | number | boolean;
            };
            /** @description a coach may be asked; null: if only one person plays */
            hints?: boolean | null;
        };
        Note: {
            text: string;
        };
        NoteSaid: {
            text: string;
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
            /** @description what wins the game, and the way to it */
            goal: components["schemas"]["Message"] | null;
            /** @description who is near to victory, and that the game may soon be over */
            near_end: components["schemas"]["Message"][];
            choices: components["schemas"]["Choice"][];
            /** @description what a player might look for and may not do; /refused tells why */
            refused: components["schemas"]["Choice"][];
            takeback: number;
            /** @description the game's own */
            view: {
                [key: string]: unknown;
            };
        };
        Odd: {
            action: number;
            weight: number;
        };
        Odds: {
            action: components["schemas"]["Choice"];
            weight: number;
        };
        OfferSaid: {
            id: string;
            /** @enum {string} */
            kind: "give" | "swap";
            seat: number;
            by: string;
            to: string;
            /** @description you made it */
            mine: boolean;
            for_me: boolean;
        };
        OnLooker: {
            id: string;
            name: string;
            seat: number | null;
        };
        Option: {
            name: string;
            values: (string | number | boolean | null)[];
            default: string | number | boolean | null;
        };
        OrderAsked: {
            kind: string;
            answer: string;
            limit?: number | null;
            until?: string | null;
            /** @default 1 */
            times: number;
        };
        OrderKindSaid: {
            name: string;
            answers: string[];
            /** @description the player says up to what */
            limited: boolean;
            /** @description events that may end it */
            until: string[];
        };
        OrderSaid: {
            id: string;
            kind: string;
            answer: string;
            limit: number | null;
            until: string | null;
            times: number;
        };
        /** @description One's own standing orders, and those that the game knows. */
        OrdersSaid: {
            known: components["schemas"]["OrderKindSaid"][];
            orders: components["schemas"]["OrderSaid"][];
        };
        /** @description From where a table was played on. */
        Origin: {
            table: string;
            position: number;
            /** @description the round, or whatever the game counts by */
            where: components["schemas"]["Message"] | null;
        };
        /** @description How fast a table plays: some days for a turn, or clocks. */
        PaceAsked: {
            /** @enum {string} */
            kind: "days" | "live";
            /** @default 1 */
            days: number;
            /** @default true */
            weekends: boolean;
            /** @default UTC */
            zone: string;
            /** @default 14 */
            off: number;
            /** @default 60 */
            move: number;
            /** @default 600 */
            bank: number;
            /**
             * @default play
             * @enum {string}
             */
            mandate: "hold" | "play";
        };
        /** @description How fast a table plays, as was agreed. */
        PaceSaid: {
            /** @enum {string} */
            kind: "days" | "live";
            days: number;
            weekends: boolean;
            zone: string;
            off: number;
            move: number;
            bank: number;
            /** @enum {string} */
            mandate: "hold" | "play";
        };
        /** @description A part of a score. */
        Part: {
            key: string;
            params: {
                [key: string]: unknown;
            };
            points: number;
        };
        PasskeyAsked: {
            password?: string | null;
        };
        PasskeySaid: {
            id: string;
            name: string;
            created: string;
            used: string | null;
        };
        PlaceAsked: {
            /**
             * @default human
             * @enum {string}
             */
            kind: "human" | "bot";
            bot?: string | null;
            /**
             * @description of a bot; people bring their own
             * @default
             */
            name: string;
        };
        PlaceSaid: {
            name: string;
            /** @enum {string} */
            kind: "human" | "bot";
            bot: string | null;
            free: boolean;
            mine: boolean;
            here: boolean;
            /** @description what the player gave to the dice */
            share: string | null;
            /** @description somebody's program sits here */
            program: boolean;
        };
        PlacedSaid: {
            person: string;
            name: string;
            place: number;
            points: number;
            wins: number;
            /** @description points of those whom one met */
            strength: number;
            games: number;
            left: boolean;
        };
        PlanAsked: {
            /** @enum {string} */
            do: "begin" | "choose" | "back" | "again" | "drop";
            /** @description one's own */
            seat: number;
            /**
             * @description with choose: where the plan stands
             * @default 0
             */
            position: number;
            /**
             * @description with choose
             * @default 0
             */
            action: number;
            /**
             * @description with back
             * @default 1
             */
            count: number;
        };
        /** @description A plan on a copy of the position, and where it leads. */
        PlanSaid: {
            seat: number;
            /** @description whose decision it is there */
            acting: number;
            /** @description the position that it goes on from */
            begun: number;
            moves: number;
            /** @description choices that could not be made any more when it was taken along */
            left_out: number;
            /** @description the table is where the plan begins */
            stands: boolean;
            observation: components["schemas"]["Observation"];
            log: components["schemas"]["LogEntry"][];
        };
        PlanState: {
            plan: components["schemas"]["PlanSaid"] | null;
            /** @description of the table */
            position: number;
        };
        PlayerSaid: {
            name: string;
            standings: components["schemas"]["GameStanding"][];
            results: components["schemas"]["ResultSaid"][];
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
        ProgramSaid: {
            id: string;
            name: string;
            created: string;
            seen: string | null;
        };
        ProgramToken: {
            id: string;
            name: string;
            /** @description to be sent as `Authorization: Bearer`; it is never shown again */
            token: string;
        };
        Prompt: {
            key: string;
            params: {
                [key: string]: unknown;
            };
            chapter: string;
        };
        Quiet: {
            kinds: ("mail" | "push" | "webhook")[];
        };
        QuietSaid: {
            kinds: ("mail" | "push" | "webhook")[];
        };
        Reason: {
            code: string;
            params: {
                [key: string]: unknown;
            };
            chapter: string;
        };
        /** @description How somebody kept her word, as far as you know. */
        RecordSaid: {
            kept: number;
            broken: number;
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
        RematchCalled: {
            /** @constant */
            type: "rematch";
            table: string;
        };
        /** @description A look back at a finished game. */
        Report: {
            /** @description by seat: what its score is made of */
            parts: components["schemas"]["Part"][][];
            chart: components["schemas"]["ChartPoint"][];
            turns: components["schemas"]["TurningPoint"][];
            luck: components["schemas"]["Luck"][];
        };
        ReportAsked: {
            /** @description through whose eyes; none: a spectator's */
            seat?: number | null;
            number: number;
            /** @enum {string} */
            why: "insult" | "threat" | "spam" | "cheating" | "other";
            /** @default  */
            words: string;
        };
        /** @description What was reported, for an administrator. */
        ReportSaid: {
            id: string;
            table: string;
            game: string;
            made: number;
            settled: number | null;
            person: string;
            name: string;
            by_name: string;
            /** @enum {string} */
            why: "insult" | "threat" | "spam" | "cheating" | "other";
            words: string;
            /** @description the reported one is the last */
            lines: components["schemas"]["HeardSaid"][];
            /** @description so many reports are about the same person */
            reports: number;
            silent_until: number | null;
            removed: boolean;
            silenced: number;
            settled_by: string;
        };
        Reset: {
            n: number;
            /** @constant */
            type: "reset";
            observation: components["schemas"]["Observation"];
        };
        ResetAsked: {
            /** @description login or mail address */
            who: string;
            /**
             * @default en
             * @enum {string}
             */
            language: "en" | "fr" | "de";
        };
        ResultSaid: {
            table: string;
            game: string;
            ended: number;
            place: number;
            players: number;
        };
        /** @description A chance action: picked by sha256("<source>/<position>") modulo the sum of the weights. */
        Roll: {
            position: number;
            /** @description which of the lists of what could come */
            odds: number;
            action: number;
            notation: string;
        };
        /** @description All that is needed to check the dice of a finished game: see rondel.kernel.chance. */
        Rolls: {
            seed: string;
            /** @description sha256 of the seed, published when the table was opened; empty: there is none */
            commitment: string;
            /** @description what the players gave to the dice afterwards */
            shares: string[];
            /** @description actions before the commitment was made */
            since: number;
            odds: components["schemas"]["Odd"][][];
            rolls: components["schemas"]["Roll"][];
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
        SeatWish: {
            /** @enum {string} */
            do: "take" | "leave" | "bot" | "open" | "give" | "swap" | "accept" | "decline" | "withdraw";
            seat?: number | null;
            /** @description a person; with give and swap */
            to?: string | null;
            offer?: string | null;
            bot?: string | null;
            /** @description for the dice, hexadecimal; before the beginning */
            share?: string | null;
        };
        /** @description Others sit at the table now: ask for the company. */
        Seated: {
            n: number;
            /** @constant */
            type: "seated";
            position: number;
            /** @default null */
            observation: components["schemas"]["Observation"] | null;
            /** @default null */
            patch: unknown[][] | null;
        };
        SessionSaid: {
            id: string;
            created: string;
            seen: string;
            device: string;
            current: boolean;
        };
        SettleAsked: {
            /** @default false */
            remove: boolean;
            /**
             * @description days
             * @default 0
             */
            silence: number;
        };
        SignIn: {
            login: string;
            password: string;
        };
        /** @description How somebody stands in a game, by openskill. */
        Standing: {
            person: string;
            name: string;
            /** @description mu less three sigma */
            points: number;
            mu: number;
            sigma: number;
            games: number;
            wins: number;
        };
        StepSaid: {
            name: string;
            /** @description its position in the record */
            at: number;
            /** @description where to look: `slot taxation`, `area rome`, `tab bonds`, `part strip` */
            point: string[];
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
            /** @description of a finished table, in the list of tables: the seats that came first */
            winners: number[];
            /** @description the seats that are yours to play */
            mine: number[];
            /** @description seats for people that are nobody's yet */
            free: number[];
            /** @description you decide about the table itself */
            hosting: boolean;
            /** @description anybody may find it and look on */
            visible: boolean;
            /** @description players may talk in private */
            talk: boolean;
            /** @description a coach may be asked what to do */
            hints: boolean;
            /** @description when the clock of a seat of yours runs out */
            due: string | null;
            /** @description there are clocks */
            paced: boolean;
            /** @description a bot plays for you */
            away: boolean;
            /** @description sha256 of the seed of the dice, from the start */
            commitment: string;
            /** @description the game that it was played on from, if it was */
            origin: components["schemas"]["Origin"] | null;
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
        TermAsked: {
            kind: string;
            by: number;
            to?: number | null;
            thing?: string | null;
            amount?: number | null;
            /** @default 1 */
            rounds: number;
            /** @default 0 */
            after: number;
        };
        /** @description What can be promised at a table. */
        TermKindSaid: {
            kind: string;
            to: boolean;
            amount: boolean;
            /** @description it must happen within its rounds; else it holds for so long */
            due: boolean;
            /** @enum {string} */
            thing: "" | "any" | "one";
            /** @description the kind of the things: its names stand at <of>.<id> */
            of: string;
            things: string[];
            /** @description the server carries it out */
            binds: boolean;
        };
        TermSaid: {
            kind: string;
            by: number;
            to: number | null;
            thing: string | null;
            amount: number | null;
            rounds: number;
            /** @description so many rounds pass before it counts */
            after: number;
            /** @description the round from which on it counts, for `promise.round` */
            first: {
                [key: string]: number;
            } | null;
            /** @description the last round that it is for */
            last: {
                [key: string]: number;
            } | null;
            /** @enum {string} */
            state: "open" | "kept" | "broken" | "void";
            /** @description of the move that decided it */
            position: number | null;
            /** @description of an amount, how much there is */
            done: number;
        };
        Token: {
            token: string;
        };
        /** @description A choice of a turn. */
        ToldSaid: {
            action: components["schemas"]["Choice"];
            /** @description what was asked, where the choice only ends something */
            asked: components["schemas"]["Message"] | null;
            times: number;
        };
        TournamentAsked: {
            name: string;
            game: string;
            options?: {
                [key: string]: number | boolean | string;
            };
            /**
             * @default swiss
             * @enum {string}
             */
            kind: "round-robin" | "swiss";
            size: number;
            /**
             * @description of a Swiss
             * @default 3
             */
            rounds: number;
            pace?: components["schemas"]["PaceAsked"] | null;
        };
        TournamentBrief: {
            id: string;
            name: string;
            game: string;
            /** @enum {string} */
            kind: "round-robin" | "swiss";
            size: number;
            rounds: number;
            /** @enum {string} */
            state: "open" | "running" | "over";
            players: number;
            /** @description that is played, from 1; 0: it has not begun */
            round: number;
            joined: boolean;
        };
        TournamentSaid: {
            id: string;
            name: string;
            game: string;
            /** @enum {string} */
            kind: "round-robin" | "swiss";
            size: number;
            rounds: number;
            /** @enum {string} */
            state: "open" | "running" | "over";
            players: number;
            /** @description that is played, from 1; 0: it has not begun */
            round: number;
            joined: boolean;
            host: string;
            hosting: boolean;
            pace: components["schemas"]["PaceSaid"] | null;
            made: number;
            standings: components["schemas"]["PlacedSaid"][];
            played: components["schemas"]["BoardSaid"][][];
        };
        TournamentWish: {
            /** @enum {string} */
            do: "join" | "leave" | "begin" | "end";
            /**
             * @description with join: for the dice, in hexadecimal
             * @default
             */
            share: string;
        };
        /** @description Something that brought or cost somebody much; what it is made of is left out. */
        TurningPoint: {
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
            /** @description by seat */
            change: number[];
            /** @description who took the lead with it */
            leader: number | null;
        };
        /** @description A turn that changed the chances much. */
        TurningSaid: {
            first: number;
            last: number;
            /** @description who did most of it; below 0: dice and cards */
            seat: number;
            /** @description whose turn it was; below 0: nobody's */
            turn: number;
            /** @description the round, or whatever the game counts by */
            where: components["schemas"]["Message"] | null;
            change: number[];
            luck: number[] | null;
            items: components["schemas"]["Item"][];
            /** @description what was chosen, where nothing happened yet */
            line: components["schemas"]["LineSaid"] | null;
            /** @description to which that was an answer that says nothing by itself */
            question: components["schemas"]["Message"] | null;
        };
        /** @description A player is writing. A watcher of a seat says the same, without the seat, on its line. */
        Typing: {
            /** @constant */
            type: "typing";
            seat: number;
        };
        /** @description The seat of this line is another's now: the line ends. Ask for the table, and look on from where you are. */
        Unseated: {
            /** @constant */
            type: "unseated";
        };
        /** @description How a learner stands at a step of a course. */
        Verdict: {
            position: number;
            /** @enum {string} */
            stands: "open" | "done" | "off" | "elsewhere";
            /** @description the key, below that of the step, of what to say; empty: nothing in particular */
            text: string;
            /** @description what the step expects now */
            next: components["schemas"]["Choice"] | null;
            /** @description what it expects afterwards and could be chosen now */
            ahead: components["schemas"]["Choice"][];
            /** @description what decided */
            chosen: components["schemas"]["Choice"] | null;
        };
        VoteAsked: {
            /** @enum {string} */
            kind: "pause" | "resume" | "extend" | "replace" | "end" | "takeback";
            /** @description with replace */
            seat?: number | null;
            /** @description with extend */
            days?: number | null;
            /** @description with takeback: a choice of yours; none: the last */
            position?: number | null;
        };
        VoteSaid: {
            id: string;
            /** @enum {string} */
            kind: "pause" | "resume" | "extend" | "replace" | "end" | "takeback";
            seat: number;
            about: {
                [key: string]: number;
            };
            yes: number[];
            no: number[];
            voters: number[];
            ends: string;
        };
        WayAsked: {
            /** @enum {string} */
            kind: "mail" | "push" | "webhook";
            /** @default  */
            address: string;
            /** @default  */
            p256dh: string;
            /** @default  */
            auth: string;
            /**
             * @default en
             * @enum {string}
             */
            language: "en" | "fr" | "de";
            table?: string | null;
        };
        /** @description A way in which somebody is told that it is her turn. */
        WaySaid: {
            id: string;
            /** @enum {string} */
            kind: "mail" | "push" | "webhook";
            /** @description of a webhook or a browser, its host */
            address: string;
            /** @description only of this table; none: of all */
            table: string | null;
            /** @description why the last notice did not arrive */
            problem: string;
            failures: number;
        };
        WaysSaid: {
            ways: components["schemas"]["WaySaid"][];
            /** @description for the browser's own subscription */
            push_key: string;
            /** @description mails can be sent to you */
            mail: boolean;
        };
        /** @description How a table stands over the weeks, for whoever asks. */
        Weeks: {
            pace: components["schemas"]["PaceSaid"] | null;
            paused: string | null;
            /** @description the players ended the game before its end */
            agreed: boolean;
            now: string;
            seats: components["schemas"]["ClockSaid"][];
            votes: components["schemas"]["VoteSaid"][];
            /** @description your seat, also while a bot plays for you */
            own: number | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type AccountAsked = components['schemas']['AccountAsked'];
export type AdviceSaid = components['schemas']['AdviceSaid'];
export type AnalysisSaid = components['schemas']['AnalysisSaid'];
export type AnalysisState = components['schemas']['AnalysisState'];
export type AwayAsked = components['schemas']['AwayAsked'];
export type Ballot = components['schemas']['Ballot'];
export type BoardSaid = components['schemas']['BoardSaid'];
export type BoardSeat = components['schemas']['BoardSeat'];
export type BotThinking = components['schemas']['BotThinking'];
export type Branch = components['schemas']['Branch'];
export type ChangeMe = components['schemas']['ChangeMe'];
export type Chapter = components['schemas']['Chapter'];
export type ChapterSaid = components['schemas']['ChapterSaid'];
export type ChartPoint = components['schemas']['ChartPoint'];
export type ChatLine = components['schemas']['ChatLine'];
export type Chatted = components['schemas']['Chatted'];
export type Choice = components['schemas']['Choice'];
export type ClockSaid = components['schemas']['ClockSaid'];
export type Company = components['schemas']['Company'];
export type CompanyChanged = components['schemas']['CompanyChanged'];
export type Counsel = components['schemas']['Counsel'];
export type Course = components['schemas']['Course'];
export type Credential = components['schemas']['Credential'];
export type DaysOff = components['schemas']['DaysOff'];
export type DaysOffAsked = components['schemas']['DaysOffAsked'];
export type DealAnswer = components['schemas']['DealAnswer'];
export type DealAsked = components['schemas']['DealAsked'];
export type DealSaid = components['schemas']['DealSaid'];
export type DealsSaid = components['schemas']['DealsSaid'];
export type DeleteMe = components['schemas']['DeleteMe'];
export type Deleted = components['schemas']['Deleted'];
export type Error = components['schemas']['Error'];
export type Event = components['schemas']['Event'];
export type Expected = components['schemas']['Expected'];
export type Figure = components['schemas']['Figure'];
export type Game = components['schemas']['Game'];
export type GameStanding = components['schemas']['GameStanding'];
export type Ground = components['schemas']['Ground'];
export type GuestAsked = components['schemas']['GuestAsked'];
export type Health = components['schemas']['Health'];
export type HeardSaid = components['schemas']['HeardSaid'];
export type Invite = components['schemas']['Invite'];
export type Invited = components['schemas']['Invited'];
export type Item = components['schemas']['Item'];
export type JudgementSaid = components['schemas']['JudgementSaid'];
export type Learner = components['schemas']['Learner'];
export type Lesson = components['schemas']['Lesson'];
export type LessonPlace = components['schemas']['LessonPlace'];
export type LessonStep = components['schemas']['LessonStep'];
export type Line = components['schemas']['Line'];
export type LineSaid = components['schemas']['LineSaid'];
export type Link = components['schemas']['Link'];
export type LiveMessage = components['schemas']['LiveMessage'];
export type LobbySaid = components['schemas']['LobbySaid'];
export type LogEntry = components['schemas']['LogEntry'];
export type Luck = components['schemas']['Luck'];
export type Me = components['schemas']['Me'];
export type Message = components['schemas']['Message'];
export type MomentSaid = components['schemas']['MomentSaid'];
export type Move = components['schemas']['Move'];
export type Moved = components['schemas']['Moved'];
export type MuteAsked = components['schemas']['MuteAsked'];
export type MutedSaid = components['schemas']['MutedSaid'];
export type NewGathering = components['schemas']['NewGathering'];
export type NewPasskey = components['schemas']['NewPasskey'];
export type NewPassword = components['schemas']['NewPassword'];
export type NewTable = components['schemas']['NewTable'];
export type Note = components['schemas']['Note'];
export type NoteSaid = components['schemas']['NoteSaid'];
export type Observation = components['schemas']['Observation'];
export type Odd = components['schemas']['Odd'];
export type Odds = components['schemas']['Odds'];
export type OfferSaid = components['schemas']['OfferSaid'];
export type OnLooker = components['schemas']['OnLooker'];
export type Option = components['schemas']['Option'];
export type OrderAsked = components['schemas']['OrderAsked'];
export type OrderKindSaid = components['schemas']['OrderKindSaid'];
export type OrderSaid = components['schemas']['OrderSaid'];
export type OrdersSaid = components['schemas']['OrdersSaid'];
export type Origin = components['schemas']['Origin'];
export type PaceAsked = components['schemas']['PaceAsked'];
export type PaceSaid = components['schemas']['PaceSaid'];
export type Part = components['schemas']['Part'];
export type PasskeyAsked = components['schemas']['PasskeyAsked'];
export type PasskeySaid = components['schemas']['PasskeySaid'];
export type PlaceAsked = components['schemas']['PlaceAsked'];
export type PlaceSaid = components['schemas']['PlaceSaid'];
export type PlacedSaid = components['schemas']['PlacedSaid'];
export type PlanAsked = components['schemas']['PlanAsked'];
export type PlanSaid = components['schemas']['PlanSaid'];
export type PlanState = components['schemas']['PlanState'];
export type PlayerSaid = components['schemas']['PlayerSaid'];
export type Position = components['schemas']['Position'];
export type Preview = components['schemas']['Preview'];
export type Problem = components['schemas']['Problem'];
export type ProgramSaid = components['schemas']['ProgramSaid'];
export type ProgramToken = components['schemas']['ProgramToken'];
export type Prompt = components['schemas']['Prompt'];
export type Quiet = components['schemas']['Quiet'];
export type QuietSaid = components['schemas']['QuietSaid'];
export type Reason = components['schemas']['Reason'];
export type RecordSaid = components['schemas']['RecordSaid'];
export type Refused = components['schemas']['Refused'];
export type RematchCalled = components['schemas']['RematchCalled'];
export type Report = components['schemas']['Report'];
export type ReportAsked = components['schemas']['ReportAsked'];
export type ReportSaid = components['schemas']['ReportSaid'];
export type Reset = components['schemas']['Reset'];
export type ResetAsked = components['schemas']['ResetAsked'];
export type ResultSaid = components['schemas']['ResultSaid'];
export type Roll = components['schemas']['Roll'];
export type Rolls = components['schemas']['Rolls'];
export type Rules = components['schemas']['Rules'];
export type SeatAsked = components['schemas']['SeatAsked'];
export type SeatSaid = components['schemas']['SeatSaid'];
export type SeatWish = components['schemas']['SeatWish'];
export type Seated = components['schemas']['Seated'];
export type SessionSaid = components['schemas']['SessionSaid'];
export type SettleAsked = components['schemas']['SettleAsked'];
export type SignIn = components['schemas']['SignIn'];
export type Standing = components['schemas']['Standing'];
export type StepSaid = components['schemas']['StepSaid'];
export type Table = components['schemas']['Table'];
export type TakeBack = components['schemas']['TakeBack'];
export type TakenBack = components['schemas']['TakenBack'];
export type TermAsked = components['schemas']['TermAsked'];
export type TermKindSaid = components['schemas']['TermKindSaid'];
export type TermSaid = components['schemas']['TermSaid'];
export type Token = components['schemas']['Token'];
export type ToldSaid = components['schemas']['ToldSaid'];
export type TournamentAsked = components['schemas']['TournamentAsked'];
export type TournamentBrief = components['schemas']['TournamentBrief'];
export type TournamentSaid = components['schemas']['TournamentSaid'];
export type TournamentWish = components['schemas']['TournamentWish'];
export type TurningPoint = components['schemas']['TurningPoint'];
export type TurningSaid = components['schemas']['TurningSaid'];
export type Typing = components['schemas']['Typing'];
export type Unseated = components['schemas']['Unseated'];
export type Verdict = components['schemas']['Verdict'];
export type VoteAsked = components['schemas']['VoteAsked'];
export type VoteSaid = components['schemas']['VoteSaid'];
export type WayAsked = components['schemas']['WayAsked'];
export type WaySaid = components['schemas']['WaySaid'];
export type WaysSaid = components['schemas']['WaysSaid'];
export type Weeks = components['schemas']['Weeks'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;

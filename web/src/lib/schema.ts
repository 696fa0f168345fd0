/** What server and client say to each other. Written by tools/client_types.py from the server; do not edit. */

export interface BotThinking {
  type: "bot-thinking";
  seat: number;
}

export interface Chapter {
  id: string;
  title: string;
  html: string;
}

/** What a player said. */
export interface ChatLine {
  number: number;
  /** milliseconds since 1970, UTC */
  at: number;
  seat: number;
  /** the seats it is meant for; empty: everybody */
  to: number[];
  /** plain text, one line */
  text: string;
}

/** Not numbered with the moves: who comes back asks for the talk as a whole. */
export interface Chatted {
  number: number;
  /** milliseconds since 1970, UTC */
  at: number;
  seat: number;
  /** the seats it is meant for; empty: everybody */
  to: number[];
  /** plain text, one line */
  text: string;
  type: "chat";
}

export interface Choice {
  id: number;
  kind: string;
  args: Record<string, unknown>;
  notation: string;
}

export interface Deleted {
  type: "deleted";
}

/** Every refusal: nothing was changed. */
export interface Error {
  error: string;
  message: string;
  /** why an action is not allowed; with illegal and not-to-act */
  reason: Reason | null;
  /** where the table stands; with stale-position */
  position: number | null;
  /** the line of the file; with corrupt-file */
  line: number | null;
}

export interface Event {
  kind: string;
  params: Record<string, unknown>;
}

export interface Figure {
  name: string;
  params: Record<string, unknown>;
  before: string | number | boolean | null;
  after: string | number | boolean | null;
}

export interface Game {
  name: string;
  ready: boolean;
  players: [number, number];
  bots: string[];
  options: Option[];
}

export interface Health {
  rondel: string;
  /** tells two servers of the same database */
  database: string;
}

export interface Line {
  seat: number;
  /** seats; empty: everybody */
  to?: number[];
  text: string;
}

export type LiveMessage = Moved | TakenBack | Reset | BotThinking | Chatted | Deleted;

export interface LogEntry {
  position: number;
  /** -1 is chance */
  seat: number;
  action: Choice | null;
  events: Event[];
}

export interface Message {
  key: string;
  params: Record<string, unknown>;
}

export interface Move {
  seat: number;
  /** the position that this move answers */
  position: number;
  /** the id of a choice */
  action?: number | null;
  /** instead of `action` */
  notation?: string | null;
}

export interface Moved {
  n: number;
  type: "moved";
  position: number;
  seat: number;
  action: Choice | null;
  events: Event[];
  /** without patch=1, and first after coming back */
  observation: Observation | null;
  /** [path, value] sets, [path] removes */
  patch: unknown[][] | null;
}

export interface NewTable {
  game: string;
  seats: SeatAsked[];
  options?: Record<string, string | number | boolean>;
}

/** Everything one seat, or a spectator, needs to show the table and to decide. */
export interface Observation {
  game: string;
  position: number;
  seat: number | null;
  over: boolean;
  scores: number[] | null;
  ranks: number[] | null;
  /** seats that must decide; -1 is chance */
  to_act: number[];
  prompt: Prompt | null;
  waiting: Message | null;
  choices: Choice[];
  refused: Refused[];
  takeback: number;
  /** the game's own */
  view: Record<string, unknown>;
}

export interface Odds {
  action: Choice;
  weight: number;
}

export interface Option {
  name: string;
  values: (string | number | boolean | null)[];
  default: string | number | boolean | null;
}

export interface Position {
  position: number;
}

export interface Preview {
  /** false: the outcome hangs on something hidden from the seat */
  known: boolean;
  /** afterwards others decide, or chance: the seat's series of choices is at its end */
  final: boolean;
  events: Event[];
  figures: Figure[];
  odds: Odds[] | null;
  total: number | null;
}

export interface Prompt {
  key: string;
  params: Record<string, unknown>;
  chapter: string;
}

export interface Reason {
  code: string;
  params: Record<string, unknown>;
  chapter: string;
}

export interface Refused {
  id: number;
  kind: string;
  args: Record<string, unknown>;
  notation: string;
  reason: Reason;
}

export interface Reset {
  n: number;
  type: "reset";
  observation: Observation;
}

export interface Rules {
  language: string;
  chapters: Chapter[];
  aid: string;
}

export interface SeatAsked {
  name?: string;
  kind?: "human" | "bot";
  bot?: string | null;
}

export interface SeatSaid {
  name: string;
  kind: "human" | "bot";
  bot: string | null;
}

export interface Table {
  id: string;
  game: string;
  rules: number;
  seats: SeatSaid[];
  options: Record<string, string | number | boolean | null>;
  position: number;
  to_act: number[];
  over: boolean;
  created: string;
  updated: string;
}

export interface TakeBack {
  seat: number;
  position: number;
  count?: number;
}

export interface TakenBack {
  n: number;
  type: "takenback";
  position: number;
  seat: number;
  count: number;
  observation: Observation | null;
  patch: unknown[][] | null;
}

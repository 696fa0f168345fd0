/** What server and client say to each other. No game's rules in here: a view is the game's own. */

export type Value = string | number | boolean | null;
export type Params = Readonly<Record<string, Value | readonly Value[]>>;
export type Language = "en" | "fr" | "de";

export interface Message {
  key: string;
  params: Params;
  chapter?: string | null;
}

export interface Reason {
  code: string;
  params: Params;
  chapter?: string | null;
}

export interface Choice {
  id: number;
  kind: string;
  args: Params;
  notation: string;
}

export interface Refused extends Choice {
  reason: Reason;
}

export interface GameEvent {
  kind: string;
  params: Params;
}

export interface Observation<View = unknown> {
  game: string;
  position: number;
  seat: number | null;
  over: boolean;
  scores: number[] | null;
  ranks?: number[] | null;
  to_act: number[];
  prompt: Message | null;
  waiting: Message | null;
  choices: Choice[];
  refused: Refused[];
  takeback: number;
  view: View;
}

export interface LogEntry {
  position: number;
  seat: number;
  action: Choice | null;
  events: GameEvent[];
}

export interface Seat {
  name: string;
  kind: "human" | "bot";
  bot: string | null;
}

export interface Table {
  id: string;
  game: string;
  seats: Seat[];
  options: Record<string, Value>;
  position: number;
  to_act: number[];
  over: boolean;
  created: string | number;
  updated: string | number;
}

export interface Option {
  name: string;
  values: Value[];
  default: Value;
}

export interface Game {
  name: string;
  ready: boolean;
  players: [number, number];
  bots: string[];
  options: Option[];
}

export interface Figure {
  name: string;
  params: Params;
  before: Value;
  after: Value;
}

export interface Preview {
  events: GameEvent[];
  figures: Figure[];
  odds: { action: Choice; weight: number }[] | null;
  total: number | null;
  /** False where the outcome hangs on something hidden from the seat. */
  known?: boolean;
}

export interface Chapter {
  id: string;
  title: string;
  html: string;
}

export interface Rules {
  chapters: Chapter[];
  aid: string;
}

export interface Moved {
  n: number;
  type: "moved";
  position: number;
  seat: number;
  action: Choice | null;
  events: GameEvent[];
  observation: Observation;
}

export interface TakenBack {
  n: number;
  type: "takenback";
  position: number;
  seat?: number;
  observation: Observation;
}

export interface Reset {
  n?: number;
  type: "reset";
  observation: Observation;
}

export interface Thinking {
  n?: number;
  type: "bot-thinking";
  seat: number;
}

export interface Deleted {
  n?: number;
  type: "deleted";
}

export type LiveMessage = Moved | TakenBack | Reset | Thinking | Deleted;

export type Catalogue = Readonly<Record<string, string>>;

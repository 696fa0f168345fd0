/** What server and client say to each other, as this client uses it. The shapes come from the server: see schema.ts. */
import type * as said from "./schema";

export type Language = "en" | "fr" | "de";
export type Value = string | number | boolean | null;
export type Params = Readonly<Record<string, unknown>>;

export type {
  AdviceSaid,
  AnalysisSaid,
  AnalysisState,
  Chapter,
  ChatLine,
  Choice,
  Company,
  Counsel,
  Course,
  Figure,
  Game,
  Ground,
  Item,
  JudgementSaid,
  LineSaid,
  Lesson,
  LessonPlace,
  Link,
  LobbySaid,
  LogEntry,
  Me,
  Message,
  Option,
  PasskeySaid,
  Preview,
  ProgramSaid,
  ProgramToken,
  Reason,
  Report,
  Rules,
  SessionSaid,
  Table,
  TurningPoint,
  TurningSaid,
  Verdict,
} from "./schema";
export type GameEvent = said.Event;
export type Seat = said.SeatSaid;

/** An observation with the view of a game. */
export type Observation<View = unknown> = Omit<said.Observation, "view"> & { view: View };

/** Live messages once patches have been applied: each carries the whole observation. */
type Whole<M> = Omit<M, "observation" | "patch"> & { observation: Observation };
export type Moved = Whole<said.Moved>;
export type TakenBack = Whole<said.TakenBack>;
export type Seated = Whole<said.Seated>;
export type Reset = Whole<said.Reset>;
export type LiveMessage =
  | Moved
  | TakenBack
  | Seated
  | Reset
  | said.BotThinking
  | said.Typing
  | said.Chatted
  | said.Unseated
  | said.CompanyChanged
  | said.RematchCalled
  | said.Deleted;

export type Catalogue = Readonly<Record<string, string>>;

/** A choice that is not allowed now; the reason is there once it was asked for. */
export type Refused = said.Choice & { reason?: said.Reason };

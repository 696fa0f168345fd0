/** The games that the table can show. A game brings a board, a panel and words; the table does the rest. */
import type { Component } from "svelte";
import type { Choice, Observation, Preview } from "../lib/protocol";
import type { Form, Forms } from "../table/form";
import type { Session, Standing } from "../table/session.svelte";

export interface Surface {
  session: Session;
}

export interface GameModule {
  /** The map, where areas are looked at and picked. */
  Board: Component<Surface>;
  /** Width of the map for a height of one: by it the table divides the room. */
  aspect?: number;
  /** Whether what stands in the place of the map is text and tables: as high as it is, and below the choices on a phone. */
  flat?: boolean;
  /** Everything else that lies on the table, in tabs of its own. */
  Panel?: Component<Surface & { tab: string }>;
  /** Tabs of the panel: ids, titled by the text `panel.<id>`. */
  tabs: readonly string[];
  /** A summary that is always in view, below the board. */
  Strip?: Component<Surface>;
  /** What is being decided, in figures, between the question and its choices (a battle); nothing at other times. */
  Now?: Component<Surface>;
  /** A second place to pick from, beside the board (Imperial's wheel). */
  Dial?: Component<Surface>;
  /** Every piece and sign with what it means, as rows of a list: loaded when somebody asks for it. */
  legend?: () => Promise<{ default: Component }>;
  /** Whether board or dial offer this choice, so that a button for it is only a second way. */
  onSurface(choice: Choice): boolean;
  /** Whether the dial offers this choice. */
  onDial?(choice: Choice): boolean;
  /** The heading under which the buttons of this choice and its like stand, when there are many. */
  groupOf?(choice: Choice): string | null;
  /** The tab of the panel that offers this choice. */
  tabOf?(choice: Choice): string | null;
  /** Kinds of choices that a tab offers out of sight: a button among the others leads there. Kind and tab; its text is `<game>.door.<kind>`. */
  doors?: Readonly<Record<string, string>>;
  /** The name of an area, where it is not simply the text `area.<id>`. */
  nameOf?(area: string): string;
  /** What a seat plays, where the story speaks of that and not of players: a power. */
  plays?(observation: Observation, seat: number): string | null;
  /** What stands in an area, in words: for screen readers and for the card that opens on a tap. */
  describeArea(observation: Observation, area: string): string[];
  /** How many equal moves can start from an area: offered as one gesture. */
  equalMoves?(observation: Observation, from: string): number;
  /** Decisions inside such a gesture that are answered once for all. */
  repeatable?: readonly string[];
  /** Whether an offered choice sends one more of what a move sent, where it is not simply the same choice again. */
  again?(move: Choice, offered: Choice): boolean;
  /** Of several that go on with a gesture the highest comes first. */
  rank?(choice: Choice): number;
  /** Whether there is no way back from a choice, so that it is confirmed; null: as its preview tells. */
  risks?(choice: Choice, now: Observation | null): boolean | null;
  /** Whether what a choice leads to is a risk, beside dice and hidden things: an attack that cannot be called off. */
  gambles?(preview: Preview, now: Observation | null): boolean;
  /** What a choice means, in a sentence, where its figures alone do not tell: a space of the wheel, a card, an expedition. */
  meaning?(observation: Observation, choice: Choice): string | null;
  /** What a choice is called where its own name would mislead. */
  called?(observation: Observation, choice: Choice): string | null;
  /** Events that are told before a choice even where figures tell the rest: a change of government. */
  momentous?: readonly string[];
  /** Questions that are answered in a form, and the kinds of choices that are its entries. */
  forms?: Forms;
  /** Forms with many places and the same few things in each of them: told by their signs. */
  drawn?: readonly string[];
  /** The sign of what an entry of such a form is about. */
  Sign?: Component<{ choice: Choice }>;
  /** Kinds of entries of such a form that are seldom wanted: folded away at the end of their row. */
  aside?: readonly string[];
  /** Entries of a form that can be made in one press, each as often as it can be had: of one of its places, or of all. */
  sweeps?(form: Form): readonly { label: string; place: string | null; entries: readonly Choice[] }[];
  /** The money that a form spends: what is left, and what has been spent in it. */
  purse?(observation: Observation): { left: number; spent: number } | null;
  /** How many units at a place of a form are still to be moved. */
  unmoved?(observation: Observation, place: string): number | null;
  /** How often an entry of a form could be made in a row, where it is worth a button of its own. */
  several?(observation: Observation, choice: Choice): number;
  /** What the player may tell the table to answer at a question, until it comes to something else: by its button. */
  instructions?(observation: Observation): { label: string; standing: Standing }[];
  /** Kinds of choices that are seldom wanted, folded away below the others: standing orders. */
  seldom?: readonly string[];
  /** Questions whose form is long, and folded away: what it offers is mostly chosen on the map. */
  folded?: readonly string[];
  /** Odds and stake of a choice that is to be confirmed, where its consequences alone do not tell them. */
  Stake?: Component<Surface & { choice: Choice }>;
}

/** The tables of this folder, by the names of their games: found by being there, loaded when one is sat down at. */
const TABLES = import.meta.glob<{ default: GameModule }>("./*/index.ts");

/** A game's own table, or the plain one for a game that has none here. */
export async function loadGame(name: string): Promise<GameModule> {
  const own = `./${name}/index.ts`;
  const load = TABLES[Object.hasOwn(TABLES, own) ? own : "./plain/index.ts"] as (typeof TABLES)[string];
  return (await load()).default;
}

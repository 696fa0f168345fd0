/** A big decision as a form: small choices of one question, made and withdrawn in any order, and ended once.
 *
 * Every press makes or withdraws a choice that the table knows. What a game says is only which questions are such forms, and
 * which of their choices are entries: prices, limits and totals are the engine's, as after any other choice.
 */
import type { Choice, LogEntry, Observation } from "../lib/protocol";

/** What a form is made of: the kinds of choices that it counts, and what else may stand among them. */
export interface Made {
  entries: readonly string[];
  /** Answers to what an entry leads to: they go when it goes. */
  answers?: readonly string[];
  /** The end of a question before this one, whose entries belong to the same form. */
  ends?: readonly string[];
  /** The argument that names the row of an entry, where it is not its place on the map. */
  by?: string;
  /** Kinds of entries that are rare and big: they stand before all places. */
  first?: readonly string[];
}

/** By the last word of the question that is answered; where entries are all there is, their kinds alone. */
export type Forms = Readonly<Record<string, readonly string[] | Made>>;

export interface Cell {
  choice: Choice;
  /** How often it has been chosen since the question was first asked. */
  count: number;
  /** Whether it may be chosen once more. */
  offered: boolean;
}

export interface Row {
  /** The place that the cells have in common, or "". */
  place: string;
  cells: Cell[];
}

export interface Form {
  /** The question, by its last word. */
  asked: string;
  kinds: readonly string[];
  answers: readonly string[];
  rows: Row[];
  /** What was chosen in it, in order, with what stood among it. */
  made: readonly Choice[];
}

const lastWord = (key: string): string => key.split(".").at(-1) ?? key;

const partsOf = (form: readonly string[] | Made): Required<Made> => {
  const made: Made = "length" in form ? { entries: form } : form;
  return { answers: [], ends: [], by: "from", first: [], ...made };
};

/** What was chosen at the end of a series, as long as it belongs to the form; it begins with an entry. */
export function madeIn(form: readonly string[] | Made, series: readonly LogEntry[]): Choice[] {
  const { entries, answers, ends } = partsOf(form);
  const made: Choice[] = [];
  for (const { action } of [...series].reverse()) {
    if (!action || ![...entries, ...answers, ...ends].includes(action.kind)) break;
    made.unshift(action);
  }
  const first = made.findIndex(({ kind }) => entries.includes(kind));
  return first < 0 ? [] : made.slice(first);
}

const placeOf = ({ args }: Choice, by: string): string => String(args[by] ?? args.from ?? args.area ?? "");

/** The form of a question, or null if it is none. */
export function formOf(forms: Forms | undefined, now: Observation | null, choices: readonly Choice[], series: readonly LogEntry[]): Form | null {
  const asked = lastWord(now?.prompt?.key ?? "");
  const kept = forms?.[asked];
  if (!kept) return null;
  const { entries: kinds, answers, by, first } = partsOf(kept);
  const made = madeIn(kept, series);
  const offered = choices.filter(({ kind }) => kinds.includes(kind));
  const cells = new Map<number, Cell>();
  for (const choice of offered) cells.set(choice.id, { choice, count: 0, offered: true });
  for (const choice of made) {
    if (!kinds.includes(choice.kind)) continue;
    const cell = cells.get(choice.id) ?? { choice, count: 0, offered: false };
    cells.set(choice.id, { ...cell, count: cell.count + 1 });
  }
  if (!cells.size) return null;
  const rows = new Map<string, Row>();
  // In the order of the catalogue, so that nothing changes its place while the form is filled in.
  for (const cell of [...cells.values()].sort((a, b) => a.choice.id - b.choice.id)) {
    const place = first.includes(cell.choice.kind) ? "" : placeOf(cell.choice, by);
    const row = rows.get(place) ?? { place, cells: [] };
    row.cells.push(cell);
    rows.set(place, row);
  }
  // What belongs to no place is seen first, and not below all the places.
  const inOrder = [...rows.values()].sort((a, b) => Number(a.place !== "") - Number(b.place !== ""));
  return { asked, kinds, answers, rows: inOrder, made };
}

/** Where a choice stands in a series, counted from its end: so many are taken back to be rid of it, and the rest made again. */
export function withdrawal(made: readonly Choice[], choice: Choice, answers: readonly string[] = []): { count: number; again: readonly Choice[] } | null {
  const at = made.map(({ id }) => id).lastIndexOf(choice.id);
  if (at < 0) return null;
  const rest = made.slice(at + 1);
  const next = rest.findIndex(({ kind }) => !answers.includes(kind));
  return { count: made.length - at, again: next < 0 ? [] : rest.slice(next) };
}

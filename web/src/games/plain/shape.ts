/** The view of any game, sorted into what can be laid out: figures, columns of a table of players, tables and lists.
 *
 * A view is JSON built of ids and numbers. What is keyed by ids becomes a table of those ids; a list with one entry for
 * each seat becomes a column of the players; the rest are figures and lists.
 */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type Dict = { readonly [key: string]: Json };

/** A value that stands in one cell. `name` is the key it was found under, which may tell what it means. */
export interface Cell {
  name: string;
  value: Json;
}

export interface Column {
  key: string;
  cells: Json[];
}

export interface Grid {
  key: string;
  /** The ids of the rows; null in the place of one for rows that are only numbered. */
  rows: string[];
  numbered: boolean;
  columns: Column[];
}

export interface Layout {
  figures: Cell[];
  players: Column[];
  grids: Grid[];
}

export const isDict = (value: Json | undefined): value is Dict =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);
/** Whether a value says anything: hidden and empty things do not. */
export const isEmpty = (value: Json | undefined): boolean =>
  value === null || value === undefined || (isList(value) && !value.length) || (isDict(value) && !Object.keys(value).length);

const FLAT = "";

export function layOut(view: Dict, seats: number): Layout {
  const layout: Layout = { figures: [], players: [], grids: [] };
  for (const [key, value] of Object.entries(view)) {
    if (isList(value) && value.length === seats && seats > 0) layout.players.push(...columnsOf(key, value));
    else if (isDict(value) && !isEmpty(value)) addDict(layout, key, value);
    else if (isList(value) && value.some(isDict)) layout.grids.push(gridOf(key, value.map((_, index) => String(index)), value, true));
    else layout.figures.push({ name: key, value });
  }
  return layout;
}

/** One value for each player is a column; a record for each is a column for each of its fields. */
function columnsOf(key: string, values: readonly Json[]): Column[] {
  if (!values.some(isDict)) return [{ key, cells: [...values] }];
  return fieldsOf(values).map((field) => ({ key: field, cells: values.map((value) => (isDict(value) ? (value[field] ?? null) : null)) }));
}

/** A record of a few figures is laid out as such; what is keyed by ids is a table. */
function addDict(layout: Layout, key: string, value: Dict): void {
  const ids = Object.keys(value);
  layout.grids.push(gridOf(key, ids, ids.map((id) => value[id] ?? null), false));
}

function gridOf(key: string, rows: string[], values: readonly Json[], numbered: boolean): Grid {
  if (!values.some(isDict)) return { key, rows, numbered, columns: [{ key: FLAT, cells: [...values] }] };
  const columns = fieldsOf(values).map((field) => ({
    key: field,
    cells: values.map((value) => (isDict(value) ? (value[field] ?? null) : null)),
  }));
  // A column that says nothing in any row only takes room.
  return { key, rows, numbered, columns: columns.filter((column) => !column.cells.every(isEmpty)) };
}

function fieldsOf(values: readonly Json[]): string[] {
  return [...new Set(values.flatMap((value) => (isDict(value) ? Object.keys(value) : [])))];
}

const SEAT_NAMES = /^(seat|owner|player|holder|by|leader|starter|winner|first|attacker|defender)$|_(seat|player|owner)$/;

/** The seat that a value names: `seat-2` anywhere, or a number under a name that means a player. */
export function seatOf({ name, value }: Cell, seats: number): number | null {
  const account = typeof value === "string" ? /^seat-(\d+)$/.exec(value) : null;
  const seat = account ? Number(account[1]) : typeof value === "number" && SEAT_NAMES.test(name) ? value : -1;
  return Number.isInteger(seat) && seat >= 0 && seat < seats ? seat : null;
}

const KINDS_OF_TEXT = new Set(["action", "event", "prompt", "waiting", "reason", "figure", "game", "option", "table", "view", "kind"]);

/** The words of a catalogue for plain ids: `card.silk` is what to call `silk`. The first kind that knows an id has it. */
export function namesOfIds(catalogue: Readonly<Record<string, string>>): Map<string, string> {
  const names = new Map<string, string>();
  for (const [key, words] of Object.entries(catalogue)) {
    const [kind, id, ...more] = key.split(".");
    if (kind && id && !more.length && !KINDS_OF_TEXT.has(kind) && !words.includes("{") && !names.has(id)) names.set(id, words);
  }
  return names;
}

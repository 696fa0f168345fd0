/** Words for a game that the client has never heard of: from its own catalogue, else the ids made readable. */
import type { Choice, Observation } from "../../lib/protocol";
import { capital, readable } from "../../lib/texts";
import { catalogue, has, names, t, text } from "../../lib/words.svelte";
import { isDict, isEmpty, isList, namesOfIds, seatOf, type Cell, type Dict, type Json } from "./shape";

/** What a part of the view is called: the text `view.<name>`, else its name made readable. */
export function label(name: string): string {
  return has(`view.${name}`) ? text(`view.${name}`) : capital(readable(name));
}

let known: { of: object; names: Map<string, string> } | null = null;

/** What an id is called. */
export function idName(id: string): string {
  const words = catalogue();
  if (known?.of !== words) known = { of: words, names: namesOfIds(words) };
  const seat = seatOf({ name: "", value: id }, names().length);
  if (seat !== null) return names()[seat] ?? id;
  return known.names.get(id) ?? (/^[a-z0-9]+([-_][a-z0-9]+)*$/.test(id) ? readable(id) : id);
}

/** A value in words. */
export function say(cell: Cell): string {
  const { name, value } = cell;
  const seat = seatOf(cell, names().length);
  if (seat !== null) return names()[seat] ?? "";
  if (isEmpty(value)) return "–";
  if (typeof value === "boolean") return text(value ? "yes" : "no");
  if (typeof value === "string") return idName(value);
  if (isList(value)) return value.map((each) => say({ name, value: each })).join(", ");
  if (isDict(value)) {
    const parts = Object.entries(value).filter(([, each]) => !isEmpty(each) && each !== 0 && each !== false);
    return parts.map(([id, each]) => t("pair", { a: idName(id), b: say({ name: id, value: each }) })).join("; ") || "–";
  }
  return String(value);
}

/** What is said of an id anywhere in the view: for the card that opens on it. */
function describeArea(observation: Observation, area: string): string[] {
  const found: string[] = [];
  for (const [key, value] of Object.entries(observation.view as Dict)) {
    const here: Json | undefined = isDict(value) ? value[area] : undefined;
    if (here === undefined) continue;
    if (isDict(here)) {
      for (const [name, each] of Object.entries(here)) {
        if (!isEmpty(each)) found.push(t("pair", { a: label(name), b: say({ name, value: each }) }));
      }
    } else found.push(t("pair", { a: label(key), b: say({ name: key, value: here }) }));
  }
  return found;
}

export default {
  describeArea,
  nameOf: (area: string): string => capital(idName(area)),
  /** Every choice is a button; what the table marks is only a second way. */
  onSurface: (): boolean => false,
  groupOf: (choice: Choice): string => (has(`kind.${choice.kind}`) ? text(`kind.${choice.kind}`) : capital(readable(choice.kind))),
  tabs: [] as const,
};

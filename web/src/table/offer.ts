/** What is offered, sorted by where it is chosen: by buttons of its own, on board and panel, or out of sight until asked for. */
import type { GameModule } from "../games";
import type { Choice } from "../lib/protocol";
import { areaName } from "../lib/words.svelte";

export interface Sorted {
  /** Buttons below the question. */
  free: Choice[];
  /** What ends a step rather than doing something in it: it stands after the others. */
  ends: Choice[];
  /** On board, dial or panel; the list is a second way. */
  placed: Choice[];
  /** What is seldom wanted: folded away. */
  seldom: Choice[];
  /** A handful of places is read at once: no list to lay open. */
  few: boolean;
}

/** A form that stands above the choices, and what of them it offers itself. */
interface Above {
  asked: string;
  kinds: readonly string[];
}
const FEW = 4;

const ENDINGS: ReadonlySet<string> = new Set(["done", "pass", "end-turn", "skip"]);
export const isEnding = ({ kind }: Choice): boolean => ENDINGS.has(kind);

/** Entries of a form are left out: the form offers them. */
export function sorted(game: GameModule | null, choices: readonly Choice[], form: Above | null = null): Sorted {
  const out: Sorted = { free: [], ends: [], placed: [], seldom: [], few: false };
  for (const choice of choices) {
    if (form?.kinds.includes(choice.kind)) continue;
    const where = game?.seldom?.includes(choice.kind) ? "seldom" : game?.onSurface(choice) ? "placed" : isEnding(choice) ? "ends" : "free";
    out[where].push(choice);
  }
  const { length } = out.placed;
  out.few = length > 0 && length <= FEW && !(form && game?.folded?.includes(form.asked)) && whereTo(game, out.placed) === "on-map";
  return out;
}

export interface Group {
  title: string | null;
  choices: Choice[];
}

/** Equal kinds together; moves by the place they start from. */
export function grouped(game: GameModule | null, choices: readonly Choice[]): Group[] {
  const groups = new Map<string, Group>();
  for (const choice of choices) {
    const { from } = choice.args;
    const title = choices.length > 6 && game?.groupOf ? game.groupOf(choice) : typeof from === "string" ? areaName(from) : null;
    const group = groups.get(title ?? "") ?? { title, choices: [] };
    group.choices.push(choice);
    groups.set(title ?? "", group);
  }
  return [...groups.values()];
}

/** The choices that the number keys make, in the order in which their buttons stand. */
export const inKeyOrder = (game: GameModule | null, { free, ends, placed, few }: Sorted): Choice[] =>
  (few ? [free, placed, ends] : [[...free, ...ends], placed]).flatMap((each) => grouped(game, each)).flatMap(({ choices }) => choices);

/** Whether something goes from one place to another. */
export const isMove = ({ args }: Choice): boolean => args.from !== undefined && args.to !== undefined;

/** Whether what is asked is answered in the panel alone, apart from the list that is folded away, and from ends. */
export const isOnlyInPanel = (game: GameModule | null, { free, placed }: Sorted): boolean =>
  !free.length && whereTo(game, placed) === "in-panel";

/** Where the choices of the list are made, if not from it: the name of a text. */
export function whereTo(game: GameModule | null, placed: readonly Choice[]): "on-dial" | "in-panel" | "on-map" | "as-list" {
  const all = (test: ((choice: Choice) => unknown) | undefined): boolean => test !== undefined && placed.length > 0 && placed.every(test);
  if (all(game?.onDial?.bind(game))) return "on-dial";
  if (placed.some(({ args }) => args.area !== undefined || args.from !== undefined)) return "on-map";
  return all(game?.tabOf?.bind(game)) ? "in-panel" : "as-list";
}

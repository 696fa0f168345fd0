/** Notes on the parts of the table, each shown once: on the first visit, and when a tab is opened for the first time. */

/** The parts in the order in which they are spoken of, and where they are. */
const PARTS: readonly (readonly [name: string, target: string])[] = [
  ["prompt", ".act .prompt"],
  ["board", ".table .board"],
  ["dial", ".act .dial"],
  ["strip", ".below .strip"],
  ["bar", ".below .bar"],
];

export interface Note {
  /** How it is remembered: by game, as the same part is another thing there. */
  id: string;
  text: string;
  target: string;
}

/** The notes that are still to be shown at a table of this game, the first one first.
 *
 * `tab`: the one in front. `has`: whether there is such a text. `there`: whether a part can be seen.
 */
export function notesFor(
  game: string,
  tab: string | null,
  seen: readonly string[],
  has: (key: string) => boolean,
  there: (target: string) => boolean,
): Note[] {
  const parts = [...PARTS, ...(tab ? [[`tab.${tab}`, "#tabpanel"] as const] : [])];
  return parts
    .map(([name, target]) => ({ id: `${game}.${name}`, text: `note.${name}`, target }))
    .filter(({ id, text, target }) => !seen.includes(id) && has(text) && there(target));
}

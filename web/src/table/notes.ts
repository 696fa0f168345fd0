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
 * `sheet`: on a phone, where each note stands beside what it speaks of, those of the upper or of the lower part alone.
 */
export function notesFor(
  game: string,
  tab: string | null,
  seen: readonly string[],
  has: (key: string) => boolean,
  there: (target: string) => boolean,
  sheet: "act" | "panel" | null = null,
): Note[] {
  if (sheet === "panel" && notesFor(game, null, seen, has, there, "act").length) return []; // one at a time
  const parts = [...PARTS, ...(tab ? [[`tab.${tab}`, "#tabpanel"] as const] : [])];
  return parts
    .filter(([name]) => sheet === null || (sheet === "panel") === /^bar|^tab/.test(name))
    .map(([name, target]) => ({ id: `${game}.${name}`, text: `note.${name}`, target }))
    .filter(({ id, text, target }) => !seen.includes(id) && has(text) && there(target));
}

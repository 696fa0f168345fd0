/** The parts of a score: what is named, and what is folded away. */

/** So many parts are named; more are folded. */
const NAMED = 7;

/** What takes points away is always named, and nothing is folded alone. */
export function foldParts<Part extends { points: number }>(parts: readonly Part[]): { named: Part[]; folded: Part[] } {
  if (parts.length <= NAMED + 1) return { named: [...parts], folded: [] };
  const losses = parts.filter(({ points }) => points < 0);
  const gains = parts.filter(({ points }) => points >= 0);
  const room = Math.max(0, NAMED - losses.length);
  return { named: [...gains.slice(0, room), ...losses], folded: gains.slice(room) };
}

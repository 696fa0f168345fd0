/** Bots by how well they play; the server names first who sits down unless somebody else is chosen. */
const RISING = ["beginner", "easy", "heuristic", "medium", "hard"];

const place = (bot: string): number => (RISING.includes(bot) ? RISING.indexOf(bot) : RISING.length);

export const rising = (bots: readonly string[]): string[] => bots.toSorted((a, b) => place(a) - place(b));

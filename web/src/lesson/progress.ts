/** How far somebody has come in the courses, kept in this browser. */
import type { Table } from "../lib/protocol";

export interface Progress {
  /** The table of the course, if it is still there. */
  table: string | null;
  lesson: string | null;
  step: string | null;
  /** Lessons that were taken. */
  done: string[];
}

const KEY = "rondel.lessons";
const LESSON = "lesson:";

/** The course that a table is for, or null for a game. */
export function courseAt(table: Pick<Table, "seats"> | null): string | null {
  const bot = table?.seats.find((seat) => seat.bot?.startsWith(LESSON))?.bot;
  return bot?.slice(LESSON.length) ?? null;
}

function all(): Record<string, Progress> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Progress>;
  } catch {
    return {};
  }
}

export function progressOf(game: string, course: string): Progress {
  return { table: null, lesson: null, step: null, done: [], ...all()[`${game}/${course}`] };
}

export function keep(game: string, course: string, progress: Progress): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), [`${game}/${course}`]: progress }));
  } catch {
    // A browser that keeps nothing still teaches.
  }
}

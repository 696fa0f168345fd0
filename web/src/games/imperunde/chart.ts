/** A line of the budget form of all players, round by round, as a drawing. */
import { LEDGER, SUBTRACTED } from "./schema";
import type { PlayerView } from "./types";

export type Line = (typeof LEDGER)[number];

export const WIDTH = 320;
export const HEIGHT = 150;
export const EDGE = { left: 30, right: 26, top: 10, bottom: 22 } as const;

export interface Curve {
  seat: number;
  dots: { x: number; y: number; amount: number }[];
}

export interface Chart {
  most: number;
  rounds: { n: number; x: number }[];
  curves: Curve[];
  /** Where the letters of each player stand: beside the end of the curve, and never on top of each other. */
  labels: { seat: number; x: number; y: number }[];
}

const LETTER = 13;

const across = (round: number, rounds: number): number =>
  EDGE.left + (rounds > 1 ? (round / (rounds - 1)) * (WIDTH - EDGE.left - EDGE.right) : 0);
export const height = (amount: number, most: number): number =>
  HEIGHT - EDGE.bottom - (amount / most) * (HEIGHT - EDGE.top - EDGE.bottom);

export function chartOf(players: readonly Pick<PlayerView, "form">[], line: Line): Chart {
  const rounds = Math.max(0, ...players.map(({ form }) => form.length));
  const most = Math.max(1, ...players.flatMap(({ form }) => form.map((column) => column[line])));
  const curves = players.map(({ form }, seat) => ({
    seat,
    dots: form.map((column, round) => ({ x: across(round, rounds), y: height(column[line], most), amount: column[line] })),
  }));
  return {
    most,
    labels: labelsOf(curves),
    rounds: Array.from({ length: rounds }, (_, round) => ({ n: round + 1, x: across(round, rounds) })),
    curves,
  };
}

function labelsOf(curves: readonly Curve[]): Chart["labels"] {
  const ends = curves.flatMap(({ seat, dots }) => dots.slice(-1).map(({ x, y }) => ({ seat, x: x + 5, y })));
  ends.sort((a, b) => b.y - a.y);
  let free = HEIGHT - EDGE.bottom;
  for (const end of ends) {
    end.y = Math.min(end.y, free);
    free = end.y - LETTER;
  }
  // Too many at the top: from there downwards.
  let taken = EDGE.top;
  for (const end of ends.toReversed()) {
    end.y = Math.max(end.y, taken);
    taken = end.y + LETTER;
  }
  return ends;
}

/** An amount as it stands on the form: what is subtracted, with a minus. */
export const booked = (line: string, amount: number): string =>
  (SUBTRACTED as readonly string[]).includes(line) && amount ? `−${amount}` : String(amount);

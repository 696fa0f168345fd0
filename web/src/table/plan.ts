/** More than the next choice, ordered in one gesture. Whatever the player did not see coming ends it. */
import type { Choice, LogEntry, Observation, Params } from "../lib/protocol";

export function same(a: Params, b: Params): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

const equal = (a: Choice, b: Choice): boolean => a.kind === b.kind && same(a.args, b.args);

/** Whether a seat is asked the same as before: others, who decide at the same time, have only gone on. */
export function sameDecision(before: Observation | null, now: Observation): boolean {
  const asked = ({ prompt, choices }: Observation): string => JSON.stringify([prompt, choices.map(({ id }) => id)]);
  return before !== null && before.prompt !== null && asked(before) === asked(now);
}

/** Whether dice fell, a card was turned or somebody else was seen to choose after this position. */
export function interrupted(log: readonly LogEntry[], since: number, seat: number | null): boolean {
  return log.some((entry) => entry.position > since && entry.seat !== seat && (entry.seat < 0 || entry.action !== null));
}

/** How a game repeats a move: what sends one more of the same, and which questions are answered once for all. */
export interface Repeating {
  again?: (move: Choice, offered: Choice) => boolean;
  /** Of several that go on with a gesture the highest comes first. */
  rank?: (choice: Choice) => number;
  repeatable?: readonly string[];
}

/** One question inside a gesture as the player saw it, and the answer. */
interface Answer {
  prompt: string;
  offered: readonly Choice[];
  choice: Choice;
}

/** Several equal moves in one gesture: the same choice again, and the same answers to the same questions. */
export class Plan {
  private readonly answers: Answer[] = [];
  private at: number;
  done = 1;

  /** `move` is about to be made at `start`, and is to be made `wanted` times in all. */
  constructor(
    private readonly move: Choice,
    readonly wanted: number,
    start: Observation,
    private readonly how: Repeating = {},
  ) {
    this.at = start.position;
  }

  /** The player chose by hand. False: that is no part of the gesture, and ends it. */
  answered(choice: Choice, at: Observation): boolean {
    if (!at.prompt || !this.how.repeatable?.includes(choice.kind)) return false;
    this.answers.push({ prompt: at.prompt.key, offered: at.choices, choice });
    this.at = at.position;
    return true;
  }

  /** The choice to make now; "wait" for the player to answer a question of the first move; or "over". */
  next(now: Observation, log: readonly LogEntry[]): Choice | "wait" | "over" {
    if (now.position !== this.at + 1 || interrupted(log, this.at, now.seat)) return "over";
    const again = this.best(now.choices.filter((offered) => equal(offered, this.move) || this.how.again?.(this.move, offered)));
    if (again) return this.done < this.wanted ? this.go(again, now, 1) : "over";
    const known = this.answers.find(({ prompt, offered }) => prompt === now.prompt?.key && alike(offered, now.choices));
    if (known) {
      const choice = now.choices.find((offered) => equal(offered, known.choice));
      return choice ? this.go(choice, now, 0) : "over";
    }
    const first = this.done === 1 && now.choices.some(({ kind }) => this.how.repeatable?.includes(kind));
    return first ? "wait" : "over";
  }

  private best(choices: readonly Choice[]): Choice | undefined {
    const { rank } = this.how;
    return rank ? [...choices].sort((a, b) => rank(b) - rank(a))[0] : choices[0];
  }

  private go(choice: Choice, now: Observation, moves: number): Choice {
    this.at = now.position;
    this.done += moves;
    return choice;
  }
}

/** The same things to choose from, whatever their numbers. */
function alike(a: readonly Choice[], b: readonly Choice[]): boolean {
  return a.length === b.length && a.every((one) => b.some((other) => equal(one, other)));
}

/** A choice of a form that the player filled in; an `optional` one may go unasked. */
export interface Wanted {
  kind: string;
  args: Params;
  optional?: boolean;
}

/** Choices of a form, made one after the other. */
export class Orders {
  private readonly left: Wanted[];

  constructor(
    wanted: readonly Wanted[],
    private at: number,
  ) {
    this.left = [...wanted];
  }

  /** The choice to make now, or null at the end: all is done, or the player goes on by hand. */
  next(now: Observation, log: readonly LogEntry[]): Choice | null {
    if (interrupted(log, this.at, now.seat)) return null;
    for (let order = this.left.shift(); order; order = this.left.shift()) {
      const { kind, args, optional } = order;
      const choice = now.choices.find((offered) => offered.kind === kind && same(offered.args, args));
      if (choice) {
        this.at = now.position;
        return choice;
      }
      if (!optional || now.choices.some((offered) => offered.kind === kind)) return null;
    }
    return null;
  }
}

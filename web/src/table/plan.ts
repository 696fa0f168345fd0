/** Several equal moves in one gesture: the same choice again, as long as it is offered. */
import type { Choice, Observation, Params } from "../lib/protocol";

export function same(a: Params, b: Params): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

/** Whether a seat is asked the same as before: others, who decide at the same time, have only gone on. */
export function sameDecision(before: Observation | null, now: Observation): boolean {
  const asked = ({ prompt, choices }: Observation): string => JSON.stringify([prompt, choices.map(({ id }) => id)]);
  return before !== null && before.prompt !== null && asked(before) === asked(now);
}

export class Plan {
  private readonly answers = new Map<string, Choice>();
  private readonly home: string | undefined;
  finished = false;

  constructor(
    private readonly move: Choice,
    private left: number,
    start: Observation,
    private readonly repeatable: readonly string[],
  ) {
    this.home = start.prompt?.key;
  }

  /** A decision inside the gesture was answered by hand: answer it the same way next time. */
  answered(choice: Choice, at: Observation): void {
    const prompt = at.prompt?.key;
    if (prompt !== undefined && this.repeatable.includes(choice.kind)) this.answers.set(prompt, choice);
  }

  /** The choice to make now, or null to wait for the player. */
  next(now: Observation): Choice | null {
    const again = now.choices.find((c) => c.kind === this.move.kind && same(c.args, this.move.args));
    if (again && this.left > 0) {
      this.left -= 1;
      return again;
    }
    const answer = this.answers.get(now.prompt?.key ?? "");
    const offered = answer && now.choices.find((c) => c.kind === answer.kind && same(c.args, answer.args));
    if (offered) return offered;
    if (now.prompt?.key === this.home) this.finished = true; // done, or no longer offered
    return null;
  }
}

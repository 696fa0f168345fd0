/** Standing instructions: the player says once what is answered, and the table stops at anything else. */
import type { Choice, Observation } from "../lib/protocol";

/** What the player has told the table to answer for her, until it comes to something else: named by a text. */
export interface Standing {
  text: string;
  /** The answer to a question; "wait": that is for the player; null: so is that, and the instruction ends. */
  answer: (now: Observation) => Choice | "wait" | null;
}

export class StandIn {
  /** What is being answered for the player, as she told it to. */
  standing = $state.raw<Standing | null>(null);

  constructor(private readonly submit: (choice: Choice) => void) {}

  /** Begin to answer like this, with the question that is asked now. */
  begin(standing: Standing, now: Observation): void {
    this.standing = standing;
    this.obey(now);
  }

  /** The player is asked again. */
  end(): void {
    this.standing = null;
  }

  /** Whether this question is about to be answered for the player. */
  answers(now: Observation | null): boolean {
    const choice = (now && this.standing?.answer(now)) ?? null;
    return choice !== null && choice !== "wait";
  }

  obey(now: Observation): void {
    const choice = this.standing?.answer(now) ?? null;
    if (choice === null) this.end();
    else if (choice !== "wait") this.submit(choice);
  }
}

/** What if: a copy of the position on which one decides for everybody. It stands where a table would, for a session. */
import { get, post } from "../lib/api";
import type { Item, LogEntry, Observation, Preview, Refused } from "../lib/protocol";
import type { PlanSaid, PlanState } from "../lib/schema";

export class Trial {
  /** The plan as it was told last. */
  plan = $state.raw<PlanSaid | null>(null);
  private readonly path: string;

  constructor(
    id: string,
    readonly seat: number,
  ) {
    this.path = `/tables/${id}/plan`;
  }

  /** Where the plan stands; if there is none, one begins. */
  async observation(): Promise<Observation> {
    const { plan } = await get<PlanState>(`${this.path}?seat=${this.seat}`);
    if (!plan) return this.ask({ do: "begin" });
    this.plan = plan;
    return plan.observation;
  }

  async log(): Promise<LogEntry[]> {
    return this.plan?.log ?? [];
  }

  story(_seat: number | null, from: number): Promise<Item[]> {
    return get(`${this.path}/story?seat=${this.seat}&from=${from}`);
  }

  preview(_seat: number, position: number, action: number): Promise<Preview> {
    return get(`${this.path}/preview?seat=${this.seat}&position=${position}&action=${action}`);
  }

  refused(_seat: number, position: number): Promise<Refused[]> {
    return get(`${this.path}/refused?seat=${this.seat}&position=${position}`);
  }

  move(_seat: number, position: number, action: number): Promise<Observation> {
    return this.ask({ do: "choose", position, action });
  }

  takeback(_seat: number, _position: number, count: number): Promise<Observation> {
    return this.ask({ do: "back", count });
  }

  /** Begin anew from the position as it is; or with the same choices, as far as they can be made. */
  begin(again: boolean): Promise<Observation> {
    return this.ask({ do: again ? "again" : "begin" });
  }

  private async ask(wish: object): Promise<Observation> {
    const { plan } = await post<PlanState>(this.path, { seat: this.seat, ...wish });
    if (!plan) throw new Error("no plan");
    this.plan = plan;
    return plan.observation;
  }
}

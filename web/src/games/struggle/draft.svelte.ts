/** A proposal put together before a sum is bid. Nothing is sent until then; once a sum is chosen, it follows by itself. */
import type { Choice } from "../../lib/protocol";
import type { Session, Wanted } from "../../table/session.svelte";
import type { Power, Row } from "./powers";
import type { AuctionView } from "./schema";

export class Draft {
  private rows = $state.raw<Record<Row, Power | null>>({ a: null, b: null });

  /** The powers chosen, as far as they are still without an alliance. */
  planned(auction: AuctionView | null): Record<Row, Power | null> {
    const free = (power: Power | null): Power | null => (power && auction?.unallied.includes(power) ? power : null);
    return { a: free(this.rows.a), b: free(this.rows.b) };
  }

  put(auction: AuctionView, row: Row, power: Power): void {
    const planned = this.planned(auction);
    const other = row === "a" ? "b" : "a";
    const kept = { ...planned, [row]: planned[row] === power ? null : power };
    this.rows = isPossible(auction, kept) ? kept : { ...kept, [other]: null };
  }

  /** Bid a sum, and propose what was put together if it is all there. */
  bid(session: Session, auction: AuctionView, choice: Choice): void {
    session.choose(choice, proposals(auction, this.planned(auction)));
  }
}

/** Whether a proposal, or what there is of it, is among those that the engine knows. */
const isPossible = ({ outlook }: AuctionView, { a, b }: Record<Row, Power | null>): boolean =>
  outlook.some((each) => (a === null || each.a === a) && (b === null || each.b === b));

/** The proposal as the choices that make it; nothing while it is not whole: then the player is asked for it. */
export function proposals({ outlook }: AuctionView, { a, b }: Record<Row, Power | null>): Wanted[] {
  if (!outlook.some((each) => each.a === a && each.b === b)) return [];
  return (["a", "b"] as const).flatMap((row) => {
    const power = row === "a" ? a : b;
    return power === null ? [] : [{ kind: "propose", args: { row, power } }];
  });
}

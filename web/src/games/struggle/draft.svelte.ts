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
    const kept = planned[other] === power || auction.unallied.length === 1 ? null : planned[other];
    const set = planned[row] === power ? null : power;
    this.rows = row === "a" ? { a: set, b: kept } : { a: kept, b: set };
  }

  /** Bid a sum, and propose what was put together if it is all there. */
  bid(session: Session, auction: AuctionView, choice: Choice): void {
    session.choose(choice, proposals(this.planned(auction), auction.unallied.length));
  }
}

/** The proposal as the choices that make it; nothing while it is not whole: then the player is asked for it. */
export function proposals({ a, b }: Record<Row, Power | null>, unallied: number): Wanted[] {
  const put = (row: Row, power: Power): Wanted => ({ kind: "propose", args: { row, power } });
  if (unallied === 1) return a !== null ? [put("a", a)] : b !== null ? [put("b", b)] : [];
  return a !== null && b !== null ? [put("a", a), put("b", b)] : [];
}

/** A proposal put together before a sum is bid. Nothing is sent until then; once a sum is chosen, it follows by itself. */
import { untrack } from "svelte";
import type { Choice } from "../../lib/protocol";
import type { Session } from "../../table/session.svelte";
import type { AuctionView, Power, Row } from "./powers";

export class Draft {
  private rows = $state.raw<Record<Row, Power | null>>({ a: null, b: null });
  private sent = $state.raw(false);

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

  bid(session: Session, auction: AuctionView, choice: Choice): void {
    const { a, b } = this.planned(auction);
    this.sent = auction.unallied.length === 1 ? a !== null || b !== null : a !== null && b !== null;
    session.choose(choice);
  }

  /** Run whenever the table changes. */
  follow(session: Session, auction: AuctionView | null): void {
    if (!this.sent) return;
    const planned = this.planned(auction);
    const next = session.choices.find(
      (choice) => choice.kind === "propose" && planned[choice.args.row as Row] === choice.args.power,
    );
    if (next) {
      untrack(() => {
        if (next.args.row === "b" || auction?.unallied.length === 1) this.sent = false;
        session.choose(next);
      });
    } else if (auction === null || auction.bidder !== session.seat) this.sent = false;
  }
}

/** Stands in for d3-transition, of which d3-zoom needs a single word: nothing glides here, so there is nothing to stop.
 *
 * The whole of it, with the colours and curves that it can glide through, would be a tenth of all code of a table.
 */
import { selection } from "d3-selection";

Object.assign(selection.prototype, {
  interrupt(this: unknown) {
    return this;
  },
});

export function interrupt(): void {
  // Nothing glides.
}

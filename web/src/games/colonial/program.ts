/** The programme of a turn while it is being made: which cards, in which order. Plain lists of card ids. */

/** What is laid already, then what was chosen on top of it; never a card twice, never more than there are places. */
export function merge(laid: readonly string[], draft: readonly string[], places: number): string[] {
  return [...laid, ...draft.filter((card) => !laid.includes(card))].slice(0, places);
}

/** A card put at a place of the row, wherever it was before; on a full row a card from the hand replaces what lies there. */
export function put(order: readonly string[], card: string, at: number, places: number): string[] {
  const rest = order.filter((other) => other !== card);
  const place = Math.max(0, Math.min(at, rest.length));
  if (rest.length >= places) return rest.map((other, index) => (index === Math.min(at, places - 1) ? card : other));
  return [...rest.slice(0, place), card, ...rest.slice(place)];
}

/** One place earlier (-1) or later (1). */
export function shift(order: readonly string[], card: string, by: number): string[] {
  const from = order.indexOf(card);
  const to = from + by;
  if (from < 0 || to < 0 || to >= order.length) return [...order];
  return put(order, card, to, order.length);
}

/** How to get from what is laid to what is wanted: take back so many, then lay these. */
export function changes(laid: readonly string[], wanted: readonly string[]): { back: number; lay: string[] } {
  let same = 0;
  while (same < laid.length && laid[same] === wanted[same]) same++;
  return { back: laid.length - same, lay: wanted.slice(same) };
}

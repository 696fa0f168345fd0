/** The programme of a turn while it is being made: which cards, in which order. Plain lists of card ids. */

/** What is laid already, then what was chosen on top of it; never a card twice, never more than there are places. */
export function merge<Card extends string>(laid: readonly Card[], draft: readonly Card[], places: number): Card[] {
  return [...laid, ...draft.filter((card) => !laid.includes(card))].slice(0, places);
}

/** A card put at a place of the row, wherever it was before; on a full row a card from the hand replaces what lies there. */
export function put<Card extends string>(order: readonly Card[], card: Card, at: number, places: number): Card[] {
  const rest = order.filter((other) => other !== card);
  const place = Math.max(0, Math.min(at, rest.length));
  if (rest.length >= places) return rest.map((other, index) => (index === Math.min(at, places - 1) ? card : other));
  return [...rest.slice(0, place), card, ...rest.slice(place)];
}

/** One place earlier (-1) or later (1). */
export function shift<Card extends string>(order: readonly Card[], card: Card, by: number): Card[] {
  const from = order.indexOf(card);
  const to = from + by;
  if (from < 0 || to < 0 || to >= order.length) return [...order];
  return put(order, card, to, order.length);
}

/** How to get from what is laid to what is wanted: take back so many, then lay these. */
export function changes<Card extends string>(laid: readonly Card[], wanted: readonly Card[]): { back: number; lay: Card[] } {
  let same = 0;
  while (same < laid.length && laid[same] === wanted[same]) same++;
  return { back: laid.length - same, lay: wanted.slice(same) };
}

/** Where things lie on the wheel: the hub is at the origin, the first space at the top, and they run clockwise. */
import { SLOTS } from "./nations";

export const STEP = (2 * Math.PI) / SLOTS.length;

/** Middle angle of a space. */
export const angle = (index: number): number => -Math.PI / 2 + index * STEP;
export const polar = (radius: number, a: number): [number, number] => [radius * Math.cos(a), radius * Math.sin(a)];

/** What a space costs stands near the hub. */
export const pricePlace = (index: number): [number, number] => polar(79, angle(index));

/** The `place`th of `count` markers on a space: three side by side, more below them, on either side of the price. */
export function markerPlace(index: number, place: number, count: number): [number, number] {
  if (place < 3) return polar(114, angle(index) + (place - (Math.min(3, count) - 1) / 2) * 0.27);
  return polar(87, angle(index) + ([-0.3, 0.3][place - 3] ?? 0));
}

/** The part of a way that is gone; of one that takes no time a first frame knows no part (0 of 0): it is at its end. */
export const between = (from: number, to: number, share: number): number =>
  Number.isNaN(share) ? to : from + share * (to - from);

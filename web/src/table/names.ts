/** Names on a map: of constant size on the screen, on one line or several, as there is room. */
import { widthOf, type Form, type Thing } from "./layout";

export interface Lettered {
  /** The CSS class that Names.svelte sets it in. */
  kind: keyof typeof FACES;
  lines: readonly string[];
  /** A figure behind the name, which stays where there is no room for the name. */
  value?: string | null;
}

export interface Name extends Thing, Lettered {
  /** The lines of each of its forms. */
  settings: readonly (readonly string[])[];
}

/** How names are set: the same figures stand in Names.svelte. */
export const FACES = {
  land: { size: 13, font: '600 13px "EB Garamond"', spacing: 0 },
  home: { size: 14, font: '700 14px "EB Garamond"', spacing: 0.02 },
  neutral: { size: 14, font: '14px "IM Fell DW Pica SC"', spacing: 0.03 },
  sea: { size: 13, font: 'italic 13px "IM Fell DW Pica"', spacing: 0.04 },
  place: { size: 12, font: 'italic 12px "EB Garamond"', spacing: 0 },
} as const;
export const LINE = 1.04;
/** From the top of the first line to the bottom of the last, beyond the distance of the lines, in shares of the size. */
const AROUND = 1.5;

const VALUE = '700 14px "EB Garamond"';

export function formOf(kind: Lettered["kind"], lines: readonly string[], value: string | null = null): Form {
  const { size, font, spacing } = FACES[kind];
  const behind = value === null ? 0 : widthOf(value, VALUE) + 4;
  const width = Math.max(
    ...lines.map((line, index) => widthOf(line, font) + spacing * size * line.length + (index === lines.length - 1 ? behind : 0)),
  );
  return { width: width + 3, height: size * (LINE * (lines.length - 1) + AROUND) + (value === null ? 0 : 1) };
}

/** A name that may stand at these points of the board. */
export function nameThing(key: string, lettered: Lettered, where: Pick<Thing, "at" | "within">, weight: number): Name {
  const { kind, lines } = lettered;
  const joined = [lines.join(" ").replaceAll("- ", "-")];
  const settings = [lines, ...(lines.length > 1 ? [joined] : []), ...(lettered.value ? [[""]] : [])];
  const forms = settings.map((setting) => formOf(kind, setting, lettered.value));
  return { ...lettered, ...where, key, weight, piece: false, settings, forms };
}

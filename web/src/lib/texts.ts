/** Templates turned into words; the browser's twin of `rondel.kernel.texts`.
 *
 *     {x}              the value
 *     {x:nation}       the text at `nation.<value>`; {x:nation.the} the one at `nation.the.<value>`
 *     {x:seat}         the player's name
 *     {n|army|armies}  the first word for one (in French also for none), the second for more
 *     {x?some|none}    the first if the value is there, the second if it is hidden, empty or zero
 */
import type { Catalogue, Language, Params } from "./protocol";

export interface Speaker {
  language: Language;
  catalogue: Catalogue;
  /** Names of the players by seat. */
  names: readonly string[];
}

const HOLE = /\{([a-z_0-9]+)(?::([a-z0-9.-]+)|\|([^{}|]*)\|([^{}|]*)|\?([^{}|]*)\|([^{}|]*))?\}/g;

const isEmpty = (value: unknown): boolean => !value || (Array.isArray(value) && value.length === 0);

export function isSingular(n: unknown, language: Language): boolean {
  return n === 1 || (language === "fr" && n === 0);
}

/** The text at a key with its holes filled; the key itself where there is none. */
export function lookUp(key: string, params: Params, speaker: Speaker): string {
  const template = speaker.catalogue[key];
  return template === undefined ? key : fill(template, params, speaker);
}

export function fill(template: string, params: Params, speaker: Speaker): string {
  return template.replace(
    HOLE,
    (whole, name: string, spec?: string, one?: string, many?: string, some?: string, none?: string) => {
      if (!(name in params)) return whole;
      const value: unknown = params[name];
      if (some !== undefined) return (isEmpty(value) ? none : some) ?? "";
      if (one !== undefined) return (isSingular(value, speaker.language) ? one : many) ?? "";
      if (spec === undefined) return value === null ? "?" : String(value);
      if (Array.isArray(value)) {
        return value.map((each) => nameOf(spec, each, speaker)).join(", ") || lookUp("none", {}, speaker);
      }
      return nameOf(spec, value, speaker);
    },
  );
}

/** Two letters for each player, all different: those that begin the first and the last word, else the first two. */
export function initialsOf(names: readonly string[]): string[] {
  const short = names.map((name) => {
    const words = name.trim().split(/[\s_-]+/).map((word) => [...word]);
    const [first = [], last = []] = [words[0], words.at(-1)];
    return words.length > 1 ? `${first[0] ?? ""}${last[0] ?? ""}` : first.slice(0, 2).join("");
  });
  const times = (two: string): number => short.filter((other) => other.toLowerCase() === two.toLowerCase()).length;
  return short.map((two, seat) => (two && times(two) === 1 ? two : `${[...two][0] ?? ""}${seat + 1}`));
}

function nameOf(spec: string, value: unknown, speaker: Speaker): string {
  const account = typeof value === "string" ? /^seat-(\d+)$/.exec(value) : null;
  if (account) return seatName(Number(account[1]), speaker); // an account that belongs to a player
  if (spec === "seat" && typeof value === "number") return seatName(value, speaker);
  if (value === null || value === undefined) {
    return lookUp(`${spec}.none` in speaker.catalogue ? `${spec}.none` : "none", {}, speaker);
  }
  return lookUp(`${spec}.${String(value).toLowerCase()}`, {}, speaker);
}

function seatName(seat: number, speaker: Speaker): string {
  return speaker.names[seat] ?? lookUp("seat", { n: seat + 1 }, speaker);
}

/** An id as words: `hand_sizes` and `choose-harbour` without their dashes. */
export function readable(id: string): string {
  return id.replaceAll(/[-_]+/g, " ").trim();
}

export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** A whole sentence: as `lookUp`, with a capital first letter. */
export function say(key: string, params: Params, speaker: Speaker): string {
  return capital(lookUp(key, params, speaker));
}

/** Templates turned into words; the browser's twin of the engine's catalogues.
 *
 *     {x}              the value
 *     {x:nation}       the text at `nation.<value>`
 *     {x:nation.the}   the text at `nation.the.<value>`
 *     {x:seat}         the player's name
 *     {n|army|armies}  the word that goes with n
 */
import type { Catalogue, Language, Params, Value } from "./protocol";

export interface Speaker {
  language: Language;
  catalogue: Catalogue;
  /** Names of the players by seat. */
  names: readonly string[];
}

const FIELD = /\{([a-z0-9_-]+)(?::([a-z0-9_.-]+)|\|([^{}|]*)\|([^{}|]*))?\}/gi;

export function isSingular(n: number, language: Language): boolean {
  return language === "fr" ? Math.abs(n) < 2 : n === 1;
}

export function fill(template: string, params: Params, speaker: Speaker): string {
  return template.replace(FIELD, (whole, name: string, table?: string, one?: string, many?: string) => {
    if (!(name in params)) return whole;
    const value = params[name] as Value;
    if (one !== undefined && many !== undefined) {
      return isSingular(Number(value), speaker.language) ? one : many;
    }
    if (table === "seat") return speaker.names[Number(value)] ?? String(value);
    if (table !== undefined) return lookUp(`${table}.${value}`, params, speaker);
    return String(value);
  });
}

function lookUp(key: string, params: Params, speaker: Speaker): string {
  const template = speaker.catalogue[key];
  return template === undefined ? key : fill(template, params, speaker);
}

export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** The finished message; a missing key shows itself. */
export function say(key: string, params: Params, speaker: Speaker): string {
  return capital(lookUp(key, params, speaker));
}

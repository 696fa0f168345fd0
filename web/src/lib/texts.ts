/** Templates turned into words; the browser's twin of `rondel.kernel.texts`, which explains the holes.
 *
 *     {x} {x:+} {x:.2}    a value; a number with its sign, with two decimals
 *     {x:-y}              the number less another one: what it was before it changed by y
 *     {x:nation.the}      the text at `nation.the.<value>`: the form `the` of a name
 *     {x:seat}            the player's name
 *     {n|army|armies}     the first word for one (in French for all below two), the second for more
 *     {x?some|none}       the first if the value is there, the second if it is hidden, empty or zero
 *     {x:seat!}           the player's name, and `you` where it is the reader's own seat
 *     {x!take|takes}      the first if it is the reader's own seat, the second if not
 */
import type { Catalogue, Language, Params } from "./protocol";

export interface Speaker {
  language: Language;
  catalogue: Catalogue;
  /** Names of the players by seat. */
  names: readonly string[];
  /** The values that mean the reader: the seat, its account, and what it plays. */
  me?: ReadonlySet<unknown>;
}

type Parts = readonly (string | Hole)[];

interface Hole {
  whole: string;
  name: string;
  spec?: string;
  /** What comes before and after the first point of `spec`. */
  kind: string;
  form: string;
  own: boolean;
  sign?: string;
  words: readonly [Parts, Parts];
}

const HOLE =
  /\{([a-z_0-9]+)(?::([a-z0-9.+-]+)(!?)|([|?!])((?:[^{}|]|\{[^{}]*\})*)\|((?:[^{}|]|\{[^{}]*\})*))?\}/g;
const ELIDED = /(?:^|[\s(«’])(?:[dlnst]e|la|que|jusque|lorsque|puisque)$/i;
const codes = (marks: string): ReadonlySet<number> => new Set([...marks].map((mark) => mark.charCodeAt(0)));
const SPACES = codes(" \u00a0\u202f");
const STOPS = codes(".!?");
const VOWEL = /^[aeiouàâäéèêëîïôöùûüœæ]/i;
const CONTRACTED: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {},
  fr: { "de le": "du", "de les": "des", "à le": "au", "à les": "aux" },
  de: {
    "in dem": "im",
    "in das": "ins",
    "an dem": "am",
    "an das": "ans",
    "von dem": "vom",
    "zu dem": "zum",
    "zu der": "zur",
    "bei dem": "beim",
  },
};

const read = new Map<string, Parts>();

function partsOf(template: string): Parts {
  let parts = read.get(template);
  if (!parts) read.set(template, (parts = parse(template)));
  return parts;
}

function parse(template: string): Parts {
  const parts: (string | Hole)[] = [];
  let end = 0;
  for (const match of template.matchAll(HOLE)) {
    if (match.index > end) parts.push(template.slice(end, match.index));
    const [whole, name = "", spec, own, sign, first = "", second = ""] = match;
    const [kind = "", ...forms] = (spec ?? "").split(".");
    const words = [parse(first), parse(second)] as const;
    parts.push({ whole, name, spec, kind, form: forms.join("."), own: own === "!", sign, words });
    end = match.index + whole.length;
  }
  if (end < template.length) parts.push(template.slice(end));
  return parts;
}

const isEmpty = (value: unknown): boolean => !value || (Array.isArray(value) && value.length === 0);

export function isSingular(n: unknown, language: Language): boolean {
  const number = typeof n === "number" ? n : 0;
  return language === "fr" ? Math.abs(number) < 2 : number === 1;
}

/** A number as the language writes it; other values as they are. */
export function numberText(value: unknown, language: Language, spec = ""): string {
  if (typeof value !== "number") return String(value);
  const said = spec.startsWith(".") ? Math.abs(value).toFixed(Number(spec.slice(1))) : String(Math.abs(value));
  const sign = value < 0 ? "−" : spec === "+" ? "+" : "";
  return sign + (language === "en" ? said : said.replace(".", ","));
}

const NOBODY: ReadonlySet<unknown> = new Set();

/** The values that mean the reader at a seat; `own` is what the view says that the seat plays. */
export function readerAt(seat: number | null, own?: unknown): ReadonlySet<unknown> {
  if (seat === null || seat < 0) return NOBODY;
  return new Set<unknown>(typeof own === "string" ? [seat, `seat-${seat}`, own] : [seat, `seat-${seat}`]);
}

/** The text at a key with its holes filled; the key itself where there is none. */
export function lookUp(key: string, params: Params, speaker: Speaker): string {
  const template = speaker.catalogue[key];
  return template === undefined ? key : fill(template, params, speaker);
}

export function fill(template: string, params: Params, speaker: Speaker): string {
  return template.includes("{") ? fillParts(partsOf(template), params, speaker) : template;
}

function fillParts(parts: Parts, params: Params, speaker: Speaker): string {
  let said = "";
  for (const part of parts) {
    said = typeof part === "string" ? said + part : join(said, holeText(part, params, speaker), part, speaker.language);
  }
  return said;
}

/** Add the words of a hole to those before it, as the language has it: d’Anna, du Portugal, im Kongo. */
function join(before: string, said: string, hole: Hole, language: Language): string {
  if (!said || !SPACES.has(before.charCodeAt(before.length - 1))) return before + said;
  if (STOPS.has(before.charCodeAt(before.length - 2))) return before + capital(said);
  if (language === "fr" && VOWEL.test(said) && ELIDED.test(before.slice(0, -1))) return `${before.slice(0, -2)}’${said}`;
  if (language !== "en" && hole.kind !== "seat" && hole.kind !== "") {
    const word = before.slice(before.lastIndexOf(" ", before.length - 2) + 1, -1);
    const blank = said.indexOf(" ");
    const both = blank > 0 ? CONTRACTED[language][`${word.toLowerCase()} ${said.slice(0, blank)}`] : undefined;
    if (both) return before.slice(0, -1 - word.length) + (word === word.toLowerCase() ? both : capital(both)) + said.slice(blank);
  }
  return before + said;
}

function holeText(hole: Hole, params: Params, speaker: Speaker): string {
  if (!(hole.name in params)) return hole.whole;
  const value: unknown = params[hole.name];
  if (hole.sign) return fillParts(hole.words[isFirst(hole.sign, value, speaker) ? 0 : 1], params, speaker);
  const spec = hole.spec;
  if (spec === undefined || spec.startsWith("+") || spec.startsWith(".")) {
    return value === null ? "?" : numberText(value, speaker.language, spec);
  }
  if (spec.startsWith("-")) {
    const change: unknown = params[spec.slice(1)];
    return typeof value === "number" && typeof change === "number" ? numberText(value - change, speaker.language) : "?";
  }
  const me = (hole.own && speaker.me) || NOBODY;
  if (!Array.isArray(value)) return nameOf(hole, spec, value, speaker, me);
  const each = value.map((one) => nameOf(hole, spec, one, speaker, me));
  if (each.length < 2) return each[0] ?? lookUp("none", {}, speaker);
  return `${each.slice(0, -1).join(", ")} ${lookUp("and", {}, speaker)} ${each.at(-1) ?? ""}`;
}

/** Whether the first words of a choice are said. */
function isFirst(sign: string, value: unknown, speaker: Speaker): boolean {
  if (sign === "?") return !isEmpty(value);
  return sign === "!" ? (speaker.me ?? NOBODY).has(value) : isSingular(value, speaker.language);
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

function nameOf(hole: Hole, spec: string, value: unknown, speaker: Speaker, me: ReadonlySet<unknown>): string {
  if (value === null || value === undefined) {
    return lookUp(`${spec}.none` in speaker.catalogue ? `${spec}.none` : "none", {}, speaker);
  }
  if (me.has(value)) {
    const mine = `me.${hole.form}`;
    return lookUp(mine in speaker.catalogue ? mine : "me.name", {}, speaker);
  }
  if (hole.kind === "seat") return seatName(Number(value), speaker);
  // An account that belongs to a player.
  if (typeof value === "string" && value.startsWith("seat-")) return seatName(Number(value.slice(5)), speaker);
  return lookUp(`${spec}.${String(value).toLowerCase()}`, {}, speaker);
}

/** Who gave no name is called by the number of the seat: `player 1` to the server, in the reader's language here. */
function seatName(seat: number, speaker: Speaker): string {
  const name = speaker.names[seat];
  return name === undefined || name === `player ${seat + 1}` ? lookUp("seat", { n: seat + 1 }, speaker) : name;
}

/** An id as words: `hand_sizes` and `choose-harbour` without their dashes. */
export function readable(id: string): string {
  return id.replaceAll(/[-_]+/g, " ").trim();
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A whole sentence: as `lookUp`, with a capital first letter. */
export function say(key: string, params: Params, speaker: Speaker): string {
  return capital(lookUp(key, params, speaker));
}

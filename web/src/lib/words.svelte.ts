/** The words on the screen: catalogues of the chosen language, and functions that speak. */
import * as api from "./api";
import type { Catalogue, Choice, GameEvent, Language, Message, Params, Reason } from "./protocol";
import { set, settings } from "./settings.svelte";
import { capital, fill, readable, readerAt, say, type Speaker } from "./texts";

class Words {
  language = $state.raw<Language>("en");
  shared = $state.raw<Catalogue>({});
  game = $state.raw<Catalogue>({});
  gameName = $state.raw<string | null>(null);
  /** All that can be said at this table: the game's words come first. */
  readonly all = $derived<Catalogue>({ ...this.shared, ...this.game });
  /** Names as the server knows them. */
  given = $state.raw<readonly string[]>([]);
  readonly names = $derived(namesOf(this.given, this.language, this.shared));
  /** Who reads: what is said of this seat is said to `you`. */
  me = $state.raw<ReadonlySet<unknown>>(new Set());
}

/** Who gave no name is called by the number of the seat: `player 1` to the server, in the reader's language here. A bot of
 * the command line (`heuristic 2`) is called by its kind, written as a name is. */
function namesOf(given: readonly string[], language: Language, catalogue: Catalogue): string[] {
  return given.map((name, seat) => {
    if (name === `player ${seat + 1}`) return say("seat", { n: seat + 1 }, { language, catalogue, names: [] });
    return name.endsWith(` ${seat + 1}`) ? capital(name) : name;
  });
}

const words = new Words();

const cache = new Map<string, Promise<Catalogue>>();

function fetchTexts(language: Language, game?: string): Promise<Catalogue> {
  const key = `${language}/${game ?? ""}`;
  let found = cache.get(key);
  if (!found) {
    found = api.texts(language, game);
    found.catch(() => cache.delete(key));
    cache.set(key, found);
  }
  return found;
}

export async function useLanguage(language: Language): Promise<void> {
  const [shared, game] = await Promise.all([
    fetchTexts(language),
    words.gameName ? fetchTexts(language, words.gameName) : Promise.resolve({}),
  ]);
  words.shared = shared;
  words.game = game;
  words.language = language;
  document.documentElement.lang = language;
  if (settings.language !== language) set("language", language);
}

export async function useGame(name: string, names: readonly string[]): Promise<void> {
  words.gameName = name;
  words.given = names;
  words.game = await fetchTexts(words.language, name);
}

/** From now on the words are for this seat, which plays `own`. */
export function useReader(seat: number | null, own?: unknown): void {
  words.me = readerAt(seat, own);
}

/** Texts of a game that is not (yet) on the table, for its set-up. */
export function gameTexts(name: string): Promise<Catalogue> {
  return fetchTexts(words.language, name);
}

export function language(): Language {
  return words.language;
}

/** The players as labels: whoever reads and is the only one without a name is `you`. */
export function names(): readonly string[] {
  const nameless = words.given.flatMap((name, seat) => (name === `player ${seat + 1}` ? [seat] : []));
  const [seat] = nameless;
  return nameless.length === 1 && words.me.has(seat) ? words.names.with(seat ?? 0, capital(word("me.name"))) : words.names;
}

/** The players of a table that is not the one in use. */
export function seatNames(seats: readonly { name: string }[]): string[] {
  return namesOf(seats.map((seat) => seat.name), words.language, words.shared);
}

const NOBODY: ReadonlySet<unknown> = new Set();
let isToAll = false;

/** What is said meanwhile is said to nobody in particular: every player by name, whoever reads it. */
export function toAll<T>(say: () => T): T {
  const before = isToAll;
  isToAll = true;
  try {
    return say();
  } finally {
    isToAll = before;
  }
}

function speaker(extra?: Catalogue): Speaker {
  const catalogue = extra ? { ...words.all, ...extra } : words.all;
  return { language: words.language, catalogue, names: words.names, me: isToAll ? NOBODY : words.me };
}

export function has(key: string): boolean {
  return key in words.all;
}

/** A text of the client's own: `table.<key>`. */
export function t(key: string, params: Params = {}): string {
  return say(`table.${key}`, params, speaker());
}

/** Things that follow one another. */
export const inRow = (parts: readonly string[]): string => parts.slice(1).reduce((a, b) => t("then", { a, b }), parts[0] ?? "");

/** A text by its whole key, the game's first. */
export function text(key: string, params: Params = {}, extra?: Catalogue): string {
  return say(key, params, speaker(extra));
}

/** A name or word as it stands inside a sentence. */
export function word(key: string, params: Params = {}): string {
  const template = words.all[key];
  return template === undefined ? key : fill(template, params, speaker());
}

/** All texts of this table. */
export const catalogue = (): Catalogue => words.all;

/** A text, or where a stranger's game has none the end of its key in words, with what it is about. */
function textOr(key: string, params: Params): string {
  if (has(key)) return text(key, params);
  const about = Object.entries(params).map(([name, value]) => `${readable(name)} ${String(value)}`);
  return capital(readable(key.split(".").at(-1) ?? key)) + (about.length ? ` (${about.join(", ")})` : "");
}

export const messageText = (message: Message): string => textOr(message.key, message.params);
/** Nothing to say about nothing: a choice may be gone while the words about it are still on the screen. */
export function actionText(choice: Choice | null): string {
  if (!choice) return "";
  return has(`action.${choice.kind}`) ? text(`action.${choice.kind}`, choice.args) : capital(choice.notation);
}
/** The label of a choice where it is offered: “done” says what it ends. */
export function offerText(choice: Choice | null, asked: Message | null | undefined): string {
  const ends = choice?.kind === "done" && asked ? `ending.${asked.key.split(".").at(-1)}` : null;
  return ends && has(ends) ? text(ends, asked?.params) : actionText(choice);
}
/** What somebody chose, told as a sentence; as the label of the choice where the texts have no sentence for it. */
export const didText = (seat: number, choice: Choice): string =>
  has(`did.${choice.kind}`) ? text(`did.${choice.kind}`, { ...choice.args, by: seat }) : actionText(choice);
/** A player as the subject of a sentence: the name, or `you`. */
export const subject = (seat: number): string => capital(fill("{seat:seat!}", { seat }, speaker()));
/** A player's name, also to the player. */
export const called = (seat: number): string => capital(fill("{seat:seat}", { seat }, speaker()));
export const eventText = (event: GameEvent): string => textOr(`event.${event.kind}`, event.params);
export const reasonText = (reason: Reason | undefined): string =>
  reason === undefined ? "" : textOr(reason.code.startsWith("reason.") ? reason.code : `reason.${reason.code}`, reason.params);
/** What a game is called. */
export const gameTitle = (name: string): string => (has(`game.${name}.title`) ? text(`game.${name}.title`) : capital(readable(name)));
export const areaName = (id: string): string => capital(word(`area.${id}`));

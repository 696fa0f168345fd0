/** The server's HTTP interface, one function per endpoint. */
import type {
  AnalysisState,
  Catalogue,
  ChatLine,
  Company,
  Counsel,
  Game,
  Item,
  Language,
  LogEntry,
  Me,
  Observation,
  Preview,
  Reason,
  Refused,
  Report,
  Rules,
  Seat,
  Table,
  Value,
} from "./protocol";
import type { PaceAsked } from "./schema";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly reason: Reason | null = null,
  ) {
    super(message);
  }
}

const GATEWAY: ReadonlySet<number> = new Set([502, 503, 504]);

export async function call(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, init);
  } catch {
    throw new ApiError(0, "unreachable", "The server does not answer.");
  }
  if (response.ok) return response;
  const body = await response.json().catch(() => ({}));
  // Somebody before the server answers for it: a proxy, in its own words.
  if (typeof body.error !== "string" && GATEWAY.has(response.status)) throw new ApiError(0, "unreachable", "The server does not answer.");
  throw new ApiError(
    response.status,
    typeof body.error === "string" ? body.error : `status-${response.status}`,
    typeof body.message === "string" ? body.message : response.statusText,
    body.reason ?? null,
  );
}

export async function get<T>(path: string): Promise<T> {
  return (await call(path)).json() as Promise<T>;
}

export function send(method: string, path: string, body: unknown): Promise<Response> {
  return call(path, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
}

export async function post<T>(path: string, body: unknown = {}): Promise<T> {
  return (await send("POST", path, body)).json() as Promise<T>;
}

/** So many random bytes, in hexadecimal digits; also where the page is not served over TLS. */
export function random(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (each) => each.toString(16).padStart(2, "0")).join("");
}

/** Out of reach or out of time: who answers so may be asked again in a moment. */
const FOR_NOW: readonly number[] = [0, 429, 503];

/** Ask until there is an answer, as long as it is wanted; less and less often, so that nobody is pestered. */
export async function patiently<T>(ask: () => Promise<T>, goesOn: () => boolean, forNow = FOR_NOW): Promise<T> {
  for (let pause = 500; ; pause = Math.min(5000, 1.4 * pause)) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiError) || !forNow.includes(error.status) || !goesOn()) throw error;
      await new Promise((done) => setTimeout(done, pause));
    }
  }
}

/** Pauses before a move is sent again whose answer was lost, in milliseconds. */
const AGAIN = [250, 1000, 3000];
const LOST = new Set([0, 502, 503, 504]);

function query(params: Record<string, number | string | null | undefined>): string {
  const parts = Object.entries(params)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`);
  return parts.length ? `?${parts.join("&")}` : "";
}

export const games = (): Promise<Game[]> => get("/games");
export const texts = (language: Language, game?: string): Promise<Catalogue> =>
  get(`/texts/${language}${game ? `/${game}` : ""}`);
export const rules = (game: string, language: Language): Promise<Rules> => get(`/rules/${game}/${language}`);

export const tables = (): Promise<Table[]> => get("/tables");
export const table = (id: string): Promise<Table> => get(`/tables/${id}`);
export const createTable = (
  game: string,
  seats: Seat[],
  options: Record<string, Value>,
  hints: boolean | null = null,
): Promise<Table> => post("/tables", { game, seats, options, hints });
export const deleteTable = async (id: string): Promise<void> => {
  await call(`/tables/${id}`, { method: "DELETE" });
};
export const fileAddress = (id: string): string => `/api/tables/${id}/file`;
/** A table out of a game file; `bots` says which seats the machine takes. */
export const importTable = async (text: string, bots: Record<number, string>): Promise<Table> => {
  const seats = Object.entries(bots).map(([seat, bot]) => `bot=${seat}:${encodeURIComponent(bot)}`);
  const address = `/tables/import${seats.length ? `?${seats.join("&")}` : ""}`;
  return (await call(address, { method: "POST", headers: { "content-type": "text/plain" }, body: text })).json();
};

export const observation = (id: string, seat: number | null, position?: number): Promise<Observation> =>
  get(`/tables/${id}/observation${query({ seat, position })}`);
export const log = (id: string, seat: number | null, from?: number): Promise<LogEntry[]> =>
  get(`/tables/${id}/log${query({ seat, from })}`);
export const story = (id: string, seat: number | null, from: number): Promise<Item[]> =>
  get(`/tables/${id}/story${query({ seat, from })}`);
/** A table of one's own that stands as this one did at a position. */
export const report = (id: string): Promise<Report> => get(`/tables/${id}/report`);
export const branch = (id: string, position: number): Promise<Table> => post(`/tables/${id}/branch`, { position });
/** A move. If the answer is lost it is sent again under its key: the server makes it once, and says so. */
export async function move(id: string, seat: number, position: number, action: number): Promise<{ position: number }> {
  const key = random(12);
  for (const pause of [...AGAIN, null]) {
    try {
      return await post<{ position: number }>(`/tables/${id}/moves`, { seat, position, action, key });
    } catch (error) {
      if (pause === null || !(error instanceof ApiError) || !LOST.has(error.status)) throw error;
      await new Promise((done) => setTimeout(done, pause));
    }
  }
  throw new ApiError(0, "unreachable", "The server does not answer.");
}
export const takeback = (id: string, seat: number, position: number, count: number): Promise<{ position: number }> =>
  post(`/tables/${id}/takeback`, { seat, position, count });
/** Why choices are not allowed. */
export const refused = (id: string, seat: number, position: number): Promise<Refused[]> =>
  get(`/tables/${id}/refused${query({ seat, position })}`);
export const preview = (id: string, seat: number, position: number, action: number): Promise<Preview> =>
  get(`/tables/${id}/preview${query({ seat, position, action })}`);

/** What a coach would do. */
export const advice = (id: string, seat: number, position: number): Promise<Counsel> =>
  get(`/tables/${id}/advice${query({ seat, position })}`);
/** Have the whole game looked at; `analysis` tells how far that has come. */
export const beginAnalysis = (id: string): Promise<AnalysisState> => post(`/tables/${id}/analysis`);
export const analysis = (id: string, position: number): Promise<AnalysisState> =>
  get(`/tables/${id}/analysis${query({ position })}`);

export const chat = (id: string, seat: number | null): Promise<ChatLine[]> => get(`/tables/${id}/chat${query({ seat })}`);
export const say = (id: string, seat: number, to: number[], text: string): Promise<ChatLine> =>
  post(`/tables/${id}/chat`, { seat, to, text });

// People

export const me = (): Promise<Me> => get("/me");

// Tables that gather, and who sits where

export interface Agreed {
  visible: boolean;
  talk: boolean;
  when_full: boolean;
  /** A coach may be asked; null: if only one person plays. */
  hints: boolean | null;
  pace: PaceAsked | null;
}

export const openGathering = (game: string, seats: Seat[], options: Record<string, Value>, agreed: Agreed): Promise<Company> =>
  post("/gatherings", { game, seats: seats.map(({ kind, bot, name }) => ({ kind, bot, name: kind === "bot" ? name : "" })), options, ...agreed });
export const company = (id: string): Promise<Company> => get(`/tables/${id}/company`);
/** Take, leave, give or swap a seat; whoever takes one gives a share to the dice. */
export const seat = (id: string, wish: Record<string, string | number>): Promise<Company> =>
  post(`/tables/${id}/seats`, { share: random(16), ...wish });
export const rematch = (id: string): Promise<Company> => post(`/tables/${id}/rematch`);

export function liveAddress(id: string, seat: number | null, from: number | null): string {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}/api/tables/${id}/live${query({ seat, from, patch: 1 })}`;
}


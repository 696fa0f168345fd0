/** The server's HTTP interface, one function per endpoint. */
import type {
  Catalogue,
  ChatLine,
  Game,
  Item, Language,
  LogEntry,
  Observation,
  Preview,
  Reason,
  Rules,
  Seat,
  Table,
  Value,
} from "./protocol";

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

async function call(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, init);
  } catch {
    throw new ApiError(0, "unreachable", "The server does not answer.");
  }
  if (response.ok) return response;
  const body = await response.json().catch(() => ({}));
  throw new ApiError(
    response.status,
    typeof body.error === "string" ? body.error : `status-${response.status}`,
    typeof body.message === "string" ? body.message : response.statusText,
    body.reason ?? null,
  );
}

async function get<T>(path: string): Promise<T> {
  return (await call(path)).json() as Promise<T>;
}

async function post<T>(path: string, body: unknown): Promise<T> {
  const response = await call(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return response.json() as Promise<T>;
}

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
export const createTable = (game: string, seats: Seat[], options: Record<string, Value>): Promise<Table> =>
  post("/tables", { game, seats, options });
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
export const branch = (id: string, position: number): Promise<Table> => post(`/tables/${id}/branch`, { position });
export const move = (id: string, seat: number, position: number, action: number): Promise<{ position: number }> =>
  post(`/tables/${id}/moves`, { seat, position, action });
export const takeback = (id: string, seat: number, position: number, count: number): Promise<{ position: number }> =>
  post(`/tables/${id}/takeback`, { seat, position, count });
export const preview = (id: string, seat: number, position: number, action: number): Promise<Preview> =>
  get(`/tables/${id}/preview${query({ seat, position, action })}`);

export const chat = (id: string, seat: number | null): Promise<ChatLine[]> => get(`/tables/${id}/chat${query({ seat })}`);
export const say = (id: string, seat: number, to: number[], text: string): Promise<ChatLine> =>
  post(`/tables/${id}/chat`, { seat, to, text });

export function liveAddress(id: string, seat: number | null, from: number | null): string {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}/api/tables/${id}/live${query({ seat, from, patch: 1 })}`;
}

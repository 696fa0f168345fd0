/** What the server says about games that last weeks. */
import { get, send } from "../lib/api";
import type {
  DealsSaid,
  MutedSaid,
  OrdersSaid,
  QuietSaid,
  ReportSaid,
  TournamentBrief,
  TournamentSaid,
  WaysSaid,
  Weeks,
} from "../lib/schema";

async function ask<T>(method: string, path: string, body: unknown = {}): Promise<T> {
  return (await send(method, path, body)).json() as Promise<T>;
}

export const weeks = (id: string): Promise<Weeks> => get(`/tables/${id}/weeks`);
export const away = (id: string, wish: { do: "leave" | "back" | "take"; mandate?: string; seat?: number }): Promise<Weeks> =>
  ask("POST", `/tables/${id}/away`, wish);
export const daysOff = (id: string, first: string, last: string): Promise<Weeks> =>
  ask("POST", `/tables/${id}/days-off`, { first, last });
export const propose = (id: string, vote: { kind: string; seat?: number; days?: number }): Promise<Weeks> =>
  ask("POST", `/tables/${id}/votes`, vote);
export const ballot = (id: string, vote: string, yes: boolean): Promise<Weeks> =>
  ask("POST", `/tables/${id}/votes/${vote}`, { yes });

export const orders = (id: string): Promise<OrdersSaid> => get(`/tables/${id}/orders`);
export const giveOrder = (id: string, order: object): Promise<OrdersSaid> => ask("POST", `/tables/${id}/orders`, order);
export const endOrder = (id: string, order: string): Promise<OrdersSaid> => ask("DELETE", `/tables/${id}/orders/${order}`);
export const notes = (id: string): Promise<{ text: string }> => get(`/tables/${id}/notes`);
export const writeNotes = (id: string, text: string): Promise<{ text: string }> => ask("PUT", `/tables/${id}/notes`, { text });

/** The deals as they stood at a position. */
export const deals = (id: string, position: number): Promise<DealsSaid> => get(`/tables/${id}/deals?position=${position}`);
export const proposeDeal = (id: string, terms: object[], open: boolean, answers: string | null = null): Promise<DealsSaid> =>
  ask("POST", `/tables/${id}/deals`, { terms, open, answers });
export const answerDeal = (id: string, deal: string, what: string): Promise<DealsSaid> =>
  ask("POST", `/tables/${id}/deals/${deal}`, { do: what });

export const ways = (): Promise<WaysSaid> => get("/me/notices");
export const addWay = (way: object): Promise<WaysSaid> => ask("POST", "/me/notices", way);
export const endWay = (way: string): Promise<WaysSaid> => ask("DELETE", `/me/notices/${way}`);
export const quiet = (id: string): Promise<QuietSaid> => get(`/tables/${id}/quiet`);
export const setQuiet = (id: string, kinds: string[]): Promise<QuietSaid> => ask("PUT", `/tables/${id}/quiet`, { kinds });

export const muted = (id: string): Promise<MutedSaid> => get(`/tables/${id}/muted`);
export const mute = (id: string, seat: number, yes: boolean): Promise<MutedSaid> =>
  ask("POST", `/tables/${id}/muted`, { seat, muted: yes });
export const report = (id: string, seat: number | null, number: number, why: string, words: string): Promise<MutedSaid> =>
  ask("POST", `/tables/${id}/reports`, { seat, number, why, words });
export const reports = (): Promise<ReportSaid[]> => get("/reports");
export const settleReport = (id: string, remove: boolean, silence: number): Promise<ReportSaid[]> =>
  ask("POST", `/reports/${id}`, { remove, silence });

export const tournaments = (): Promise<TournamentBrief[]> => get("/tournaments");
export const tournament = (id: string): Promise<TournamentSaid> => get(`/tournaments/${id}`);
export const openTournament = (wish: object): Promise<TournamentSaid> => ask("POST", "/tournaments", wish);
/** What became of it; null: it is gone. */
export async function wishTournament(id: string, wish: object): Promise<TournamentSaid | null> {
  const answer = await send("POST", `/tournaments/${id}`, wish);
  return answer.status === 204 ? null : ((await answer.json()) as TournamentSaid);
}

/** What people ask of the server: who they are, and tables that gather. */
import { call, get, post, send } from "../lib/api";
import type { Company, Language, Link, LobbySaid, Me, SessionSaid } from "../lib/protocol";

export const newGuest = (name: string): Promise<Me> => post("/guests", { name });
export const newAccount = (login: string, password: string, mail: string, name: string): Promise<Me> =>
  post("/accounts", { login, password, mail: mail || null, name: name || null });
export const signIn = (login: string, password: string): Promise<Me> => post("/sessions", { login, password });
export const signOut = async (): Promise<void> => {
  await call("/sessions/current", { method: "DELETE" });
};
export const sessions = (): Promise<SessionSaid[]> => get("/sessions");
export const endSession = async (id: string): Promise<void> => {
  await call(`/sessions/${id}`, { method: "DELETE" });
};
export const changeMe = async (change: Record<string, string>): Promise<Me> =>
  (await send("PATCH", "/me", change)).json() as Promise<Me>;
export const deleteMe = async (password: string): Promise<void> => {
  await send("DELETE", "/me", { password: password || null });
};
export const askReset = async (who: string, language: Language): Promise<void> => {
  await send("POST", "/resets", { who, language });
};
export const reset = (token: string, password: string): Promise<Me> => post("/resets/new", { token, password });
export const deviceLink = (): Promise<Link> => post("/me/device");
export const useDeviceLink = (token: string): Promise<Me> => post("/sessions/device", { token });
export const lobby = (): Promise<LobbySaid> => get("/lobby");
export const begin = (id: string): Promise<Company> => post(`/tables/${id}/begin`);
export const closeTable = async (id: string): Promise<void> => {
  await send("POST", `/tables/${id}/close`, {});
};
export const invitation = (id: string, fresh = false): Promise<Link> => post(`/tables/${id}/invitation`, { fresh });
export const followInvitation = (table: string, code: string): Promise<Company> => post("/invitations", { table, code });

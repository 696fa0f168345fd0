/** Passkeys and programs: what is asked of the server about them. */
import { call, get, post, send } from "../lib/api";
import type { Me, PasskeySaid, ProgramSaid, ProgramToken } from "../lib/protocol";

export const passkeys = (): Promise<PasskeySaid[]> => get("/me/passkeys");
export const passkeyOptions = (password: string): Promise<PublicKeyCredentialCreationOptionsJSON> =>
  post("/me/passkeys/options", { password });
export const addPasskey = async (credential: unknown, name: string): Promise<void> => {
  await send("POST", "/me/passkeys", { credential, name });
};
export const removePasskey = async (id: string): Promise<void> => {
  await call(`/me/passkeys/${encodeURIComponent(id)}`, { method: "DELETE" });
};
export const passkeyChallenge = (): Promise<PublicKeyCredentialRequestOptionsJSON> => post("/sessions/passkey/options");
export const signInByPasskey = (credential: unknown): Promise<Me> => post("/sessions/passkey", { credential });

export const programs = (): Promise<ProgramSaid[]> => get("/me/programs");
export const newProgram = (name: string): Promise<ProgramToken> => post("/me/programs", { name });
export const endProgram = async (id: string): Promise<void> => {
  await call(`/me/programs/${id}`, { method: "DELETE" });
};

/** What the browser does with passkeys. Loaded when somebody wants one. */
import * as api from "./keys";
import type { Me } from "../lib/protocol";

/** Make a passkey on this device, and give it to the server. */
export async function makePasskey(password: string, name: string): Promise<void> {
  const options = await api.passkeyOptions(password);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential | null;
  if (!made) throw new Error("no passkey was made");
  await api.addPasskey(made.toJSON(), name);
}

/** Sign in with a passkey that the person picks. */
export async function signInByPasskey(): Promise<Me> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await api.passkeyChallenge());
  const shown = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential | null;
  if (!shown) throw new Error("no passkey was chosen");
  return api.signInByPasskey(shown.toJSON());
}

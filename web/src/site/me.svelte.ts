/** Who uses this browser, as far as the server knows; and asking for it where it matters. */
import * as api from "../lib/api";
import { ApiError } from "../lib/api";
import type { Me } from "../lib/protocol";
import { rememberName } from "../lib/settings.svelte";
import { has, t } from "../lib/words.svelte";

class Self {
  me = $state.raw<Me | null>(null);
  /** What waits for an answer to "who are you?". */
  asking = $state.raw<((known: boolean) => void) | null>(null);
}

const self = new Self();

export const me = (): Me | null => self.me;
/** People have seats of their own here; otherwise this is one house, whose user plays all of them. */
export const isSite = (): boolean => self.me?.site ?? false;
/** This browser runs on the machine that the server runs on. */
export const isHome = (): boolean => self.me?.id === "house";
/** Somebody with a session: a guest or an account. */
export const isPerson = (): boolean => Boolean(self.me?.id) && !isHome();
export const isAsking = (): boolean => self.asking !== null;

export async function loadMe(): Promise<void> {
  self.me = await api.me();
}

export function become(now: Me): void {
  self.me = now;
  if (now.name) rememberName(now.name);
}

/** Make sure that the server knows who this is: at once, or by asking. False if she would rather not say. */
export function introduced(): Promise<boolean> {
  if (self.me?.id) return Promise.resolve(true);
  return new Promise((done) => (self.asking = done));
}

export function answered(known: boolean): void {
  self.asking?.(known);
  self.asking = null;
}

/** Whether this browser and this site can use passkeys. */
export const hasPasskeys = (): boolean =>
  Boolean(self.me?.passkeys) && typeof PublicKeyCredential !== "undefined" && "parseCreationOptionsFromJSON" in PublicKeyCredential;

/** What went wrong, in the reader's language where we have words for it. */
export function trouble(error: unknown): string {
  if (error instanceof DOMException) return t("site.passkey-failed");
  if (!(error instanceof ApiError)) return t("error.unknown");
  if (error.status === 0) return t("error.unreachable");
  return has(`table.site.error.${error.code}`) ? t(`site.error.${error.code}`) : error.message;
}

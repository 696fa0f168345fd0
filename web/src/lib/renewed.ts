/** A page that is open while the client is replaced, or while the server is started anew: parts that are loaded when they
 * are first wanted are not there. What stands on the table is the server's: the page loads itself anew, and has them. */

/** Milliseconds between two tries to reach the server. */
const AGAIN = 2000;
/** If it did not help a moment ago, it does not help now. */
const LATELY = 60_000;
const KEPT = "rondel.renewed";

export interface Renewal {
  /** Whether the page itself can be had. */
  reachable: () => Promise<boolean>;
  reload: () => void;
  kept: Pick<Storage, "getItem" | "setItem">;
  now: () => number;
}

const here = (): Renewal => ({
  reachable: () => fetch(location.pathname, { cache: "no-store" }).then((answer) => answer.ok, () => false),
  reload: () => location.reload(),
  kept: sessionStorage,
  now: Date.now,
});

export async function renew(page: Renewal = here()): Promise<void> {
  if (page.now() - Number(page.kept.getItem(KEPT) ?? 0) < LATELY) return;
  page.kept.setItem(KEPT, String(page.now()));
  while (!(await page.reachable())) await new Promise((done) => setTimeout(done, AGAIN));
  page.reload();
}

export function watchParts(): void {
  addEventListener("vite:preloadError", () => void renew());
}

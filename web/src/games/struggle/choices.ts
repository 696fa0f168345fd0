/** Which surface offers which choice, and where on the map a choice lies. */
import type { Choice } from "../../lib/protocol";
import { AREAS } from "./geometry";

/** The places a choice is about, on the board: `home` is the country of whoever decides. */
export function placesOf(choice: Choice, own: string | null): { goal: string | null; source: string | null } {
  const place = (value: unknown): string | null =>
    typeof value !== "string" ? null : value === "home" ? own : AREAS.has(value) ? value : null;
  return { goal: place(choice.args.area) ?? place(choice.args.to), source: place(choice.args.from) };
}

const AUCTION = new Set(["bid", "ceiling", "propose", "order"]);
const MARKET = new Set(["buy", "call"]);
const FIGHT = new Set(["offer", "join", "join-navies", "join-armies"]);

export const onSurface = (choice: Choice): boolean =>
  choice.args.area !== undefined ||
  choice.args.from !== undefined ||
  choice.args.to !== undefined ||
  MARKET.has(choice.kind) ||
  choice.kind === "bid" ||
  choice.kind === "ceiling" ||
  FIGHT.has(choice.kind);

export function tabOf(choice: Choice): string | null {
  if (AUCTION.has(choice.kind) || choice.kind === "pass") return "auction";
  if (choice.kind === "end-turn" || FIGHT.has(choice.kind) || choice.kind === "fight" || choice.kind === "ask") return "turn";
  if (choice.kind === "go" || choice.kind === "accept" || choice.kind === "keep" || choice.kind === "do-not-ask") return "turn";
  return null;
}

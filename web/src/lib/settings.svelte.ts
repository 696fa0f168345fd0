/** What a person has set for herself, kept in this browser. */
import type { Language } from "./protocol";

export type Theme = "system" | "light" | "dark";
export type Speed = "off" | "fast" | "normal" | "slow";
/** What is confirmed: nothing, the choice that ends a turn, or every choice. */
export type Confirm = "never" | "turn" | "always";

/** Which battles, throws and events are shown on a card: all, those that concern me, none. */
export type Shown = "all" | "mine" | "none";

export interface Settings {
  language: Language;
  theme: Theme;
  speed: Speed;
  confirm: Confirm;
  /** Whether a choice that lets dice fall or shows something hidden is confirmed, whatever else is. */
  risk: boolean;
  cards: Shown;
  patterns: boolean;
  /** Whether the map marks where others acted since my last move. */
  recent: boolean;
  /** Whether parts of the table are explained on the first visit, and those that have been. */
  notes: boolean;
  seen: string[];
}

export const LANGUAGES: { id: Language; name: string }[] = [
  { id: "en", name: "English" },
  { id: "fr", name: "Français" },
  { id: "de", name: "Deutsch" },
];

/** How long a move of another seat stays in view, in milliseconds. */
export const PACE: Record<Speed, number> = { off: 0, fast: 450, normal: 1000, slow: 2200 };

const KEY = "rondel.settings";

function preferredLanguage(): Language {
  if (typeof navigator === "undefined") return "en"; // no browser: a test
  const wanted = (navigator.languages ?? [navigator.language]).map((tag) => tag.slice(0, 2));
  return (wanted.find((tag) => LANGUAGES.some((l) => l.id === tag)) as Language | undefined) ?? "en";
}

function load(): Settings {
  const coarse = typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;
  const start: Settings = {
    language: preferredLanguage(),
    theme: "system",
    speed: "normal",
    confirm: coarse ? "turn" : "never",
    risk: true,
    cards: "all",
    patterns: true,
    recent: true,
    notes: true,
    seen: [],
  };
  try {
    return { ...start, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
  } catch {
    return start;
  }
}

export const settings: Settings = $state(load());

export function set<K extends keyof Settings>(key: K, value: Settings[K]): void {
  settings[key] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
  if (key === "theme") applyTheme();
}

export function applyTheme(): void {
  const dark =
    settings.theme === "dark" ||
    (settings.theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
}

export function reducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function pace(): number {
  return PACE[settings.speed];
}

/** Which player's name to offer next time. */
export function rememberedName(): string {
  return localStorage.getItem("rondel.name") ?? "";
}

export function rememberName(name: string): void {
  try {
    localStorage.setItem("rondel.name", name);
  } catch {
    // not kept
  }
}

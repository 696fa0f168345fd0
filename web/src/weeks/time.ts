/** Moments and lengths of time, as a reader wants them. */

/** A length of time in its largest two units: 2 d 3 h, 14 min, 40 s. */
export function length(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const parts: [number, string][] = [
    [Math.floor(seconds / 86400), "d"],
    [Math.floor(seconds / 3600) % 24, "h"],
    [Math.floor(seconds / 60) % 60, "min"],
    [seconds % 60, "s"],
  ];
  const first = parts.findIndex(([n]) => n > 0);
  if (first < 0) return "0 s";
  const shown = parts.slice(first, first + (first < 2 ? 2 : 1)).filter(([n]) => n > 0);
  return shown.map(([n, unit]) => `${n} ${unit}`).join(" ");
}

/** A moment in the reader's own time. */
export const moment = (stamp: string, language: string): string =>
  new Date(stamp).toLocaleString(language, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

export const day = (date: string, language: string): string =>
  new Date(`${date}T12:00:00`).toLocaleDateString(language, { day: "numeric", month: "short" });

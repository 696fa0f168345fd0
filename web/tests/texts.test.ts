import { describe, expect, it } from "vitest";
import shared from "../../tests/texts/cases.json";
import type { Language, Params } from "../src/lib/protocol";
import { initialsOf, say } from "../src/lib/texts";

interface Case {
  key: string;
  params: Params;
  me?: unknown[];
  en?: string;
  fr?: string;
  de?: string;
}

describe("a template is filled as in the engine", () => {
  for (const row of shared.cases as unknown as Case[]) {
    for (const language of ["en", "fr", "de"] as Language[]) {
      const expected = row[language];
      if (expected === undefined) continue;
      it(`${row.key} ${JSON.stringify(row.params)} in ${language} for ${JSON.stringify(row.me ?? "all")}`, () => {
        const speaker = { language, catalogue: shared.catalogue as Record<string, string>, names: shared.names, me: new Set(row.me ?? []) };
        expect(say(row.key, row.params, speaker)).toBe(expected);
      });
    }
  }
});

describe("initials", () => {
  it("are two letters, and tell the players apart", () => {
    expect(initialsOf(["Player 1", "Player 2", "Anna", "Jean-Luc"])).toEqual(["P1", "P2", "An", "JL"]);
    expect(initialsOf(["Anna", "Anton", "anouk"])).toEqual(["A1", "A2", "a3"]);
    expect(initialsOf([" ", "Åsa", "🦊 fox"])).toEqual(["1", "Ås", "🦊f"]);
  });
});

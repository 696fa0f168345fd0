import { describe, expect, it } from "vitest";
import { notesFor } from "../src/table/notes";

const TEXTS = new Set(["note.prompt", "note.board", "note.strip", "note.tab.bonds"]);
const has = (key: string): boolean => TEXTS.has(key);
const everywhere = (_target: string): boolean => true;
const ids = (tab: string | null, seen: string[], there = everywhere): string[] => notesFor("imperial", tab, seen, has, there).map(({ id }) => id);

describe("notes on the first visit", () => {
  it("speaks of each part that there is a text for, in order, and of the tab in front last", () => {
    expect(ids("bonds", [])).toEqual(["imperial.prompt", "imperial.board", "imperial.strip", "imperial.tab.bonds"]);
  });

  it("says nothing twice, and nothing about another game", () => {
    expect(ids("bonds", ["imperial.prompt", "struggle.board", "imperial.tab.bonds"])).toEqual(["imperial.board", "imperial.strip"]);
  });

  it("stands on a phone beside what it speaks of", () => {
    const at = (sheet: "act" | "panel", seen: string[]): string[] => notesFor("imperial", "bonds", seen, has, everywhere, sheet).map(({ id }) => id);
    const upper = ["imperial.prompt", "imperial.board", "imperial.strip"];
    expect(at("act", [])).toEqual(upper);
    expect(at("panel", upper)).toEqual(["imperial.tab.bonds"]);
    expect(at("panel", [])).toEqual([]); // one at a time
  });

  it("says nothing about what cannot be seen", () => {
    expect(ids(null, [], (target: string) => !target.includes("strip"))).toEqual(["imperial.prompt", "imperial.board"]);
  });
});

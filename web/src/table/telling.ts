/** Items of the story in words. */
import type { Item } from "../lib/protocol";
import { has, messageText } from "../lib/words.svelte";

/** An item as a sentence; a choice by its label where the texts have no sentence for it. */
export function itemText(item: Pick<Item, "key" | "params">): string {
  const { key, params } = item;
  const known = key.startsWith("did.") && !has(key) ? `action.${key.slice(4)}` : key;
  return messageText({ key: known, params });
}

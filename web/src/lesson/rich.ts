/** Paragraphs of a lesson: words between two pairs of stars stand out. */
export interface Part {
  text: string;
  strong: boolean;
}

export function paragraphs(text: string): Part[][] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) =>
      paragraph
        .trim()
        .split("**")
        .map((part, index) => ({ text: part.replace(/\s*\n\s*/g, " "), strong: index % 2 === 1 }))
        .filter((part) => part.text !== ""),
    )
    .filter((parts) => parts.length > 0);
}

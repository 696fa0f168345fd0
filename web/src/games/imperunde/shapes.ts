/** Outlines of the pieces, around their middle. */
export const SHAPES: Record<string, string> = {
  post: "M-8 9V-2L0-10 8-2V9z",
  fort: "M-9 9V-8h4v4h3v-4h4v4h3v-4h4V9z",
  infantry: "M-8-8H8V8H-8z",
  cavalry: "M0-10 10 8H-10z",
  artillery: "M-4-10H4L10-4V4L4 10H-4L-10 4V-4z",
  frigate: "M-11 3H11L7 10H-7zM-1-10 7 1H-1z",
  "ship-of-the-line": "M-13 2H13L9 11H-9zM-7-9-1 0H-7zM1-12 10 0H1z",
};

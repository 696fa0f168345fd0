import { expect, test } from "vitest";
import { rising } from "../src/start/levels";

test("bots stand by how well they play, whatever the server names first", () => {
  const offered = ["heuristic", "beginner", "easy", "medium", "hard", "hard-20", "hard-60", "random"];
  expect(rising(offered)).toEqual(["beginner", "easy", "heuristic", "medium", "hard", "hard-20", "hard-60", "random"]);
  expect(offered[0]).toBe("heuristic");
});

/** Who answers for what is on the screen, and is told what is chosen. */
import * as api from "../lib/api";
import { ApiError } from "../lib/api";
import type { Choice, Item, LogEntry, Observation, Preview, Refused } from "../lib/protocol";

export interface Source {
  observation(seat: number | null): Promise<Observation>;
  log(seat: number | null): Promise<LogEntry[]>;
  story(seat: number | null, from: number): Promise<Item[]>;
  preview(seat: number, position: number, choice: number): Promise<Preview>;
  refused(seat: number, position: number): Promise<readonly Refused[]>;
  move(seat: number, position: number, choice: number): Promise<unknown>;
  takeback(seat: number, position: number, count: number): Promise<unknown>;
}

export function atTable(id: string): Source {
  return {
    observation: (seat) => api.observation(id, seat),
    log: (seat) => api.log(id, seat),
    story: (seat, from) => api.story(id, seat, from),
    preview: (seat, position, choice) => api.preview(id, seat, position, choice),
    refused: (seat, position) => api.refused(id, seat, position),
    move: (seat, position, choice) => api.move(id, seat, position, choice),
    takeback: (seat, position, count) => api.takeback(id, seat, position, count),
  };
}

/** Make a choice that answers the question `asked`; again where others, who decide at the same time, were faster. */
export async function moveAtLast(source: Source, seat: number, position: number, { id }: Choice, asked: string | undefined): Promise<unknown> {
  try {
    return await source.move(seat, position, id);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    const now = await source.observation(seat);
    if (now.prompt?.key !== asked || !now.choices.some((offered) => offered.id === id)) throw error;
    return await source.move(seat, now.position, id);
  }
}

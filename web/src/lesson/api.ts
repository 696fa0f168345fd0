/** What a learner asks of the server. */
import { get, post } from "../lib/api";
import type { Course, Language, LessonPlace, Table, Verdict } from "../lib/protocol";

export const courses = (game: string, language: Language): Promise<Course[]> => get(`/lessons/${game}/${language}`);
/** A table to take a course at; or the game that it ends in. */
export const openCourse = (game: string, course: string, name: string, real = false): Promise<Table> =>
  post(`/lessons/${game}/${course}`, { name, game: real });
export const verdict = (id: string, lesson: string, step: string): Promise<Verdict> =>
  get(`/tables/${id}/lesson?lesson=${encodeURIComponent(lesson)}&step=${encodeURIComponent(step)}`);
export const goToStep = (id: string, lesson: string, step: string): Promise<LessonPlace> =>
  post(`/tables/${id}/lesson`, { lesson, step });

/** A learner at the table of a course: which step, how it stands, and the way on or back. */
import * as learning from "./api";
import type { Choice, Course, Message, Verdict } from "../lib/protocol";
import { language } from "../lib/words.svelte";
import type { Session } from "../table/session.svelte";
import { keep, progressOf } from "./progress";

interface Place {
  lesson: string;
  step: string;
  at: number;
  point: string[];
  /** The number of its lesson, from 1. */
  n: number;
}

/** Where on the page something is that a lesson points at: `slot taxation`, `area rome`, `tab bonds`, `part strip`. */
export function selectorOf(point: string): string {
  const [kind, name = ""] = point.split(" ");
  if (kind === "tab") return `#tab-${name}[aria-selected="false"]`;
  if (kind === "part") return `.${name}`;
  if (kind === "choice") return `.choosing button[data-choice="${name}"]`;
  return `[data-${kind}="${name}"]`;
}

/** The arguments of a choice by which the board offers it. */
const PLACES: readonly string[] = ["area", "from", "to"];

/** Where on the page a choice is made, nearest first: whatever of it can be seen is what to press next. */
export function wayTo(
  choice: Choice,
  half: { pending: Choice | null; selected: string | null },
  point: readonly string[],
  tab: string | null,
  ahead: readonly Choice[] = [],
): string[][] {
  const { id, kind, args } = choice;
  if (half.pending?.id === id) return [["[data-confirm]"]];
  const button = `[data-makes="${id}"]:not(:disabled)`;
  const named = Object.entries(args).flatMap(([key, value]) => {
    if (typeof value !== "string" || (args.from !== undefined && key === (half.selected === args.from ? "from" : "to"))) return [];
    const picks = PLACES.includes(key); // whom an attack is aimed at is no place, though a homeland has the same name
    return [`slot ${value}`, ...(picks ? [`area ${value}`] : [])].map(selectorOf);
  });
  // What is put into a row before any of it is chosen: the next of it that is not there yet.
  const put = [choice, ...ahead].map((each) => Object.values(each.args).flatMap((value) => (typeof value === "string" ? [selectorOf(`put ${value}`)] : [])));
  return [
    [`.menu ${button}`],
    [`#tabpanel ${button}`, `.choosing ${button}`],
    ...put, // before a tab: on a phone what lies in it may stand beside the prompt
    half.selected !== null && half.selected === args.from ? [] : point.filter((each) => args.from === undefined || each !== `area ${String(args.to)}`).map(selectorOf),
    named,
    [selectorOf(`choice ${kind}`)],
    ["[data-program]:not(:disabled)"],
    tab === null ? [] : [selectorOf(`tab ${tab}`)],
    [".choosing details:not([open]):not(.refusals) > summary"],
  ];
}

export class Lesson {
  course = $state.raw<Course | null>(null);
  verdict = $state.raw<Verdict | null>(null);
  index = $state.raw(0);
  finished = $state.raw(false);
  busy = $state.raw(false);
  /** How often something else was done at this step. */
  misses = $state.raw(0);
  shown = $state.raw(false);
  /** What was asked when something was still to be decided: by it a choice has its name. */
  question = $state.raw<Message | null>(null);
  private asked = 0;

  readonly places = $derived<Place[]>(
    (this.course?.lessons ?? []).flatMap((lesson, n) =>
      lesson.steps.map((step) => ({ lesson: lesson.name, step: step.name, at: step.at, point: step.point, n: n + 1 })),
    ),
  );
  readonly place = $derived<Place | null>(this.places[this.index] ?? null);
  readonly count = $derived(this.course?.lessons.length ?? 0);
  readonly stands = $derived(this.verdict?.stands ?? "open");
  /** What the page points at, nearest first: where the step begins, and then wherever the next choice is made. */
  readonly targets = $derived.by<string[][]>(() => {
    const place = this.place;
    if (!place || this.stands !== "open" || this.finished || !this.session.active) return [];
    if (!this.shown && this.misses === 0 && place.n > 2) return [];
    const next = this.verdict?.next;
    const point = this.verdict?.position === place.at ? place.point : [];
    return next ? wayTo(next, this.session.selection, point, this.session.game?.tabOf?.(next) ?? null, this.verdict?.ahead) : [point.map(selectorOf)];
  });

  /** The areas that the step is about, as far as they are told. */
  readonly spoken = $derived.by<string[]>(() => {
    if (!this.place || this.stands !== "open" || this.finished) return [];
    const named = this.place.point.flatMap((point) => (point.startsWith("area ") ? [point.slice(5)] : []));
    const { area, from, to } = (this.targets.length && this.verdict?.next?.args) || {};
    return named.length ? named : [area, from, to].filter((id) => typeof id === "string");
  });

  constructor(
    readonly session: Session,
    readonly name: string,
  ) {}

  get game(): string {
    return this.session.table?.game ?? "";
  }

  text(key: string): string {
    return this.course?.texts[key] ?? "";
  }

  /** A text of this step. */
  said(key: string): string {
    const place = this.place;
    return place ? this.text(`${place.lesson}.${place.step}.${key}`) : "";
  }

  async load(): Promise<void> {
    const found = await learning.courses(this.game, language());
    const first = this.course === null;
    this.course = found.find((course) => course.name === this.name) ?? null;
    if (!first) return;
    const { lesson, step } = progressOf(this.game, this.name);
    const at = this.places.findIndex((place) => place.lesson === lesson && (step === null || place.step === step));
    this.index = Math.max(at, 0);
    // A lesson that is begun has no step yet, and its table may stand anywhere in the record.
    await (step === null ? this.go() : this.judge());
  }

  async judge(): Promise<void> {
    const place = this.place;
    if (!place || this.finished) return;
    const asked = ++this.asked;
    const verdict = await learning.verdict(this.session.id, place.lesson, place.step);
    if (asked !== this.asked) return;
    if (verdict.stands === "elsewhere") {
      await this.go();
      return;
    }
    if (verdict.stands === "off" && this.verdict?.stands !== "off") this.misses++;
    if (verdict.stands === "done") this.remember(true);
    if (verdict.stands === "open") this.question = this.session.observation?.prompt ?? null;
    this.verdict = verdict;
  }

  /** Set the table to this step, and see how it stands. */
  async go(): Promise<void> {
    const place = this.place;
    if (!place || this.busy) return;
    this.busy = true;
    this.asked++; // what is being asked about the position before does not matter any more
    this.begin(place); // whoever leaves now comes back to this lesson, at its beginning
    try {
      this.session.skip();
      const { shown } = await learning.goToStep(this.session.id, place.lesson, place.step);
      if (!shown) await this.session.refresh();
      this.verdict = null;
      this.remember(false);
    } finally {
      this.busy = false;
    }
    await this.judge();
  }

  /** What the card's first button does: on to the next step, or back to this one. */
  async onward(): Promise<void> {
    if (this.finished) return;
    if (this.stands === "off") await this.go();
    else if (this.stands === "done") await this.next();
  }

  private async next(): Promise<void> {
    if (this.index + 1 >= this.places.length) {
      this.finished = true;
      return;
    }
    this.index++;
    this.verdict = null;
    this.misses = 0;
    this.shown = false;
    await this.go();
  }

  private begin({ lesson }: Place): void {
    keep(this.game, this.name, { ...progressOf(this.game, this.name), table: this.session.id, lesson, step: null });
  }

  private remember(taken: boolean): void {
    const place = this.place;
    if (!place) return;
    const before = progressOf(this.game, this.name);
    const last = this.course?.lessons[place.n - 1]?.steps.at(-1)?.name === place.step;
    const done = taken && last && !before.done.includes(place.lesson) ? [...before.done, place.lesson] : before.done;
    keep(this.game, this.name, { table: this.session.id, lesson: place.lesson, step: place.step, done });
  }
}

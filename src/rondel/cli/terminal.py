"""A game against bots in the terminal."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table as RichTable

from rondel.bots import Budget, Sight, make
from rondel.bots.analysis import SCORE, Analysis, Judgement, Line, Told, Turning
from rondel.bots.coach import Advice, Ground, advise
from rondel.cli.common import write_match
from rondel.kernel import flow
from rondel.kernel.flow import SPECTATOR, IllegalAction
from rondel.kernel.record import Match
from rondel.kernel.texts import Texts, reader

ADVISED = 400
"""So many games are played out for a piece of advice ..."""
LONGEST_ADVICE = 5.0
"""... in so many seconds at most."""
HELP = """\
  a number or the notation   choose
  what NUMBER                what a choice will change
  advise                     what a coach would do, and why
  why [WORDS]                why something is not allowed (all that is refused, or what you name in notation)
  back                       take back your last action
  show   log [all]           the table; what happened, in few words or with every pass and die
  rules [WORD]               the rules, or the chapters that speak of a word
  quit                       leave (the game is kept if you gave --file)"""


def read_action(match: Match, seat: int, words: str) -> int:
    """An action by the number of a choice (from 1) or in notation."""
    if words.isdecimal():
        choices = flow.legal(match.state, seat)
        if not 1 <= int(words) <= len(choices):
            raise LookupError(f"there is no choice {words}; choices are 1 to {len(choices)}")
        return choices[int(words) - 1]
    return match.game.catalogue.parse(words)


INDENT = {"round": "", "phase": "  ", "turn": "    "}
"""How far a heading stands in; everything else stands below a turn."""


def log_lines(match: Match, seat: int, texts: Texts, start: int = 0, everything: bool = False) -> list[str]:
    """What happened after a position, told to a seat in few words; `everything`: with what is folded away else."""
    me = reader(seat, match.game.view(match.state, seat))
    lines = []
    for item in match.story(seat, start):
        if item["weight"] or everything:
            indent = INDENT.get(item["kind"], "      ")
            lines.append(f"{item['last']:4} {indent}{told(item, texts, match.names, me)}")
        if everything:
            lines += [f"             {told(part, texts, match.names, me)}" for part in item["parts"]]
    return lines


def told(item: dict[str, Any], texts: Texts, names: list[str], me: frozenset[int | str]) -> str:
    """An item of a story as a sentence; a choice by its label where the texts have no sentence for it."""
    key: str = item["key"]
    if key.startswith("did.") and key not in texts.catalogue:
        key = "action." + key[4:]
    return texts.say(key, item["params"], names, me)


def show_report(match: Match, report: dict[str, Any], texts: Texts, out: Console) -> None:
    """A look back at a finished game, one part below the other."""
    names = match.names

    def say(key: str, **params: Any) -> str:
        return texts.say("table.report." + key, params, names)

    def heading(key: str) -> None:
        out.print(f"\n[bold]{say(key)}[/bold]", highlight=False)

    ranks, scores = match.game.ranks(match.state), match.game.scores(match.state)
    heading("parts")
    for seat in sorted(range(match.state.seats), key=lambda seat: ranks[seat]):
        out.print(f"{ranks[seat]}. {names[seat]}: {scores[seat]}", highlight=False)
        for part in report["parts"][seat]:
            out.print(f"{part['points']:8}  {texts.say(part['key'], part['params'], names)}", highlight=False)
    heading("chart")
    out.print(texts.say("chapter.note", {}, names), highlight=False)
    chart = RichTable("", *names, box=None)
    for point in report["chart"]:
        title = point["title"]
        chart.add_row(texts.say(title["key"], title["params"], names), *map(str, point["standing"]))
    out.print(chart)
    heading("turns")
    for turn in report["turns"]:
        changes = [f"{names[seat]} {change:+}" for seat, change in enumerate(turn["change"]) if change]
        lead = " " + say("leads", seat=turn["leader"]) if turn["leader"] is not None else ""
        out.print(
            f"{turn['last']:4} {told(turn, texts, names, frozenset())} ({', '.join(changes)}){lead}", highlight=False
        )
    heading("luck")
    if not report["luck"]:
        out.print(say("no-dice"), highlight=False)
    for kind in dict.fromkeys(row["kind"] for row in report["luck"]):
        out.print(texts.say("luck." + kind, {}, names), highlight=False)
        dice = RichTable("", *(say(each) for each in ("throws", "rolled", "expected", "luckier")), box=None)
        for row in report["luck"]:
            if row["kind"] == kind:
                percent = "" if row["percent"] is None else say("percent", percent=row["percent"])
                dice.add_row(
                    names[row["seat"]], *(str(row[each]) for each in ("throws", "rolled", "expected")), percent
                )
        out.print(dice)


def show_table(match: Match, seat: int, texts: Texts, out: Console) -> None:
    """The table as a seat sees it: every part of the view, and the decision."""
    seen = match.observe(seat)
    for key, value in seen["view"].items():
        show_part(key, value, lambda said, params: texts.say(said, params, match.names), out)
    if seen["over"]:
        for player, score in enumerate(seen["scores"]):
            out.print(f"{seen['ranks'][player]}. {match.names[player]}: {score}", highlight=False)
        return
    waiting = seen["waiting"]
    out.print(texts.say(waiting["key"], waiting["params"], match.names), style="bold", highlight=False)
    if seen["prompt"]:
        show_choices(match, seen, texts, out)
        show_refused(match, seen, texts, out)


Say = Callable[[str, dict[str, Any]], str]
"""Turns a key and its parameters into words."""


def show_part(key: str, value: Any, say: Say, out: Console) -> None:
    """A part of a view: a table of rows where it is one, one for each kind of row; else a line."""
    if isinstance(value, list) and value and all(isinstance(row, list) for row in value):
        value = [dict(enumerate(row)) for row in value]
    rows = list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    rows = [(name, row) for name, row in rows if isinstance(row, dict) and said_by(row) is None]
    rows = [(name, row) for name, row in rows if not all(is_nothing(each) for each in row.values())]
    if not rows:
        if not is_nothing(value):
            out.print(f"{key}: {brief(value, say)}", highlight=False)
        return
    for columns in dict.fromkeys(tuple(row) for _, row in rows):
        table = RichTable(key, *map(str, columns), box=None, padding=(0, 1))
        for name, row in rows:
            if tuple(row) == columns:
                table.add_row(str(name), *(brief(each, say) for each in row.values()))
        out.print(table)


def is_nothing(value: Any) -> bool:
    """Whether there is nothing to show. Zero is something: seat 0, or a price of nothing."""
    return value is None or value is False or value == {} or value == []


def said_by(value: dict[str, Any]) -> str | None:
    """The key of the words for a message or a reason; None if it is something else."""
    return value.get("key", value.get("code")) if "params" in value else None


def brief(value: Any, say: Say) -> str:
    """A value in few characters, a message or a reason in words; what is nothing is left out."""
    if isinstance(value, dict):
        key = said_by(value)
        if key is not None:
            return say(key, value["params"])
        parts = [f"{name} {brief(each, say)}".strip() for name, each in value.items() if not is_nothing(each)]
        return ", ".join(parts)
    if isinstance(value, list):
        return "; ".join(part for part in (brief(each, say) for each in value) if part)
    if is_nothing(value):
        return ""
    return "yes" if value is True else str(value)


def show_choices(match: Match, seen: dict[str, Any], texts: Texts, out: Console) -> None:
    prompt = seen["prompt"]
    out.print(texts.say(prompt["key"], prompt["params"], match.names), style="bold", highlight=False)
    for number, choice in enumerate(seen["choices"], 1):
        said = texts.say("action." + choice["kind"], choice["args"], match.names)
        out.print(f"  {number:3}  {said}  [dim]{choice['notation']}[/dim]", highlight=False)


def show_refused(match: Match, seen: dict[str, Any], texts: Texts, out: Console) -> None:
    """What one might look for and may not do now, with the reasons."""
    for each in seen["refused"]:
        reason = texts.say(each["reason"]["code"], each["reason"]["params"], match.names)
        out.print(f"    -  {each['notation']}: {reason}", style="dim", highlight=False)


def advice_lines(match: Match, advice: list[Advice], texts: Texts, seat: int = SPECTATOR) -> list[str]:
    """What a coach says, in words: the choices, the best first. `seat`: whose reader is called “you”."""
    me = reader(seat)

    def words(action: int) -> str:
        said = match.game.catalogue[action]
        return texts.say("action." + said.kind, said.args, match.names)

    def by_seat(key: str, numbers: list[float]) -> str:
        return ", ".join(
            texts.text(key, {"seat": seat, "n": round(number)}, match.names, me) for seat, number in enumerate(numbers)
        )

    lines: list[str] = []
    for number, each in enumerate(advice, 1):
        lines.append(f"{number}. {words(each.action)}")
        for ground in each.grounds:
            lines.append(f"   {ground.sign()} {ground_words(ground, texts, match.names)}")
        if each.tells_chances():
            chances = by_seat("coach.wins-of", [100 * chance for chance in each.rough_chances()])
            lines.append("   " + texts.text("coach.chances", {"chances": chances}))
            lines.append("   " + texts.text("coach.scores", {"scores": by_seat("coach.score-of", each.scores)}))
        if each.line:
            moves = [
                texts.text("table.pair", {"a": texts.seat(seat, match.names), "b": words(action)})
                for seat, action in each.line
            ]
            lines.append("   " + texts.text("coach.line", {"line": in_row(moves, texts)}))
    return lines


def in_row(parts: list[str], texts: Texts) -> str:
    """Things that follow one another."""
    if not parts:
        return ""
    return reduce(lambda a, b: texts.text("table.then", {"a": a, "b": b}), parts)


def ground_words(ground: Ground, texts: Texts, names: list[str]) -> str:
    what = texts.text(ground.message.key, ground.message.params, names).rstrip(".")
    return texts.text(f"coach.chance.{ground.likelihood()}", {"what": what, "n": ground.percent()})


BARS = " ▁▂▃▄▅▆▇█"


def analysis_lines(analysis: Analysis, texts: Texts) -> list[str]:
    """A game looked at again, in words: chances, turning points, decisions, luck."""
    told = AnalysisWords(analysis, texts)
    return [*told.chances(), "", *told.turnings(), "", *told.judgements(), "", *told.luck()]


class AnalysisWords:
    """The parts of an analysis, each as lines."""

    def __init__(self, analysis: Analysis, texts: Texts) -> None:
        self.analysis = analysis
        self.texts = texts
        self.match = analysis.match
        self.names = self.match.names
        self.called = [texts.seat(seat, self.names) for seat in range(len(self.names))]
        self.width = max(len(name) for name in self.called)

    def say(self, key: str, **params: Any) -> str:
        return self.texts.say(f"table.analysis.{key}", params, self.names)

    def chances(self) -> list[str]:
        lines = [self.say("chart")]
        for seat, name in enumerate(self.called):
            chances = [moment.chances[seat] for moment in self.analysis.moments]
            bars = "".join(BARS[min(8, round(8 * chance))] for chance in chances)
            lines.append(f"  {name:{self.width}} {bars} {round(100 * chances[0]):3} % → {round(100 * chances[-1])} %")
        return [*lines, "  " + self.say("chart-note", games=self.analysis.games, over=self.match.over)]

    def turnings(self) -> list[str]:
        analysis = self.analysis
        lines = [self.say("turnings")]
        for number, turning in enumerate(analysis.turnings, 1):
            lines += self.turning(number, turning)
        if analysis.unsettled:
            lines.append("  " + self.say("unsettled", n=analysis.unsettled))
        elif not analysis.turnings:
            lines.append("  " + self.say("no-turnings"))
        return lines

    def turning(self, number: int, turning: Turning) -> list[str]:
        changes, by_luck = self.changes(turning.change()), self.changes(turning.luck or [])
        by = self.say(turning.by(), seat=turning.turn, by=turning.seat)
        lines = [self.place(number, turning.where, turning.first, by), f"     {changes}"]
        lines += [f"     {self.texts.say(item['key'], item['params'], self.names)}" for item in turning.items]
        if turning.line is not None:
            lines += [*self.asked(turning.line.question()), f"     {self.words(turning.line)}"]
        if by_luck and by_luck != changes:  # all of it, and that is said already
            lines.append("     " + self.say("of-luck", what=by_luck))
        return lines

    def changes(self, parts: list[float]) -> str:
        """By how much each chance changed, the largest change first; none that is hardly one."""
        largest = sorted(enumerate(parts), key=lambda each: -abs(each[1]))
        return ", ".join(self.say("change", seat=seat, n=round(100 * n)) for seat, n in largest if abs(n) >= 0.05)

    def judgements(self) -> list[str]:
        analysis, judged = self.analysis, sum(self.analysis.decisions)
        lines = [self.say("judgements")]
        lines.append("  " + self.say("of-decisions" if analysis.judgements else "no-judgements", n=judged))
        if analysis.judgements:
            lines.append("  " + self.say("you"))
        for number, each in enumerate(analysis.judgements, 1):
            lines += self.judgement(number, each)
        if analysis.untried:
            lines.append("  " + self.say("untried", n=analysis.untried))
        if analysis.unsure:
            lines.append("  " + self.say("unsure", n=analysis.unsure))
        return lines

    def judgement(self, number: int, each: Judgement) -> list[str]:
        lines = [self.place(number, each.where, each.position, self.called[each.seat]), *self.asked(each.question())]
        for key, line, reasons in (
            ("played", each.played_line, each.played_reasons),
            ("better", each.better_line, each.better_reasons),
        ):
            lines.append(f"     {self.say(key, what=self.words(line))}")
            lines += [f"       {ground.sign()} {ground_words(ground, self.texts, self.names)}" for ground in reasons]
        both = said_chances(each.own.chance(), each.other.chance())
        low, high = each.likely()
        if each.cost() == SCORE:
            lines.append("     " + self.say("points", low=low, high=high, games=each.worlds(), **both))
        else:
            sure = self.say("likely", low=round(100 * low), high=round(100 * high), games=each.worlds())
            lines += ["     " + self.say("chances", **both), "     " + sure]
        apart = each.apart()
        if apart is not None:
            why = {"thrown": each.is_thrown, "overlooked": each.is_overlooked()}
            lines.append("     " + self.say("apart", **said_chances(*apart), **why))
        return lines

    def luck(self) -> list[str]:
        analysis, uncounted = self.analysis, self.analysis.uncounted()
        lines = [self.say("luck-title"), "  " + self.say("luck-note" if analysis.turnings else "no-luck")]
        if uncounted:
            lines.append("  " + self.say("uncounted", n=len(uncounted), which=", ".join(map(str, uncounted))))
        if len(uncounted) == len(analysis.turnings):
            return lines
        for name, *parts in zip(self.called, analysis.luck(), analysis.play(), strict=True):
            luck, play = (self.texts.number(round(100 * part), "+") for part in parts)
            by_luck, by_play = (self.texts.text(f"table.analysis.{key}") for key in ("by-luck", "by-play"))
            lines.append(f"  {name:{self.width}}  {by_luck} {luck}, {by_play} {play}")
        return lines

    def place(self, number: int, where: dict[str, Any] | None, position: int, who: str) -> str:
        parts = [self.texts.say(where["key"], where["params"], self.names)] if where else []
        there = ", ".join([*parts, self.say("position", n=position)])
        return f"  {number}. {self.texts.text('table.pair', {'a': there, 'b': who})}"

    def asked(self, question: dict[str, Any] | None) -> list[str]:
        if question is None:
            return []
        return [f"     {self.say('asked', what=self.texts.say(question['key'], question['params'], self.names))}"]

    def words(self, line: Line) -> str:
        if not line.choices:
            return self.texts.text("story.hidden")
        said = [
            told_words(each, self.match, self.texts) + (f" ({each.times}×)" if each.times > 1 else "")
            for each in line.choices
        ]
        if line.skips:
            said.insert(1, "…")
        return in_row([*said, "…"] if line.more else said, self.texts)


def said_chances(one: float, other: float) -> dict[str, int]:
    return {"from": round(100 * one), "to": round(100 * other)}


def told_words(each: Told, match: Match, texts: Texts) -> str:
    """A choice of a turn; what only ends something is called by what it ends."""
    said = match.game.catalogue[each.action]
    if each.asked is not None:
        ending = f"ending.{each.asked['key'].split('.')[-1]}"
        if ending in texts.catalogue:
            return texts.say(ending, each.asked["params"], match.names)
    return texts.say("action." + said.kind, said.args, match.names)


class Session:
    """One person, the other seats played by bots."""

    def __init__(self, match: Match, seat: int, bot: str, language: str, file: Path | None, out: Console) -> None:
        self.match = match
        self.seat = seat
        self.file = file
        self.out = out
        self.language = language
        self.texts = match.game.texts(language)
        self.rng = random.Random()
        self.bots = {
            each: make(match.game.name, bot, f"{match.commitment}/{each}")
            for each in range(match.state.seats)
            if each != seat
        }
        self.told = match.position

    def run(self) -> None:
        self.out.print(f"[bold]{self.texts.say(f'game.{self.match.game.name}.title')}[/bold]. Type help for help.")
        while True:
            self.others()
            self.tell()
            if self.match.over or not self.ask():
                break
        self.save()
        if self.match.over:
            self.tell()
            show_table(self.match, self.seat, self.texts, self.out)

    def others(self) -> None:
        """Chance, the table and bots act until it is this seat's decision."""
        match = self.match
        while not match.over:
            match.carry_on()
            acting = flow.to_act(match.state)
            if self.seat in acting or not acting:
                return
            seat = acting[0]
            match.play(seat, self.bots[seat].choose(Sight(match.game, match.state, seat, self.rng)))

    def tell(self) -> None:
        for line in log_lines(self.match, self.seat, self.texts, self.told):
            self.out.print(line, style="dim", highlight=False)
        self.told = self.match.position

    def save(self) -> None:
        if self.file is not None:
            write_match(self.file, self.match)

    def ask(self) -> bool:
        """Ask until the player has acted; False: the player leaves."""
        show_choices(self.match, self.match.observe(self.seat), self.texts, self.out)
        while True:
            try:
                words = self.out.input("> ").strip()
            except (EOFError, KeyboardInterrupt):
                self.out.print()
                return False
            command, _, rest = words.partition(" ")
            if command in ("quit", "exit"):
                return False
            if command == "back":
                if self.take_back():
                    return True
            elif command in ("help", "show", "log", "why", "what", "advise", "rules"):
                self.answer(command, rest.strip())
            elif words and self.act(words):
                return True

    def act(self, words: str) -> bool:
        try:
            self.match.play(self.seat, read_action(self.match, self.seat, words))
        except IllegalAction as error:
            self.out.print(self.reason(error.reason.key, error.reason.params), style="red", highlight=False)
            return False
        except LookupError as error:
            self.out.print(str(error.args[0]), style="red", highlight=False)
            return False
        self.save()
        return True

    def take_back(self) -> bool:
        if not self.match.takeback(self.seat):
            self.out.print("Nothing can be taken back: others, or chance, have acted since.", style="red")
            return False
        self.match.take_back(self.seat)
        self.told = min(self.told, self.match.position)
        self.save()
        return True

    def reason(self, key: str, params: dict[str, Any]) -> str:
        return self.texts.say(key, params, self.match.names)

    def answer(self, command: str, rest: str) -> None:
        out, match = self.out, self.match
        if command == "help":
            out.print(HELP, highlight=False, markup=False)
        elif command == "show":
            show_table(match, self.seat, self.texts, out)
        elif command == "log":
            for line in log_lines(match, self.seat, self.texts, everything=rest == "all"):
                out.print(line, highlight=False)
        elif command == "advise":
            self.advise()
        elif command == "why":
            self.why(rest)
        elif command == "what":
            self.what(rest)
        else:
            self.rules(rest)

    def advise(self) -> None:
        """The same question at the same position gets the same answer, as far as there is time for it."""
        match = self.match
        seed = f"{match.commitment}/{match.position}"
        try:
            found = advise(match.game, match.state, self.seat, seed, Budget(ADVISED, LONGEST_ADVICE))
        except ValueError as error:
            self.out.print(str(error), style="red", highlight=False)
            return
        for line in advice_lines(match, found, self.texts, self.seat):
            self.out.print(line, highlight=False, markup=False)

    def why(self, words: str) -> None:
        match = self.match
        if words:
            try:
                action = match.game.catalogue.parse(words)
            except LookupError as error:
                self.out.print(str(error.args[0]), style="red", highlight=False)
                return
            reason = match.game.explain(match.state, self.seat, action)
            said = "That is allowed." if reason is None else self.reason(reason.key, reason.params)
            self.out.print(said, highlight=False)
            return
        seen = match.observe(self.seat)
        show_refused(match, seen, self.texts, self.out)
        if not seen["refused"]:
            self.out.print("Nothing is refused here. Name an action in notation to ask about it.")

    def what(self, words: str) -> None:
        match = self.match
        try:
            preview = match.preview(self.seat, read_action(match, self.seat, words))
        except (LookupError, IllegalAction) as error:
            self.out.print(str(error.args[0]), style="red", highlight=False)
            return
        me = reader(self.seat, match.game.view(match.state, self.seat))
        for event in preview.events:
            self.out.print(
                "  " + self.texts.say("event." + event.kind.name, event.face(self.seat)["params"], match.names, me)
            )
        for figure in preview.figures:
            name = self.texts.say(figure["name"], figure["params"], match.names)
            before = "" if figure["before"] is None else f"{figure['before']} → "
            self.out.print(f"  {name}: {before}{figure['after']}", highlight=False)
        total = sum(weight for _, weight in preview.odds)
        for action, weight in preview.odds:
            said = match.game.catalogue[action]
            self.out.print(
                f"  {self.texts.say('action.' + said.kind, said.args)}: {weight} in {total}", highlight=False
            )
        if not preview.known:
            self.out.print("  That depends on something you cannot see.")

    def rules(self, word: str) -> None:
        path = self.match.game.folder / "rules" / f"{self.language}.md"
        if not path.exists():
            self.out.print("There is no rules text.")
            return
        chapters = path.read_text(encoding="utf-8").split("\n## ")
        for chapter in chapters:
            if word.lower() in chapter.lower():
                self.out.print(chapter.strip() + "\n", highlight=False, markup=False)

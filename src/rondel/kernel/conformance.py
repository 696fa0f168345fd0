"""What every game must hold to, over all player counts and options.

    from rondel.kernel.conformance import check
    check(game, games=1000)

Somebody can act until the game ends; copies are independent; saving and loading changes nothing, at every decision; the
record replays to the same state; an illegal action changes nothing and has an explanation; previews foretell what
happens; games end; and what the game itself asserts of every position holds.

Nothing that is said to a seat tells what is hidden from it: what is hidden is dealt anew, and views, choices, previews,
refusals and errors must be the same; and along the whole record a shadow (below) goes through the same game in another
world, and must be told the same log. Also: `python -m
rondel.kernel.conformance [GAME ...] --games 10000`.
"""

from __future__ import annotations

import itertools
import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

from rondel.kernel import flow
from rondel.kernel.catalogue import Catalogue
from rondel.kernel.chance import commitment
from rondel.kernel.events import Event, Reason
from rondel.kernel.flow import CHANCE, SPECTATOR, IllegalAction, State
from rondel.kernel.game import Game, OptionError, Preview, random_action, viewers
from rondel.kernel.record import Entry, Match, parse, verify
from rondel.kernel.shape import misfits
from rondel.kernel.texts import LANGUAGES, Texts, read_catalogue


class Nonconformance(AssertionError):
    """A game broke a promise; the message says which, where, and how to get there again."""


class Report:
    def __init__(self, game: str) -> None:
        self.game = game
        self.games = 0
        self.actions = 0
        self.longest = 0
        self.full_checks = 0

    def add(self, other: Report) -> None:
        self.games += other.games
        self.actions += other.actions
        self.longest = max(self.longest, other.longest)
        self.full_checks += other.full_checks

    def __str__(self) -> str:
        return (
            f"{self.game}: {self.games} random games, {self.actions} actions (longest game {self.longest}), "
            f"{self.full_checks} positions checked in full, no failure"
        )


Setting = tuple[int, dict[str, Any]]


Value = tuple[int, int]
"""A value of an axis: the number of the axis, and of the value in it."""


def pairwise(axes: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Few rows in which every two values of two different axes stand together at least once; always the same rows."""
    columns = [[(axis, value) for value in range(len(values))] for axis, values in enumerate(axes)]
    missing = {pair for some in itertools.combinations(columns, 2) for pair in itertools.product(*some)}
    rows: list[tuple[Any, ...]] = []
    while missing:
        row = list(min(missing))
        begun = {axis for axis, _ in row}
        for axis, column in enumerate(columns):
            if axis not in begun:
                gains = [(len(missing & pairs(row, value)), -value[1], value) for value in column]
                row.append(max(gains)[2])
        row.sort()
        missing -= set(itertools.combinations(row, 2))
        rows.append(tuple(axes[axis][value] for axis, value in row))
    return rows


def pairs(row: list[Value], value: Value) -> set[tuple[Value, Value]]:
    return {(min(value, there), max(value, there)) for there in row}


def chief_settings(game: Game[Any]) -> list[Setting]:
    """Every player count, then each two values of options and seats together, but what the game does not allow."""
    rows = pairwise([tuple(game.players), *(option.samples for option in game.options)])
    every = [(seats, dict(game.sim_options)) for seats in game.players]
    return every + [setting for row in rows if (setting := _agreed(game, row))]


def settings(game: Game[Any]) -> Iterator[Setting]:
    """The chief settings, then others at random, without end."""
    yield from chief_settings(game)
    rng = random.Random(0)
    while True:
        drawn = (rng.choice(game.players), *(rng.choice(option.samples) for option in game.options))
        setting = _agreed(game, drawn)
        if setting:
            yield setting


def _agreed(game: Game[Any], row: tuple[Any, ...]) -> Setting | None:
    """Seats and the options' values, if they go together."""
    seats, *chosen = row
    names = [option.name for option in game.options]
    options = for_random_play(game, dict(zip(names, chosen, strict=True)))
    try:
        game.settle(seats, options)
    except OptionError:
        return None
    return seats, options


def for_random_play(game: Game[Any], options: dict[str, Any]) -> dict[str, Any]:
    """The options, but for defaults with which random games would be too long."""
    for option in game.options:
        if option.name in game.sim_options and options[option.name] == option.default:
            options[option.name] = game.sim_options[option.name]
    return options


def check(
    game: Game[Any],
    games: int = 100,
    first: int = 0,
    seed: int = 1,
    limit: int = 20_000,
    rate: float = 0.02,
    thorough: int = 1,
    progress: Callable[[], None] | None = None,
) -> Report:
    """Play `games` random games over all settings; raise Nonconformance at the first broken promise.

    A share `rate` of all decisions is checked in full. In the first `thorough` games of each player count every
    decision is saved and loaded. `first`: the number of the first game, so that a long run can be shared out. `limit`:
    a random game must be over after so many actions.
    """
    check_catalogue(game.catalogue)
    check_texts(game)
    checker = Checker(game, seed)
    full_first = thorough * len(game.players)
    for number, (seats, options) in enumerate(itertools.islice(settings(game), first, first + games), first):
        checker.play(seats, options, f"{seed}/{number}", limit, rate, number < full_first)
        if progress:
            progress()
    return checker.report


class Checker:
    def __init__(self, game: Game[Any], seed: int) -> None:
        self.game = game
        self.report = Report(game.name)
        self.texts = {language: game.texts(language) for language in LANGUAGES}

    def play(self, seats: int, options: dict[str, Any], seed: str, limit: int, rate: float, thorough: bool) -> None:
        """One random game, checked along the way."""
        secret = f"secret/{seed}"
        match = Match(self.game, seats, options, commitment=commitment(secret), seed=secret)
        self.go_on(match, seed, limit, rate, thorough)
        if not match.over:
            raise Nonconformance(f"the game is not over after {limit} actions: {setting(match, seed)}")

    def go_on(self, match: Match, seed: str, limit: int, rate: float = 0.0, thorough: bool = False) -> None:
        """At most `limit` random actions from where the match stands, checked along the way; then its end, if it is."""
        rng = random.Random(f"play/{seed}")
        aside = random.Random(f"aside/{seed}")  # what only looks leaves the course of the game alone
        match.plays_forced = aside.random() < 0.5
        shadow = Shadow(match, aside.choice(viewers(match.state)), aside)
        begun = match.position
        try:
            while not match.over and match.position < begun + limit:
                if rng.random() < rate:
                    self.position(match, aside)
                    shadow.compare()
                elif thorough:
                    self.loaded(match.state)
                self.step(match, rng)
                shadow.follow()
            if match.over:
                self.end(match)
        except Exception as error:
            raise Nonconformance(f"{type(error).__name__}: {error}\n{setting(match, seed)}\n{tail(match)}") from error
        self.report.games += 1
        self.report.actions += match.position - begun
        self.report.longest = max(self.report.longest, match.position)

    def step(self, match: Match, rng: random.Random) -> None:
        """Chance, or one seat at random, acts."""
        seats_to_act = flow.to_act(match.state)
        if seats_to_act == (CHANCE,) or (match.plays_forced and flow.forced(match.state) >= 0):
            match.carry_on()
            return
        assert CHANCE not in seats_to_act, "chance decides together with a seat"
        seat = seats_to_act[rng.randrange(len(seats_to_act))]
        match.play(seat, random_action(match.state, seat, rng))

    def position(self, match: Match, rng: random.Random) -> None:
        """Everything that must hold at a decision."""
        self.report.full_checks += 1
        game, state = self.game, match.state
        game.check_all(state)
        saved = game.save(state)
        self.decisions(state)
        self.copies(state, saved, rng)
        self.saving(state, rng)
        self.views(match, rng)
        self.illegal(state, saved, rng)
        self.words(match, rng)
        self.taking_back(match, rng)
        assert game.save(state) == saved, "looking at the state changed it"

    def loaded(self, state: State, trusted: bool = True) -> State:
        """The state, saved and loaded: it is the same, and offers the same."""
        game = self.game
        game.check_all(state)
        saved = game.save(state)
        loaded: State = game.load(json.loads(json.dumps(saved)), trusted)
        assert game.save(loaded) == saved, "saving and loading changed the state"
        assert flow.to_act(loaded) == flow.to_act(state), "loading changed who must act"
        for seat in flow.to_act(state):
            assert flow.legal(loaded, seat) == flow.legal(state, seat), "loading changed the legal actions"
        return loaded

    def saving(self, state: State, rng: random.Random) -> None:
        """A saved and loaded state looks the same to everybody, and goes on the same."""
        game = self.game
        loaded = self.loaded(state, trusted=False)
        seats = viewers(state)
        assert game.views(loaded, seats) == game.views(state, seats), "loading changed what is seen"
        twin = state.copy()
        for _ in range(5):
            if twin.pending:
                seat = flow.to_act(twin)[0]
                action = random_action(twin, seat, rng)
                flow.play(twin, seat, action)
                flow.play(loaded, seat, action)
        assert game.save(loaded) == game.save(twin), "loading changed how the game goes on"

    def decisions(self, state: State) -> None:
        seats = flow.to_act(state)
        assert seats, "nobody can act and the game is not over"
        assert len(set(seats)) == len(seats), "a seat is asked twice"
        for seat in seats:
            assert seat == CHANCE or 0 <= seat < state.seats, f"seat {seat} is asked"
            choices = flow.legal(state, seat)
            assert choices, f"seat {seat} must decide and has no choice"
            assert len(set(choices)) == len(choices), f"a choice is offered twice to seat {seat}"
            assert choices == flow.legal(state, seat), "the order of the choices changes"
        if seats == (CHANCE,):
            odds = flow.odds(state)
            assert all(weight > 0 for _, weight in odds), "an outcome has no weight"
        for seat in range(state.seats):
            if seat not in seats:
                assert flow.legal(state, seat) == [], f"seat {seat} may act out of turn"

    def copies(self, state: State, saved: dict[str, Any], rng: random.Random) -> None:
        twin = state.copy()
        assert self.game.save(twin) == saved, "a copy differs from the original"
        for _ in range(5):
            if twin.pending:
                seat = flow.to_act(twin)[0]
                flow.play(twin, seat, random_action(twin, seat, rng))
        assert self.game.save(state) == saved, "the original changed when its copy moved on"

    def views(self, match: Match, rng: random.Random) -> None:
        """What a seat sees is plain JSON, and the same in every world that it cannot tell from the true one."""
        game, state = self.game, match.state
        declared = rng.choice(viewers(state))
        seats = viewers(state)
        for seat, seen in zip(seats, match.observe_all(seats, match.position, state), strict=True):
            assert json.loads(json.dumps(seen)) == seen, "a view is not plain JSON"
            misfit = next(misfits(seen["view"], game.view_type), None) if seat == declared else None
            assert misfit is None, f"not what is declared: {misfit}"
            world = game.imagine(state, seat, rng)
            game.check_all(world)
            for name, value in game.observe(world, seat, match.position).items():
                assert value == seen[name], f"{name}: seat {seat} is told what is hidden from it"
            assert flow.forced(state) == flow.forced(world), (
                f"{type(state.pending[-1]).__name__} offers a single choice in one world and not in another: "
                f"seat {seat} would be told by the table making it; OFFER_TELLS = True says so"
            )
            if seat >= 0:
                self.answers(state, world, seat, rng)
            if seat == declared:
                remembered = game.surmise(state, seat, rng)
                game.check_all(remembered)
                assert game.view(remembered, seat) == seen["view"], f"seat {seat} remembers another table"

    def answers(self, state: State, world: State, seat: int, rng: random.Random) -> None:
        """What a seat is answered tells nothing either: previews, reasons, errors."""
        game = self.game
        choices = flow.legal(state, seat)
        for action in rng.sample(choices, min(2, len(choices))):
            told, imagined = (foretold(game.preview(each, seat, action), seat) for each in (state, world))
            assert told == imagined, f"the preview of {game.catalogue[action].notation!r} tells what is hidden"
        asked = [rng.randrange(len(game.catalogue)) for _ in range(3)]
        if choices:
            wanted = state.pending[-1].candidates(state, seat)
            asked += rng.sample(wanted, min(3, len(wanted)))
        for action in asked:
            told_no, imagined_no = (refusal(game, each, seat, action) for each in (state, world))
            assert told_no == imagined_no, f"the refusal of {game.catalogue[action].notation!r} tells what is hidden"

    def taking_back(self, match: Match, rng: random.Random) -> None:
        """What is taken back can be chosen again."""
        for seat in range(match.state.seats):
            allowed = match.takeback(seat)
            if allowed:
                twin = match.fork()
                twin.take_back(seat, rng.randint(1, len(allowed)))
                assert seat in flow.to_act(twin.state), f"seat {seat} took something back and may not decide again"

    def illegal(self, state: State, saved: dict[str, Any], rng: random.Random) -> None:
        """An illegal action changes nothing and has an explanation in words."""
        game = self.game
        seats = list(range(state.seats))
        for _ in range(6):
            action, seat = rng.randrange(len(game.catalogue)), rng.choice(seats)
            if action in flow.legal(state, seat):
                assert game.explain(state, seat, action) is None, "a legal action is explained away"
                continue
            try:
                game.apply(state, seat, action)
            except IllegalAction as error:
                self.reason(error.reason)
            else:
                raise AssertionError(f"seat {seat} was allowed {game.catalogue[action].notation!r}")
        assert game.save(state) == saved, "an illegal action changed the state"

    def words(self, match: Match, rng: random.Random) -> None:
        """Prompts, refusals and previews exist in all languages; a preview foretells what the action does."""
        game, state = self.game, match.state
        step = state.pending[-1]
        self.say(step.awaited(state).key, step.awaited(state).params)
        for said in (game.goal(state), *game.near_end(state)):
            if said is not None:
                self.say(said.key, said.params)
        for seat in flow.to_act(state):
            if seat == CHANCE:
                continue
            prompt = step.prompt(state, seat)
            self.say(prompt.key, prompt.params)
            choices = flow.legal(state, seat)
            for refusal in game.refused(state, seat, choices)[:20]:
                self.say(refusal["reason"]["code"], refusal["reason"]["params"])
            action = rng.choice(choices)
            preview = game.preview(state, seat, action)
            twin = state.copy()
            events = game.apply(twin, seat, action)
            if preview.known:
                assert preview.events == events, "a preview differs from what happens"
            for event in events:
                self.event(event, state)
            for figure in preview.figures:
                self.say(figure["name"], figure["params"])

    def end(self, match: Match) -> None:
        """The game is over: it has scores, its file round-trips, replays and verifies."""
        game, state = self.game, match.state
        game.check_all(state)
        assert flow.to_act(state) == (), "somebody must act after the end"
        scores, ranks = game.scores(state), game.ranks(state)
        assert len(scores) == len(ranks) == state.seats, "scores or ranks are missing"
        assert 1 in ranks, "nobody has won"
        assert game.standing(state) == scores, "the standing at the end is not the score"
        self.parts(match, scores)
        for seat in viewers(state):
            assert match.observe(seat)["takeback"] == 0, "the end lays all open, and can be taken back"
        text = match.text()
        again = parse(text, lambda name: game)
        again.plays_forced = match.plays_forced
        assert again.text() == text, "the game file does not round-trip"
        assert game.save(again.state) == game.save(state), "the record replays to another state"
        for position in range(0, match.position, max(1, match.position // 3)):
            assert game.same(again.at(position), match.at(position)), f"position {position} is not what it was"
        assert verify(again, match.seed) == sum(entry.seat == CHANCE for entry in match.entries)
        assert game.explain(state, 0, 0) is not None, "an action is legal after the end"

    def parts(self, match: Match, scores: list[int]) -> None:
        """How each score came about adds up to it, and can be said."""
        parts = self.game.score_parts(match.state, match.log(SPECTATOR))
        sums = [sum(part.points for part in each) for each in parts]
        assert sums == scores, f"the parts of the scores add up to {sums}, and the scores are {scores}"
        for part in itertools.chain.from_iterable(parts):
            self.say(part.key, part.params)

    def say(self, key: str, params: dict[str, Any]) -> None:
        for texts in self.texts.values():
            texts.say(key, params)
            assert not texts.missing, f"no {texts.language} text for {sorted(texts.missing)} (in {key})"

    def reason(self, reason: Reason) -> None:
        self.say(reason.key, reason.params)

    def event(self, event: Event, state: State) -> None:
        for viewer in (0, SPECTATOR):
            face = event.face(viewer)
            self.say("event." + face["kind"], face["params"])


def foretold(preview: Preview, seat: int) -> Any:
    """A preview as its seat sees it."""
    return preview.known, [event.face(seat) for event in preview.events], preview.figures, preview.odds


def refusal(game: Game[Any], state: State, seat: int, action: int) -> Any:
    """What a seat is told that tries an action; None if it may."""
    if action in flow.legal(state, seat):
        return None
    error = game.illegal(state, seat, action)
    return str(error), error.reason.to_json()


class Shadow:
    """The same game as one viewer would live through it in another world: what is hidden from it was dealt otherwise.

    It follows a match entry by entry. An action that everybody sees is played in both worlds; of a choice that is made
    in secret the shadow takes any. Whatever the viewer is then told must be the same, unless what it now *sees* is not:
    an event may tell what has come to light on the table, and nothing else.
    """

    TRIES = 4
    LIFE = 10
    """After so many actions another world is dealt, for two that have drifted apart tell nothing any more."""

    def __init__(self, match: Match, viewer: int, rng: random.Random) -> None:
        self.match = match
        self.game = match.game
        self.viewer = viewer
        self.rng = rng
        self.begun = self.position = match.position
        self.world: State | None = None
        self.entry: Entry | None = None
        self.lines: list[dict[str, Any]] = []
        """The log as it was told in the other worlds."""

    def follow(self) -> None:
        """Go on to where the match is; AssertionError if the viewer was told something hidden."""
        while self.position < self.match.position:
            self.step()

    def step(self) -> bool:
        """Live through the next entry of the match; whether the two worlds still look the same to the viewer."""
        match, position = self.match, self.position
        entry, over = match.entries[position], match.over
        self.position += 1
        if position % self.LIFE == 0:
            self.world = None
        truth = entry.face(self.game, position + 1, self.viewer, over)
        self.entry = self._live(match.at(position), entry)
        if self.entry is None or self.world is None or over:  # the end lays everything open
            self.world = None
            self.lines.append(truth)
            return False
        told = self.entry.face(self.game, position + 1, self.viewer, over)
        if (told, marks(self.entry)) == (truth, marks(entry)):
            self.lines.append(told)
            return True
        seen, imagined = (
            self.game.observe(each, self.viewer, position + 1) for each in (match.at(position + 1), self.world)
        )
        assert seen != imagined, (
            f"the log tells seat {self.viewer} what is hidden from it: {truth} {marks(entry)}, "
            f"but in a world that looks the same {told} {marks(self.entry)}"
        )
        self.world = None
        self.lines.append(truth)
        return False

    def _live(self, before: State, entry: Entry) -> Entry | None:
        """Play an entry in the other world; None if no world is found in which it can be played."""
        for _ in range(self.TRIES):
            if self.world is None:
                self.world = self.game.imagine(before, self.viewer, self.rng)
            choices = flow.legal(self.world, entry.seat)
            action = entry.action
            if entry.secret and entry.seat != self.viewer and choices:
                action = self.rng.choice(choices)
            if action in choices:
                past = self.match.entries[self.position - 2] if self.position > 1 else None
                return self.match.enter(self.world, entry.seat, action, past)
            self.world = None
        return None

    def compare(self) -> None:
        """The whole log, as it is told now, is what was told when it happened."""
        if not self.match.over:
            assert self.match.log(self.viewer, self.begun) == self.lines, (
                f"the log of seat {self.viewer} tells what is hidden"
            )


def marks(entry: Entry) -> tuple[bool, bool, bool, bool]:
    """What the table does with an entry must not tell either: how far one can go back is seen by all."""
    return entry.barrier, entry.open, entry.secret, entry.forced


def setting(match: Match, seed: str) -> str:
    state = match.state
    return f"{state.seats} seats of {match.game.name}, {state.options}, seed {seed!r}, after {match.position} actions"


def tail(match: Match, lines: int = 12) -> str:
    """The last lines of the record, for a report that can be pasted into a test."""
    return "\n".join(match.text().splitlines()[-lines:])


def check_catalogue(catalogue: Catalogue) -> None:
    for action in catalogue.actions:
        assert catalogue.parse(action.notation) == action.number, f"{action.notation!r} does not parse back"
        assert json.loads(json.dumps(action.args)) == action.args, (
            f"{action.notation!r} has arguments that are not JSON"
        )


_HOLES = re.compile(r"\{([a-z_0-9]+)")


def check_texts(game: Game[Any]) -> None:
    """Every language has the same keys with the same holes, and a text for all that the game can say."""
    catalogues = {language: read_catalogue(game.folder / "texts", language) for language in LANGUAGES}
    english = catalogues["en"]
    for language, catalogue in catalogues.items():
        assert catalogue.keys() == english.keys(), (
            f"{game.name}: texts differ between en and {language}: {sorted(catalogue.keys() ^ english.keys())[:10]}"
        )
        for key, text in catalogue.items():
            here, there = set(_HOLES.findall(text)), set(_HOLES.findall(english[key]))
            assert here == there, f"{game.name}: {language}: {key} has the holes {sorted(here)}, en has {sorted(there)}"
    for language in LANGUAGES:
        texts = game.texts(language)
        said: dict[str, dict[str, Any]] = {f"action.{action.kind}": action.args for action in game.catalogue.actions}
        for key, params in said.items():
            texts.say(key, params)
        for action in game.catalogue.actions:
            texts.say("action." + action.kind, action.args)
        for kind in game.events.kinds.values():
            assert f"event.{kind.name}" in texts.catalogue, f"{game.name}: {language}: no text event.{kind.name}"
        for option in game.options:
            texts.say(f"option.{option.name}.name")
            texts.say(f"option.{option.name}.help")
            for value in option.values:
                texts.say(f"option.{option.name}.{str(value).lower()}")
        for name in ("title", "blurb"):
            texts.say(f"game.{game.name}.{name}")
        assert not texts.missing, f"{game.name}: {language}: no text for {sorted(texts.missing)[:10]}"
        _check_chapters(game, language, texts)


def _check_chapters(game: Game[Any], language: str, texts: Texts) -> None:
    """Every chapter that a decision refers to stands in the rules of that language."""
    path = game.folder / "rules" / f"{language}.md"
    if path.exists():
        chapters = set(re.findall(r"^##+ .*\{#([a-z0-9-]+)\}\s*$", path.read_text(encoding="utf-8"), re.M))
        wanted = {step.CHAPTER for step in game.steps if step.CHAPTER}
        assert wanted <= chapters, f"{game.name}: {language} rules lack the chapters {sorted(wanted - chapters)}"


def count_lines(state: State, depth: int) -> int:
    """How many lines of play of this length there are: pinned by tests, it breaks when one choice goes missing."""
    if depth == 0 or not state.pending:
        return 1
    lines = 0
    for seat in flow.to_act(state):
        for action in flow.legal(state, seat):
            if depth == 1:
                lines += 1
            else:
                twin = state.copy()
                flow.play(twin, seat, action)
                lines += count_lines(twin, depth - 1)
    return lines


SHARE = 50
"""How many games of a long run one process plays at a time."""


def check_share(share: tuple[str, int, int, int, float]) -> Report:
    from rondel import games

    name, first, number, seed, rate = share
    thorough = 1 if first == 0 else 0
    return check(games.load(name), games=number, first=first, seed=seed, rate=rate, thorough=thorough)


def main() -> None:
    import argparse
    import os
    import sys
    import time
    from concurrent.futures import ProcessPoolExecutor

    from rondel import games

    parser = argparse.ArgumentParser(prog="rondel.kernel.conformance", description=__doc__.split("\n")[0])
    parser.add_argument("game", nargs="*", help=f"games to check (all: {', '.join(games.NAMES)})")
    parser.add_argument("--games", type=int, default=10_000, help="random games for each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=0.01, help="share of the decisions that are checked in full")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    wanted = parser.parse_args()
    for name in wanted.game or games.NAMES:
        begun = time.monotonic()
        total = Report(name)
        shares = [
            (name, first, min(SHARE, wanted.games - first), wanted.seed, wanted.rate)
            for first in range(0, wanted.games, SHARE)
        ]
        try:
            games.load(name)
            with ProcessPoolExecutor(wanted.jobs) as pool:
                for report in pool.map(check_share, shares):
                    total.add(report)
                    seconds = time.monotonic() - begun
                    print(f"\r{name}: {total.games}/{wanted.games} games, {seconds:.0f} s", end="", flush=True)
        except (Nonconformance, LookupError) as error:
            sys.exit(f"\n{error}")
        print(f"\r{total}, {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()

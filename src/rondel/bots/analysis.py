"""A game looked at again: who stood how well when, where it turned, what else could have been done, and luck.

Chances are shares of games won, out of games that are played out from positions between turns. What looks like a
turning point gets games of its own, at both its ends, before it is called one; the turn that did it is looked for.
Decisions are judged as they were made: in worlds that the seat could not tell from the true one, the rest of the turn
as it was played against what else the game's own bot thinks of, with the same luck for both. What looks costly is
tried again in other worlds, and told only if these bear it out: as a chance to win, or in points where whoever is far
behind hardly wins either way. The chart shows games from the true positions, verdicts show worlds that the seat could
imagine: where the two differ, that is said. What was done is told as it went, what would have been better as it would
have gone in most worlds. What chance did where the game turned is luck; the rest is play.
"""

from __future__ import annotations

import itertools
import math
import random
import time
from collections.abc import Callable
from typing import Any, Final

from rondel.bots.coach import (
    AHEAD,
    LONGEST,
    LUCK,
    NOTHING,
    PLAYED_OUT,
    QUIET,
    Advice,
    Ground,
    grounds,
    note,
    softened,
    tell_odds,
)
from rondel.bots.search import Budget, Candidate, Luck, difference, outcome_of, outlook_of, play_out
from rondel.kernel import flow
from rondel.kernel.bot import Policy, Sight
from rondel.kernel.chance import pick
from rondel.kernel.counsel import Counsel
from rondel.kernel.events import Event, Message
from rondel.kernel.flow import CHANCE, SPECTATOR, State
from rondel.kernel.game import Game, told
from rondel.kernel.record import Match, stored_event
from rondel.kernel.report import Chapters
from rondel.kernel.story import FOLDED, Teller, tell

MOMENTS: Final = 72
"""At so many positions along the record the chances are looked at, if there is time for it."""
FEWEST_MOMENTS: Final = 8
GAMES: Final = 10
"""So many games should be played out from each; if there is no time for that, rather fewer positions."""
MOST_GAMES: Final = 40
"""So many at most, where nothing happens."""
POOLED: Final = 60
"""A moment at which nothing happens is seen together with its neighbours until so many games were played out in all."""
REACH: Final = 4
"""So many neighbours on either side at most."""
NEAR: Final = 0.08
"""And none that is further away than this part of the record."""
TURNS: Final = 6
"""So many turning points are told at most."""
TURN: Final = 0.12
"""A chance that changes by less is no turning point."""
SUSPECTED: Final = 0.08
"""A change that looks at least so large is looked into."""
CLOSE: Final = 144
"""So many games are played out at either end of a turning point, if there is time for it."""
CLOSE_ENOUGH: Final = 24
"""So many at least: of fewer nothing is told."""
BATCH: Final = 12
SURE: Final = 2.0
"""A change that is fewer standard errors large may be an accident."""
TURNED: Final = 2.6
"""A turning point must be so many large: among a dozen that are looked at closely, hardly one is an accident."""
JUDGED: Final = 8
"""So many turns are told of at most that could have been played better."""
OTHERS: Final = 5
"""So many other choices are tried at most, where a decision is a weighty one."""
TRIES: Final = (3, 5, 8, 16, 32)
"""In so many more worlds each of them is tried; after every round the better half stays, or more if there is time."""
CLOSER: Final = 24
"""So many are looked at closely, in worlds of their own."""
CLOSEST: Final = 432
"""In so many worlds, as long as it is not clear and there is time for it."""
LOSS: Final = 0.05
"""A smaller loss of the chance to win is not told."""
POINTS: Final = 0.05
"""Nor is a smaller loss of points, as a part of what the best score in the end."""
EVIDENCE: Final = 2.5
"""A loss must be so many standard errors large: among two dozen looked at closely, hardly one is an accident."""
BEHIND: Final = 0.1
"""Who wins no more often either way is far behind: only to him points are told."""
CHANCE_TO_WIN: Final = "chance"
SCORE: Final = "points"
"""What a turn cost: see `Judgement.cost`."""
APART: Final = 0.05
"""Where the chart says something else than the verdict by more than this, that is told."""
SHARES: Final[list[float]] = [0.25, 0.42, 0.62, 0.84, 0.89, 0.96]
"""The parts of the time after which these are done: chances, turning points, decisions, those that look costly, their
places in the chart, luck; the rest is for the reasons."""
UNKNOWN: Final = 1.0
"""How much a choice is doubted of which the bot does not say what it thinks."""
REASONED: Final = 8
"""In so many worlds it is looked at what a turn leads to; where chance has a say, in as many as a coach looks at."""
DEALS: Final = 3
"""Where so many worlds that a seat imagines are all the true one, nothing is hidden from it."""
MOSTLY: Final = 0.5
"""Whoever did so large a part of a change is said to have done it: chance, or somebody else than whose turn it was."""
PARTLY: Final = 0.25
"""Where chance did so large a part of it, what was thrown is told."""
FAITH: Final = 6.0
"""What the bot thinks of a position counts as much as so many games played out from it."""
AT_FIRST: Final = 60.0
"""That all have the same chance when a game begins, as much as so many."""
BEGINNING: Final = 0.1
"""This part of the record on, it counts no more."""
ITEMS: Final = 3
"""So many things that happened are told of a turn that changed the chances."""
THROWN: Final = 6
"""So many throws and draws, where nothing else did."""
HEADINGS: Final = ("round", "phase", "turn")
"""Kinds of items that only say what begins."""
LONGEST_LINE: Final = 6
"""So many choices of a turn are told."""
ENDS: Final = "done"
"""The kind of a choice that only ends something: it is told only where it is the point."""


class Stretch:
    """A turn: what a seat did in a row, with the dice and the answers of others that belonged to it."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.last = first
        self.seat = CHANCE  # whose turn it is; CHANCE: nobody decided anything


class Moment:
    """The chances of all seats at a position."""

    def __init__(self, position: int, seats: int) -> None:
        self.position = position
        self.games = 0
        self.wins = [0.0] * seats
        self.chances = [1.0 / seats] * seats  # as they are shown
        self.prior = [1.0 / seats] * seats  # what is to be expected before any game is played out
        self.faith = 0.0  # as many games as that counts for
        self.is_over = False  # the outcome, and no estimate
        self.is_close = False  # it has games of its own, played since somebody looked at it closely

    def add(self, wins: list[float]) -> None:
        self.games += 1
        for seat, part in enumerate(wins):
            self.wins[seat] += part

    def restart(self) -> None:
        """Look at it closely: what made one look is no evidence any more."""
        if not self.is_close and not self.is_over:
            self.games, self.wins = 0, [0.0] * len(self.wins)
        self.is_close = True

    def stands(self) -> bool:
        """Whether it is shown as it is."""
        return self.is_over or (self.is_close and self.games >= CLOSE_ENOUGH)

    def chance(self, seat: int) -> float:
        return self.wins[seat] / max(1, self.games)

    def error(self, seat: int) -> float:
        if self.is_over:
            return 0.0
        chance = (self.wins[seat] + 1.0) / (self.games + 2.0)  # 0 of 8 is not never
        return math.sqrt(chance * (1.0 - chance) / max(1, self.games))

    def to_json(self) -> dict[str, Any]:
        return {"position": self.position, "chances": [round(chance, 3) for chance in self.chances]}


class Change:
    """Between two moments the chances changed."""

    def __init__(self, before: Moment, after: Moment, seats: list[int]) -> None:
        self.before = before
        self.after = after
        self.seats = seats  # whom it may concern

    def of(self, seat: int) -> float:
        return self.after.chance(seat) - self.before.chance(seat)

    def error(self, seat: int) -> float:
        return math.hypot(self.before.error(seat), self.after.error(seat))

    def seat(self) -> int:
        """Whom it concerns most."""
        return max(self.seats, key=lambda seat: abs(self.of(seat)))

    def size(self) -> float:
        return abs(self.of(self.seat()))

    def games(self) -> int:
        return min((each.games for each in (self.before, self.after) if not each.is_over), default=CLOSE)

    def is_suspected(self) -> bool:
        return any(abs(self.of(seat)) >= max(SUSPECTED, self.error(seat)) for seat in self.seats)

    def is_sure(self) -> bool:
        return self.games() >= CLOSE_ENOUGH and any(
            abs(self.of(seat)) >= max(TURN, TURNED * self.error(seat)) for seat in self.seats
        )

    def is_hopeless(self) -> bool:
        return all(abs(self.of(seat)) + SURE * self.error(seat) < TURN for seat in self.seats)


class Told:
    """A choice of a turn. One that only ends something is told by what was `asked`; an answer has its `question`."""

    def __init__(
        self,
        action: int,
        asked: dict[str, Any] | None = None,
        question: dict[str, Any] | None = None,
        times: int = 1,
    ) -> None:
        self.action = action
        self.asked = asked
        self.question = question
        self.times = times  # so often it was made in the turn

    def to_json(self, game: Game[Any]) -> dict[str, Any]:
        return {"action": game.catalogue[self.action].to_json(), "asked": self.asked, "times": self.times}


class Line:
    """The choices of a turn that matter."""

    def __init__(self, choices: list[Told], more: bool = False, skips: bool = False) -> None:
        self.choices = choices
        self.more = more  # there were others
        self.skips = skips  # there were others after the first

    def question(self) -> dict[str, Any] | None:
        """What was asked, if it begins with an answer that says nothing without it; what follows comes of the first."""
        return self.choices[0].question if self.choices else None

    def to_json(self, game: Game[Any]) -> dict[str, Any]:
        choices = [each.to_json(game) for each in self.choices]
        return {"choices": choices, "more": self.more, "skips": self.skips}


class Turning:
    """A turn that changed the chances much."""

    def __init__(self, change: Change, stretch: Stretch) -> None:
        self.between = change
        self.first = change.before.position
        self.last = change.after.position
        self.turn = stretch.seat  # whose turn it was
        self.seat = stretch.seat  # who did it
        self.luck: list[float] | None = None  # [seat] the part of it that chance did; None: not looked at
        self.answers: dict[int, list[float]] = {}  # what others did in it, by whoever did it
        self.throws: list[Run] = []  # of chance, that changed something
        self.items: list[dict[str, Any]] = []  # what happened, as the story tells it
        self.line: Line | None = None  # what was chosen, where the story has nothing to tell
        self.where: dict[str, Any] | None = None

    def change(self) -> list[float]:
        """[seat] as the chart shows it."""
        return [
            after - before
            for before, after in zip(self.between.before.chances, self.between.after.chances, strict=True)
        ]

    def is_luck(self, part: float = MOSTLY) -> bool:
        """Whether chance did most of it, or so large a part."""
        return self.luck is not None and did(self.luck, self.change(), part)

    def actor(self) -> int:
        """Who did most of it: chance, somebody who had a say in the turn of another, or else whose turn it was."""
        if self.is_luck():
            return CHANCE
        return next((seat for seat, part in self.answers.items() if did(part, self.change(), MOSTLY)), self.turn)

    def by(self) -> str:
        """The key of the text that says who did it, in whose turn."""
        if self.seat == self.turn:
            return "by" if self.turn >= 0 else "by-chance"
        if self.turn < 0:
            return "by-decision"
        return "by-other" if self.seat >= 0 else "by-chance-in"

    def to_json(self, game: Game[Any]) -> dict[str, Any]:
        luck = None if self.luck is None else [round(part, 3) for part in self.luck]
        change = [round(part, 3) for part in self.change()]
        return {
            "first": self.first,
            "last": self.last,
            "seat": self.seat,
            "turn": self.turn,
            "where": self.where,
            "change": change,
            "luck": luck,
            "items": self.items,
            "line": None if self.line is None else self.line.to_json(game),
            "question": None if self.line is None else self.line.question(),
        }


def did(change: list[float], whole: list[float], part: float) -> bool:
    """Whether a change is so large a part of the whole, for whom that concerned most."""
    seat = max(range(len(whole)), key=lambda seat: abs(whole[seat]))
    return change[seat] * whole[seat] > 0.0 and abs(change[seat]) >= part * abs(whole[seat])


class Run:
    """What chance, or one seat, did in a row within a turn."""

    def __init__(self, seat: int, before: Moment, after: Moment) -> None:
        self.seat = seat
        self.before = before
        self.after = after

    def change(self) -> list[float]:
        """[seat] what it changed; what is no more than an accident of the games played out counts as nothing."""
        seats = list(range(len(self.before.wins)))
        change = Change(self.before, self.after, seats)
        is_clear = any(abs(change.of(seat)) >= SURE * change.error(seat) for seat in seats)
        return [change.of(seat) if is_clear else 0.0 for seat in seats]  # what one gains others lose

    def is_looked_at(self) -> bool:
        return all(moment.is_over or moment.games >= CLOSE_ENOUGH for moment in (self.before, self.after))


class Arm:
    """One of the two ways that are compared, and how it went in each world."""

    def __init__(self, seats: int) -> None:
        self.shares: list[float] = []
        self.won: list[float] = []
        self.wins = [0.0] * seats  # [seat] added up
        self.leads: list[float] = []  # how many points the seat was ahead of the best of the others

    def chance(self) -> float:
        return sum(self.won) / max(1, len(self.won))

    def moment(self, position: int) -> Moment:
        """The chances of all seats, as they went in its worlds."""
        found = Moment(position, len(self.wins))
        found.games, found.wins = len(self.won), self.wins[:]
        return found


class Judgement:
    """What a seat did from one decision to the end of its turn, next to what its bot would have done there."""

    def __init__(self, stretch: Stretch, position: int, seat: int, played: int, better: int, doubt: float) -> None:
        self.stretch = stretch
        self.position = position
        self.seat = seat
        self.played = played
        self.better = better
        self.doubt = doubt  # how much more a bot thinks of the better choice
        self.own = Arm(0)
        self.other = Arm(0)
        self.played_line = Line([])
        self.better_line = Line([])
        self.better_script = [better]  # all that the seat would do in the better turn
        self.played_reasons: list[Ground] = []
        self.better_reasons: list[Ground] = []
        self.where: dict[str, Any] | None = None
        self.chart: tuple[Moment, Moment] | None = None  # before and after
        self.is_usual = True  # the better choice is the bot's own, so that the chart before it has it in view
        self.is_thrown = False  # dice or cards had a say in the turn
        self.best = 0.0  # what the best scored in the games played out, added up

    def restart(self, seats: int) -> None:
        self.own, self.other = Arm(seats), Arm(seats)
        self.best = 0.0

    def worlds(self) -> int:
        return len(self.own.won)

    def looks(self) -> float:
        """How costly it looks: what tells most of few games."""
        return difference(self.other.shares, self.own.shares)[0]

    def loss(self) -> float:
        """What it cost, as a chance to win."""
        return self.other.chance() - self.own.chance()

    def error(self) -> float:
        """The standard error of the loss, as if one more game had gone otherwise: six of six are not all there are."""
        worlds = self.worlds()
        gaps = [one - other for one, other in zip(self.other.won, self.own.won, strict=True)]
        spread = sum(gap * gap for gap in gaps) + 1.0 - worlds * self.loss() ** 2
        return math.sqrt(max(1.0, spread)) / max(1, worlds)

    def lead(self) -> tuple[float, float]:
        """How many points it cost against the best of the others, and the standard error of that."""
        return difference(self.other.leads, self.own.leads)

    def fewest_points(self) -> float:
        """A smaller loss of points is not told."""
        return POINTS * max(1.0, self.best / max(1, 2 * self.worlds()))

    def cost(self) -> str:
        """What it clearly cost: a chance to win; or points, where whoever is far behind can hardly win; or nothing."""
        if self.worlds() < CLOSE_ENOUGH or self.looks() <= 0.0:
            return ""
        if self.loss() >= max(LOSS, EVIDENCE * self.error()):
            return CHANCE_TO_WIN
        if not self.is_behind():
            return ""
        points, error = self.lead()
        return SCORE if points >= max(self.fewest_points(), (EVIDENCE + 1.0) * error) else ""

    def is_behind(self) -> bool:
        return max(self.own.chance(), self.other.chance()) <= BEHIND

    def is_hopeless(self) -> bool:
        if self.worlds() < BATCH or self.loss() + SURE * self.error() >= LOSS:
            return False
        points, error = self.lead()
        return not self.is_behind() or points + SURE * error < self.fewest_points()

    def weight(self) -> float:
        """What cost a chance to win counts more than whatever cost points alone."""
        return 1.0 + self.loss() if self.cost() == CHANCE_TO_WIN else self.looks()

    def likely(self) -> tuple[float, float]:
        """Between what the loss is likely to lie."""
        if self.cost() == SCORE:
            points, error = self.lead()
            return points - SURE * error, points + SURE * error
        wide = SURE * self.error()
        return max(0.01, self.loss() - wide), min(1.0, self.loss() + wide)

    def question(self) -> dict[str, Any] | None:
        """What was asked, if one of the two ways is an answer that says nothing without it."""
        return self.played_line.question() or self.better_line.question()

    def apart(self) -> list[float] | None:
        """How the chance went in the chart, where that is not what the verdict says of the two ways."""
        if self.chart is None:
            return None
        before, after = (moment.chances[self.seat] for moment in self.chart)
        differs = max(abs(before - self.other.chance()), abs(after - self.own.chance())) >= APART
        return [round(before, 3), round(after, 3)] if differs else None

    def is_overlooked(self) -> bool:
        """Whether the chart before it is lower as bots would not have come by the better way."""
        return (
            not self.is_usual
            and self.chart is not None
            and self.chart[0].chances[self.seat] <= self.other.chance() - APART
        )

    def to_json(self, game: Game[Any]) -> dict[str, Any]:
        return {
            "position": self.position,
            "first": self.stretch.first,
            "last": self.stretch.last,
            "seat": self.seat,
            "where": self.where,
            "question": self.question(),
            "played": self.played_line.to_json(game),
            "better": self.better_line.to_json(game),
            "against": [each.to_json() for each in self.played_reasons],
            "reasons": [each.to_json() for each in self.better_reasons],
            "cost": self.cost(),
            "loss": round(self.lead()[0] if self.cost() == SCORE else self.loss(), 3),
            "range": [round(part, 3) for part in self.likely()],
            "games": self.worlds(),
            "chances": [round(self.own.chance(), 3), round(self.other.chance(), 3)],
            "chart": self.apart(),
            "thrown": self.is_thrown,
            "overlooked": self.is_overlooked(),
        }


class Analysis:
    def __init__(self, match: Match, viewer: int) -> None:
        self.match = match
        self.viewer = viewer
        self.moments: list[Moment] = []
        self.turnings: list[Turning] = []
        self.judgements: list[Judgement] = []
        self.decisions: list[int] = [0] * match.state.seats  # [seat] that were looked at
        self.chapters: list[tuple[int, dict[str, Any]]] = []  # where each round of the game begins
        self.unsettled = 0  # changes of the chances that look large, of which the games do not tell enough
        self.untried = 0  # decisions for which there was no time
        self.unsure = 0  # turns that look as if they had cost much, and of which the games do not tell enough
        self.games = 0

    def luck(self) -> list[float]:
        """[seat] what chance did, where the game turned."""
        return self.added([turning.luck for turning in self.turnings if turning.luck is not None])

    def play(self) -> list[float]:
        """[seat] what was done there by choice, one's own and the others'."""
        looked = [turning for turning in self.turnings if turning.luck is not None]
        changes, luck = self.added([turning.change() for turning in looked]), self.luck()
        return [change - part for change, part in zip(changes, luck, strict=True)]

    def uncounted(self) -> list[int]:
        """The turning points that are in neither: those of which there was no time to tell the two apart, by number."""
        return [number for number, turning in enumerate(self.turnings, 1) if turning.luck is None]

    def added(self, parts: list[list[float]]) -> list[float]:
        return [sum(part[seat] for part in parts) for seat in range(self.match.state.seats)]

    def to_json(self) -> dict[str, Any]:
        return {
            "seats": self.match.names,
            "position": self.match.position,
            "games": self.games,
            "moments": [moment.to_json() for moment in self.moments],
            "turnings": [turning.to_json(self.match.game) for turning in self.turnings],
            "luck": [round(part, 3) for part in self.luck()],
            "play": [round(part, 3) for part in self.play()],
            "uncounted": self.uncounted(),
            "decisions": self.decisions,
            "unsettled": self.unsettled,
            "untried": self.untried,
            "unsure": self.unsure,
            "over": self.match.over,
            "chapters": [{"position": begun, "title": title} for begun, title in self.chapters],
            "judgements": [each.to_json(self.match.game) for each in self.judgements],
        }


Progress = Callable[[float], None]


def analyse(
    match: Match,
    seats: list[int],
    budget: Budget,
    seed: str = "1",
    viewer: int = SPECTATOR,
    tell: Progress | None = None,
    first: list[int] | None = None,
) -> Analysis:
    """Look at a whole record; `seats`: whose decisions are judged. Within the budget, with progress from 0 to 1.

    Of a game that runs on, nobody learns more than the seat `viewer` may know: what is hidden is dealt anew.
    `first`: what changed the chance of one of these is told before whatever else turned the game, should there not be
    time or room for all; by default, of whoever is judged.
    """
    return Analyst(match, budget, seed, viewer, tell, first or seats).run(seats)


class Analyst:
    def __init__(
        self, match: Match, budget: Budget, seed: str, viewer: int, tell: Progress | None, first: list[int]
    ) -> None:
        if match.game.policy is None:
            raise ValueError(f"{match.game.name} has no bot that could look at a game")
        if not match.entries:
            raise ValueError("nothing has happened yet")
        self.match = match
        self.first = first
        self.everybody = list(range(match.state.seats))
        self.game = match.game
        self.budget = budget
        self.seed = seed
        self.viewer = viewer
        self.tell = tell
        self.policy: Policy[Any] = match.game.policy(random.Random(f"analysis/{seed}"))
        self.counsel: Counsel[Any] = match.game.counsel()
        self.rng = random.Random(f"analysis/{seed}/worlds")
        self.luck = random.Random(0)
        self.begun = time.perf_counter()
        self.analysis = Analysis(match, viewer)
        self.stretches = stretches(match)
        self.places = [stretch.first for stretch in self.stretches] + [match.position]  # between turns
        self.moments: dict[int, Moment] = {}
        self.open: list[Change] = []  # those that look large, of which the games did not tell enough
        self.breaks: set[int] = set()  # before these moments something happened: they are not seen with what was before

    def run(self, seats: list[int]) -> Analysis:
        self.chances()
        self.look_for_turnings()
        self.judge(seats)
        self.analysis.unsettled = self.unsettled()
        self.look_at_luck()
        self.draw()
        self.tell_all()
        self.say(1.0)
        return self.analysis

    # --- the budget -----------------------------------------------------------------------------------------------

    def spent(self) -> float:
        budget = self.budget
        if budget.stop is not None and budget.stop():
            return 1.0
        part = self.analysis.games / budget.simulations if budget.simulations > 0 else 0.0
        if budget.seconds > 0.0:
            part = max(part, (time.perf_counter() - self.begun) / budget.seconds)
        return part

    def is_done(self, stage: int) -> bool:
        spent = self.spent()
        self.say(spent)
        return spent >= SHARES[stage]

    def say(self, part: float) -> None:
        if self.tell is not None:
            self.tell(min(1.0, part))

    def games_left(self, stage: int) -> int:
        """How many games there is time for until a stage is done."""
        spent = self.spent()
        return int(self.analysis.games * (SHARES[stage] - spent) / max(spent, 1e-6))

    # --- games that are played out --------------------------------------------------------------------------------

    def world(self, state: State) -> State:
        """A copy to play on: the true state of a game that is over, what the viewer may know of one that runs."""
        if self.match.over or self.viewer < 0:
            twin: State = state.copy()
            return twin
        imagined: State = self.game.surmise(state, self.viewer, self.rng)
        return imagined

    def play_from(self, moment: Moment) -> None:
        """One more game from there, by players who waver."""
        number = moment.games
        twin = self.world(self.match.at(moment.position))
        self.luck.seed(f"{self.seed}/{moment.position}/{moment.is_close}/{number}")
        self.policy.rng.seed(f"{moment.position}/{number}")
        self.finish(twin)
        moment.add(outcome_of(self.game, twin).wins)

    def finish(self, state: State, luck: Luck | None = None) -> None:
        self.policy.waver = self.policy.DOUBT
        play_out(state, self.policy, self.luck, luck=luck)
        self.policy.waver = 1.0
        self.analysis.games += 1

    # --- chances --------------------------------------------------------------------------------------------------

    def moment(self, position: int) -> Moment:
        found = self.moments.get(position)
        if found is None:
            found = self.moments[position] = Moment(position, self.match.state.seats)
            state = self.match.at(position)
            if state.over():
                found.is_over = found.is_close = True
                found.add(outcome_of(self.game, state).wins)
        return found

    def chances(self) -> None:
        last, places = self.match.position, self.places
        for part in range(FEWEST_MOMENTS):  # to see how long a game takes
            self.play_from(Moment(part * last // FEWEST_MOMENTS, self.match.state.seats))
        number = min(MOMENTS, len(places) - 1, max(FEWEST_MOMENTS, self.games_left(0) // GAMES))
        for part in range(number):
            self.moment(places[part * (len(places) - 1) // number])
        self.moment(last)
        first = self.moment(places[0])  # nothing was before it, so that it is seen with fewer neighbours
        for game in range(MOST_GAMES):
            for moment in [*self.in_order(), first]:
                if not moment.is_over and (game == 0 or not self.is_done(0)):
                    self.play_from(moment)

    def in_order(self) -> list[Moment]:
        return [self.moments[position] for position in sorted(self.moments)]

    def draw(self) -> None:
        """The chances as they are shown: those of few games with their neighbours, unless something happened there."""
        self.analysis.moments = moments = self.in_order()
        self.expect(moments)
        if self.stretches[0].seat == CHANCE:
            self.breaks.add(self.stretches[0].last)  # what is dealt at the beginning gives the seats other chances
        smooth(moments, self.breaks, int(NEAR * self.match.position))

    def expect(self, moments: list[Moment]) -> None:
        """What is to be expected where few games were played out: what the bot thinks, when it last could tell.

        Before that all have the same chance.
        """
        judged = -1
        state = self.match.start.copy()
        places = {moment.position: moment for moment in moments}
        for position in range(self.match.position + 1):
            if self.policy.values() is not None and state.pending and self.policy.moment(state) >= 0:
                judged = position
            if position in places:
                moment = places[position]
                if judged >= 0:
                    moment.prior, moment.faith = self.outlook(judged), FAITH
                begun = position / (BEGINNING * self.match.position)
                moment.faith = max(moment.faith, AT_FIRST * (1.0 - begun))
            if position < self.match.position:
                entry = self.match.entries[position]
                flow.play(state, entry.seat, entry.action)

    def outlook(self, position: int) -> list[float]:
        """[seat] the chances as the bot thinks, without any game played out."""
        world = self.world(self.match.at(position))
        return softened(outlook_of(self.policy.standing(world)).wins, self.counsel.spread(world))

    # --- where it turned ------------------------------------------------------------------------------------------

    def look_for_turnings(self) -> None:
        moments = self.in_order()
        changes = [Change(one, other, self.everybody) for one, other in itertools.pairwise(moments)]
        suspected = sorted((each for each in changes if each.is_suspected()), key=self.rank)
        found: list[Turning] = []
        for each in suspected[: 2 * TURNS]:
            change, stretch = self.narrow(each)
            self.look_closely(change)
            if change.is_sure():
                found.append(Turning(change, stretch))
            elif not change.is_hopeless():
                self.open.append(change)
        self.keep_turnings(found)

    def keep_turnings(self, found: list[Turning]) -> None:
        """Those that changed most, in their order; what concerns whoever asks has its place before the rest."""
        found.sort(key=lambda turning: self.rank(turning.between))
        self.analysis.turnings = sorted(found[:TURNS], key=lambda turning: turning.first)
        self.breaks.update(turning.last for turning in found)

    def rank(self, change: Change) -> tuple[bool, float]:
        own = max(abs(change.of(seat)) for seat in self.first)
        concerns = own >= TURN
        return not concerns, -(own if concerns else change.size())

    def may_have_turned(self, each: Judgement) -> None:
        """What cost much is a turning point, too."""
        if each.chart is None or any(
            turning.first in (each.stretch.first, each.position) for turning in self.analysis.turnings
        ):
            return
        change = Change(*each.chart, self.everybody)
        if change.is_sure():
            self.keep_turnings([*self.analysis.turnings, Turning(change, each.stretch)])

    def narrow(self, change: Change) -> tuple[Change, Stretch]:
        """The one turn of a stretch of several at which the chances changed most."""
        first, last = self.places.index(change.before.position), self.places.index(change.after.position)
        seat = change.seat()
        while last - first > 1:
            middle = self.moment(self.places[(first + last) // 2])
            while middle.games < CLOSE_ENOUGH and not self.is_done(1):
                self.play_from(middle)
            if not middle.games:
                break
            halves = (Change(change.before, middle, change.seats), Change(middle, change.after, change.seats))
            change = max(halves, key=lambda each: abs(each.of(seat)))
            first, last = self.places.index(change.before.position), self.places.index(change.after.position)
        return change, self.stretches[first]

    def look_closely(self, change: Change) -> None:
        """Play more games out from before and after a change, until enough are, or it is none, or time is up."""
        ends = [each for each in (change.before, change.after) if not each.is_over]
        for each in ends:
            each.restart()
        while any(each.games < CLOSE for each in ends):
            for each in ends:
                for _ in range(BATCH):
                    if each.games < CLOSE and (not each.games or not self.is_done(1)):
                        self.play_from(each)
            if self.is_done(1) or (change.games() >= CLOSE_ENOUGH and change.is_hopeless()):
                break

    # --- decisions ------------------------------------------------------------------------------------------------

    def judge(self, seats: list[int]) -> None:
        """The decisions that a bot would have made otherwise, those first that it thinks least of."""
        number = self.match.state.seats
        doubtful = self.doubtful(seats)
        found = doubtful[: max(JUDGED, self.games_left(2) // (6 * TRIES[0]))]
        for each in found:
            each.restart(number)
        for tries, later in itertools.pairwise([*TRIES, 0]):
            for each in found:
                for _ in range(tries):
                    if not self.is_done(2):
                        self.compare(each)
            if tries == TRIES[0]:
                self.leave_out(doubtful, {each.position for each in found if each.worlds()})
            found = dearest(found) if tries != TRIES[0] else sorted(found, key=lambda each: -each.looks())
            room = self.games_left(2) // (4 * later) if later else 0
            found = found[: max(2 * JUDGED, len(found) // 2, room)]
        found = [each for each in found if each.looks() > 0.0]
        closer = found[: max(1, min(CLOSER, self.games_left(3) // (2 * CLOSE_ENOUGH)))]
        self.try_again(closer)
        clear = sorted((each for each in closer if each.cost()), key=lambda each: -each.weight())
        self.analysis.unsure = sum(not each.cost() and not each.is_hopeless() for each in closer)
        self.analysis.judgements = clear[:JUDGED]
        for place, each in enumerate(self.analysis.judgements):
            self.put_in_chart(each, self.games_left(4) // (2 * (len(self.analysis.judgements) - place)))
            self.may_have_turned(each)
        self.take_back()

    def leave_out(self, doubtful: list[Judgement], tried: set[int]) -> None:
        """Decisions that were not tried otherwise, though a bot would have: of them nothing can be said."""
        untried = {each.position: each.seat for each in doubtful if each.position not in tried}
        for seat in untried.values():
            self.analysis.decisions[seat] -= 1
        self.analysis.untried = len(untried)

    def take_back(self) -> None:
        """Turning points that are none any more, as the chart has other games now where something was judged."""
        turnings = self.analysis.turnings
        self.analysis.turnings = [turning for turning in turnings if turning.between.is_sure()]
        self.open += [turning.between for turning in turnings if not turning.between.is_sure()]

    def unsettled(self) -> int:
        """Changes that look large and are still open: neither told as a turning point by now, nor found to be small."""
        told = self.analysis.turnings
        return sum(
            not change.is_sure()
            and not change.is_hopeless()
            and not any(each.first < change.after.position and change.before.position < each.last for each in told)
            for change in self.open
        )

    def try_again(self, closer: list[Judgement]) -> None:
        """In other worlds than those that made one look; if time is short, what looks costliest is settled first."""
        for each in closer:
            each.restart(self.match.state.seats)
        going = closer
        for enough in range(CLOSE_ENOUGH, CLOSEST + 1, BATCH):
            for each in going:
                while each.worlds() < enough and not each.is_hopeless() and not self.is_done(3):
                    self.compare(each, "again")
            if enough % CLOSE == 0:  # whoever looks after every game sees what he is looking for
                going = [each for each in going if not each.cost()]

    def doubtful(self, seats: list[int]) -> list[Judgement]:
        """What else could have been chosen, that first of which a bot thinks most next to what was chosen."""
        found: list[Judgement] = []
        state = self.match.start.copy()
        place = 0
        for position, entry in enumerate(self.match.entries):
            if position == self.stretches[place].last:
                place += 1
            if entry.seat in seats and not entry.forced:
                sight = Sight(self.game, state, entry.seat, self.rng)
                if len(sight.choices) > 1:
                    self.analysis.decisions[entry.seat] += 1
                    found += self.doubts(sight, self.stretches[place], position, entry.action)
            flow.play(state, entry.seat, entry.action)
        found.sort(key=lambda each: -each.doubt)
        return found

    def doubts(self, sight: Sight, stretch: Stretch, position: int, played: int) -> list[Judgement]:
        """What a bot would have done instead; where the decision is a weighty one, also what it thinks of next."""
        world = sight.imagine()
        own, noted = self.policy.weigh(world, sight.seat, sight.choices)
        others = [own] if own != played else []
        if self.policy.attention(world) > 0.0:
            rest = sorted((action for action in noted if action not in (own, played)), key=lambda each: -noted[each])
            others = (others + rest)[:OTHERS]
        found: list[Judgement] = []
        for other in others:
            doubt = self.doubt(noted, played, other, own)
            found.append(Judgement(stretch, position, sight.seat, played, other, doubt))
            found[-1].is_usual = other == own
        return found

    def doubt(self, noted: dict[int, float], played: int, other: int, own: int) -> float:
        """How much more a bot thinks of another choice than of what was done."""
        if other in noted and played in noted:
            return noted[other] - noted[played]
        return UNKNOWN if other == own else 0.0

    def compare(self, each: Judgement, which: str = "") -> None:
        """What was done, and what else could have been, in one more world."""
        world: State = self.game.surmise(self.match.at(each.position), each.seat, self.rng)
        number = each.worlds()
        self.luck.seed(f"{self.seed}/{each.position}/{number}{which}")
        of_chance = self.luck.getrandbits(62)
        for arm in (each.own, each.other):
            twin: State = world.copy()
            luck = Luck(of_chance)
            self.policy.rng.seed(f"{number}{which}")
            self.play_turn(twin, each, self.script(each) if arm is each.own else [each.better], luck)
            self.finish(twin, luck)
            outcome = outcome_of(self.game, twin)
            arm.shares.append(outcome.shares[each.seat])
            arm.won.append(outcome.wins[each.seat])
            arm.wins = [total + part for total, part in zip(arm.wins, outcome.wins, strict=True)]
            scores = outcome.scores
            rival = max((scores[seat] for seat in range(len(scores)) if seat != each.seat), default=0.0)
            arm.leads.append(scores[each.seat] - rival)
            each.best += max(scores)

    def play_turn(
        self,
        state: State,
        each: Judgement,
        script: list[int],
        luck: Luck,
        throws: list[float] | None = None,
        cut: Cut | None = None,
    ) -> None:
        """Play a turn in a world, as far as that is possible there; `script`: what the seat does in it.

        `throws`: here the chance is put down that the table tells before each throw. `cut`: it is told what happens.
        """
        script = script[:]
        while script and state.pending:
            step = state.pending[-1]
            seat = step.to_act(state)[0]
            if seat == CHANCE:
                if throws is not None:
                    throws.append(self.counsel.odds(state, each.seat))
                action = pick(flow.odds(state), luck.draw(state))
            else:
                choices = step.choices(state, seat)
                if seat == each.seat:
                    if script[0] in choices:
                        action = script.pop(0)
                    elif len(choices) == 1:
                        action = choices[0]
                    else:
                        break  # in this world the turn went another way
                elif self.counsel.ends_turn(state, each.seat):
                    break
                else:
                    action = self.policy.choose(state, seat, choices)
            if cut is None:
                flow.play(state, seat, action)
            else:
                cut.after(self.game.carry_out(state, seat, action), seat, False)

    def script(self, each: Judgement) -> list[int]:
        """What the seat did in its turn, from the decision on."""
        entries = self.match.entries
        return [entries[at].action for at in range(each.position, each.stretch.last) if entries[at].seat == each.seat]

    def put_in_chart(self, each: Judgement, games: int = CLOSE) -> None:
        """The chart shows the chances before the decision and after the turn, from up to so many games of their own.

        Where nothing is thrown and nothing hidden, the worlds of the verdict are the true one: then the chart shows the
        same numbers as the verdict, unless games of its own go otherwise for any seat.
        """
        before, after = self.moment(each.position), self.moment(each.stretch.last)
        each.chart = (before, after)
        self.breaks.add(after.position)
        span = self.match.entries[each.position : each.stretch.last]
        each.is_thrown = any(entry.seat == CHANCE for entry in span)
        is_same = not each.is_thrown and not self.is_hidden(each.position, each.seat)
        for moment, arm in ((before, each.other), (after, each.own)):
            if not moment.is_over:
                moment.restart()
            self.play_more(moment, CLOSE_ENOUGH)
            if is_same and not moment.is_over and (arm is each.own or each.is_usual):
                gap = Change(moment, arm.moment(moment.position), self.everybody)
                if all(abs(gap.of(seat)) <= SURE * gap.error(seat) for seat in gap.seats):
                    moment.games, moment.wins = each.worlds(), arm.wins[:]
            self.play_more(moment, min(games, CLOSE))

    def play_more(self, moment: Moment, games: int) -> None:
        while not moment.is_over and moment.games < games:
            self.play_from(moment)

    def is_hidden(self, position: int, seat: int) -> bool:
        """Whether something there is hidden from a seat, or from the viewer of a game that runs."""
        state = self.match.at(position)
        known = self.game.save(state)
        seats = {seat} if self.match.over or self.viewer < 0 else {seat, self.viewer}
        worlds = (self.game.surmise(state, each, self.rng) for each in seats for _ in range(DEALS))
        return any(self.game.save(world) != known for world in worlds)

    # --- luck -----------------------------------------------------------------------------------------------------

    def look_at_luck(self) -> None:
        """What chance did in every turning point, and what others did in the turn of somebody; all a little first."""
        found = [(turning, self.runs(turning)) for turning in self.analysis.turnings]
        for enough in (CLOSE_ENOUGH, CLOSE):
            for _, runs in found:
                self.play_round([moment for run in runs for moment in (run.before, run.after)], enough)
        for turning, runs in found:
            self.share_out(turning, runs)

    def play_round(self, moments: list[Moment], enough: int) -> None:
        """Games from each of them in turn, until there are enough or time is up."""
        while any(not each.is_over and each.games < enough for each in moments) and not self.is_done(5):
            for each in moments:
                for _ in range(BATCH):
                    if not each.is_over and each.games < enough and not self.is_done(5):
                        self.play_from(each)

    def runs(self, turning: Turning) -> list[Run]:
        """What chance and others did within a turn, one after the other."""
        whole = Run(CHANCE, turning.between.before, turning.between.after)
        doers = [self.doer(turning, position) for position in range(turning.first, turning.last)]
        if set(doers) == {CHANCE}:
            return [whole]
        found: list[Run] = []
        ends: dict[int, Moment] = {}
        position = turning.first
        for doer, row in itertools.groupby(doers):
            begun, position = position, position + len(list(row))
            if doer == CHANCE or doer != turning.turn:
                for end in (begun, position):
                    if end not in ends:
                        ends[end] = self.aside(end)
                found.append(Run(doer, ends[begun], ends[position]))
        return found

    def doer(self, turning: Turning, position: int) -> int:
        """Who did something of his own there: not whoever had no choice, or from whose answer nothing followed."""
        entry = self.match.entries[position]
        if entry.seat == CHANCE or not (entry.forced or not entry.events):
            return entry.seat
        return turning.turn

    def share_out(self, turning: Turning, runs: list[Run]) -> None:
        if not all(run.is_looked_at() for run in runs):
            turning.luck = None  # there was no time for it
            return
        turning.luck = [0.0] * self.match.state.seats
        for run in runs:
            change = run.change()
            if run.seat == CHANCE:
                turning.luck = [one + other for one, other in zip(turning.luck, change, strict=True)]
                if any(change):
                    turning.throws.append(run)
            else:
                known = turning.answers.get(run.seat, [0.0] * len(change))
                turning.answers[run.seat] = [one + other for one, other in zip(known, change, strict=True)]

    def aside(self, position: int) -> Moment:
        """A moment in the middle of a turn, which the chart does not show; or what is known of it already."""
        known = self.moments.get(position)
        if known is not None and known.is_close:
            return known
        moment = Moment(position, self.match.state.seats)
        state = self.match.at(position)
        if state.over():
            moment.is_over = True
            moment.add(outcome_of(self.game, state).wins)
        return moment

    # --- in words -------------------------------------------------------------------------------------------------

    def tell_all(self) -> None:
        chapters = Chapters(self.match, self.viewer)
        self.analysis.chapters = chapters.begun
        story = self.match.story(self.viewer)
        opening = {f"event.{name}" for name in self.game.teller.opening}
        for turning in self.analysis.turnings:
            turning.where = chapters.at(turning.first)
            turning.items = happened(story, turning, opening)
            bare = all(item["key"] in opening for item in turning.items)  # who uses what tells nothing of what for
            turning.seat = turning.actor()
            if turning.is_luck(PARTLY) or (turning.luck is None and not turning.items):
                turning.items = together(turning.items, self.thrown(turning))
            if not turning.items and turning.turn >= 0:
                turning.seat = turning.turn  # of luck there is nothing to tell
            if turning.seat >= 0 and (bare or turning.seat != turning.turn):
                line = short(self.game, [], self.chosen(turning.seat, turning.first, turning.last))
                if line.choices:
                    turning.line = line
                    turning.items = [item for item in turning.items if item["key"] not in opening]
        for each in self.analysis.judgements:
            each.where = chapters.at(each.position)
            self.lines(each)
            self.reasons(each)
            self.say(self.spent())

    def thrown(self, turning: Turning) -> list[dict[str, Any]]:
        """What was thrown and drawn where chance changed the game, and not what came of it, which the story tells.

        Cards that were drawn are told once all may know; of a roll that opens a round, who begins.
        """
        positions = [at for run in turning.throws for at in range(run.before.position, run.after.position)]
        log: list[dict[str, Any]] = []
        for position in positions or range(turning.first, turning.last):
            entry = self.match.entries[position]
            if entry.seat == CHANCE and entry.events:
                face = entry.face(self.game, position + 1, self.viewer, self.match.over)
                if self.match.over:
                    face["events"] = [stored_event(event) for event in entry.events]
                kind = face["events"][0]["kind"] if face["events"] else ""
                face["events"] = [event for event in face["events"] if event["kind"] == kind]
                log.append(face)
        items = tell(self.game, log, self.game.view(self.match.state, self.viewer))
        found = [item for item in items if item["kind"] not in HEADINGS][:THROWN]
        return found if found or turning.items else items[:1]

    def lines(self, each: Judgement) -> None:
        """What was done in the turn, and what would have been better, with what came before it in the turn."""
        head = self.chosen(each.seat, each.stretch.first, each.position)
        better = self.better_turn(each)
        each.better_script = [told.action for told in better]
        each.played_line = short(self.game, head, self.chosen(each.seat, each.position, each.stretch.last))
        each.better_line = short(self.game, head, better)

    def chosen(self, seat: int, first: int, last: int) -> list[Told]:
        """What a seat chose from one position to another; while the game runs, what the viewer may know of it."""
        found: list[Told] = []
        state: State = self.match.at(first).copy()
        for position, entry in enumerate(self.match.entries[first:last], first + 1):
            known = self.may_know(seat) or entry.face(self.game, position, self.viewer, False)["action"] is not None
            if entry.seat == seat and not entry.forced and known:
                found.append(self.told(state, seat, entry.action))
            flow.play(state, entry.seat, entry.action)
        return found

    def better_turn(self, each: Judgement) -> list[Told]:
        """What the bot would have chosen from there to the end of the turn."""
        world: State = self.game.surmise(self.match.at(each.position), each.seat, self.rng)
        cut = Cut(self.game)
        luck = Luck(0)
        self.policy.rng.seed(0)
        found = [self.told(world, each.seat, each.better)]
        cut.after(self.game.carry_out(world, each.seat, each.better), each.seat)
        while world.pending and len(found) <= 2 * LONGEST_LINE:
            step = world.pending[-1]
            seat = step.to_act(world)[0]
            choices = step.choices(world, seat)
            decides = seat != CHANCE and len(choices) > 1
            if cut.is_before(world, self.counsel, seat, decides):
                break
            action = (
                pick(flow.odds(world), luck.draw(world)) if seat == CHANCE else self.policy.choose(world, seat, choices)
            )
            said = self.told(world, seat, action) if decides and seat == each.seat else None
            events = self.game.carry_out(world, seat, action)
            if cut.opens(events):
                break
            if said is not None:
                found.append(said)
            cut.after(events, seat, decides)
        return found

    def told(self, state: State, seat: int, action: int) -> Told:
        kind = self.game.catalogue[action].kind
        answers = kind in self.counsel.ANSWERS or kind in self.game.idle
        if not state.pending or (kind != ENDS and not answers):
            return Told(action)
        asked = told(state.pending[-1].prompt(state, seat))
        if kind == ENDS:
            return Told(action, asked)
        return Told(action, None, asked if self.may_know(seat) else None)

    def may_know(self, seat: int) -> bool:
        """Whether the viewer may know what a seat knew: its own, or all when the game is over."""
        return self.match.over or self.viewer in (seat, SPECTATOR)

    def reasons(self, each: Judgement) -> None:
        """What speaks for the turn as it was played and as it could have been, as the coach sees it.

        What was done is told as it went, if the viewer may know that, and not as it could have gone.
        """
        seats = self.match.state.seats
        own, other = (Advice(Candidate(action, seats), each.seat) for action in (each.played, each.better))
        went = self.went(each)
        ways = ((own, self.script(each)), (other, each.better_script))  # whole turns, as they are told
        chancy = False
        for world in range(LUCK):
            if world >= REASONED and not chancy:
                break
            start: State = self.game.surmise(self.match.at(each.position), each.seat, self.rng)
            for advice, script in ways:
                twin: State = start.copy()
                luck = random.Random(f"{self.seed}/{world}")
                self.policy.rng.seed(world)
                throws = self.carry_on(twin, each, script, luck)
                chancy |= bool(throws)
                if world == 0:
                    advice.odds = next((odds for odds in throws if odds >= 0.0), -1.0)
                if advice is other or went is None:
                    self.remark(advice, start, twin, each.seat)
                if world < REASONED:
                    play_out(twin, self.policy, luck, AHEAD)
                    for name, value in self.policy.terms(twin, each.seat):
                        advice.terms.setdefault(name, []).append(value)
        tell_odds(other)
        if went is None:
            tell_odds(own)
        else:
            self.remark(own, *went, each.seat)
        chances, conditional = self.game.counsel.CHANCES, self.game.counsel.IF
        each.played_reasons = speaking(grounds(own, [other], chances=chances, conditional=conditional))
        each.better_reasons = speaking(grounds(other, [own], chances=chances, conditional=conditional))
        if not any(ground.is_good() for ground in each.better_reasons):  # the games speak for it
            best = Message(PLAYED_OUT, {"n": each.worlds(), "best": True})
            each.better_reasons.insert(0, Ground(best, 0.01))

    def carry_on(self, state: State, each: Judgement, script: list[int], luck: random.Random) -> list[float]:
        """Play a turn, and on until its business is over; the chance that the table told before each throw.

        Where the turn goes another way in this world, or is longer than what is told of it, the bot ends it.
        """
        throws: list[float] = []
        cut = Cut(self.game)
        cut.after([], each.seat)
        thrown = Luck(luck.getrandbits(62))
        self.play_turn(state, each, script, thrown, throws, cut)
        for _ in range(LONGEST):
            if not state.pending or self.is_turn_over(state, cut):
                break
            self.play_on(state, each, thrown, throws, cut)
        for _ in range(LONGEST):
            if not state.pending or self.counsel.is_settled(state, each.seat):
                break
            if flow.to_act(state)[0] == CHANCE:
                throws.append(self.counsel.odds(state, each.seat))
            play_out(state, self.policy, luck, 1)
        return throws

    def is_turn_over(self, state: State, cut: Cut) -> bool:
        if cut.opening and self.counsel.is_settled(state, cut.owner):
            return True  # the next turn is announced by its first choice
        step = state.pending[-1]
        seat = step.to_act(state)[0]
        return cut.is_before(state, self.counsel, seat, seat != CHANCE and len(step.choices(state, seat)) > 1)

    def play_on(self, state: State, each: Judgement, luck: Luck, throws: list[float], cut: Cut) -> None:
        """One more action, as the bot would do it."""
        step = state.pending[-1]
        seat = step.to_act(state)[0]
        choices = step.choices(state, seat)
        if seat == CHANCE:
            throws.append(self.counsel.odds(state, each.seat))
            action = pick(flow.odds(state), luck.draw(state))
        else:
            action = self.policy.choose(state, seat, choices)
        cut.after(self.game.carry_out(state, seat, action), seat, seat != CHANCE and len(choices) > 1)

    def went(self, each: Judgement) -> tuple[State, State] | None:
        """The true positions before a decision and when its business was over, if the viewer may know them."""
        if not self.may_know(each.seat):
            return None
        before: State = self.match.at(each.position)
        after: State = self.match.at(each.stretch.last).copy()
        for entry in self.match.entries[each.stretch.last :]:
            if not after.pending or self.counsel.is_settled(after, each.seat):
                break
            flow.play(after, entry.seat, entry.action)
        is_settled = not after.pending or self.counsel.is_settled(after, each.seat)
        return (before.copy(), after) if is_settled else None

    def remark(self, advice: Advice, before: State, after: State, seat: int) -> None:
        for remark in self.counsel.on_turn(before, after, seat):
            note(advice, remark, advice.worlds)
        advice.worlds += 1


class Cut:
    """Tells where one turn ends and the next begins."""

    def __init__(self, game: Game[Any]) -> None:
        kind: type[Teller] = game.teller
        self.headings = kind.headings
        self.opening = kind.opening
        self.owner = CHANCE
        self.is_owned = False  # by whoever did something first, be it chance
        self.is_over = True  # something was announced that the next turn begins with

    def opens(self, events: list[Event]) -> bool:
        """Whether a choice that brought these events is the first of a turn."""
        return any(event.kind.name in self.opening for event in events)

    def is_before(self, state: State, counsel: Counsel[Any], seat: int, decides: bool) -> bool:
        """Whether a turn begins with what a seat does now; whether it `decides` anything, or had no choice.

        What chance does with nobody's doing is nobody's turn, nor is one fall of the dice a part of the one before.
        """
        if self.is_over:
            return True
        stranger = self.is_owned and (seat == CHANCE or (decides and self.owner != seat))
        return stranger and counsel.ends_turn(state, self.owner)

    def begin(self) -> None:
        self.owner = CHANCE
        self.is_owned = False

    def after(self, events: list[Event], seat: int, decides: bool = True) -> None:
        if not self.is_owned and (decides or seat == CHANCE):
            self.owner = seat
            self.is_owned = True
        self.is_over = any(event.kind.name in self.headings and event.kind.name not in self.opening for event in events)


def stretches(match: Match) -> list[Stretch]:
    """The turns of a record, one after the other."""
    cut, counsel = Cut(match.game), match.game.counsel()
    found: list[Stretch] = []
    state = match.start.copy()
    for position, entry in enumerate(match.entries):
        decides = entry.seat != CHANCE and not entry.forced
        events = entry.events or []
        if cut.is_before(state, counsel, entry.seat, decides) or cut.opens(events):
            found.append(Stretch(position))
            cut.begin()
        flow.play(state, entry.seat, entry.action)
        cut.after(events, entry.seat, decides)
        found[-1].last = position + 1
        found[-1].seat = cut.owner
    return found


def dearest(found: list[Judgement]) -> list[Judgement]:
    """Of each turn of a seat the one decision that looks most costly."""
    known: set[tuple[int, int]] = set()
    kept: list[Judgement] = []
    for each in sorted(found, key=lambda each: -each.looks()):
        turn = (each.stretch.first, each.seat)
        if turn not in known:
            known.add(turn)
            kept.append(each)
    return kept


def short(game: Game[Any], head: list[Told], line: list[Told]) -> Line:
    """The choices that matter: without what only ends something, unless that is the point; and not all of many.

    `head`: what came before in the turn; of many, the first is told, and those next to the line.
    """
    kinds = game.catalogue
    begun = merged([each for each in head if kinds[each.action].kind != ENDS])
    line = merged([each for place, each in enumerate(line) if not place or kinds[each.action].kind != ENDS])
    skipped = max(0, len(begun) - max(1, LONGEST_LINE - len(line)))
    choices = merged(begun[:1] + begun[1 + skipped :] + line)
    return Line(choices[:LONGEST_LINE], len(choices) > LONGEST_LINE, skipped > 0)


def merged(choices: list[Told]) -> list[Told]:
    """The same twice is told once."""
    found: dict[int, Told] = {}
    for each in choices:
        if each.action not in found:
            found[each.action] = Told(each.action, each.asked, each.question, 0)
        found[each.action].times += each.times
    return list(found.values())


def speaking(found: list[Ground]) -> list[Ground]:
    """Without those that say nothing."""
    return [ground for ground in found if ground.message.key not in (NOTHING, QUIET)]


def smooth(moments: list[Moment], breaks: set[int], far: int = 1_000_000) -> None:
    """Few games tell little: a moment is seen with its neighbours, as far as nothing happened in between (`breaks`) and
    they are not `far` away, and with what was to be expected before any game.

    What was looked at closely stays as it is, and so does the end.
    """
    part, before = 0, -1
    parts: list[int] = []
    for moment in moments:
        part += moment.is_over or any(before < position <= moment.position for position in breaks)
        parts.append(part)
        before = moment.position
    for place, moment in enumerate(moments):
        near = [moment]
        for reach in range(1, REACH + 1):
            if moment.stands() or sum(each.games for each in near) >= POOLED:
                break
            near = [
                moments[other]
                for other in range(max(0, place - reach), min(place + reach + 1, len(moments)))
                if parts[other] == parts[place] and abs(moments[other].position - moment.position) <= far
            ]
        faith = 0.0 if moment.stands() else moment.faith
        games = max(1.0, faith + sum(each.games for each in near))
        for seat, prior in enumerate(moment.prior):
            moment.chances[seat] = (faith * prior + sum(each.wins[seat] for each in near)) / games


def together(items: list[dict[str, Any]], throws: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What happened and what was thrown, in their order; the same is told once."""
    known = [(item["key"], item["params"]) for item in items]
    return items + [item for item in throws if (item["key"], item["params"]) not in known]


def happened(story: list[dict[str, Any]], turning: Turning, opening: set[str]) -> list[dict[str, Any]]:
    """What the story tells of a turn: what began it, and the weightiest three of the rest, in their order."""
    begun: list[dict[str, Any]] = []
    rest: dict[str, dict[str, Any]] = {}  # the same twice is told once
    for item in story:
        if item["first"] > turning.last or item["last"] <= turning.first or item["weight"] <= FOLDED:
            continue
        if item["key"] in opening:
            begun.append(item)
        elif item["kind"] not in HEADINGS:
            rest.setdefault(f"{item['key']} {item['params']}", item)
    weightiest = sorted(rest.values(), key=lambda item: -item["weight"])[:ITEMS]
    return sorted(begun[:1] + weightiest, key=lambda item: int(item["first"]))

"""A game looked at again: who stood how well when, where it turned, what else could have been done, and luck.

Chances come from games that are played out from positions along the record. Decisions are judged as they were made: in
worlds that the seat could not tell from the true one, against what the game's own bot would have done, with the same
luck for both; whatever did clearly better is told, with the coach's reasons. What chance did to the chances where the
game turned is luck; the rest is play.
"""

from __future__ import annotations

import itertools
import math
import random
import time
from collections.abc import Callable
from typing import Any, Final

from rondel.bots.coach import Advice, advise
from rondel.bots.search import Budget, Luck, difference, outcome_of, play_out
from rondel.kernel import flow
from rondel.kernel.bot import Policy, Sight
from rondel.kernel.flow import CHANCE, SPECTATOR, State
from rondel.kernel.game import Game
from rondel.kernel.record import Match

MOMENTS: Final = 72
"""At so many positions along the record the chances are looked at, if there is time for it."""
FEWEST_MOMENTS: Final = 8
GAMES: Final = 10
"""So many games should be played out from each; if there is no time for that, rather fewer positions."""
MOST_GAMES: Final = 24
"""So many at most."""
POOLED: Final = 24
"""A moment is seen together with its neighbours until so many games were played out in all."""
TURNS: Final = 6
"""So many turning points are told at most."""
TURN: Final = 0.12
"""A chance that changes by less is no turning point."""
JUDGED: Final = 8
"""So many decisions are told of at most."""
TRIES: Final = (3, 5, 8, 12)
"""In so many more worlds each decision is tried; after every round only the worse half of them stays."""
LOSS: Final = 0.03
"""A smaller loss is not told: shares of the result, where 1 is all."""
EVIDENCE: Final = 1.3
"""A loss must be so many standard errors large."""
SHARES: Final[list[float]] = [0.35, 0.75, 0.9]
"""The parts of the time after which the chances, the decisions and the luck are done; the rest is for the reasons."""
UNKNOWN: Final = 1.0
"""How much a choice is doubted of which the bot does not say what it thinks."""
LUCK_GAMES: Final = 10
"""So many games are played out before and after each throw that is looked at."""


class Moment:
    """The chances of all seats at a position."""

    def __init__(self, position: int, seats: int) -> None:
        self.position = position
        self.games = 0
        self.wins = [0.0] * seats
        self.chances = [1.0 / seats] * seats
        self.pooled = 1

    def add(self, wins: list[float]) -> None:
        self.games += 1
        for seat, part in enumerate(wins):
            self.wins[seat] += part

    def to_json(self) -> dict[str, Any]:
        return {"position": self.position, "chances": [round(chance, 3) for chance in self.chances]}


class Judgement:
    """A decision of a seat, next to what its bot would have done there."""

    def __init__(self, position: int, seat: int, played: int, better: int, doubt: float) -> None:
        self.position = position
        self.doubt = doubt  # how much more a bot thinks of the better choice
        self.seat = seat
        self.played = played
        self.better = better
        self.own: list[float] = []  # [world] what came of it
        self.other: list[float] = []
        self.own_wins = 0.0
        self.other_wins = 0.0
        self.advice: list[Advice] = []

    def loss(self) -> float:
        return difference(self.other, self.own)[0]

    def is_clear(self) -> bool:
        """Whether the other choice did clearly better, and won games that were lost as it was done."""
        mean, error = difference(self.other, self.own)
        wins = (self.other_wins - self.own_wins) / max(1, len(self.own))
        return mean >= LOSS and mean >= EVIDENCE * error and wins >= LOSS


class Turning:
    """Between two positions the chances changed much."""

    def __init__(self, first: int, last: int, change: list[float]) -> None:
        self.first = first
        self.last = last
        self.change = change  # [seat]
        self.luck: list[float] | None = None  # [seat] the part of it that chance did; None: not looked at
        self.items: list[dict[str, Any]] = []  # what happened, as the story tells it

    def size(self) -> float:
        return max(abs(change) for change in self.change)

    def to_json(self) -> dict[str, Any]:
        luck = None if self.luck is None else [round(part, 3) for part in self.luck]
        change = [round(part, 3) for part in self.change]
        return {"first": self.first, "last": self.last, "change": change, "luck": luck, "items": self.items}


class Analysis:
    def __init__(self, match: Match, viewer: int) -> None:
        self.match = match
        self.viewer = viewer
        self.moments: list[Moment] = []
        self.turnings: list[Turning] = []
        self.judgements: list[Judgement] = []
        self.decisions: list[int] = [0] * match.state.seats  # [seat] that were looked at
        self.games = 0

    def luck(self) -> list[float]:
        """[seat] what chance did, where the game turned."""
        return self.added([turning.luck for turning in self.turnings if turning.luck is not None])

    def play(self) -> list[float]:
        """[seat] what was done there by choice, one's own and the others'."""
        looked = [turning for turning in self.turnings if turning.luck is not None]
        changes, luck = self.added([turning.change for turning in looked]), self.luck()
        return [change - part for change, part in zip(changes, luck, strict=True)]

    def added(self, parts: list[list[float]]) -> list[float]:
        return [sum(part[seat] for part in parts) for seat in range(self.match.state.seats)]

    def to_json(self) -> dict[str, Any]:
        game = self.match.game
        return {
            "seats": self.match.names,
            "position": self.match.position,
            "games": self.games,
            "moments": [moment.to_json() for moment in self.moments],
            "turnings": [turning.to_json() for turning in self.turnings],
            "luck": [round(part, 3) for part in self.luck()],
            "play": [round(part, 3) for part in self.play()],
            "decisions": self.decisions,
            "judgements": [
                {
                    "position": each.position,
                    "seat": each.seat,
                    "played": game.catalogue[each.played].to_json(),
                    "better": game.catalogue[each.better].to_json(),
                    "loss": round(each.loss(), 3),
                    "worlds": len(each.own),
                    "chances": [round(each.own_wins / len(each.own), 3), round(each.other_wins / len(each.own), 3)],
                    "advice": [advice.to_json(game) for advice in each.advice],
                }
                for each in self.judgements
            ],
        }


Progress = Callable[[float], None]


def analyse(
    match: Match,
    seats: list[int],
    budget: Budget,
    seed: str = "1",
    viewer: int = SPECTATOR,
    tell: Progress | None = None,
) -> Analysis:
    """Look at a whole record; `seats`: whose decisions are judged. Within the budget, with progress from 0 to 1.

    Of a game that runs on, nobody learns more than the seat `viewer` may know: what is hidden is dealt anew.
    """
    return Analyst(match, budget, seed, viewer, tell).run(seats)


class Analyst:
    def __init__(self, match: Match, budget: Budget, seed: str, viewer: int, tell: Progress | None) -> None:
        if match.game.policy is None:
            raise ValueError(f"{match.game.name} has no bot that could look at a game")
        if not match.entries:
            raise ValueError("nothing has happened yet")
        self.match = match
        self.game = match.game
        self.budget = budget
        self.seed = seed
        self.viewer = viewer
        self.tell = tell
        self.policy: Policy[Any] = match.game.policy(random.Random(f"analysis/{seed}"))
        self.rng = random.Random(f"analysis/{seed}/worlds")
        self.luck = random.Random(0)
        self.begun = time.perf_counter()
        self.analysis = Analysis(match, viewer)

    def run(self, seats: list[int]) -> Analysis:
        self.chances()
        self.judge(seats)
        self.turnings()
        self.reasons()
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

    # --- games that are played out --------------------------------------------------------------------------------

    def world(self, state: State) -> State:
        """A copy to play on: the true state of a game that is over, what the viewer may know of one that runs."""
        if self.match.over or self.viewer < 0:
            twin: State = state.copy()
            return twin
        imagined: State = self.game.surmise(state, self.viewer, self.rng)
        return imagined

    def wins(self, state: State, number: int) -> list[float]:
        twin = self.world(state)
        self.luck.seed(f"{self.seed}/{number}")
        self.policy.rng.seed(number)
        self.finish(twin)
        return near_wins(self.game, twin)

    def finish(self, state: State, luck: Luck | None = None) -> None:
        """Play on to the end, by players who waver."""
        self.policy.waver = self.policy.DOUBT
        play_out(state, self.policy, self.luck, luck=luck)
        self.policy.waver = 1.0
        self.analysis.games += 1

    def games_left(self, stage: int) -> int:
        """How many games there is time for until a stage is done."""
        spent = self.spent()
        return int(self.analysis.games * (SHARES[stage] - spent) / max(spent, 1e-6))

    # --- chances --------------------------------------------------------------------------------------------------

    def chances(self) -> None:
        match = self.match
        last, seats = match.position, match.state.seats
        for part in range(FEWEST_MOMENTS):  # to see how long a game takes
            self.wins(match.at(part * last // FEWEST_MOMENTS), 0)
        number = min(MOMENTS, last, max(FEWEST_MOMENTS, self.games_left(0) // GAMES))
        places = sorted({part * last // number for part in range(number)} | {last})
        moments = [Moment(place, seats) for place in places]
        states = [match.at(place) for place in places]
        for game in range(MOST_GAMES):
            for moment, state in zip(moments, states, strict=True):
                if state.over():
                    moment.wins, moment.games = outcome_of(self.game, state).wins, 1
                elif game == 0 or not self.is_done(0):
                    moment.add(self.wins(state, game))
        smooth(moments)
        self.analysis.moments = moments

    # --- decisions ------------------------------------------------------------------------------------------------

    def judge(self, seats: list[int]) -> None:
        """The decisions that a bot would have made otherwise, those first that it thinks least of."""
        found = self.doubtful(seats)
        found = found[: max(JUDGED, self.games_left(1) // (4 * TRIES[0]))]
        for tries in TRIES:
            for each in found:
                for _ in range(tries):
                    if not self.is_done(1):
                        self.compare(each)
            found.sort(key=lambda each: -each.loss())
            found = found[: max(JUDGED, len(found) // 2)]
        self.analysis.judgements = [each for each in found if each.is_clear()][:JUDGED]

    def doubtful(self, seats: list[int]) -> list[Judgement]:
        found: list[Judgement] = []
        state = self.match.start.copy()
        for position, entry in enumerate(self.match.entries):
            if entry.seat in seats and not entry.forced:
                sight = Sight(self.game, state, entry.seat, self.rng)
                if len(sight.choices) > 1:
                    self.analysis.decisions[entry.seat] += 1
                    each = self.doubt(sight, position, entry.action)
                    if each is not None:
                        found.append(each)
            flow.play(state, entry.seat, entry.action)
        found.sort(key=lambda each: -each.doubt)
        return found

    def doubt(self, sight: Sight, position: int, played: int) -> Judgement | None:
        """What a bot would have done instead, and how much more it thinks of that; None if it had done the same."""
        better, noted = self.policy.weigh(sight.imagine(), sight.seat, sight.choices)
        if better == played:
            return None
        doubt = noted[better] - noted[played] if better in noted and played in noted else UNKNOWN
        return Judgement(position, sight.seat, played, better, doubt)

    def compare(self, each: Judgement) -> None:
        """What was done, and what else could have been, in one more world."""
        world: State = self.game.surmise(self.match.at(each.position), each.seat, self.rng)
        number = len(each.own)
        self.luck.seed(f"{self.seed}/{each.position}/{number}")
        of_chance = self.luck.getrandbits(62)
        for action in (each.played, each.better):
            twin: State = world.copy()
            self.policy.rng.seed(number)
            flow.play(twin, each.seat, action)
            self.finish(twin, Luck(of_chance))
            outcome = outcome_of(self.game, twin)
            if action == each.played:
                each.own.append(outcome.shares[each.seat])
                each.own_wins += outcome.wins[each.seat]
            else:
                each.other.append(outcome.shares[each.seat])
                each.other_wins += outcome.wins[each.seat]

    # --- where it turned ------------------------------------------------------------------------------------------

    def turnings(self) -> None:
        found = turns(self.analysis.moments)
        found.sort(key=lambda each: -each.size())
        found = found[:TURNS]
        story = self.match.story(self.viewer)
        for turning in found:
            turning.items = happened(story, turning)
            turning.luck = self.luck_in(turning)
        found.sort(key=lambda each: each.first)
        self.analysis.turnings = found

    def luck_in(self, turning: Turning) -> list[float] | None:
        """[seat] what the throws and draws between two positions changed: after each of them, less before it.

        None if there is no time for it.
        """
        total = [0.0] * self.match.state.seats
        entries = self.match.entries
        position = turning.first
        while position < turning.last:
            if entries[position].seat != CHANCE:
                position += 1
                continue
            end = position
            while end < turning.last and entries[end].seat == CHANCE:
                end += 1
            if self.is_done(2):
                return None
            before, after = self.mean(position), self.mean(end)
            total = [part + after[seat] - before[seat] for seat, part in enumerate(total)]
            position = end
        return total

    def mean(self, position: int) -> list[float]:
        state = self.match.at(position)
        total = [0.0] * state.seats
        if state.over():
            return outcome_of(self.game, state).wins
        for number in range(LUCK_GAMES):
            wins = self.wins(state, number)
            total = [part + wins[seat] for seat, part in enumerate(total)]
        return [part / LUCK_GAMES for part in total]

    # --- reasons --------------------------------------------------------------------------------------------------

    def reasons(self) -> None:
        """What speaks for what was done and for what else could have been, as the coach sees it."""
        for each in self.analysis.judgements:
            left = self.budget.seconds - (time.perf_counter() - self.begun)
            seconds = min(2.0, max(0.2, left / (1 + len(self.analysis.judgements)))) if self.budget.seconds else 0.0
            budget = Budget(4, seconds, self.budget.stop)
            state, choices = self.match.at(each.position), [each.better, each.played]
            each.advice = advise(self.game, state, each.seat, self.seed, budget, among=choices)
            each.advice.sort(key=lambda advice: advice.action != each.better)
            self.say(self.spent())


def near_wins(game: Game[Any], state: State) -> list[float]:
    """Who won a game that was played out; half of it goes by how near the others were, so that few games tell more."""
    wins, scores = outcome_of(game, state).wins, game.scores(state)
    highest = max(scores)
    spread = 1.0 + 0.06 * abs(highest)
    near = [math.exp(max(-30.0, (score - highest) / spread)) for score in scores]
    whole = sum(near)
    return [0.5 * win + 0.5 * part / whole for win, part in zip(wins, near, strict=True)]


def smooth(moments: list[Moment]) -> None:
    """Few games tell little: a moment is seen with its neighbours. The end is what it is."""
    last = len(moments) - 1
    for place, moment in enumerate(moments):
        reach = 0
        near = [moment]
        while sum(each.games for each in near) < POOLED and reach < 2 and place < last:
            reach += 1
            near = moments[max(0, place - reach) : min(place + reach + 1, last)]
        games = max(1, sum(each.games for each in near))
        moment.chances = [sum(each.wins[seat] for each in near) / games for seat in range(len(moment.wins))]
        moment.pooled = games


def turns(moments: list[Moment]) -> list[Turning]:
    """Where the chances changed more than chance among the games played out explains; neighbours are one."""
    found: list[Turning] = []
    for one, other in itertools.pairwise(moments):
        change = [after - before for before, after in zip(one.chances, other.chances, strict=True)]
        turning = Turning(one.position, other.position, change)
        error = math.sqrt(0.25 / one.pooled + (0.25 / other.pooled if other is not moments[-1] else 0.0))
        if turning.size() < TURN or turning.size() < error:
            continue
        seat = max(range(len(change)), key=lambda each: abs(change[each]))
        if found and found[-1].last == turning.first and found[-1].change[seat] * change[seat] > 0:
            found[-1].last = turning.last
            found[-1].change = [before + part for before, part in zip(found[-1].change, change, strict=True)]
        else:
            found.append(turning)
    return found


def happened(story: list[dict[str, Any]], turning: Turning) -> list[dict[str, Any]]:
    """What the story tells between two positions: the weightiest three, in their order."""
    inside = [
        item
        for item in story
        if item["kind"] not in ("round", "phase", "turn")
        and item["first"] <= turning.last
        and item["last"] > turning.first
    ]
    chosen = sorted(inside, key=lambda item: -item["weight"])[:3]
    return sorted(chosen, key=lambda item: int(item["first"]))

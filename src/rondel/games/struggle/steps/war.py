"""The course of a war: counters, alliances, rounds, income and upkeep, victory points, and the end of the game."""

from __future__ import annotations

from typing import Any

from rondel.games.struggle import events
from rondel.games.struggle.actions import PLACE_OF
from rondel.games.struggle.components import (
    COUNTERS_A_WAR,
    GROWTH,
    INCOME_CONTROL,
    INCOME_POPULATION,
    PENALTIES,
    POINTS,
    POWER,
    POWERS,
    REGIONS,
    REVOLUTION,
    UPKEEP,
)
from rondel.games.struggle.state import BANK, Table
from rondel.games.struggle.steps.alliances import Alliances
from rondel.games.struggle.steps.setup import draws
from rondel.games.struggle.steps.turn import begin_turn
from rondel.kernel.events import NUMBER, Message
from rondel.kernel.flow import NOBODY, ChanceStep, Step
from rondel.kernel.score import Part


class DrawCounters(ChanceStep[Table]):
    """Ten counters are drawn and laid face up in their regions; those of earlier wars stay."""

    __slots__ = ("left",)
    FIELDS = (("left", NUMBER),)
    CHAPTER = "counters"

    def __init__(self, left: int) -> None:
        self.left = left

    def to_act(self, state: Table) -> tuple[int, ...]:
        return (-1,) if self.left and any(state.bag) else ()

    def odds(self, state: Table) -> list[tuple[int, int]]:
        return draws(state)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        counter = PLACE_OF[action]
        state.draw(counter)
        state.lay_counter(counter)
        state.replace(DrawCounters(self.left - 1))

    def run(self, state: Table) -> None:
        state.pop()


class BeginWar(Step[Table]):
    """A war: ten new counters (not in the first), alliances and turn order, the rounds, then income and scoring.

    The first player opens the first auction; in later wars, who acted last in the war before.
    """

    __slots__ = ("war",)
    FIELDS = (("war", NUMBER),)
    CHAPTER = "wars"

    def __init__(self, war: int) -> None:
        self.war = war

    def run(self, state: Table) -> None:
        state.war, state.round = self.war, 0
        state.emit(events.WAR_BEGAN, self.war)
        state.replace(EndOfWar(self.war))
        state.push(Rounds(1, 0))
        state.push(Alliances(state.first if state.last == NOBODY else state.last))
        if self.war > 1:
            state.push(DrawCounters(COUNTERS_A_WAR))


class Rounds(Step[Table]):
    """Six rounds with up to four players, five with more; in each, every player has a turn, in turn order."""

    __slots__ = ("round", "turn")
    FIELDS = (("round", NUMBER), ("turn", NUMBER))
    CHAPTER = "actions"

    def __init__(self, round: int, turn: int) -> None:
        self.round = round
        self.turn = turn

    def run(self, state: Table) -> None:
        if self.turn == len(state.order):
            if self.round == state.rounds:
                state.pop()
            else:
                state.replace(Rounds(self.round + 1, 0))
            return
        if self.turn == 0:
            state.round = self.round
            state.barred = [0] * POWERS
            state.emit(events.ROUND_BEGAN, state.war, self.round)
        state.replace(Rounds(self.round, self.turn + 1))
        begin_turn(state, state.order[self.turn])


class EndOfWar(Step[Table]):
    """Income, upkeep, growth and victory points; then tiles are straightened, alliances end, the next war begins."""

    __slots__ = ("war",)
    FIELDS = (("war", NUMBER),)
    CHAPTER = "income"

    def __init__(self, war: int) -> None:
        self.war = war

    def run(self, state: Table) -> None:
        collect(state)
        score_regions(state)
        state.emit(events.WAR_ENDED, self.war)
        state.straighten_tiles()
        state.last = state.seat_of[state.order[-1]]
        state.barred = [0] * POWERS
        if self.war == state.wars:
            end_game(state)
            return
        state.row, state.slot, state.order = [-1] * POWERS, [-1] * POWERS, []
        state.unrest_war = [0] * POWERS
        state.replace(BeginWar(self.war + 1))


def income(state: Table, power: int) -> int:
    """One gold for each point of population and each control counter on the map."""
    return INCOME_POPULATION * state.population[power] + INCOME_CONTROL * state.controls_on_board(power)


def upkeep(state: Table, power: int) -> int:
    """One gold for each unit, those at home included."""
    return UPKEEP * state.units_on_board(power)


class Reckoning:
    """What the end of a war would bring each power with a player now, in gold and unrest: [power]."""

    __slots__ = ("income", "upkeep", "unrest", "gold")

    def __init__(self, state: Table) -> None:
        self.income = [0] * POWERS
        self.upkeep = [0] * POWERS
        self.unrest = [0] * POWERS  # for the loans that upkeep needs
        self.gold = [0] * POWERS  # what is left
        for power in state.power_of:
            if power >= 0:
                self.income[power], self.upkeep[power] = income(state, power), upkeep(state, power)
                left = state.gold[power] + self.income[power] - self.upkeep[power]
                rate = state.loan(power)
                loans = (rate - 1 - left) // rate if left < 0 else 0
                self.unrest[power] = loans
                self.gold[power] = left + loans * rate


def collect(state: Table) -> None:
    """First all income, then upkeep, which nobody may refuse; then the population grows by five, to nine at most."""
    reckoning = Reckoning(state)
    for power in state.order:
        state.transfer(BANK, power, reckoning.income[power], "income")
    for power in state.order:
        state.pay(power, reckoning.upkeep[power], "upkeep")
    for power in state.order:
        assert state.gold[power] == reckoning.gold[power], "the forecast is not the rule"
        state.change_population(power, GROWTH)


def region_points(state: Table, region: int) -> list[tuple[int, int]]:
    """What a region brings: (power, points), best first. Equals all take the value of their place, and the next the
    next.
    """
    counts: list[int] = []
    for power in range(POWERS):
        count = state.control[power * REGIONS + region]
        if count and count not in counts:
            counts.append(count)
    counts.sort(reverse=True)
    found: list[tuple[int, int]] = []
    for value, count in zip(POINTS[region], counts, strict=False):
        for power in range(POWERS):
            if state.control[power * REGIONS + region] == count:
                found.append((power, value))
    return found


def score_regions(state: Table) -> None:
    """Every region scores by control counters; units count for nothing."""
    for region in range(REGIONS):
        for power, value in region_points(state, region):
            state.points[power] += value
            if state.events is not None:
                state.emit(events.SCORED, power, region, value)


def penalties(state: Table, points: list[int] | None = None) -> list[int]:
    """[power] -> victory points lost for unrest, or for so many points of it; -1 for a revolution.

    The highest level among those without a revolution loses seven, the next lower four, equals alike. With the option
    `calm-spared` who has no unrest loses nothing.
    """
    if points is None:
        points = state.unrest
    spared = bool(state.options["calm-spared"])
    lost = [0] * POWERS
    levels: list[int] = []
    for power in state.power_of:
        unrest = points[power]
        if unrest >= REVOLUTION:
            lost[power] = -1
        elif unrest not in levels and (unrest or not spared):
            levels.append(unrest)
    levels.sort(reverse=True)
    for value, level in zip(PENALTIES, levels, strict=False):
        for power in state.power_of:
            if points[power] == level:
                lost[power] = value
    return lost


def final_points(state: Table, points: list[int], lost: list[int]) -> list[int]:
    """[power] -> victory points after the reckoning of unrest: a revolution leaves none."""
    totals = []
    for power in range(POWERS):
        total = 0 if lost[power] < 0 else points[power] - lost[power]
        totals.append(max(0, total) if state.options["score-floor"] else total)
    return totals


def end_game(state: Table) -> None:
    """All show their unrest; revolutions and penalties; the highest score wins."""
    state.reveal()
    lost = penalties(state)
    for power in state.order:
        state.emit(events.UNREST_SHOWN, power, state.unrest[power])
    for power in state.order:
        if lost[power] < 0:
            state.emit(events.REVOLUTION, power)
        elif lost[power]:
            state.emit(events.PENALTY, power, lost[power])
    state.emit(events.GAME_ENDED)
    state.pending.clear()


def projection(state: Table) -> list[int]:
    """[power] -> what the regions would bring it if the war ended now."""
    totals = [0] * POWERS
    for region in range(REGIONS):
        for power, value in region_points(state, region):
            totals[power] += value
    return totals


def standing(state: Table) -> list[int]:
    """[power] -> the final points if all control stayed as it is to the last war, unrest reckoned."""
    points = state.points
    if not state.over():
        scorings = state.wars - max(1, state.war) + 1  # still to come, this war's included
        points = [own + scorings * more for own, more in zip(points, projection(state), strict=True)]
    return final_points(state, points, penalties(state))


def score_parts(state: Table, log: list[dict[str, Any]]) -> list[list[Part]]:
    """[seat] -> the points of each war, those gained on the way, and what unrest cost."""
    wars: dict[tuple[str, int], int] = {}  # by power and war
    gained: dict[tuple[str, str], int] = {}  # by power and reason
    war = 1
    for entry in log:
        for event in entry["events"]:
            kind, params = event["kind"], event["params"]
            if kind == "war-began":
                war = params["war"]
            elif kind == "scored":
                wars[params["power"], war] = wars.get((params["power"], war), 0) + params["points"]
            elif kind == "points-gained":
                gained[params["power"], params["why"]] = (
                    gained.get((params["power"], params["why"]), 0) + params["points"]
                )
    lost = penalties(state)
    totals = final_points(state, state.points, lost)
    return [[] if power < 0 else _parts_of(state, power, wars, gained, lost, totals[power]) for power in state.power_of]


def _parts_of(
    state: Table,
    power: int,
    wars: dict[tuple[str, int], int],
    gained: dict[tuple[str, str], int],
    lost: list[int],
    total: int,
) -> list[Part]:
    id_ = POWER.ids[power]
    parts = [Part("score.war", {"war": war}, points) for (who, war), points in wars.items() if who == id_]
    parts += [Part("score.gained", {"why": why}, points) for (who, why), points in gained.items() if who == id_]
    unrest = {"unrest": state.unrest[power]}
    if lost[power] < 0:
        parts.append(Part("score.revolution", unrest, -state.points[power]))
    else:
        parts.append(Part("score.unrest" if lost[power] else "score.calm", unrest, -lost[power]))
    rest = total - sum(part.points for part in parts)
    if rest:  # with the option `score-floor` nobody ends below zero
        parts.append(Part("score.floor", {}, rest))
    return parts


def near_end(state: Table) -> list[Message]:
    """In the last war: how many rounds are left, and who leads before unrest is reckoned, which is nobody's to see."""
    if state.war != state.wars or not state.round:
        return []
    projected = projection(state)
    totals = [state.points[power] + projected[power] for power in state.power_of]
    best = max(totals)
    leaders = [POWER.ids[power] for power, total in zip(state.power_of, totals, strict=True) if total == best]
    left = state.rounds - state.round
    return [Message("near.rounds", {"left": left}), Message("near.leader", {"powers": leaders, "points": best})]

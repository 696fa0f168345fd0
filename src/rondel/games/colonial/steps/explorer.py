"""The Scientist raises a track; the Explorer discovers a Territory."""

from __future__ import annotations

from rondel.games.colonial import events
from rondel.games.colonial.actions import EXPLORE, ODDS, PLACE_OF, RESEARCH, kind_of
from rondel.games.colonial.components import (
    ADJACENCY_BONUS,
    AMERICA,
    AREA,
    AREAS,
    CONTINENT_OF,
    DIFFICULTY,
    EXPLORE_DICE,
    EXPLORE_PRICE,
    LEVELS,
    NAVIGATION,
    NEIGHBOURS,
    NEW_WORLD_PRESTIGE,
    RESEARCH_PRICE,
    TRACK,
    TRACKS,
)
from rondel.games.colonial.state import Table
from rondel.games.colonial.steps.control import PEACE, check_control
from rondel.games.colonial.steps.loans import OwnTurn
from rondel.kernel.events import NUMBER, SEAT, Message, Reason
from rondel.kernel.flow import NOBODY, ChanceStep

ALL_AREAS = (1 << AREAS) - 1


# --- the Scientist ------------------------------------------------------------------------------------------------


def research_price(state: Table, seat: int, track: int) -> int:
    """What the next level of a track costs; -1 at the end of the track."""
    level = state.track[seat * TRACKS + track] + 1
    return RESEARCH_PRICE[level] if level < LEVELS else -1


def lowest_price(state: Table, seat: int) -> int:
    """What the cheapest next level costs; -1 if all tracks are at their end."""
    lowest = -1
    for track in range(TRACKS):
        price = research_price(state, seat, track)
        if price >= 0 and (lowest < 0 or price < lowest):
            lowest = price
    return lowest


def why_no_research(state: Table, seat: int) -> Reason | None:
    lowest = lowest_price(state, seat)
    if 0 <= lowest <= state.treasury[seat]:
        return None
    if lowest < 0:
        return Reason("tracks-complete", {}, "scientist")
    return Reason("too-little-treasury", {"needed": lowest, "treasury": state.treasury[seat]}, "scientist")


class Research(OwnTurn):
    """Scientist: raise Navigation, Navy, Logistics or Economy by one level and pay the price of the new level."""

    __slots__ = ()
    FIELDS = (("seat", SEAT),)
    CHAPTER = "scientist"

    def kept(self, state: Table, seat: int) -> int:
        return lowest_price(state, seat)

    def offers(self, state: Table, seat: int) -> list[int]:
        offered = []
        for track in range(TRACKS):
            if 0 <= research_price(state, seat, track) <= state.treasury[seat]:
                offered.append(RESEARCH[track])
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        return RESEARCH

    def refuse(self, state: Table, seat: int, action: int) -> Reason | None:
        if kind_of(action) != "research":
            return None
        track = PLACE_OF[action]
        price = research_price(state, seat, track)
        if price < 0:
            return Reason("track-complete", {"track": TRACK.ids[track]}, "scientist")
        return Reason("too-little-treasury", {"needed": price, "treasury": state.treasury[seat]}, "scientist")

    def carry_out(self, state: Table, seat: int, action: int) -> None:
        track = PLACE_OF[action]
        state.pop()
        state.earn(seat, -research_price(state, seat, track), "research")
        state.track[seat * TRACKS + track] += 1
        state.emit(events.RESEARCHED, seat, track, state.track[seat * TRACKS + track])


# --- the Explorer -------------------------------------------------------------------------------------------------


def required(state: Table, seat: int, area: int) -> int:
    """Difficulty less Navigation, and less one for a counter of your own in at least one adjacent Territory."""
    needed = DIFFICULTY[area] - state.value(seat, NAVIGATION)
    return needed - ADJACENCY_BONUS if state.present[seat] & NEIGHBOURS[area] else needed


def why_no_exploration(state: Table, seat: int) -> Reason | None:
    if state.explored == ALL_AREAS:
        return Reason("all-explored", {}, "explorer")
    if state.treasury[seat] < EXPLORE_PRICE:
        return Reason("too-little-treasury", {"needed": EXPLORE_PRICE, "treasury": state.treasury[seat]}, "explorer")
    if not state.free[seat]:
        return Reason("no-counter", {"seat": seat}, "explorer")
    return None


class Explore(OwnTurn):
    """Explorer: choose a Territory with a Prestige token, however far, and commit one Treasury as the expedition."""

    __slots__ = ()
    FIELDS = (("seat", SEAT),)
    CHAPTER = "explorer"

    def kept(self, state: Table, seat: int) -> int:
        return EXPLORE_PRICE

    def offers(self, state: Table, seat: int) -> list[int]:
        tokens = state.tokens
        return [EXPLORE[area] for area in range(AREAS) if tokens[area]]

    def candidates(self, state: Table, seat: int) -> list[int]:
        return EXPLORE

    def prompt(self, state: Table, seat: int) -> Message:
        return Message("prompt.explore", {"price": EXPLORE_PRICE})

    def refuse(self, state: Table, seat: int, action: int) -> Reason | None:
        if kind_of(action) != "explore":
            return None
        return Reason("already-explored", {"area": AREA.ids[PLACE_OF[action]]}, "explorer")

    def carry_out(self, state: Table, seat: int, action: int) -> None:
        area = PLACE_OF[action]
        state.pop()
        state.earn(seat, -EXPLORE_PRICE, "expedition")
        needed = required(state, seat, area)
        if needed <= 0:
            discover(state, seat, area, 0, needed)
        else:
            state.push(ExplorationRoll(seat, area, needed))


class ExplorationRoll(ChanceStep[Table]):
    """Ten Success dice are rolled; as many successes as required discover the Territory, fewer lose the expedition."""

    __slots__ = ("seat", "area", "required")
    FIELDS = (("seat", SEAT), ("area", AREA), ("required", NUMBER))
    CHAPTER = "explorer"

    def __init__(self, seat: int, area: int, required: int) -> None:
        self.seat = seat
        self.area = area
        self.required = required

    def odds(self, state: Table) -> list[tuple[int, int]]:
        return ODDS[EXPLORE_DICE]

    def awaited(self, state: Table) -> Message:
        where = {"seat": self.seat, "area": AREA.ids[self.area], "required": self.required}
        return Message("waiting.exploration-roll", where)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        hits = PLACE_OF[action]
        state.pop()
        state.rolled(self.seat, EXPLORE_DICE, hits, "exploration")
        if hits >= self.required:
            discover(state, self.seat, self.area, hits, self.required)
        elif state.events is not None:
            state.emit(events.EXPLORATION_FAILED, self.seat, self.area, hits, self.required)


def discover(state: Table, seat: int, area: int, hits: int, needed: int) -> None:
    """Take all Prestige tokens of the Territory; the expedition becomes a counter there, on a free spot of your choice.

    The first exploration of an American Territory earns special Prestige.
    """
    if state.events is not None:
        state.emit(events.EXPLORED, seat, area, hits, needed)
    state.take_tokens(seat, area)
    if CONTINENT_OF[area] == AMERICA and state.new_world == NOBODY and state.options["achievements"]:
        state.new_world = seat
        state.gain_prestige(seat, NEW_WORLD_PRESTIGE, "new-world")
    state.place(seat, area)
    check_control(state, 1 << area, seat, PEACE)

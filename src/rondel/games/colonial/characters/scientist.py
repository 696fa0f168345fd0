"""The Scientist raises a track."""

from __future__ import annotations

import random
from typing import Any, Final

from rondel.games.colonial import events
from rondel.games.colonial.actions import PLACE_OF, RESEARCH, kind_of
from rondel.games.colonial.characters.base import Character, Decision
from rondel.games.colonial.characters.explorer import ALL_AREAS, targets
from rondel.games.colonial.characters.merchant import expected_goods
from rondel.games.colonial.components import (
    ECONOMY,
    EXPLORER,
    LEVELS,
    LOGISTICS,
    MERCHANT,
    NAVIGATION,
    RESEARCH_PRICE,
    SCIENTIST,
    TRACK,
    TRACKS,
)
from rondel.games.colonial.outlook import AT_LEISURE, STEERING, STUDY, Course, Find, Outlook
from rondel.games.colonial.state import Table
from rondel.games.colonial.steps.loans import OwnTurn
from rondel.kernel.events import Message, Reason
from rondel.kernel.flow import Step

CHAPTER: Final = "scientist"


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


def affordable(state: Table, seat: int) -> list[int]:
    """The tracks whose next level the Treasury can pay for."""
    treasury = state.treasury[seat]
    return [track for track in range(TRACKS) if 0 <= research_price(state, seat, track) <= treasury]


class Research(OwnTurn):
    """Scientist: raise Navigation, Navy, Logistics or Economy by one level and pay the price of the new level."""

    __slots__ = ()
    CHAPTER = CHAPTER

    def kept(self, state: Table, seat: int) -> int:
        return lowest_price(state, seat)

    def offers(self, state: Table, seat: int) -> list[int]:
        return [RESEARCH[track] for track in affordable(state, seat)]

    def candidates(self, state: Table, seat: int) -> list[int]:
        return RESEARCH

    def refuse(self, state: Table, seat: int, action: int) -> Reason | None:
        if kind_of(action) != "research":
            return None
        track = PLACE_OF[action]
        price = research_price(state, seat, track)
        if price < 0:
            return Reason("track-complete", {"track": TRACK.ids[track]}, CHAPTER)
        return Reason("too-little-treasury", {"needed": price, "treasury": state.treasury[seat]}, CHAPTER)

    def carry_out(self, state: Table, seat: int, action: int) -> None:
        track = PLACE_OF[action]
        state.pop()
        state.earn(seat, -research_price(state, seat, track), "research")
        state.track[seat * TRACKS + track] += 1
        state.emit(events.RESEARCHED, seat, track, state.track[seat * TRACKS + track])


EXPLORING: Final = 0.9
"""What the Scientist must be worth while there is something to explore: his card is the Explorer's."""
ECONOMY_WORTH: Final = 0.06
"""What a level of Economy brings for each Good and turn to come."""


class Scientist(Character):
    NUMBER = SCIENTIST
    LOOKS_AT = (EXPLORER, MERCHANT)

    def can_act(self, state: Table, seat: int) -> bool:
        return 0 <= lowest_price(state, seat) <= state.treasury[seat]

    def why_not(self, state: Table, seat: int) -> Reason | None:
        lowest = lowest_price(state, seat)
        if lowest < 0:
            return Reason("tracks-complete", {}, CHAPTER)
        if lowest <= state.treasury[seat]:
            return None
        return Reason("too-little-treasury", {"needed": lowest, "treasury": state.treasury[seat]}, CHAPTER)

    def act(self, state: Table, seat: int) -> None:
        state.push(Research(seat))

    def now(self, state: Table, seat: int) -> Message:
        tracks = [TRACK.ids[track] for track in affordable(state, seat)]
        return Message("now.scientist", {"tracks": tracks, "price": lowest_price(state, seat)})

    # --- to a bot -------------------------------------------------------------------------------------------------

    def foresee(self, state: Table, seat: int, outlook: Outlook) -> None:
        outlook.navigation = outlook.weights[STEERING] * navigation_worth(state, seat, outlook.explorations)
        outlook.research, track = best_research(state, seat, outlook.navigation, outlook.goods_out, 99)
        outlook.research *= outlook.weights[STUDY]
        outlook.research_price = research_price(state, seat, track) if track >= 0 else 0

    def planned(self, outlook: Outlook, course: Course, early: float, after: Course) -> None:
        research, treasury = outlook.research, course.treasury - outlook.research_price
        if research > 0.0 and treasury >= 0:
            worth = course.worth + research
            after.improve(outlook, course, worth, AT_LEISURE, treasury, course.goods, course.borrowed, course.spots)

    def worth(self, state: Table, seat: int, outlook: Outlook) -> float:
        worth, _ = best_research(state, seat, outlook.navigation, outlook.goods_out, state.treasury[seat])
        return worth * outlook.weights[STUDY]

    def decisions(self) -> dict[type[Step[Any]], Decision]:
        return {Research: self.choose_track}

    def choose_track(self, state: Table, seat: int, choices: list[int], rng: random.Random) -> int:
        navigation = navigation_worth(state, seat, targets(state, seat))
        goods_out = min(state.fleets[seat], expected_goods(state, seat))
        track = best_research(state, seat, navigation, goods_out, state.treasury[seat])[1]
        return next((action for action in choices if PLACE_OF[action] == track), choices[0])


def navigation_worth(state: Table, seat: int, explorations: list[Find]) -> float:
    """What one more level of Navigation would add to the explorations of the turns to come."""
    if research_price(state, seat, NAVIGATION) < 0:
        return 0.0
    gain = 0.0
    for find in explorations:
        gain += find.steering
    return 0.45 * gain


def best_research(state: Table, seat: int, navigation: float, goods_out: int, treasury: int) -> tuple[float, int]:
    """What raising the best track is worth with so much Treasury, and which it is; -1 for none."""
    best, most = 0.0, -1
    turns = max(1, 7 - state.turn)
    for track in range(TRACKS):
        price = research_price(state, seat, track)
        if price < 0 or price > treasury:
            continue
        if track == NAVIGATION:
            worth = navigation
        elif track == ECONOMY:
            worth = ECONOMY_WORTH * turns * max(2, goods_out)
        else:
            worth = (0.06 if track == LOGISTICS else 0.04) * turns
        worth -= 0.04 * price
        if worth < EXPLORING and state.explored != ALL_AREAS:
            worth *= 0.3
        if worth > best:
            best, most = worth, track
    return best, most

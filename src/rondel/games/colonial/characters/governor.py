"""The Governor builds Booming Cities."""

from __future__ import annotations

import random
from typing import Any, Final

from rondel.games.colonial.actions import CITY, PLACE_OF, kind_of
from rondel.games.colonial.characters.base import Character, Decision, names
from rondel.games.colonial.components import (
    AREA,
    CITIES,
    CITY_PRESTIGE,
    CITY_PRICE,
    GOVERNOR,
    SPOT_AREA,
    SPOT_MASK,
    SPOTS,
    SPOTS_OF,
)
from rondel.games.colonial.outlook import CITIES_WORTH, EARLY, Course, Outlook, spot_worth
from rondel.games.colonial.state import Table
from rondel.games.colonial.steps.loans import OwnTurn
from rondel.kernel.data import bits, count
from rondel.kernel.events import Message, Reason
from rondel.kernel.flow import Step

CHAPTER: Final = "governor"


def city_sites(state: Table, seat: int) -> list[int]:
    """The spots in a player's own Colonies, one city a Territory."""
    sites: list[int] = []
    if not state.colonies_at or count(state.city) >= CITIES:
        return sites
    for area in bits(state.colonies_at):
        if state.colony[area] == seat and not state.city & SPOT_MASK[area]:
            sites.extend(SPOTS_OF[area])
    return sites


class BuildCity(OwnTurn):
    """Governor: a Booming City on a Resource spot in a Colony of yours; it yields double, and you gain Prestige."""

    __slots__ = ()
    CHAPTER = CHAPTER

    def kept(self, state: Table, seat: int) -> int:
        return CITY_PRICE

    def offers(self, state: Table, seat: int) -> list[int]:
        return [CITY[spot] for spot in city_sites(state, seat)]

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [CITY[spot] for spot in range(SPOTS) if state.spot[spot] == seat]

    def refuse(self, state: Table, seat: int, action: int) -> Reason | None:
        if kind_of(action) != "build-city":
            return None
        area = SPOT_AREA[PLACE_OF[action]]
        code = "no-colony-of-yours" if state.colony[area] != seat else "city-stands"
        return Reason(code, {"area": AREA.ids[area]}, CHAPTER)

    def carry_out(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        state.earn(seat, -CITY_PRICE, "city")
        state.build_city(seat, PLACE_OF[action])
        state.gain_prestige(seat, CITY_PRESTIGE, "city")


class Governor(Character):
    NUMBER = GOVERNOR

    def can_act(self, state: Table, seat: int) -> bool:
        return state.treasury[seat] >= CITY_PRICE and bool(city_sites(state, seat))

    def why_not(self, state: Table, seat: int) -> Reason | None:
        if state.treasury[seat] < CITY_PRICE:
            return Reason("too-little-treasury", {"needed": CITY_PRICE, "treasury": state.treasury[seat]}, CHAPTER)
        if city_sites(state, seat):
            return None
        code = "no-city-left" if state.city.bit_count() >= CITIES else "no-city-site"
        return Reason(code, {"most": CITIES}, CHAPTER)

    def act(self, state: Table, seat: int) -> None:
        state.push(BuildCity(seat))

    def now(self, state: Table, seat: int) -> Message:
        areas = sorted({SPOT_AREA[spot] for spot in city_sites(state, seat)})
        return Message("now.governor", {"areas": names(areas), "price": CITY_PRICE})

    # --- to a bot -------------------------------------------------------------------------------------------------

    def foresee(self, state: Table, seat: int, outlook: Outlook) -> None:
        outlook.cities = len(city_sites(state, seat))
        outlook.building = outlook.weights[CITIES_WORTH] * CITY_PRESTIGE

    def planned(self, outlook: Outlook, course: Course, early: float, after: Course) -> None:
        treasury = course.treasury - CITY_PRICE
        if outlook.cities and treasury >= 0:
            worth = course.worth + (outlook.building + early)
            after.improve(outlook, course, worth, EARLY, treasury, course.goods, course.borrowed, course.spots)

    def worth(self, state: Table, seat: int, outlook: Outlook) -> float:
        return float(CITY_PRESTIGE)

    def decisions(self) -> dict[type[Step[Any]], Decision]:
        return {BuildCity: self.choose_spot}

    def choose_spot(self, state: Table, seat: int, choices: list[int], rng: random.Random) -> int:
        return max(choices, key=lambda action: spot_worth(state, seat, PLACE_OF[action]))

"""What a bot expects of a turn: the figures that each character fills in, and a model of the turn card by card."""

from __future__ import annotations

import random
from typing import Final

from rondel.games.colonial.actions import PLACE_OF
from rondel.games.colonial.components import (
    AREAS,
    ECONOMY,
    SLAVES_SPOTS,
    SPOT_AREA,
    SPOT_RESOURCE,
    SPOTS,
    VICTORY_PRESTIGE,
)
from rondel.games.colonial.state import Table

TREASURY_WORTH: Final = (0.0, 0.34, 0.58, 0.76, 0.92, 1.06, 1.2, 1.3, 1.4, 1.48, 1.56, 1.62, 1.68)
"""What so much Treasury at the end of the turn is worth in Prestige; more adds little."""
LOAN_COST: Final = 0.17
"""What each Treasury borrowed costs in the end, in Prestige."""
LATE_LOAN_COST: Final = 0.3
"""The same when victory is near, and the Loan in its way."""


class Outlook:
    """What a seat can expect of each character, for the model of its turn. Each character writes in what he knows."""

    __slots__ = (
        "treasury", "goods", "price", "late", "loans",
        "explorations", "explore", "explore_spots", "navigation", "research", "research_price",
        "sites", "limit", "free_spots", "colonies", "cities", "fleets", "cargo", "goods_out", "loan",
        "rebel", "ambassador", "sovereign",
    )  # fmt: skip

    def __init__(self, state: Table, seat: int) -> None:
        self.treasury: int = state.treasury[seat]
        self.goods: int = state.goods[seat]
        self.price: int = state.value(seat, ECONOMY)  # of a Good
        self.late: bool = is_late(state, seat)
        self.loans: int = len(state.loans[seat])
        self.explorations: list[tuple[float, float, int]] = []  # (expected Prestige, chance, area), the best first
        self.explore: float = 0.0
        self.explore_spots: float = 0.0  # Resource spots that the best exploration brings, on average
        self.navigation: float = 0.0  # what one more level of it is worth
        self.research: float = 0.0
        self.research_price: int = 0
        self.sites: list[tuple[float, int, int]] = []  # (cost, counters missing, area), the best first
        self.limit: int = 0  # counters that the Viceroy places or moves
        self.free_spots: int = 0
        self.colonies: int = 0  # that could be founded
        self.cities: int = 0  # that could be built
        self.fleets: int = state.fleets[seat]
        self.cargo: int = 0  # Goods that could be shipped with fleets enough
        self.goods_out: int = 0
        self.loan: int = 0  # the largest
        self.rebel: float = 0.0
        self.ambassador: float = 0.0
        self.sovereign: float = 0.0


class Course:
    """A turn in the model: what is left and gained after the cards so far."""

    __slots__ = ("worth", "treasury", "goods", "borrowed", "spots")

    def __init__(self, worth: float, treasury: int, goods: float, borrowed: int, spots: float) -> None:
        self.worth = worth
        self.treasury = treasury
        self.goods = goods
        self.borrowed = borrowed
        self.spots = spots  # Resource spots gained this turn, on average

    def total(self, outlook: Outlook) -> float:
        worth = self.worth + TREASURY_WORTH[min(self.treasury, len(TREASURY_WORTH) - 1)] * (0.5 if outlook.late else 1)
        cost = LATE_LOAN_COST if outlook.late else LOAN_COST
        return worth + 0.08 * outlook.price * self.goods - cost * self.borrowed

    def plus(self, worth: float, treasury: int = 0) -> Course:
        """The same turn with so much more Prestige and Treasury."""
        return Course(self.worth + worth, self.treasury + treasury, self.goods, self.borrowed, self.spots)


def earliness(place: int) -> float:
    """What comes earlier in the turn is a little better."""
    return 0.01 * (4 - place)


def is_late(state: Table, seat: int) -> bool:
    """Whether victory is near."""
    return state.prestige[seat] >= VICTORY_PRESTIGE - 3


def danger(state: Table, seat: int) -> float:
    """How near the best opponent is to winning, from 0 to 1."""
    best = max(state.prestige[other] for other in range(state.seats) if other != seat)
    return max(0.0, (best - 5) / 5)


def spot_worth(state: Table, seat: int, spot: int) -> float:
    """A new type is worth more than a second spot of one we ship already; a city is worth most."""
    worth = 1.0
    for other in range(SPOTS):
        if other != spot and state.spot[other] == seat and SPOT_RESOURCE[other] == SPOT_RESOURCE[spot]:
            worth -= 0.5
    if SLAVES_SPOTS >> spot & 1:
        worth += 0.3 if not state.abolished else -0.6
    return worth + (1.0 if state.city >> spot & 1 else 0.0) + 0.01 * SPOT_AREA[spot] / AREAS


def least_loved(state: Table, seat: int, choices: list[int], rng: random.Random) -> int:
    """Of players to harm, whoever has the most Prestige, and never ourselves; among equals not always the first."""
    ahead = [-1 if PLACE_OF[action] == seat else state.prestige[PLACE_OF[action]] for action in choices]
    return rng.choice([action for action, each in zip(choices, ahead, strict=True) if each == max(ahead)])

"""What a bot expects of a turn: the figures that each character fills in, and a model of the turn card by card."""

from __future__ import annotations

import random
from typing import Final, final

from mypy_extensions import i64

from rondel.games.colonial.actions import PLACE_OF
from rondel.games.colonial.components import (
    AREAS,
    ECONOMY,
    FOLDER,
    SLAVES_SPOTS,
    SPOT_AREA,
    SPOT_RESOURCE,
    SPOTS,
    TYPE_SPOTS,
    VICTORY_PRESTIGE,
)
from rondel.games.colonial.state import Table
from rondel.kernel.bot import read_weights
from rondel.kernel.data import count

TREASURY_WORTH: Final[list[float]] = [0.0, 0.34, 0.58, 0.76, 0.92, 1.06, 1.2, 1.3, 1.4, 1.48, 1.56, 1.62, 1.68]
"""What so much Treasury at the end of the turn is worth in Prestige; more adds little."""
TREASURE: Final = 0
LOAN: Final = 1
LATE_LOAN: Final = 2
GOOD: Final = 3
EXPLORATION: Final = 4
STEERING: Final = 5
STUDY: Final = 6
SETTLED: Final = 7
SETTLING: Final = 8
FOUNDING: Final = 9
CITIES_WORTH: Final = 10
SALE: Final = 11
SHIPPING: Final = 12
BORROWING: Final = 13
SOLVENT: Final = 14
REBELS: Final = 15
ENVOY: Final = 16
WARS: Final = 17
EARLY_NAVY: Final = 18
LATE_NAVY: Final = 19
RESERVE: Final = 20
FLEET: Final = 21
PURSE: Final = 22
LATE_PURSE: Final = 23

ROUGH: Final[dict[str, float]] = {
    "treasure": 1.0,  # Treasury at the end of the turn, next to the table
    "loan": 0.17,  # what each Treasury borrowed costs in the end, in Prestige
    "late-loan": 0.3,  # the same when victory is near, and the Loan in its way
    "good": 0.08,  # a Good, for each Treasury that it sells for
    "exploration": 1.0,  # an exploration, next to what it is likely to bring
    "steering": 1.0,  # Navigation, next to what it adds to explorations
    "study": 1.0,  # other tracks
    "settled": 0.75,  # the counters that complete a site
    "settling": 0.6,  # ... a part of them
    "founding": 1.0,  # a Colony
    "city": 1.0,  # a City
    "sale": 0.12,  # a Treasury that a sale brings
    "shipping": 0.11,  # the same of a Good that is shipped
    "borrowing": 0.65,  # a Loan with an empty Treasury
    "solvent": 0.12,  # ... less for each Treasury
    "rebels": 1.0,  # the Rebel
    "envoy": 1.0,  # the Ambassador
    "wars": 1.0,  # the Sovereign
    "early-navy": 2.0,  # Squadrons wanted before turn 4
    "late-navy": 3.0,  # ... and from then on
    "reserve": 2.0,  # Treasury that is kept when Squadrons are bought
    "fleet": 3.0,  # Merchant Fleets at least
    "purse": 3.0,  # Treasury that is kept when Loans are repaid
    "late-purse": 1.0,  # ... when victory is near
}
"""The weights as they were guessed, in the order of their numbers."""
USUAL: Final[dict[str, float]] = read_weights(FOLDER / "data" / "weights.toml", ROUGH)
MASTERED: Final[list[float]] = list(read_weights(FOLDER / "data" / "mastered.toml", USUAL).values())
"""Those that win against the usual ones: what a seat begins with that searches."""


MOST_TREASURE: Final = 12
assert len(TREASURY_WORTH) == MOST_TREASURE + 1
NEARLY: Final = 1e-9
"""What differs by less may differ by rounding alone."""


EARLY: Final = 0.01
"""So much a card is worth more for each place earlier, where it matters when its character acts."""
AT_LEISURE: Final = 0.0
"""The same where it does not."""


def earliness(place: i64) -> float:
    """What comes earlier in the turn is a little better."""
    return EARLY * float(4 - place)


@final
class Find:
    """An exploration that might be tried."""

    __slots__ = ("worth", "odds", "area", "steering")

    def __init__(self, worth: float, odds: float, area: i64) -> None:
        self.worth: float = worth  # expected Prestige
        self.odds: float = odds
        self.area: i64 = area
        self.steering: float = 0.0  # what one more level of Navigation would add


NO_FINDS: Final[list[Find]] = []


@final
class Outlook:
    """What a seat can expect of each character, for the model of its turn. Each character writes in what he knows.

    Thousands of courses are reckoned with these figures: they are numbers of the machine (i64, float).
    """

    __slots__ = (
        "treasury", "goods", "price", "late", "loans",
        "explorations", "explore", "explore_spots", "navigation", "research", "research_price",
        "missing", "limit", "free_spots", "colonies", "founding", "cities", "building", "fleets", "cargo", "goods_out",
        "loan", "rebel", "ambassador", "sovereign", "weights", "treasure", "good", "cost", "settled", "settling",
        "margin", "later",
    )  # fmt: skip

    def begin(self, state: Table, seat: int, weights: list[float]) -> None:
        """No character has said yet what he expects; what was written in before is forgotten."""
        self.weights = weights
        self.treasury: i64 = state.treasury[seat]
        self.goods: int = state.goods[seat]
        self.price: float = float(state.value(seat, ECONOMY))  # of a Good
        self.late: bool = is_late(state, seat)
        self.loans: i64 = len(state.loans[seat])
        self.treasure: float = (0.5 if self.late else 1.0) * weights[TREASURE]  # Treasury left, next to the table
        self.good: float = weights[GOOD] * self.price
        self.cost: float = weights[LATE_LOAN] if self.late else weights[LOAN]  # of each Treasury borrowed
        self.settled: float = weights[SETTLED]
        self.settling: float = weights[SETTLING]
        self.explorations: list[Find] = NO_FINDS  # the best first
        self.explore: float = 0.0
        self.explore_spots: float = 0.0  # Resource spots that the best exploration brings, on average
        self.navigation: float = 0.0  # what one more level of it is worth
        self.research: float = 0.0
        self.research_price: i64 = 0
        self.missing: i64 = 0  # counters where they are best placed; 0: nowhere
        self.limit: i64 = 0  # counters that the Viceroy places or moves
        self.free_spots: i64 = 0
        self.colonies: i64 = 0  # that could be founded
        self.founding: float = 0.0  # what a Colony is worth
        self.cities: i64 = 0  # that could be built
        self.building: float = 0.0  # what a City is worth
        self.fleets: float = float(state.fleets[seat])
        self.cargo: float = 0.0  # Goods that could be shipped with fleets enough
        self.goods_out: int = 0
        self.loan: i64 = 0  # the largest
        self.rebel: float = 0.0
        self.ambassador: float = 0.0
        self.sovereign: float = 0.0
        # The narrowest by which one way to go on was preferred to another, and would be a place later:
        self.margin: float = 0.0
        self.later: float = 0.0  # what the best course brings with another card before it that may lie anywhere


@final
class Course:
    """A turn in the model: what is left and gained after the cards so far."""

    __slots__ = ("worth", "treasury", "left", "goods", "borrowed", "spots", "total", "hurried", "ahead")

    def __init__(self, cards: int) -> None:
        self.worth: float = 0.0
        self.treasury: i64 = 0
        self.left: float = 0.0  # what this Treasury is worth
        self.goods: float = 0.0
        self.borrowed: float = 0.0
        self.spots: float = 0.0  # Resource spots gained this turn, on average
        self.total: float = 0.0  # what all this is worth together
        self.hurried: float = 0.0  # so much less, if all cards lay a place later
        # How it goes on with one card more, for so many cards. Made once and written over again and again: who runs
        # through all orders of the cards comes by a great many courses.
        self.ahead: Course = Course(cards - 1) if cards > 0 else self

    def begin(self, outlook: Outlook) -> None:
        """No card is played yet."""
        self.total = -1e9
        self.hurried = 0.0
        self.improve(outlook, self, 0.0, 0.0, outlook.treasury, float(outlook.goods), 0.0, 0.0)

    def improve(
        self,
        outlook: Outlook,
        course: Course,
        worth: float,
        hurry: float,
        treasury: i64,
        goods: float,
        borrowed: float,
        spots: float,
    ) -> None:
        """Let it go on from another course in this way, if that is worth more together.

        `hurry`: so much less, if the card lay a place later.
        """
        most: i64 = MOST_TREASURE
        left = outlook.treasure * TREASURY_WORTH[treasury if treasury < most else most]
        total = worth + left + outlook.good * goods - outlook.cost * borrowed
        margin = total - self.total
        if margin > 0.0:
            if margin - hurry < outlook.margin:
                outlook.margin = margin - hurry
            self.total = total
            self.worth = worth
            self.treasury = treasury
            self.left = left
            self.goods = goods
            self.borrowed = borrowed
            self.spots = spots
            self.hurried = course.hurried + hurry
        elif margin > hurry - EARLY - NEARLY:
            outlook.margin = 0.0

    def go_on(self, outlook: Outlook, course: Course, worth: float, hurry: float, goods: float) -> None:
        """The same, where Treasury and spots stay as they were."""
        left, borrowed = course.left, course.borrowed
        total = worth + left + outlook.good * goods - outlook.cost * borrowed
        margin = total - self.total
        if margin > 0.0:
            if margin - hurry < outlook.margin:
                outlook.margin = margin - hurry
            self.total = total
            self.worth = worth
            self.treasury = course.treasury
            self.left = left
            self.goods = goods
            self.borrowed = borrowed
            self.spots = course.spots
            self.hurried = course.hurried + hurry
        elif margin > hurry - EARLY - NEARLY:
            outlook.margin = 0.0


def is_late(state: Table, seat: int) -> bool:
    """Whether victory is near."""
    return state.prestige[seat] >= VICTORY_PRESTIGE - 3


def danger(state: Table, seat: int) -> float:
    """How near the best opponent is to winning, from 0 to 1."""
    best = 5
    for other in range(state.seats):
        if other != seat and state.prestige[other] > best:
            best = state.prestige[other]
    return (best - 5) / 5


OTHERS_LIKE_IT: Final[list[int]] = [TYPE_SPOTS[SPOT_RESOURCE[spot]] & ~(1 << spot) for spot in range(SPOTS)]
"""[spot] -> bits of the other spots of the same Resource."""


def spot_worth(state: Table, seat: int, spot: int) -> float:
    """A new type is worth more than a second spot of one we ship already; a city is worth most."""
    worth = 1.0 - 0.5 * count(state.held[seat] & OTHERS_LIKE_IT[spot])
    if SLAVES_SPOTS >> spot & 1:
        worth += 0.3 if not state.abolished else -0.6
    return worth + (1.0 if state.city >> spot & 1 else 0.0) + 0.01 * SPOT_AREA[spot] / AREAS


def least_loved(state: Table, seat: int, choices: list[int], rng: random.Random) -> int:
    """Of players to harm, whoever has the most Prestige, and never ourselves; among equals not always the first."""
    ahead = [-1 if PLACE_OF[action] == seat else state.prestige[PLACE_OF[action]] for action in choices]
    return rng.choice([action for action, each in zip(choices, ahead, strict=True) if each == max(ahead)])

"""Everything that can happen. Only the cards in the players' hands are hidden."""

from __future__ import annotations

from typing import Final

from rondel.games.imperunde.actions import ORDER, SEATS
from rondel.games.imperunde.components import AREA, CANAL, CARD, HOME, PIECE, UNIT
from rondel.kernel.events import NUMBER, SEAT, WORD, EventKind, Kind

PARTY: Final[Kind] = Kind("party", (*(f"seat-{seat}" for seat in range(SEATS)), "pirates", "natives"))
"""Whose units fight: a player's, pirates, or natives (who also rebel)."""
HAPPENING: Final[Kind] = Kind(
    "happening",
    ("volunteers", "trade", "famine", "epidemic", "unrest", "uprising", "storm", "calm", "fair-winds", "pirates"),
)

HOME_GIVEN: Final = EventKind("home-given", seat=SEAT, area=HOME)
PLACED: Final = EventKind("placed", party=PARTY, unit=PIECE, area=AREA, number=NUMBER)
COLONY_FOUNDED: Final = EventKind("colony-founded", seat=SEAT, area=AREA)
ROUND_BEGAN: Final = EventKind("round-began", round=NUMBER, seat=SEAT, direction=WORD)
PHASE_BEGAN: Final = EventKind("phase-began", phase=WORD)
CARD_DEALT: Final = EventKind("card-dealt", seat=SEAT, card=CARD, secret=("card",))
STANCE_TAKEN: Final = EventKind("stance-taken", seat=SEAT, other=SEAT, stance=WORD)
RELATION: Final = EventKind("relation", seat=SEAT, other=SEAT, relation=WORD)
TARGET_PROPOSED: Final = EventKind("target-proposed", seat=SEAT, target=NUMBER)
TARGET_VOTED: Final = EventKind("target-voted", seat=SEAT, vote=WORD)
TARGET_CHANGED: Final = EventKind("target-changed", target=NUMBER)
ORDERS_GIVEN: Final = EventKind("orders-given", seat=SEAT, order=ORDER)
TALKS_CLOSED: Final = EventKind("talks-closed", seat=SEAT)
INCOME: Final = EventKind(
    "income", seat=SEAT, carried=NUMBER, home=NUMBER, dividend=NUMBER, colonial=NUMBER, sea=NUMBER, interest=NUMBER
)
DEBT_CHANGED: Final = EventKind("debt-changed", seat=SEAT, amount=NUMBER, debt=NUMBER)
PAID: Final = EventKind("paid", seat=SEAT, amount=NUMBER, why=WORD)
GAINED: Final = EventKind("gained", seat=SEAT, amount=NUMBER, why=WORD)
POST_BUILT: Final = EventKind("post-built", seat=SEAT, area=AREA, number=NUMBER)
CANAL_DUG: Final = EventKind("canal-dug", seat=SEAT, canal=CANAL, area=AREA)
MOVED: Final = EventKind("moved", seat=SEAT, unit=UNIT, start=AREA, area=AREA)
ATTACKED: Final = EventKind("attacked", party=PARTY, enemy=PARTY, area=AREA)
LINED_UP: Final = EventKind("lined-up", party=PARTY, units=UNIT)
ROLLED: Final = EventKind("rolled", party=PARTY, units=UNIT, numbers=NUMBER)
BOARDED: Final = EventKind("boarded", party=PARTY, enemy=PARTY, unit=UNIT, target=UNIT)
REMOVED: Final = EventKind("removed", party=PARTY, unit=UNIT, area=AREA, why=WORD)
CAPTURED: Final = EventKind("captured", party=PARTY, enemy=PARTY, unit=UNIT, area=AREA)
REPULSED: Final = EventKind("repulsed", party=PARTY, enemy=PARTY, area=AREA)
SEA_WON: Final = EventKind("sea-won", party=PARTY, enemy=PARTY, area=AREA)
CONQUERED: Final = EventKind("conquered", seat=SEAT, before=PARTY, area=AREA, posts=NUMBER)
LAND_FREED: Final = EventKind("land-freed", seat=SEAT, area=AREA, posts=NUMBER)
ABANDONED: Final = EventKind("abandoned", seat=SEAT, area=AREA)
WITHDRAWN: Final = EventKind("withdrawn", seat=SEAT, area=AREA)
CARD_PLAYED: Final = EventKind("card-played", seat=SEAT, card=CARD)
CARD_AIMED: Final = EventKind("card-aimed", seat=SEAT, card=CARD, target=PARTY, area=AREA)
CARD_FOILED: Final = EventKind("card-foiled", seat=SEAT, card=CARD)
CARD_WORKED: Final = EventKind("card-worked", seat=SEAT, card=CARD)
HAND_SHOWN: Final = EventKind("hand-shown", seat=SEAT, other=SEAT, cards=CARD, secret=("cards",))
CARD_TAKEN: Final = EventKind("card-taken", seat=SEAT, other=SEAT)
CARD_LOST: Final = EventKind("card-lost", seat=SEAT, card=CARD, secret=("card",))
HAPPENED: Final = EventKind("happened", happening=HAPPENING, area=AREA, holder=PARTY)
ODD_ROLLED: Final = EventKind("odd-rolled", unit=UNIT, area=AREA, rolled=NUMBER, lost=NUMBER)
WON: Final = EventKind("won", seat=SEAT, posts=NUMBER)
ENDED: Final = EventKind("ended", round=NUMBER, seat=SEAT)

ALL: Final = (
    HOME_GIVEN, PLACED, COLONY_FOUNDED, ROUND_BEGAN, PHASE_BEGAN, CARD_DEALT, STANCE_TAKEN, RELATION, TARGET_PROPOSED,
    TARGET_VOTED, TARGET_CHANGED, ORDERS_GIVEN, TALKS_CLOSED, INCOME, DEBT_CHANGED, PAID, GAINED, POST_BUILT, CANAL_DUG,
    MOVED, ATTACKED, LINED_UP, ROLLED, BOARDED, REMOVED, CAPTURED, REPULSED, SEA_WON, CONQUERED, LAND_FREED, ABANDONED,
    WITHDRAWN, CARD_PLAYED, CARD_AIMED, CARD_FOILED, CARD_WORKED, HAND_SHOWN, CARD_TAKEN, CARD_LOST, HAPPENED,
    ODD_ROLLED, WON, ENDED,
)  # fmt: skip

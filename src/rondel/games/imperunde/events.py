"""Everything that can happen. Only the cards in the players' hands are hidden."""

from __future__ import annotations

from typing import Final

from rondel.games.imperunde.actions import ORDER, SEATS
from rondel.games.imperunde.components import AREA, CANAL, CARD, HOME, PIECE, UNIT
from rondel.kernel.events import NUMBER, SEAT, WORD, Events, Kind

PARTY: Final[Kind] = Kind("party", (*(f"seat-{seat}" for seat in range(SEATS)), "pirates", "natives"))
"""Whose units fight: a player's, pirates, or natives (who also rebel)."""
HAPPENING: Final[Kind] = Kind(
    "happening",
    ("volunteers", "trade", "famine", "epidemic", "unrest", "uprising", "storm", "calm", "fair-winds", "pirates"),
)

EVENTS: Final = Events()

HOME_GIVEN: Final = EVENTS.add("home-given", seat=SEAT, area=HOME)
PLACED: Final = EVENTS.add("placed", party=PARTY, unit=PIECE, area=AREA, number=NUMBER)
COLONY_FOUNDED: Final = EVENTS.add("colony-founded", seat=SEAT, area=AREA)
ROUND_BEGAN: Final = EVENTS.add("round-began", round=NUMBER, seat=SEAT, direction=WORD)
PHASE_BEGAN: Final = EVENTS.add("phase-began", phase=WORD)
CARD_DEALT: Final = EVENTS.add("card-dealt", seat=SEAT, card=CARD, secret=("card",))
STANCE_TAKEN: Final = EVENTS.add("stance-taken", seat=SEAT, other=SEAT, stance=WORD)
RELATION: Final = EVENTS.add("relation", seat=SEAT, other=SEAT, relation=WORD)
TARGET_PROPOSED: Final = EVENTS.add("target-proposed", seat=SEAT, target=NUMBER)
TARGET_VOTED: Final = EVENTS.add("target-voted", seat=SEAT, vote=WORD)
TARGET_CHANGED: Final = EVENTS.add("target-changed", target=NUMBER)
ORDERS_GIVEN: Final = EVENTS.add("orders-given", seat=SEAT, order=ORDER)
TALKS_OPENED: Final = EVENTS.add("talks-opened", seat=SEAT)
TALKS_CLOSED: Final = EVENTS.add("talks-closed", seat=SEAT)
INCOME: Final = EVENTS.add(
    "income", seat=SEAT, carried=NUMBER, home=NUMBER, dividend=NUMBER, colonial=NUMBER, sea=NUMBER, interest=NUMBER
)
DEBT_CHANGED: Final = EVENTS.add("debt-changed", seat=SEAT, amount=NUMBER, debt=NUMBER)
PAID: Final = EVENTS.add("paid", seat=SEAT, amount=NUMBER, why=WORD)
GAINED: Final = EVENTS.add("gained", seat=SEAT, amount=NUMBER, why=WORD)
POST_BUILT: Final = EVENTS.add("post-built", seat=SEAT, area=AREA, number=NUMBER)
CANAL_DUG: Final = EVENTS.add("canal-dug", seat=SEAT, canal=CANAL, area=AREA)
MOVED: Final = EVENTS.add("moved", seat=SEAT, unit=UNIT, start=AREA, area=AREA)
ATTACKED: Final = EVENTS.add("attacked", party=PARTY, enemy=PARTY, area=AREA)
LINED_UP: Final = EVENTS.add("lined-up", party=PARTY, units=UNIT)
ROLLED: Final = EVENTS.add("rolled", party=PARTY, units=UNIT, numbers=NUMBER)
BOARDED: Final = EVENTS.add("boarded", party=PARTY, enemy=PARTY, unit=UNIT, target=UNIT)
REMOVED: Final = EVENTS.add("removed", party=PARTY, unit=UNIT, area=AREA, why=WORD)
CAPTURED: Final = EVENTS.add("captured", party=PARTY, enemy=PARTY, unit=UNIT, area=AREA)
REPULSED: Final = EVENTS.add("repulsed", party=PARTY, enemy=PARTY, area=AREA)
SEA_WON: Final = EVENTS.add("sea-won", party=PARTY, enemy=PARTY, area=AREA)
CONQUERED: Final = EVENTS.add("conquered", seat=SEAT, before=PARTY, area=AREA, posts=NUMBER)
LAND_FREED: Final = EVENTS.add("land-freed", seat=SEAT, area=AREA, posts=NUMBER)
RETURNED: Final = EVENTS.add("returned", seat=SEAT, area=AREA)
ABANDONED: Final = EVENTS.add("abandoned", seat=SEAT, area=AREA)
WITHDRAWN: Final = EVENTS.add("withdrawn", seat=SEAT, area=AREA)
CARD_PLAYED: Final = EVENTS.add("card-played", seat=SEAT, card=CARD)
CARD_AIMED: Final = EVENTS.add("card-aimed", seat=SEAT, card=CARD, target=PARTY, area=AREA)
CARD_FOILED: Final = EVENTS.add("card-foiled", seat=SEAT, card=CARD)
CARD_WORKED: Final = EVENTS.add("card-worked", seat=SEAT, card=CARD)
HAND_SHOWN: Final = EVENTS.add("hand-shown", seat=SEAT, other=SEAT, cards=CARD, secret=("cards",))
HAND_OPENED: Final = EVENTS.add("hand-opened", seat=SEAT, other=SEAT, cards=CARD)
CARD_TAKEN: Final = EVENTS.add("card-taken", seat=SEAT, other=SEAT)
CARD_RETURNED: Final = EVENTS.add("card-returned", seat=SEAT, other=SEAT, card=CARD)
CARD_LOST: Final = EVENTS.add("card-lost", seat=SEAT, card=CARD, secret=("card",))
HAPPENED: Final = EVENTS.add("happened", happening=HAPPENING, area=AREA, holder=PARTY)
ODD_ROLLED: Final = EVENTS.add("odd-rolled", unit=UNIT, area=AREA, rolled=NUMBER, lost=NUMBER)
WON: Final = EVENTS.add("won", seat=SEAT, posts=NUMBER)
ENDED: Final = EVENTS.add("ended", round=NUMBER, seat=SEAT)

"""Everything that can happen. Only the cards that lie face down are secret."""

from __future__ import annotations

from typing import Final

from rondel.games.colonial.components import AREA, CARD, CHARACTER, NATION, RESOURCE, TRACK
from rondel.kernel.events import NUMBER, SEAT, WORD, EventKind

TURN_BEGAN: Final = EventKind("turn-began", turn=NUMBER)
FIRST_PLAYER: Final = EventKind("first-player", seat=SEAT, why=WORD)
NATION_DEALT: Final = EventKind("nation-dealt", seat=SEAT, nation=NATION)
REVOLUTION: Final = EventKind("revolution", seat=SEAT, lost=NUMBER)
REVOLUTION_OVER: Final = EventKind("revolution-over", seat=SEAT, markers=NUMBER)
CARD_LAID: Final = EventKind("card-laid", secret=("card",), seat=SEAT, place=NUMBER, card=CARD)
ROUND_BEGAN: Final = EventKind("round-began", round=NUMBER)
CARD_SHOWN: Final = EventKind("card-shown", seat=SEAT, card=CARD)
USED: Final = EventKind("used", seat=SEAT, character=CHARACTER)
IGNORED: Final = EventKind("ignored", seat=SEAT, card=CARD)
ROLLED: Final = EventKind("rolled", seat=SEAT, dice=NUMBER, hits=NUMBER, why=WORD)
EARNED: Final = EventKind("earned", seat=SEAT, amount=NUMBER, total=NUMBER, why=WORD)
PAID: Final = EventKind("paid", seat=SEAT, amount=NUMBER, total=NUMBER, why=WORD)
PRESTIGE_GAINED: Final = EventKind("prestige-gained", seat=SEAT, amount=NUMBER, total=NUMBER, why=WORD)
PRESTIGE_LOST: Final = EventKind("prestige-lost", seat=SEAT, amount=NUMBER, total=NUMBER, why=WORD)
DIPLOMACY: Final = EventKind("diplomacy", seat=SEAT, level=NUMBER, why=WORD)
RESEARCHED: Final = EventKind("researched", seat=SEAT, track=TRACK, level=NUMBER)
EXPLORED: Final = EventKind("explored", seat=SEAT, area=AREA, hits=NUMBER, required=NUMBER)
EXPLORATION_FAILED: Final = EventKind("exploration-failed", seat=SEAT, area=AREA, hits=NUMBER, required=NUMBER)
PLACED: Final = EventKind("placed", seat=SEAT, area=AREA)
MARCHED: Final = EventKind("marched", seat=SEAT, start=AREA, area=AREA)
REMOVED: Final = EventKind("removed", seat=SEAT, area=AREA, n=NUMBER)
SPOT_COVERED: Final = EventKind("spot-covered", seat=SEAT, area=AREA, resource=RESOURCE)
SPOT_SEIZED: Final = EventKind("spot-seized", seat=SEAT, area=AREA, resource=RESOURCE, before=SEAT)
SPOT_LEFT: Final = EventKind("spot-left", seat=SEAT, area=AREA, resource=RESOURCE)
COLONY_FOUNDED: Final = EventKind("colony-founded", seat=SEAT, area=AREA)
COLONY_LOST: Final = EventKind("colony-lost", seat=SEAT, area=AREA)
CITY_BUILT: Final = EventKind("city-built", seat=SEAT, area=AREA, resource=RESOURCE)
CITY_LOST: Final = EventKind("city-lost", area=AREA, resource=RESOURCE)
PRO_PIRATE: Final = EventKind("pro-pirate", seat=SEAT)
SHIPS_BUILT: Final = EventKind("ships-built", seat=SEAT, ship=WORD, total=NUMBER)
SHIPS_LOST: Final = EventKind("ships-lost", seat=SEAT, ship=WORD, n=NUMBER, total=NUMBER, why=WORD)
PRIVATEER_SENT: Final = EventKind("privateer-sent", seat=SEAT, victim=SEAT)
PRIVATEER_RECALLED: Final = EventKind("privateer-recalled", seat=SEAT, victim=SEAT)
PRIVATEER_SUNK: Final = EventKind("privateer-sunk", seat=SEAT, victim=SEAT)
SHIPPED: Final = EventKind("shipped", seat=SEAT, area=AREA, resource=RESOURCE, holder=SEAT)
CHARTER_ASKED: Final = EventKind("charter-asked", seat=SEAT, holder=SEAT, area=AREA, resource=RESOURCE, fee=NUMBER)
CHARTER_REFUSED: Final = EventKind("charter-refused", seat=SEAT, holder=SEAT, area=AREA, resource=RESOURCE)
GOODS_BROUGHT: Final = EventKind("goods-brought", seat=SEAT, n=NUMBER)
GOODS_SOLD: Final = EventKind("goods-sold", seat=SEAT, n=NUMBER, price=NUMBER)
LOAN_TAKEN: Final = EventKind("loan-taken", seat=SEAT, amount=NUMBER)
REPAID: Final = EventKind("repaid", seat=SEAT, amount=NUMBER, loan=NUMBER)
INTEREST_ADDED: Final = EventKind("interest-added", seat=SEAT, amount=NUMBER)
UNREST_ADDED: Final = EventKind("unrest-added", area=AREA, seat=SEAT)
UNREST_CLEARED: Final = EventKind("unrest-cleared", area=AREA, n=NUMBER)
DOMESTIC_UNREST: Final = EventKind("domestic-unrest", seat=SEAT, markers=NUMBER, why=WORD)
DOMESTIC_CALM: Final = EventKind("domestic-calm", seat=SEAT, markers=NUMBER)
MISSION_PLACED: Final = EventKind("mission-placed", seat=SEAT, area=AREA)
MISSION_REMOVED: Final = EventKind("mission-removed", seat=SEAT, area=AREA)
EMBARGO: Final = EventKind("embargo", seat=SEAT)
WAR_DECLARED: Final = EventKind("war-declared", seat=SEAT, enemy=SEAT)
WAR_YEAR: Final = EventKind("war-year", seat=SEAT, enemy=SEAT, year=NUMBER)
FOUGHT_ON: Final = EventKind("fought-on", seat=SEAT)
SURRENDERED: Final = EventKind("surrendered", seat=SEAT, winner=SEAT)
DEFEATED: Final = EventKind("defeated", seat=SEAT, winner=SEAT)
NEUTRALISED: Final = EventKind("neutralised", seat=SEAT, enemy=SEAT)
ABOLISHED: Final = EventKind("abolished", seat=SEAT)
TRADE_OFFERED: Final = EventKind(
    "trade-offered", seat=SEAT, partner=SEAT, give=NUMBER, give_goods=NUMBER, ask=NUMBER, ask_goods=NUMBER
)
TRADED: Final = EventKind("traded", seat=SEAT, partner=SEAT)
GOODS_PASSED: Final = EventKind("goods-passed", seat=SEAT, receiver=SEAT, n=NUMBER)
TRADE_REFUSED: Final = EventKind("trade-refused", seat=SEAT, partner=SEAT)
WON: Final = EventKind("won", seat=SEAT, why=WORD)

ALL: Final = (
    TURN_BEGAN, FIRST_PLAYER, NATION_DEALT, REVOLUTION, REVOLUTION_OVER, CARD_LAID, ROUND_BEGAN, CARD_SHOWN, USED,
    IGNORED, ROLLED, EARNED, PAID, PRESTIGE_GAINED, PRESTIGE_LOST, DIPLOMACY, RESEARCHED, EXPLORED,
    EXPLORATION_FAILED, PLACED, MARCHED, REMOVED, SPOT_COVERED, SPOT_SEIZED, SPOT_LEFT, COLONY_FOUNDED,
    COLONY_LOST, CITY_BUILT, CITY_LOST, PRO_PIRATE, SHIPS_BUILT, SHIPS_LOST, PRIVATEER_SENT, PRIVATEER_RECALLED,
    PRIVATEER_SUNK, SHIPPED, CHARTER_ASKED, CHARTER_REFUSED, GOODS_BROUGHT, GOODS_SOLD, LOAN_TAKEN, REPAID,
    INTEREST_ADDED, UNREST_ADDED, UNREST_CLEARED, DOMESTIC_UNREST, DOMESTIC_CALM, MISSION_PLACED, MISSION_REMOVED,
    EMBARGO, WAR_DECLARED, WAR_YEAR, FOUGHT_ON, SURRENDERED, DEFEATED, NEUTRALISED, ABOLISHED, TRADE_OFFERED,
    TRADED, GOODS_PASSED, TRADE_REFUSED, WON,
)  # fmt: skip

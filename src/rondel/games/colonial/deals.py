"""What can be promised in this game, and which events keep or break it: see rondel.kernel.deals."""

from __future__ import annotations

from typing import Any, Final

from rondel.games.colonial.actions import (
    ACCEPT,
    ASK_GOODS,
    ASK_TREASURY,
    FEE,
    GIVE_GOODS,
    GIVE_TREASURY,
    MOST_TREASURY_TRADED,
    PARTNER,
    PLACE_OF,
    REPAY,
    REPAY_ALL,
    TRADE,
    kind_of,
)
from rondel.games.colonial.characters.cargo import Cargo, CharterAnswer, CharterFee
from rondel.games.colonial.components import AREA, CHARACTER
from rondel.games.colonial.steps.exchange import Bargaining, TradeAnswer, TradePartner, TradeTerms
from rondel.kernel.deals import SILENT, FactRule, Scene, Vocabulary


def let_charter(table: Any, seat: int, term: dict[str, Any]) -> int:
    step = table.pending[-1]
    return ACCEPT if isinstance(step, CharterAnswer) and step.merchant == term["to"] else SILENT


def accept_exchange(table: Any, seat: int, term: dict[str, Any]) -> int:
    step = table.pending[-1]
    return ACCEPT if isinstance(step, TradeAnswer) and step.seat == term["to"] else SILENT


def repay(table: Any, seat: int, term: dict[str, Any]) -> int:
    """The smallest Loan, as a whole where it was promised and there is Treasury for it."""
    if not table.loans[seat] or not table.treasury[seat]:
        return SILENT
    smallest: int = table.loans[seat][-1]
    return REPAY_ALL[smallest] if 1 < smallest <= min(term["amount"], table.treasury[seat]) else REPAY[smallest]


def hand_over(table: Any, seat: int, term: dict[str, Any]) -> int:
    """An exchange in which nothing is asked for."""
    step = table.pending[-1]
    to: int = term["to"]
    most: int = min(term["amount"], table.treasury[seat], MOST_TREASURY_TRADED)
    if most <= 0:
        return SILENT
    if isinstance(step, Bargaining):
        return TRADE if not step.offered >> to & 1 else SILENT
    if isinstance(step, TradePartner):
        return PARTNER[to]
    if isinstance(step, TradeTerms) and step.partner == to:
        return (GIVE_TREASURY[most], GIVE_GOODS[0], ASK_TREASURY[0], ASK_GOODS[0])[step.stage]
    return SILENT


def accept_payment(table: Any, seat: int, term: dict[str, Any]) -> int:
    """What was promised is taken when it is handed over: nobody breaks another's word by refusing it."""
    step = table.pending[-1]
    is_gift = isinstance(step, TradeAnswer) and step.seat == term["by"] and not step.ask and not step.ask_goods
    return ACCEPT if is_gift else SILENT


def ask_charter(table: Any, seat: int, term: dict[str, Any]) -> int:
    """A fleet that is left sails for a Good that was promised, and pays nothing for it."""
    step = table.pending[-1]
    if isinstance(step, CharterFee) and table.spot[step.spot] == term["by"]:
        return FEE[0]
    if not isinstance(step, Cargo):
        return SILENT
    offered = step.offers(table, seat)
    if any(kind_of(action) == "ship" for action in offered):
        return SILENT
    charters = [each for each in offered if kind_of(each) == "charter" and table.spot[PLACE_OF[each]] == term["by"]]
    return charters[0] if charters else SILENT


def turn_ahead(table: Any, ahead: int) -> dict[str, int] | None:
    return {"turn": table.turn + ahead}


DEALS: Final = Vocabulary(
    facts=(
        FactRule("war-declared", "attacked", "seat", "enemy"),
        FactRule("privateer-sent", "attacked", "seat", "victim"),
        FactRule("spot-seized", "attacked", "seat", "before", "area"),
        FactRule("ships-lost", "blocked", "raid.seat", "seat", where=("why", "raid")),
        FactRule("placed", "entered", "seat", thing="area"),
        FactRule("marched", "entered", "seat", thing="area"),
        FactRule("spot-covered", "took", "seat", thing="area"),
        FactRule("spot-seized", "took", "seat", thing="area"),
        FactRule("used", "used", "seat", thing="character"),
        FactRule("repaid", "repaid", "seat", amount="amount"),
        FactRule("traded", "paid", "seat", "partner", amount="offer.give"),
        FactRule("traded", "paid", "partner", "seat", amount="offer.ask"),
        FactRule("shipped", "paid", "seat", "holder", amount="charter.fee"),
        FactRule("shipped", "chartered", "holder", "seat"),
        FactRule("charter-refused", "refused-charter", "holder", "seat"),
        FactRule("traded", "exchanged", "partner", "seat"),
        FactRule("trade-refused", "refused-exchange", "partner", "seat"),
    ),
    rounds=(("turn-began",), 1),
    things={
        "no-attack": ("area", AREA.ids),
        "no-entry": ("area", AREA.ids),
        "no-taking": ("area", AREA.ids),
        "no-card": ("character", CHARACTER.ids),
    },
    claims={"charter": ask_charter},
    binds={"charter": let_charter, "exchange": accept_exchange, "repay": repay, "pay": hand_over},
    takes={"pay": accept_payment},
    scenes={
        "offer": Scene(("trade-offered",), ("traded", "trade-refused")),
        "charter": Scene(("charter-asked",), ("shipped", "charter-refused")),
        "raid": Scene(("rolled",)),
    },
    calendar=turn_ahead,
)

"""The Trader sells Goods."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from rondel.games.colonial import events
from rondel.games.colonial.actions import PLACE_OF, SELL, kind_of
from rondel.games.colonial.characters.base import Character, Decision, last_choice
from rondel.games.colonial.components import ECONOMY, TRADER
from rondel.games.colonial.outlook import EARLY, SALE, Course, Outlook
from rondel.games.colonial.state import Table
from rondel.games.colonial.steps.loans import OwnTurn
from rondel.kernel.events import Message, Reason
from rondel.kernel.flow import Step

CHAPTER: Final = "trader"


def proceeds(state: Table, seat: int, goods: int) -> int:
    """What selling so many Goods pays: each the value of the player's Economy."""
    return goods * state.value(seat, ECONOMY)


class SellGoods(OwnTurn):
    """Trader: sell any number of your Goods in the Market; each pays the value of your Economy."""

    __slots__ = ()
    CHAPTER = CHAPTER

    def offers(self, state: Table, seat: int) -> list[int]:
        return SELL[1 : state.goods[seat] + 1]

    def refuse(self, state: Table, seat: int, action: int) -> Reason | None:
        if kind_of(action) != "sell":
            return None
        return Reason("too-few-goods", {"goods": state.goods[seat], "n": PLACE_OF[action]}, CHAPTER)

    def carry_out(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        number = PLACE_OF[action]
        state.bring_goods(seat, -number)
        if state.events is not None:
            state.emit(events.GOODS_SOLD, seat, number, proceeds(state, seat, 1))
        state.earn(seat, proceeds(state, seat, number), "sale")


class Trader(Character):
    NUMBER = TRADER

    def can_act(self, state: Table, seat: int) -> bool:
        return state.goods[seat] > 0

    def why_not(self, state: Table, seat: int) -> Reason | None:
        return None if state.goods[seat] else Reason("no-goods", {"seat": seat}, CHAPTER)

    def act(self, state: Table, seat: int) -> None:
        state.push(SellGoods(seat))

    def now(self, state: Table, seat: int) -> Message:
        goods = state.goods[seat]
        return Message("now.trader", {"goods": goods, "treasury": proceeds(state, seat, goods)})

    # --- to a bot -------------------------------------------------------------------------------------------------

    def planned(self, outlook: Outlook, course: Course, early: float, after: Course) -> None:
        if course.goods:
            treasury = course.treasury + i64(course.goods * outlook.price)
            after.improve(outlook, course, course.worth + early, EARLY, treasury, 0.0, course.borrowed, course.spots)

    def worth(self, state: Table, seat: int, outlook: Outlook) -> float:
        return outlook.weights[SALE] * proceeds(state, seat, state.goods[seat])

    def decisions(self) -> dict[type[Step[Any]], Decision]:
        return {SellGoods: last_choice}

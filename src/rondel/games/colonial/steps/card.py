"""Resolving a card: one of its two characters acts, or none."""

from __future__ import annotations

from typing import Final

from rondel.games.colonial import events
from rondel.games.colonial.actions import IGNORE, PLACE_OF, USE, kind_of
from rondel.games.colonial.characters import CHARACTERS, PAIRS
from rondel.games.colonial.components import CARD, CARD_CHARACTERS, CARD_OF, CHARACTER, SEATS
from rondel.games.colonial.state import SEAT_SET, Table
from rondel.games.colonial.steps.exchange import AfterCard, Bargaining, can_trade
from rondel.games.colonial.steps.loans import can_repay
from rondel.games.colonial.steps.victory import settle
from rondel.kernel.events import SEAT, Message, Reason
from rondel.kernel.flow import Step

CHAPTER: Final = "endeavour"


class ResolveCard(Bargaining):
    """Resolving a card: use one of its two characters, never both, or ignore the card.

    It is the player's own turn: he may also repay Loans and offer exchanges.
    """

    __slots__ = ("card",)
    FIELDS = (("seat", SEAT), ("offered", SEAT_SET), ("card", CARD))
    CHAPTER = CHAPTER

    def __init__(self, seat: int, offered: int, card: int) -> None:
        super().__init__(seat, offered)
        self.card = card

    def with_offer(self, partner: int) -> Bargaining:
        return ResolveCard(self.seat, self.offered | 1 << partner, self.card)

    def offers(self, state: Table, seat: int) -> list[int]:
        offered: list[int] = []
        pair = PAIRS[self.card]
        if pair.one.can_act(state, seat):
            offered.append(USE[pair.first])
        if pair.two.can_act(state, seat):
            offered.append(USE[pair.second])
        offered.append(IGNORE)
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [USE[character] for character in CARD_CHARACTERS[self.card]]

    def refuse(self, state: Table, seat: int, action: int) -> Reason | None:
        if kind_of(action) == "use":
            character = PLACE_OF[action]
            if character in CARD_CHARACTERS[self.card]:
                return CHARACTERS[character].why_not(state, seat)
            names = {"character": CHARACTER.ids[character], "card": CARD.ids[CARD_OF[character]]}
            return Reason("other-card", names, CHAPTER)
        return None

    def prompt(self, state: Table, seat: int) -> Message:
        one, two = CARD_CHARACTERS[self.card]
        return Message("prompt.resolve-card", {"one": CHARACTER.ids[one], "two": CHARACTER.ids[two]})

    def carry_out(self, state: Table, seat: int, action: int) -> None:
        if action == IGNORE:
            state.pop()
            state.pop()
            state.emit(events.IGNORED, seat, self.card)
        else:
            character = PLACE_OF[action]
            state.pop()
            if state.events is not None:
                state.emit(events.USED, seat, character)
            CHARACTERS[character].act(state, seat)


class CardDone(Step[Table]):
    """After every card it is checked whether somebody has won; if not, its player may still repay and exchange."""

    __slots__ = ("seat",)
    FIELDS = (("seat", SEAT),)
    CHAPTER = CHAPTER

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def run(self, state: Table) -> None:
        seat = self.seat
        if can_repay(state, seat) or can_trade(state, seat, 0):
            state.replace(AfterCard(seat, 0))
        else:
            state.pop()
        settle(state, seat)


CARD_DONE: Final = [CardDone(seat) for seat in range(SEATS)]

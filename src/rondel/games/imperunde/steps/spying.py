"""12. (16) Looking at a hand, openly or covertly, and taking a card out of it."""

from __future__ import annotations

from rondel.games.imperunde import events
from rondel.games.imperunde.actions import COVERTLY, OPENLY, PLACE_OF, TAKE, kind_of
from rondel.games.imperunde.card import CHAPTER
from rondel.games.imperunde.components import CARD, CARDS
from rondel.games.imperunde.state import Table
from rondel.kernel.events import SEAT, Reason
from rondel.kernel.flow import SeatStep


def expose(state: Table, seat: int, other: int) -> None:
    """The spies of a hand are exposed, if there are any left in it."""
    if state.hand_size[other]:
        state.push(LookAtHand(seat, other))


class LookAtHand(SeatStep[Table]):
    """12. (16) The hand may be looked at openly, so that everybody sees it, or covertly."""

    __slots__ = ("other",)
    FIELDS = (("seat", SEAT), ("other", SEAT))
    CHAPTER = CHAPTER

    def __init__(self, seat: int, other: int) -> None:
        super().__init__(seat)
        self.other = other

    def choices(self, state: Table, seat: int) -> list[int]:
        return [COVERTLY, OPENLY]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        openly = action == OPENLY
        state.replace(ExposeOpenly(seat, self.other) if openly else ExposeSpies(seat, self.other))
        state.reveal()
        for who in range(state.seats):
            if who == seat or (openly and who != self.other):
                state.learn(who, self.other)
        if state.events is not None:
            cards = [card for card in range(CARDS) for _ in range(state.hand[self.other * CARDS + card])]
            state.emit(events.HAND_OPENED if openly else events.HAND_SHOWN, seat, self.other, tuple(cards))


class ExposeSpies(SeatStep[Table]):
    """12. (16) The player who looks at a hand takes one card from it, which is shuffled into the deck."""

    __slots__ = ("other",)
    FIELDS = (("seat", SEAT), ("other", SEAT))
    CHAPTER = CHAPTER
    SECRET = True

    def __init__(self, seat: int, other: int) -> None:
        super().__init__(seat)
        self.other = other

    def choices(self, state: Table, seat: int) -> list[int]:
        return [TAKE[card] for card in range(CARDS) if state.hand[self.other * CARDS + card]]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if kind_of(action) != "take":
            return None
        return Reason("card-not-there", {"card": CARD.ids[PLACE_OF[action]], "seat": self.other}, CHAPTER)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        if state.events is not None:
            state.emit(events.CARD_TAKEN, seat, self.other)
        state.return_card(self.other, PLACE_OF[action])
        state.forget_hand(self.other)
        state.learn(seat, self.other)
        if state.events is not None:
            state.emit(events.CARD_LOST, self.other, PLACE_OF[action])


class ExposeOpenly(ExposeSpies):
    """12. (16) The hand lies open, so everybody sees which card goes back."""

    __slots__ = ()
    SECRET = False

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        state.return_card(self.other, PLACE_OF[action])
        state.forget(self.other, PLACE_OF[action])
        if state.events is not None:
            state.emit(events.CARD_RETURNED, seat, self.other, PLACE_OF[action])

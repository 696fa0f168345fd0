"""The turn and its six phases, and the rounds of cards in the first of them."""

from __future__ import annotations

from typing import Final

from rondel.games.colonial import events
from rondel.games.colonial.actions import LAY, PLACE_OF, kind_of
from rondel.games.colonial.components import CARD, CARDS, REVOLUTION, ROUNDS, SEATS
from rondel.games.colonial.state import LAID, Table
from rondel.games.colonial.steps.card import CARD_DONE, ResolveCard
from rondel.games.colonial.steps.loans import add_interest
from rondel.games.colonial.steps.naval import BuyFleets, NavalForces, has_purse
from rondel.games.colonial.steps.victory import at_turn_limit, settle
from rondel.kernel.events import NUMBER, SEAT, Kind, Message, Reason
from rondel.kernel.flow import Step

CHAPTER: Final = "endeavour"
LAST_CHANCE: Final = ROUNDS
"""The number of the Last Chance round, counted from 0."""
SEATS_OF: Final[list[tuple[int, ...]]] = [
    tuple(seat for seat in range(SEATS) if waiting >> seat & 1) for waiting in range(1 << SEATS)
]
"""[bits of seats]: these must decide."""
LEFT_TO_LAY: Final[list[list[int]]] = [
    [LAY[card] for card in range(CARDS) if not laid >> card & 1] for laid in range(1 << CARDS)
]
"""[bits of the cards that lie there]: the others may be laid."""


# --- the start of a turn ------------------------------------------------------------------------------------------


class TurnBegins(Step[Table]):
    """The turn begins: revolutions of the last turn end, new ones break out, and the players lay their cards.

    A player who was in revolution removes all Unrest from his Nation board. Anyone with four or more is in revolution
    now: he loses his whole Treasury and may play only the Last Chance round.
    """

    __slots__ = ()
    CHAPTER = "revolution"

    def run(self, state: Table) -> None:
        state.turn += 1
        state.emit(events.TURN_BEGAN, state.turn)
        state.shown = state.merchants = state.embargo = 0
        state.program = [-1] * (SEATS * LAID)
        rebels = state.revolt
        state.revolt = 0
        for seat in state.clockwise(state.first):
            if rebels >> seat & 1:
                if state.events is not None:
                    state.emit(events.REVOLUTION_OVER, seat, state.unrest[seat])
                state.calm_nation(seat, state.unrest[seat])
            elif state.unrest[seat] >= REVOLUTION:
                state.revolt |= 1 << seat
                if state.events is not None:
                    state.emit(events.REVOLUTION, seat, state.treasury[seat])
                state.earn(seat, -state.treasury[seat], "revolution")
        state.replace(ROUND[0])
        state.push(LAY_CARDS)


class Laying(Step[Table]):
    """Players secretly lay cards face down, each at his own pace."""

    __slots__ = ()
    CHAPTER = CHAPTER
    SECRET = True

    def place(self, state: Table, seat: int) -> int:
        """Where the next card goes."""
        raise NotImplementedError

    def choices(self, state: Table, seat: int) -> list[int]:
        return LEFT_TO_LAY[state.laid(seat)][:]

    def candidates(self, state: Table, seat: int) -> list[int]:
        return LAY

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if kind_of(action) != "lay":
            return None
        return Reason("card-laid", {"card": CARD.ids[PLACE_OF[action]]}, CHAPTER)

    def awaited(self, state: Table) -> Message:
        return Message("waiting.lay-cards", {"seats": list(self.to_act(state))})

    def chosen(self, state: Table, seat: int, action: int) -> None:
        place, card = self.place(state, seat), PLACE_OF[action]
        state.program[seat * LAID + place] = card
        if state.events is not None:
            state.emit(events.CARD_LAID, seat, place + 1, card)

    def run(self, state: Table) -> None:
        state.pop()


class LayCards(Laying):
    """Every player who is not in revolution secretly lays four of his six cards face down in order.

    Option: five cards, the fifth for the Last Chance round; then a player in revolution lays that one alone.
    """

    __slots__ = ()

    def to_act(self, state: Table) -> tuple[int, ...]:
        last = LAST_CHANCE if state.options["five-programmed"] else LAST_CHANCE - 1
        waiting = 0
        for seat in range(state.seats):
            if state.program[seat * LAID + last] < 0 and (last == LAST_CHANCE or not state.revolt >> seat & 1):
                waiting |= 1 << seat
        return SEATS_OF[waiting]

    def place(self, state: Table, seat: int) -> int:
        if state.revolt >> seat & 1:
            return LAST_CHANCE
        place = 0
        while state.program[seat * LAID + place] >= 0:
            place += 1
        return place

    def prompt(self, state: Table, seat: int) -> Message:
        place = self.place(state, seat)
        if place == LAST_CHANCE:
            return Message("prompt.lay-last")
        if not place and state.options["five-programmed"]:
            return Message("prompt.lay-five")
        return Message("prompt.lay-cards-next" if place else "prompt.lay-cards", {"place": place + 1, "rounds": ROUNDS})


class LayLast(Laying):
    """Last Chance: everybody secretly picks one of the two cards he has left; in revolution, any of the six."""

    __slots__ = ()

    def to_act(self, state: Table) -> tuple[int, ...]:
        waiting = 0
        for seat in range(state.seats):
            if state.program[seat * LAID + LAST_CHANCE] < 0:
                waiting |= 1 << seat
        return SEATS_OF[waiting]

    def place(self, state: Table, seat: int) -> int:
        return LAST_CHANCE


LAY_CARDS: Final = LayCards()
LAY_LAST: Final = LayLast()


# --- the rounds ---------------------------------------------------------------------------------------------------


class Round(Step[Table]):
    """All turn up the card of the round; then, clockwise from the First Player, each resolves his own.

    After the fourth round comes the Last Chance round, and then phase 2.
    """

    __slots__ = ("number", "asked")
    FIELDS = (("number", NUMBER), ("asked", NUMBER))
    CHAPTER = CHAPTER

    def __init__(self, number: int, asked: int) -> None:
        self.number = number
        self.asked = asked

    def run(self, state: Table) -> None:
        if self.asked == 0:
            if self.number == LAST_CHANCE and not state.options["five-programmed"] and LAY_LAST.to_act(state):
                state.push(LAY_LAST)
                return
            self._turn_up(state)
        if self.asked < state.seats:
            state.replace(ROUND[self.number * (SEATS + 1) + self.asked + 1])
            seat = (state.first + self.asked) % state.seats
            card = state.program[seat * LAID + self.number]
            if card >= 0:
                state.push(CARD_DONE[seat])
                state.push(ResolveCard(seat, 0, card))
        elif self.number < LAST_CHANCE:
            state.replace(ROUND[(self.number + 1) * (SEATS + 1)])
        else:
            state.replace(PHASE[FLEETS * (SEATS + 1)])

    def _turn_up(self, state: Table) -> None:
        state.shown = self.number + 1
        state.embargo = 0
        state.reveal()
        if state.events is not None:
            state.emit(events.ROUND_BEGAN, self.number + 1)
            for seat in state.clockwise(state.first):
                card = state.program[seat * LAID + self.number]
                if card >= 0:
                    state.emit(events.CARD_SHOWN, seat, card)


ROUND: Final = [Round(number, asked) for number in range(LAST_CHANCE + 1) for asked in range(SEATS + 1)]


# --- phases 2 to 6 ------------------------------------------------------------------------------------------------

PHASE_KIND: Final = Kind("phase", ("merchant-fleets", "naval-forces", "loans"))
FLEETS: Final = 0
NAVAL: Final = 1
LOANS: Final = 2


class Phase(Step[Table]):
    """Phases 2, 4 and 5 go clockwise from the First Player; phase 3 gives away his token; phase 6 ends the turn."""

    __slots__ = ("kind", "asked")
    FIELDS = (("kind", PHASE_KIND), ("asked", NUMBER))
    CHAPTER = "turn"

    def __init__(self, kind: int, asked: int) -> None:
        self.kind = kind
        self.asked = asked

    def run(self, state: Table) -> None:
        kind = self.kind
        if self.asked < state.seats:
            seat = (state.first + self.asked) % state.seats
            state.replace(PHASE[kind * (SEATS + 1) + self.asked + 1])
            if kind == FLEETS:
                if has_purse(state, seat):
                    state.push(PART_DONE[seat])
                    state.push(BUY_FLEETS[seat])
            elif kind == NAVAL:
                if has_purse(state, seat) or state.squadrons[seat] or state.privateers_of(seat):
                    state.push(PART_DONE[seat])
                    state.push(NAVAL_FORCES[seat])
            elif state.loans[seat]:
                add_interest(state, seat)
                settle(state, seat)
        elif kind == FLEETS:
            pass_first_player(state)
            state.replace(PHASE[NAVAL * (SEATS + 1)])
            settle(state, state.first)
        elif kind == NAVAL:
            state.replace(PHASE[LOANS * (SEATS + 1)])
        else:
            end_turn(state)


PHASE: Final = [Phase(kind, asked) for kind in range(3) for asked in range(SEATS + 1)]


class PartDone(Step[Table]):
    """After each player's part in phases 2 and 4 it is checked whether somebody has won."""

    __slots__ = ("seat",)
    FIELDS = (("seat", SEAT),)
    CHAPTER = "victory"

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def run(self, state: Table) -> None:
        state.pop()
        settle(state, self.seat)


PART_DONE: Final = [PartDone(seat) for seat in range(SEATS)]
BUY_FLEETS: Final = [BuyFleets(seat, 0, 0) for seat in range(SEATS)]
NAVAL_FORCES: Final = [NavalForces(seat, 0, 0, 0, 0) for seat in range(SEATS)]


def pass_first_player(state: Table) -> None:
    """Phase 3: a player with more Monopolies than each other player takes the token; else it passes to the left."""
    monopolies = state.monopolies()
    most = max(monopolies)
    if monopolies.count(most) == 1:
        seat, why = monopolies.index(most), "monopolies"
    else:
        seat, why = (state.first + 1) % state.seats, "left"
    state.first = seat
    state.emit(events.FIRST_PLAYER, seat, why)


def end_turn(state: Table) -> None:
    """Phase 6: the victory check, and the next turn, unless the turn limit is reached."""
    limit = state.options["turn-limit"]
    if state.turn >= limit:
        at_turn_limit(state)
    else:
        state.replace(TURN_BEGINS)


TURN_BEGINS: Final = TurnBegins()

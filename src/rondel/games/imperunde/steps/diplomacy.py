"""10., 14.2 Secret service and diplomacy: a card for everybody, then talks about war, peace and the target.

The talks go round the table, the British player last, until nobody has anything left to answer; then the British player
closes them. War needs one, peace needs two, and both can be taken back until the talks are closed.
"""

from __future__ import annotations

from typing import Final

from rondel.games.imperunde import events
from rondel.games.imperunde.actions import (
    AGREE,
    CLOSE,
    DONE,
    GO_ON,
    K_ORDERS,
    K_PEACE,
    K_PLAY,
    K_PROPOSE,
    K_WAR,
    KIND_OF,
    ORDERS,
    PEACE,
    PLACE_OF,
    PROPOSE,
    REJECT,
    WAR,
    kind_of,
)
from rondel.games.imperunde.card import ANYTIME, add_plays, explain_play, held_cards
from rondel.games.imperunde.components import CARDS, SET
from rondel.games.imperunde.components import POST as POST_PIECE
from rondel.games.imperunde.state import Table
from rondel.games.imperunde.steps.secret_service import DRAW_CARD, W_TALKS, announce, give_orders, open_window
from rondel.games.imperunde.steps.victory import check_victory
from rondel.kernel.events import NUMBER, SEAT, Message, Reason, many
from rondel.kernel.flow import BY_SEAT, SeatStep, Step

CHAPTER: Final = "diplomacy"
MOST_TALKS: Final = 4
"""So often the talks may go round the table."""
TARGET_STEP: Final = 5
"""A proposal changes the target by at most this much."""


def british_last(state: Table) -> list[int]:
    """All seats in turn order, the British player at the end."""
    british = state.british()
    return [seat for seat in state.order() if seat != british] + [british]


class DealCards(Step[Table]):
    """14.2 The British player shuffles the played cards into the deck and deals one to everybody, himself last.

    Wars and peaces that cards brought are over.
    """

    __slots__ = ("waiting",)
    FIELDS = (("waiting", many(SEAT)),)
    CHAPTER = CHAPTER

    def __init__(self, waiting: tuple[int, ...]) -> None:
        self.waiting = waiting

    def run(self, state: Table) -> None:
        if self.waiting:
            state.replace(DealCards(self.waiting[1:]))
            if any(state.deck):
                state.push(DRAW_CARD[self.waiting[0]])
            return
        state.talks = state.proposed = 0
        state.unsettled = (1 << state.seats) - 1
        state.replace(Talks(tuple(british_last(state))))
        if state.events is not None:
            state.emit(events.TALKS_OPENED, state.british())


def begin(state: Table) -> None:
    for card in range(CARDS):
        state.deck[card] += state.discard[card]
        state.discard[card] = 0
    for seat in range(state.seats):
        state.truce[seat] = state.treaty[seat] = state.declared[seat] = 0
    state.relate()
    state.push(DealCards(tuple(british_last(state))))


class Talks(Step[Table]):
    """14.2 Everybody who has not spoken, or whom a change concerns, speaks; then the British player closes the
    talks."""

    __slots__ = ("waiting",)
    FIELDS = (("waiting", many(SEAT)),)
    CHAPTER = CHAPTER

    def __init__(self, waiting: tuple[int, ...]) -> None:
        self.waiting = waiting

    def run(self, state: Table) -> None:
        for at, seat in enumerate(self.waiting):
            if state.unsettled >> seat & 1:
                state.unsettled &= ~(1 << seat)
                state.replace(Talks(self.waiting[at + 1 :]))
                state.push(Speak(seat, 0, 0))
                return
        state.talks += 1
        if state.unsettled and state.talks < MOST_TALKS:
            state.replace(Talks(tuple(british_last(state))))
        else:
            state.replace(CLOSE_TALKS)


class Speak(SeatStep[Table]):
    """10., 14.2 A player declares war or offers peace, proposes another target, gives standing orders, or plays
    cards."""

    __slots__ = ("ordered", "touched")
    OFFER_TELLS = True
    FIELDS = (("seat", SEAT), ("touched", NUMBER), ("ordered", NUMBER))
    CHAPTER = CHAPTER

    def __init__(self, seat: int, touched: int, ordered: int) -> None:
        super().__init__(seat)
        self.touched = touched  # bits of seats towards whom the stance was changed just now
        self.ordered = ordered  # 1: standing orders were given just now

    def choices(self, state: Table, seat: int) -> list[int]:
        offered: list[int] = []
        stance = state.stance[seat]
        for other in range(state.seats):
            if other != seat and not self.touched >> other & 1:
                offered.append(PEACE[other] if stance >> other & 1 else WAR[other])
        offered.append(DONE)
        add_plays(state, seat, ANYTIME, offered)
        if not self.ordered:
            for order in range(4):
                if order != state.orders[seat]:
                    offered.append(ORDERS[order])
        if not state.proposed >> seat & 1:
            offered += proposals(state)
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        return held_cards(state, seat)

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        kind = KIND_OF[action]
        if kind in (K_WAR, K_PEACE):
            other = PLACE_OF[action]
            if other == seat or other >= state.seats:
                return Reason("no-such-player", {"number": other + 1}, CHAPTER)
            if self.touched >> other & 1:
                return Reason("stance-just-changed", {"seat": other}, CHAPTER)
            return Reason("stance-already", {"seat": other}, "war-and-peace")
        if kind == K_PROPOSE:
            if state.proposed >> seat & 1:
                return Reason("proposed-already", {}, CHAPTER)
            return Reason("target-too-far", {"target": state.target, "most": TARGET_STEP}, CHAPTER)
        if kind == K_ORDERS:
            return Reason("orders-already", {}, CHAPTER)
        return explain_play(state, seat, action, ANYTIME)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        kind = KIND_OF[action]
        place = PLACE_OF[action]
        if action == DONE:
            state.pop()
        elif kind in (K_WAR, K_PEACE):
            state.replace(Speak(seat, self.touched | 1 << place, self.ordered))
            take_stance(state, seat, place, kind == K_WAR)
        elif kind == K_PROPOSE:
            propose(state, seat, place)
        elif kind == K_ORDERS:
            state.replace(Speak(seat, self.touched, 1))
            give_orders(state, seat, place)
        else:
            assert kind == K_PLAY
            announce(state, seat, place)


def proposals(state: Table) -> list[int]:
    """14.2 The target can be lowered or raised; never below 1, nor above the posts a player has."""
    most = SET[POST_PIECE] * (2 if state.seats == 3 else 1)
    low, high = max(1, state.target - TARGET_STEP), min(most, state.target + TARGET_STEP)
    return [PROPOSE[target] for target in range(low, high + 1) if target != state.target]


def take_stance(state: Table, seat: int, other: int, war: bool) -> None:
    """10. War needs one side, peace both. The other side hears of it, and may answer."""
    before = state.war[seat] >> other & 1
    if war:
        state.stance[seat] |= 1 << other
    else:
        state.stance[seat] &= ~(1 << other)
    state.relate()
    state.unsettled |= 1 << other
    if state.events is not None:
        state.emit(events.STANCE_TAKEN, seat, other, "war" if war else "peace")
    after = state.war[seat] >> other & 1
    if before != after:
        state.told_relation(seat, other, "war" if after else "peace")


# --- the target -------------------------------------------------------------------------------------------------------


def propose(state: Table, seat: int, target: int) -> None:
    state.proposed |= 1 << seat
    if state.events is not None:
        state.emit(events.TARGET_PROPOSED, seat, target)
    state.push(VoteTarget(target, tuple(state.order_from(seat)[1:])))


class VoteTarget(Step[Table]):
    """4., 14.2 The target is changed only if all players agree."""

    __slots__ = ("target", "waiting")
    FIELDS = (("target", NUMBER), ("waiting", many(SEAT)))
    CHAPTER = CHAPTER

    def __init__(self, target: int, waiting: tuple[int, ...]) -> None:
        self.target = target
        self.waiting = waiting

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[self.waiting[0]] if self.waiting else ()

    def prompt(self, state: Table, seat: int) -> Message:
        return Message("prompt.vote-target", {"target": self.target, "now": state.target})

    def choices(self, state: Table, seat: int) -> list[int]:
        return [AGREE, REJECT]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        if state.events is not None:
            state.emit(events.TARGET_VOTED, seat, kind_of(action))
        if action == REJECT:
            state.pop()
        else:
            state.replace(VoteTarget(self.target, self.waiting[1:]))

    def run(self, state: Table) -> None:
        state.pop()
        state.target = self.target
        if state.events is not None:
            state.emit(events.TARGET_CHANGED, self.target)
        for seat in state.order():
            if check_victory(state, seat):
                return


# --- closing ----------------------------------------------------------------------------------------------------------


class CloseTalks(Step[Table]):
    """14.2 The British player declares the talks closed; from now on only cards change war and peace."""

    __slots__ = ()
    CHAPTER = CHAPTER

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[state.british()]

    def choices(self, state: Table, seat: int) -> list[int]:
        return [CLOSE, GO_ON] if state.talks < MOST_TALKS else [CLOSE]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        return Reason("talks-long-enough", {"most": MOST_TALKS}, CHAPTER) if action == GO_ON else None

    def chosen(self, state: Table, seat: int, action: int) -> None:
        if action == GO_ON:
            state.unsettled = (1 << state.seats) - 1
            state.replace(Talks(tuple(british_last(state))))
            return
        state.pop()
        state.unsettled = 0
        if state.events is not None:
            state.emit(events.TALKS_CLOSED, seat)
        open_window(state, W_TALKS, state.starter)


CLOSE_TALKS: Final = CloseTalks()

"""12. The secret service: when cards may be played, and how they are answered.

"At any time" is a few named windows (see RULINGS.md). Everybody who holds a card, and whose standing orders ask for it,
is asked in turn order; the first to play a card plays it, then all are asked again. Whoever is at turn may also play
cards in between his own choices. What can be played at what, and what it does, is in `cards/`, a class for each card.
"""

from __future__ import annotations

from typing import Any, Final

from rondel.games.imperunde import events
from rondel.games.imperunde.actions import (
    AIM_AREA,
    ALWAYS,
    DONE,
    DRAW,
    IN_BATTLES,
    K_PASS_ORDERS,
    KIND_OF,
    NEVER,
    PASS,
    PASS_UNTIL,
    PLACE_OF,
    PLAY,
    SEATS,
    WHEN_ATTACKED,
    kind_of,
)
from rondel.games.imperunde.card import (
    ANYTIME,
    BEFORE_BATTLE,
    BEFORE_ROLL,
    CHAPTER,
    DECK,
    add_plays,
    explain_play,
    held_cards,
)
from rondel.games.imperunde.components import AREA, CARD, CARDS, COUNTER, LANDS
from rondel.games.imperunde.fight import ATTACKING
from rondel.games.imperunde.state import Table
from rondel.kernel.events import NUMBER, SEAT, Kind, Message, Reason, many
from rondel.kernel.flow import BY_SEAT, NOBODY, ChanceStep, Step

WINDOW: Final = Kind(
    "window", ("talks", "income", "investments", "clearing", "turn", "embarking", "events", "battle", "roll")
)
W_TALKS, W_INCOME, W_INVESTMENTS, W_CLEARING, W_TURN, W_EMBARKING, W_EVENTS, W_BATTLE, W_ROLL = range(9)

# --- drawing -------------------------------------------------------------------------------------------------------


class DrawCard(ChanceStep[Table]):
    """12., 14.2 A card is drawn face down from the shuffled deck."""

    __slots__ = ("seat",)
    FIELDS = (("seat", SEAT),)
    CHAPTER = CHAPTER
    SECRET = True

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def odds(self, state: Table) -> list[tuple[int, int]]:
        deck = state.deck
        return [(DRAW[card], deck[card]) for card in range(CARDS) if deck[card]]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        state.draw_card(self.seat, PLACE_OF[action])


DRAW_CARD: Final = [DrawCard(seat) for seat in range(SEATS)]

# --- windows -------------------------------------------------------------------------------------------------------


def is_asked(state: Table, window: int, seat: int) -> bool:
    """Whether a seat is asked in a window: it holds a card, and its standing orders want it. Both are public."""
    if not state.hand_size[seat]:
        return False
    order = state.orders[seat]
    if window == W_INCOME and order == IN_BATTLES:
        return state.hostile(seat) != 0  # the only moment for Plunder, which needs a war
    if window < W_BATTLE:
        return order == ALWAYS
    fight = state.battle()
    side = fight.side_of(seat)
    if not side:
        return order == ALWAYS and window == W_BATTLE
    if order < (IN_BATTLES if side == ATTACKING else WHEN_ATTACKED):
        return False
    if window == W_BATTLE:
        return True
    # Before later rolls only an armistice with an enemy, or a hussar raid, can matter.
    enemy = fight.enemy_of(seat)
    return (enemy < SEATS and state.hostile(seat) >> enemy & 1 > 0) or state.has_cavalry(seat)


def open_window(state: Table, window: int, first: int) -> None:
    """Ask in turn order, beginning with the player at turn."""
    for seat in range(state.seats):
        if state.hand_size[seat] and is_asked(state, window, seat):
            waiting = asked(state, window, first)
            if waiting:
                state.push(Window(window, waiting, first))
            return


def asked(state: Table, window: int, first: int) -> tuple[int, ...]:
    order = state.order_from(first)
    if window == W_TURN:
        del order[0]  # he may play his cards in his own turn
    return tuple([seat for seat in order if is_asked(state, window, seat)])


OPENED_BEFORE: Final = (
    "Phases", "Collect", "InvestmentTurn", "ClearSeas", "ReadyToMove", "EmbarkationTurn", "BeginEvents",
    "Battle", "Battle",
)  # fmt: skip
"""[window] what comes after it; the talks are over when theirs is opened."""


def check_window(window: int, beneath: Step[Any] | None) -> None:
    assert type(beneath).__name__ == OPENED_BEFORE[window], "a window that is not opened here"


class Window(Step[Table]):
    """12. Cards may be played at any time: here, until everybody who is asked has passed."""

    __slots__ = ("first", "waiting", "window")
    OFFER_TELLS = True
    FIELDS = (("window", WINDOW), ("waiting", many(SEAT)), ("first", SEAT))
    CHAPTER = CHAPTER

    def __init__(self, window: int, waiting: tuple[int, ...], first: int) -> None:
        self.window = window
        self.waiting = waiting
        self.first = first

    def check(self, state: Table, beneath: Step[Any] | None) -> None:
        check_window(self.window, beneath)

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[self.waiting[0]] if self.waiting else ()

    def prompt(self, state: Table, seat: int) -> Message:
        area = AREA.ids[state.fight.area] if state.fight is not None else None
        return Message(f"prompt.window-{WINDOW.ids[self.window]}", {"area": area, "seat": self.first})

    def awaited(self, state: Table) -> Message:
        return Message("waiting.window", {"window": WINDOW.ids[self.window], "waiting": list(self.waiting)})

    def where(self) -> int:
        return BEFORE_BATTLE if self.window == W_BATTLE else BEFORE_ROLL if self.window == W_ROLL else ANYTIME

    def choices(self, state: Table, seat: int) -> list[int]:
        offered = [PASS, *PASS_UNTIL[: state.orders[seat]]]
        add_plays(state, seat, self.where(), offered)
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        return held_cards(state, seat)

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        return explain_play(state, seat, action, self.where())

    def chosen(self, state: Table, seat: int, action: int) -> None:
        if action == PASS:
            state.replace(Window(self.window, self.waiting[1:], self.first))
        elif KIND_OF[action] == K_PASS_ORDERS:
            give_orders(state, seat, PLACE_OF[action])
            state.replace(Window(self.window, self.waiting[1:], self.first))
        else:
            state.replace(Reopen(self.window, self.first))
            announce(state, seat, PLACE_OF[action])

    def run(self, state: Table) -> None:
        state.pop()


class Reopen(Step[Table]):
    """After a card, all are asked again, until all pass."""

    __slots__ = ("first", "window")
    FIELDS = (("window", WINDOW), ("first", SEAT))
    CHAPTER = CHAPTER

    def __init__(self, window: int, first: int) -> None:
        self.window = window
        self.first = first

    def check(self, state: Table, beneath: Step[Any] | None) -> None:
        check_window(self.window, beneath)

    def run(self, state: Table) -> None:
        state.pop()
        if self.window < W_BATTLE or state.fight is not None:
            open_window(state, self.window, self.first)


def give_orders(state: Table, seat: int, order: int) -> None:
    state.orders[seat] = order
    if state.events is not None:
        state.emit(events.ORDERS_GIVEN, seat, order)


# --- playing -------------------------------------------------------------------------------------------------------


def announce(state: Table, seat: int, card: int) -> None:
    """12. Whoever announces a card must play it, at once."""
    state.lay_card(seat, card)
    if DECK[card].aims_needed:
        state.push(Aim(card, seat, ()))
    else:
        lay_on_table(state, card, seat, ())


class Aim(Step[Table]):
    """12. Whoever plays a card names its targets."""

    __slots__ = ("args", "by", "card")
    FIELDS = (("card", CARD), ("by", SEAT), ("args", many(NUMBER)))
    CHAPTER = CHAPTER

    def __init__(self, card: int, by: int, args: tuple[int, ...]) -> None:
        self.card = card
        self.by = by
        self.args = args

    def check(self, state: Table, beneath: Step[Any] | None) -> None:
        assert len(self.args) < DECK[self.card].aims_needed, "all targets are named"
        DECK[self.card].check_aims(state, self.by, self.args)

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[self.by]

    def prompt(self, state: Table, seat: int) -> Message:
        return Message("prompt.aim", {"card": CARD.ids[self.card], "stage": self.stage()})

    def stage(self) -> str:
        """What is to be named next, as a key of the texts."""
        return f"{CARD.ids[self.card]}-{min(len(self.args), 2)}"

    def choices(self, state: Table, seat: int) -> list[int]:
        return DECK[self.card].aims(state, self.by, self.args)

    def candidates(self, state: Table, seat: int) -> list[int]:
        """Colonies and sea areas of the others: a homeland is never a target."""
        if DECK[self.card].AT_COLONIES and not self.args:
            return [AIM_AREA[land] for land in range(LANDS) if state.owner[land] != NOBODY]
        return []

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if action >= AIM_AREA[0] and action <= AIM_AREA[LANDS - 1]:
            land = PLACE_OF[action]
            where = {"area": AREA.ids[land], "card": CARD.ids[self.card]}
            if state.is_home(land):
                return Reason("home-is-safe", where, "homelands")
            if state.owner[land] == seat:
                return Reason("own-colony", where, CHAPTER)
            return Reason("no-target", where, CHAPTER)
        if kind_of(action) in ("aim-seat", "aim-area", "aim-unit"):
            return Reason("card-no-target", {"card": CARD.ids[self.card]}, CHAPTER)
        return None

    def chosen(self, state: Table, seat: int, action: int) -> None:
        args = self.args
        if action != DONE:
            args = (*args, PLACE_OF[action])
        card = DECK[self.card]
        following = [] if len(args) >= card.aims_needed else card.aims(state, self.by, args)
        if action == DONE or not following or following == [DONE]:
            state.pop()
            lay_on_table(state, self.card, self.by, args)
        else:
            state.replace(Aim(self.card, self.by, args))


# --- answers --------------------------------------------------------------------------------------------------------


def lay_on_table(state: Table, card: int, by: int, args: tuple[int, ...]) -> None:
    """The card lies on the table with its targets; the others may answer before it takes effect."""
    if state.events is not None and args:
        seat, area = DECK[card].named(args)
        state.emit(events.CARD_AIMED, by, card, seat, area)
    mask = DECK[card].concerns(state, by, args)
    state.push(OnTable(card, by, args, answerers(state, by, mask), mask, 0))


def answerers(state: Table, by: int, mask: int) -> tuple[int, ...]:
    """Everybody else who holds a card: always, or if the card concerns him, by his standing orders."""
    found = []
    for seat in state.order_from(by):
        if seat != by and state.hand_size[seat]:
            order = state.orders[seat]
            if order == ALWAYS or (order != NEVER and mask >> seat & 1):
                found.append(seat)
    return tuple(found)


class OnTable(Step[Table]):
    """12. A card takes effect unless somebody answers it with counter-espionage, which may itself be answered."""

    __slots__ = ("args", "by", "card", "foiled", "mask", "waiting")
    OFFER_TELLS = True
    FIELDS = (
        ("card", CARD), ("by", SEAT), ("args", many(NUMBER)), ("waiting", many(SEAT)),
        ("mask", NUMBER), ("foiled", NUMBER),
    )  # fmt: skip
    CHAPTER = CHAPTER

    def __init__(
        self, card: int, by: int, args: tuple[int, ...], waiting: tuple[int, ...], mask: int, foiled: int
    ) -> None:
        self.card = card
        self.by = by
        self.args = args
        self.waiting = waiting
        self.mask = mask
        self.foiled = foiled

    def check(self, state: Table, beneath: Step[Any] | None) -> None:
        assert (self.card == COUNTER) == isinstance(beneath, OnTable), "counter-espionage is an answer"
        card = DECK[self.card]
        card.check_aims(state, self.by, self.args)
        if len(self.args) < card.aims_needed:
            assert card.aims(state, self.by, self.args)[-1:] in ([], [DONE]), "not all targets are named"

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[self.waiting[0]] if self.waiting else ()

    def choices(self, state: Table, seat: int) -> list[int]:
        offered = [PASS, *PASS_UNTIL[: state.orders[seat]]]
        if state.hand[seat * CARDS + COUNTER]:
            offered.append(PLAY[COUNTER])
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [PLAY[COUNTER]]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if kind_of(action) != "play":
            return None
        card = {"card": CARD.ids[PLACE_OF[action]]}
        if action == PLAY[COUNTER]:
            return Reason("card-not-held", card, CHAPTER)
        return Reason("only-counter-espionage", card, CHAPTER)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        if action == PLAY[COUNTER]:
            state.lay_card(seat, COUNTER)
            # Should the counter-espionage itself be foiled, everybody is asked afresh.
            waiting = answerers(state, self.by, self.mask)
            state.replace(OnTable(self.card, self.by, self.args, waiting, self.mask, 0))
            state.push(OnTable(COUNTER, seat, (), answerers(state, seat, 1 << self.by), 1 << self.by, 0))
            return
        if action != PASS:
            give_orders(state, seat, PLACE_OF[action])
        state.replace(OnTable(self.card, self.by, self.args, self.waiting[1:], self.mask, 0))

    def run(self, state: Table) -> None:
        state.pop()
        if self.foiled:
            if state.events is not None:
                state.emit(events.CARD_FOILED, self.by, self.card)
        elif self.card == COUNTER:
            answered = state.pending[-1]
            assert isinstance(answered, OnTable)
            state.replace(OnTable(answered.card, answered.by, answered.args, (), answered.mask, 1))
        else:
            if state.events is not None:
                state.emit(events.CARD_WORKED, self.by, self.card)
            DECK[self.card].take_effect(state, self.by, self.args)

"""12. What a card of the secret service is: when it can be played, at what, whom it concerns, what it does, and what it
is worth. One class for each of the eighteen is in `cards/`; here is what they share.
"""

from __future__ import annotations

from typing import ClassVar, Final

from rondel.games.imperunde.actions import DONE, PLACE_OF, PLAY, kind_of
from rondel.games.imperunde.components import CARD, CARD_WHEN, CARDS
from rondel.games.imperunde.state import DIPLOMACY, EVENTS, INCOME, Table
from rondel.kernel.events import Reason
from rondel.kernel.flow import NOBODY

CHAPTER: Final = "secret-service"

ANYTIME: Final = 0
BEFORE_BATTLE: Final = 1
BEFORE_ROLL: Final = 2
INVESTING: Final = 3
"""Where a card would be played: a window outside battles or an own turn, before a battle's first roll, before a later
roll, in the own investments."""


ONLY_IN: Final = {
    "diplomacy": "card-only-in-diplomacy",
    "income": "card-only-in-income",
    "investments": "card-only-in-investments",
}
"""Why a card is not for this phase, by what is printed on it."""


class Card:
    """A card that can be played at any time outside battles, in the phase that is printed on it if there is one."""

    ID: ClassVar[str] = ""
    AIMS: ClassVar[int] = 0
    """How many targets it takes."""
    AT_COLONIES: ClassVar[bool] = False
    """Its first target is a colony of somebody else."""
    HURTS: ClassVar[bool] = False
    """Worth foiling by whom it is aimed at."""
    IN_HAND: ClassVar[int] = 1
    """What it is worth in a hand."""

    def __init__(self) -> None:
        self.number: int = CARD.index[self.ID]
        self.when: str = CARD_WHEN[self.number]
        self.aims_needed: int = self.AIMS

    # --- the rule -------------------------------------------------------------------------------------------------

    def can_play(self, state: Table, seat: int, where: int) -> bool:
        """Whether it can be played here: the right moment, and something to aim at."""
        return self.is_time(state, where) and self.has_aim(state, seat)

    def is_time(self, state: Table, where: int) -> bool:
        when = self.when
        if where in (BEFORE_BATTLE, BEFORE_ROLL):
            return False
        if when == "any":
            return True
        if when == "investments":
            return where == INVESTING
        return state.phase == (DIPLOMACY if when == "diplomacy" else INCOME)

    def explain(self, state: Table, seat: int, where: int) -> Reason:
        """Why a card that is held cannot be played here."""
        if where in (BEFORE_BATTLE, BEFORE_ROLL):
            return self.reason("card-not-in-battle")
        return self.reason("card-no-target" if self.is_time(state, where) else ONLY_IN[self.when])

    def reason(self, code: str) -> Reason:
        return Reason(code, {"card": self.ID}, CHAPTER)

    def has_aim(self, state: Table, by: int) -> bool:
        """Whether there is anything to aim at: as `aims`, which may take longer."""
        return bool(self.aims(state, by, ()))

    def aims(self, state: Table, by: int, chosen: tuple[int, ...]) -> list[int]:
        """The next targets to choose from, once `chosen` have been named."""
        return []

    def check_aims(self, state: Table, by: int, chosen: tuple[int, ...]) -> None:
        """Assert that all this could be aimed at, one target after the other."""
        for at, target in enumerate(chosen):
            open_targets = [PLACE_OF[action] for action in self.aims(state, by, chosen[:at]) if action != DONE]
            assert target in open_targets, "a card is aimed at what is no target of it"

    def named(self, chosen: tuple[int, ...]) -> tuple[int, int]:
        """The seat and the area that it is aimed at, or nobody, for all to hear."""
        return NOBODY, NOBODY

    def concerns(self, state: Table, by: int, chosen: tuple[int, ...]) -> int:
        """Bits of the seats that it is aimed at, or that it hurts."""
        return 0

    def take_effect(self, state: Table, by: int, chosen: tuple[int, ...]) -> None:
        """What it does. If that needs a battle or a choice, it pushes it."""
        raise NotImplementedError

    # --- what a bot thinks of it ------------------------------------------------------------------------------------

    def worth(self, table: Table, seat: int) -> float:
        """How gladly it is played here and now, of several the gladdest; 0 if it is kept."""
        return 0.0

    def aim(self, table: Table, seat: int, chosen: tuple[int, ...], choices: list[int]) -> int:
        """The target that pays best."""
        return choices[-1]


class AtSeat(Card):
    """A card aimed at another player."""

    AIMS = 1

    def named(self, chosen: tuple[int, ...]) -> tuple[int, int]:
        return chosen[0], NOBODY

    def concerns(self, state: Table, by: int, chosen: tuple[int, ...]) -> int:
        return 1 << chosen[0]


class AtShips(AtSeat):
    """A card aimed at ships of another player in a sea area: first the player, then the area."""

    AIMS = 3
    HURTS = True

    def named(self, chosen: tuple[int, ...]) -> tuple[int, int]:
        return chosen[0], chosen[1]


class AtArea(Card):
    """A card aimed at a land or a sea area."""

    AIMS = 1

    def named(self, chosen: tuple[int, ...]) -> tuple[int, int]:
        return NOBODY, chosen[0]


class AtColony(AtArea):
    """A card aimed at a colony of another player."""

    AT_COLONIES = True
    HURTS = True

    def concerns(self, state: Table, by: int, chosen: tuple[int, ...]) -> int:
        return 1 << state.owner[chosen[0]]


DECK: Final[list[Card]] = []
"""[card] the eighteen cards, laid out by `cards/`."""


def is_quiet(table: Table) -> bool:
    """Phases in which a bot plays no card at will: others would have all the time to answer, or nothing follows."""
    return table.phase in (DIPLOMACY, EVENTS)


# --- the cards of a hand ----------------------------------------------------------------------------------------------


def add_plays(state: Table, seat: int, where: int, offered: list[int]) -> None:
    """The cards of a hand that can be played here."""
    if state.hand_size[seat]:
        first = seat * CARDS
        hand = state.hand
        for number in range(CARDS):
            if hand[first + number] and DECK[number].can_play(state, seat, where):
                offered.append(PLAY[number])


def held_cards(state: Table, seat: int) -> list[int]:
    return [PLAY[number] for number in range(CARDS) if state.hand[seat * CARDS + number]]


def explain_play(state: Table, seat: int, action: int, where: int) -> Reason | None:
    if kind_of(action) != "play":
        return None
    card = DECK[PLACE_OF[action]]
    if not state.hand[seat * CARDS + card.number]:
        return card.reason("card-not-held")
    return card.explain(state, seat, where)

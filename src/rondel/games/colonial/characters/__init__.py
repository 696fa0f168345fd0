"""The twelve characters, two on each card: each in a module of his own, with everything about him."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from rondel.games.colonial.characters.ambassador import Ambassador
from rondel.games.colonial.characters.base import Character
from rondel.games.colonial.characters.conqueror import Conqueror
from rondel.games.colonial.characters.explorer import Explorer
from rondel.games.colonial.characters.financier import Financier
from rondel.games.colonial.characters.governor import Governor
from rondel.games.colonial.characters.merchant import Merchant
from rondel.games.colonial.characters.missionary import Missionary
from rondel.games.colonial.characters.rebel import Rebel
from rondel.games.colonial.characters.scientist import Scientist
from rondel.games.colonial.characters.sovereign import Sovereign
from rondel.games.colonial.characters.trader import Trader
from rondel.games.colonial.characters.viceroy import Viceroy
from rondel.games.colonial.components import (
    AMBASSADOR,
    CARD_CHARACTERS,
    CHARACTER,
    MISSIONARY,
    REBEL,
    SCIENTIST,
    SOVEREIGN,
)

_all: list[Character] = [
    Scientist(), Explorer(), Viceroy(), Conqueror(), Governor(), Merchant(),
    Financier(), Trader(), Rebel(), Missionary(), Ambassador(), Sovereign(),
]  # fmt: skip
CHARACTERS: Final[list[Character]] = sorted(_all, key=lambda character: character.NUMBER)
"""By their numbers."""


class Pair:
    """The two characters of a card."""

    __slots__ = ("one", "two", "first", "second", "bit", "anywhere")

    def __init__(self, card: int, first: int, second: int) -> None:
        self.one: Character = CHARACTERS[first]
        self.two: Character = CHARACTERS[second]
        self.first = first  # their numbers
        self.second = second
        self.bit: i64 = 1 << card
        # Whether neither of them needs Treasury or Goods in the model of a turn, or brings any:
        self.anywhere: bool = first in MODEST and second in MODEST


MODEST: Final = (REBEL, MISSIONARY, SOVEREIGN, AMBASSADOR)
PAIRS: Final[list[Pair]] = [Pair(card, first, second) for card, (first, second) in enumerate(CARD_CHARACTERS)]
"""[card]"""
HANDS: Final[list[list[Pair]]] = [[pair for pair in PAIRS if cards & pair.bit] for cards in range(1 << len(PAIRS))]
"""[bits of cards]"""
assert sum(pair.anywhere for pair in PAIRS) <= 2, "what more of them bring together is not reckoned"

EXPECTATIONS: Final[list[Character]] = [character for character in CHARACTERS if character.NUMBER != SCIENTIST]
EXPECTATIONS.append(CHARACTERS[SCIENTIST])
"""The order in which they say what can be expected: the Scientist last, who looks at what the others expect."""


def _expected(pair: tuple[int, ...]) -> list[Character]:
    wanted = {*pair, *(other for number in pair for other in CHARACTERS[number].LOOKS_AT)}
    return [character for character in EXPECTATIONS if character.NUMBER in wanted]


CARD_EXPECTATIONS: Final[list[list[Character]]] = [_expected(pair) for pair in CARD_CHARACTERS]
"""[card] those who must say what can be expected of them before the two of the card are weighed."""
OWN_EXPECTATIONS: Final[list[list[Character]]] = [_expected((number,)) for number in range(len(CHARACTERS))]
"""[character] the same, before he alone is weighed."""
assert [character.NUMBER for character in CHARACTERS] == list(range(len(CHARACTER)))

"""The twelve characters, two on each card: each in a module of his own, with everything about him."""

from __future__ import annotations

from typing import Final

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
from rondel.games.colonial.components import CARD_CHARACTERS, CHARACTER, SCIENTIST

_all: list[Character] = [
    Scientist(), Explorer(), Viceroy(), Conqueror(), Governor(), Merchant(),
    Financier(), Trader(), Rebel(), Missionary(), Ambassador(), Sovereign(),
]  # fmt: skip
CHARACTERS: Final[list[Character]] = sorted(_all, key=lambda character: character.NUMBER)
"""By their numbers."""


class Pair:
    """The two characters of a card."""

    __slots__ = ("one", "two", "first", "second")

    def __init__(self, first: int, second: int) -> None:
        self.one: Character = CHARACTERS[first]
        self.two: Character = CHARACTERS[second]
        self.first = first  # their numbers
        self.second = second


PAIRS: Final[list[Pair]] = [Pair(first, second) for first, second in CARD_CHARACTERS]
"""[card]"""

EXPECTATIONS: Final[list[Character]] = [character for character in CHARACTERS if character.NUMBER != SCIENTIST]
EXPECTATIONS.append(CHARACTERS[SCIENTIST])
"""The order in which they say what can be expected: the Scientist last, who looks at what the others expect."""


def _expected(pair: tuple[int, ...]) -> list[Character]:
    wanted = {*pair, *(other for number in pair for other in CHARACTERS[number].LOOKS_AT)}
    return [character for character in EXPECTATIONS if character.NUMBER in wanted]


CARD_EXPECTATIONS: Final[list[list[Character]]] = [_expected(pair) for pair in CARD_CHARACTERS]
"""[card] those who must say what can be expected of them before the two of the card are weighed."""
assert [character.NUMBER for character in CHARACTERS] == list(range(len(CHARACTER)))

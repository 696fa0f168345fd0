"""What the bot weighs things with."""

from __future__ import annotations

from typing import Final

from rondel.games.imperunde.components import FOLDER
from rondel.kernel.bot import read_weights

POST: Final = 0
POST_ROUNDS: Final = 1
SHIP: Final = 2
INFANTRY_WEIGHT: Final = 3
CAVALRY_WEIGHT: Final = 4
ARTILLERY_WEIGHT: Final = 5
ATTACKERS: Final = 6
DEFENDERS: Final = 7
FORTS: Final = 8
CARDS: Final = 9
ENOUGH: Final = 10
CANAL: Final = 11
MARGINS: Final = 12
BORROW: Final = 13
REPAY: Final = 14
HUNT: Final = 15
WAR: Final = 16
SEVERAL: Final = 17
SPARE_CASH: Final = 18
LACKING: Final = 19
FORCE: Final = 20

ROUGH: Final[dict[str, float]] = {
    "post": 3.2,  # a trading post
    "post-rounds": 1.0,  # ... for each round to come
    "ship": 1.0,  # sea tax, next to what it pays
    "infantry": 1.5,  # infantry that is wanted
    "cavalry": 1.1,  # cavalry
    "artillery": 1.0,  # artillery
    "attackers": 1.5,  # armies for an attack
    "defenders": 0.35,  # armies for defence
    "forts": 1.3,  # a fort where there is danger
    "cards": 6.0,  # so many times its price a card must be affordable
    "enough": 1.0,  # what a purchase must be worth
    "canal": 0.9,  # a canal, next to posts
    "margins": 1.25,  # how much stronger an attacker should be
    "borrow": 5.0,  # rounds to come for which a loan pays
    "repay": 1.5,  # rounds before the end in which debts are paid
    "hunt": 1.0,  # a freighter that could be sunk
    "war": 3.0,  # posts short of victory at which a leader is fought
    "several": 1.0,  # how much armies for a second target are wanted
    "spare-cash": 99.0,  # money besides that for posts with which debts are paid back at once
    "lacking": 1.5,  # armies that are wanted at a front, whatever the target
    "force": 1.8,  # ... and for each strength of the target
}
"""The weights as they were guessed, in the order of their numbers."""
USUAL: Final[dict[str, float]] = read_weights(FOLDER / "data" / "weights.toml", ROUGH)
MASTERED: Final[list[float]] = list(read_weights(FOLDER / "data" / "mastered.toml", USUAL).values())
"""Those that win against the usual ones: what a seat begins with that searches."""

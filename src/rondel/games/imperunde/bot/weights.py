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
PACE: Final = 21
LAND: Final = 22
CAPTURED: Final = 23
RIVAL: Final = 24
BY_LAND: Final = 25
BY_SEA: Final = 26
RECRUITS: Final = 27
OVERSEAS: Final = 28
DISTANCE: Final = 29
HURRY: Final = 30
UNGUARDED: Final = 31
SHIP_ROUNDS: Final = 32
LOSSES: Final = 33
STIR: Final = 34
ABOARD: Final = 35
GOING_ABOARD: Final = 36
ALARM: Final = 37
UNMANNED: Final = 38

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
    "pace": 3.5,  # posts that the leader wins in a round
    "land": 1.4,  # a land, for each post that there is room for
    "captured": 2.6,  # a post that stands there
    "rival": 3.0,  # ... of somebody who is about to win
    "by-land": 0.4,  # how much a garrison puts off armies that march
    "by-sea": 0.5,  # ... those that land
    "recruits": 0.3,  # ... those that are yet to be raised
    "overseas": 0.75,  # a target over the sea, next to one beside the land
    "distance": 0.7,  # a target one land further, next to one at hand
    "hurry": 1.5,  # rounds to come below which no armies are raised for attacks
    "unguarded": 0.7,  # a post without a garrison, next to one with it
    "ship-rounds": 4.0,  # so many rounds of sea tax count at most
    "losses": 0.9,  # what an attack costs, for each strength of the target
    "stir": 0.2,  # how much better it must be elsewhere for armies to march
    "aboard": 0.85,  # what armies aboard have before them, next to those ashore
    "going-aboard": 0.3,  # how much better that must be for them to embark
    "alarm": 1.0,  # strength of enemies at a border for which a second unit stays with the posts
    "unmanned": 0.5,  # posts of a land that no unit stays with while there is peace
}
"""The weights as they were guessed, in the order of their numbers."""
USUAL: Final[dict[str, float]] = read_weights(FOLDER / "data" / "weights.toml", ROUGH)
PLAINLY: Final[list[float]] = list(USUAL.values())
MASTERED: Final[list[float]] = list(read_weights(FOLDER / "data" / "mastered.toml", USUAL).values())
"""Those that win against the usual ones: what a seat begins with that searches."""

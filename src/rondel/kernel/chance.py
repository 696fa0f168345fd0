"""Chance from a secret seed that anyone can check afterwards.

The outcome of the chance action at position n of a record is picked by sha256("<seed>/<n>"), read as one big number,
modulo the sum of the weights. A game file carries sha256(seed) in its header; once the game is over and the seed is
shown, every roll can be checked with any tool that knows sha256.

Where players do not trust whoever keeps the seed, each gives a share once sha256(seed) is published, and the outcomes
come from sha256("<seed>/<share>/<share>...") in the place of the seed: nobody could choose it.
"""

from __future__ import annotations

import hashlib
import secrets


def new_seed() -> str:
    return secrets.token_hex(16)


def commitment(seed: str) -> str:
    """What is published of a seed while the game runs."""
    return hashlib.sha256(seed.encode()).hexdigest()


def mixed(seed: str, shares: list[str]) -> str:
    """What the outcomes come from: the seed, with what the players gave to it."""
    return hashlib.sha256("/".join([seed, *shares]).encode()).hexdigest() if shares else seed


def draw(seed: str, position: int, odds: list[tuple[int, int]]) -> int:
    """The action that chance takes at this position of the record."""
    digest = hashlib.sha256(f"{seed}/{position}".encode()).digest()
    return pick(odds, int.from_bytes(digest, "big"))


def pick(odds: list[tuple[int, int]], number: int) -> int:
    """Choose by weight, given any large number."""
    total = 0
    for _, weight in odds:
        total += weight
    rest = number % total
    for action, weight in odds:
        rest -= weight
        if rest < 0:
            return action
    raise AssertionError("weights add up to their sum")

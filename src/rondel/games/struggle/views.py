"""What each seat may see."""

from __future__ import annotations

import random
from typing import Any

from rondel.games.struggle.state import Table


def view(state: Table, seat: int) -> dict[str, Any]:
    return {}


def imagine(state: Table, seat: int, rng: random.Random) -> Table:
    return state.copy()


def figures(state: Table, seat: int) -> list[tuple[str, dict[str, Any], int]]:
    return []

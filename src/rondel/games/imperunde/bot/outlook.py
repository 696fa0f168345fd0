"""What can be counted of a seat's position, and what it tells of its final score (`data/value.toml`)."""

from __future__ import annotations

from typing import Final

from rondel.games.imperunde.actions import SEATS
from rondel.games.imperunde.bot.estimates import (
    ATTACK,
    attack_targets,
    border_threat,
    garrison_strength,
    striking_power,
)
from rondel.games.imperunde.components import (
    ARMIES,
    FOLDER,
    FORT,
    LAND_NEAR,
    LAND_VALUE,
    LANDS,
    POST_COST,
)
from rondel.games.imperunde.state import Table
from rondel.games.imperunde.steps.budget import sea_taxes
from rondel.kernel.data import bits
from rondel.kernel.values import Values, read_values

STAGES: Final = 5
"""Quarters of the way that the first has gone to the target."""
NAMES: Final[list[str]] = [
    "any", "posts", "built", "room", "idle", "sea-tax", "infantry", "cavalry", "artillery", "aboard",
    "warships", "forts", "lands", "cards", "wars", "prey", "danger", "finish", "rival", "order",
    "debt", "owing", "stuck", "bare",
]  # fmt: skip
VALUES: Final[Values] = read_values(FOLDER / "data" / "value.toml", NAMES, STAGES)
SIGNS: Final[dict[str, int]] = {
    "posts": 1, "built": 1, "room": 1, "idle": 1, "sea-tax": 1, "infantry": 1, "cavalry": 1, "artillery": 1,
    "aboard": 1, "warships": 1, "forts": 1, "lands": 1, "cards": 1, "wars": -1, "prey": 1, "danger": -1, "finish": 1,
    "rival": -1, "debt": -1, "owing": -1, "stuck": -1, "bare": -1,
}  # fmt: skip
REPAID: Final = 10
"""No more debts than these are paid back in a round."""


def stage(table: Table) -> float:
    most = max(table.post_count[seat] for seat in range(table.seats))
    return min(4.0, 4.0 * most / max(1, table.target))


def ahead(table: Table, seat: int) -> float:
    """Posts, with those that the money at hand would build once the debts are paid."""
    room = 0
    for land in bits(table.colonies(seat)):
        room += table.most_posts(land) - table.posts[land]
    money = table.money[seat] - table.debt[seat]
    return table.post_count[seat] + min(float(room), max(0.0, money / POST_COST))


def features(table: Table, seat: int) -> list[float]:
    """In the order of `NAMES`."""
    room, danger, prey, bare = 0, 0.0, 0.0, 0
    own = table.colonies(seat)
    hunted = attack_targets(table, seat)
    army = [0, 0, 0]
    forts, aboard = 0, 0.0
    troops = table.troops
    for land in bits(table.lands_of[seat]):
        first = land * 4
        for unit in range(ARMIES):
            army[unit] += troops[first + unit]
        forts += troops[first + FORT]
        force = striking_power(table, land)
        if force > 1.0:
            best = 0.0
            for target in bits(LAND_NEAR[land] & hunted):
                if force > 1.25 * garrison_strength(table, target):
                    best = max(best, float(LAND_VALUE[target] + table.posts[target]))
            prey += best
        if own >> land & 1:
            room += table.most_posts(land) - table.posts[land]
            if table.posts[land]:
                if not table.garrison(land):
                    bare += table.posts[land]
                threat = border_threat(table, seat, land)
                if threat > garrison_strength(table, land):
                    danger += table.posts[land]
    for sea in bits(table.cargo_at[seat]):
        first = (sea * SEATS + seat) * ARMIES
        force = 0.0
        for unit in range(ARMIES):
            force += ATTACK[unit] * table.cargo[first + unit]
        aboard += force
        best = 0.0
        for target in bits(LAND_NEAR[LANDS + sea] & hunted):
            if force > 1.25 * garrison_strength(table, target):
                best = max(best, float(LAND_VALUE[target] + table.posts[target]))
        prey += best
    posts, money, debt = table.post_count[seat], table.money[seat], table.debt[seat]
    built = min(float(room), max(0.0, (money - debt) / POST_COST))
    seas = sea_taxes(table, seat)
    rival = 0.0
    for other in range(table.seats):
        if other != seat:
            rival = max(rival, ahead(table, other))
    ships = 0
    for sea in bits(table.ships_at[seat]):
        ships += table.warships(seat, sea)
    return [
        1.0,
        float(posts),
        built,
        float(room) - built,
        max(0.0, money - debt - POST_COST * built),
        float(seas),
        float(army[0]),
        float(army[1]),
        float(army[2]),
        aboard,
        float(ships),
        float(forts),
        float(table.lands_of[seat].bit_count()),
        float(table.hand_size[seat]),
        float(table.war[seat].bit_count()),
        prey,
        danger,
        1.0 if posts + built >= table.target else 0.0,
        rival,
        float(table.order().index(seat)),
        float(debt),
        float(max(0, debt - money)),
        float(max(0, debt - REPAID)),
        float(bare),
    ]

"""What promises are worth in ImpeRunde, in trading posts: lands that could be lost or won, and peace that pays."""

from __future__ import annotations

from typing import Any, Final

from rondel.games.imperunde.bot.estimates import (
    MARGIN,
    attack_targets,
    force_near,
    garrison_strength,
    is_close_to_winning,
    land_worth,
)
from rondel.games.imperunde.components import AREA, LANDS
from rondel.games.imperunde.state import Table
from rondel.kernel.bargain import Bargainer, Terms, promise
from rondel.kernel.data import bits

DIVIDEND: Final = 0.4
"""What two doubloons a round are worth."""


class Envoy(Bargainer[Table]):
    def worth(self, term: dict[str, Any], seat: int) -> float:
        gives, thing = term["by"] == seat, term["thing"]
        amount: int = term["amount"] or 0
        rounds: int = term["rounds"]
        lasts = 1.0 - 0.6**rounds
        match term["kind"]:
            case "no-attack" | "passage":  # war closes a canal, too
                named = None if thing is None else AREA.index[thing]
                if gives:
                    return -lasts * self.prey(seat, term["to"], named)
                return lasts * (self.danger(term["by"], seat, named) + (DIVIDEND if thing is None else 0.0))
            case "peace":
                if gives:
                    return DIVIDEND - self.prey(seat, term["to"], None)
                return DIVIDEND + self.danger(term["by"], seat, None)
            case "no-entry" | "no-taking":
                return lasts * self.land(AREA.index[thing], seat, term["by"], gives)
            case "no-spying" | "no-card":
                return -0.2 * lasts if gives else 0.3 * lasts
            case "vote":
                wants = self.wants_short_game(seat) == (thing == "agree")
                return (0.0 if wants else -0.5) if gives else (0.3 if wants else -0.3)
            case _:  # a debt that is repaid
                return -0.02 * amount if gives else 0.0

    def wants_short_game(self, seat: int) -> bool:
        posts = self.table.post_count
        return posts[seat] >= max(posts) and not self.table.debt[seat]

    def likely(self, seat: int, land: int) -> float:
        """How likely an attack of a seat takes a land, roughly."""
        return min(0.9, force_near(self.table, seat, land) / (MARGIN * garrison_strength(self.table, land) + 1.0) / 1.6)

    def lands(self, defender: int, named: int | None) -> list[int]:
        lands = bits(self.table.colonies(defender))
        return lands if named is None else [land for land in lands if land == named]

    def danger(self, attacker: int, defender: int, named: int | None) -> float:
        total = 0.0
        for land in self.lands(defender, named):
            total += 0.25 * self.likely(attacker, land) * (1.0 + self.table.posts[land])
        return total

    def prey(self, attacker: int, defender: int, named: int | None) -> float:
        """What an attacker gives up: the war would cost him, too, and he has others to attack."""
        best = 0.0
        for land in self.lands(defender, named):
            likely = self.likely(attacker, land)
            best = max(best, likely * (0.5 + self.table.posts[land]) - 0.8 * (1.0 - likely))
        return 0.4 * best

    def land(self, area: int, seat: int, by: int, gives: bool) -> float:
        """A land, or a sea area, that is left to others."""
        table = self.table
        if area >= LANDS:
            return -0.1 if gives else 0.1
        if gives:
            return -0.3 * self.likely(seat, area) * land_worth(table, seat, area) / 2.6
        if table.owner[area] == seat:
            return 0.25 * self.likely(by, area) * (1.0 + table.posts[area])
        rivals = attack_targets(table, seat) >> area & 1 and self.likely(seat, area) > 0.2
        return 0.25 * land_worth(table, seat, area) / 2.6 if rivals else 0.0

    def can(self, term: dict[str, Any]) -> bool:
        if term["kind"] == "repay":
            amount: int = term["amount"]
            by: int = term["by"]
            return self.table.debt[by] >= amount
        return True

    def rivalry(self, seat: int, other: int) -> float:
        return 0.8 if is_close_to_winning(self.table, other) else 0.15

    def ideas(self, seat: int, other: int) -> list[Terms]:
        found = [
            [promise("no-attack", other, seat, rounds=2), promise("no-attack", seat, other, rounds=2)],
            [promise("no-spying", other, seat, rounds=2), promise("no-spying", seat, other, rounds=2)],
        ]
        if self.table.stance[other] >> seat & 1:
            peace = [promise("peace", other, seat)]
            mine = promise("peace" if self.table.stance[seat] >> other & 1 else "no-attack", seat, other)
            found.append([*peace, mine])
        wanted, given = self.wanted(seat, other), self.wanted(other, seat)
        if wanted >= 0 and given >= 0 and wanted != given:
            leaves = promise("no-taking", other, -1, AREA.ids[wanted], rounds=2)
            found.append([leaves, promise("no-taking", seat, -1, AREA.ids[given], rounds=2)])
        return found

    def wanted(self, seat: int, rival: int) -> int:
        """The free land that a seat would like best to have for itself, of those that the rival could take, too."""
        best, most = -1, 0.0
        for land in bits(attack_targets(self.table, seat)):
            if self.table.owner[land] < 0 and force_near(self.table, rival, land) > 0.0:
                worth = self.likely(seat, land) * land_worth(self.table, seat, land)
                if worth > most:
                    best, most = land, worth
        return best

"""What promises are worth in Colonial, in Prestige: Goods, Treasury, peace, and what others could do to us."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from rondel.games.colonial.characters.cargo import charter_spots, own_goods
from rondel.games.colonial.components import (
    AREA,
    CHARACTER,
    CONQUEROR,
    ECONOMY,
    REBEL,
    SEATS,
    SOVEREIGN,
    SPOT_AREA,
    SPOTS,
    VICTORY_PRESTIGE,
)
from rondel.games.colonial.outlook import TREASURY_WORTH, danger
from rondel.games.colonial.state import Table
from rondel.kernel.bargain import Bargainer, Terms, promise

HARMFUL: Final = {CHARACTER.ids[character]: character for character in (REBEL, CONQUEROR, SOVEREIGN)}


class Negotiator(Bargainer[Table]):
    SURE: ClassVar[float] = 0.03

    def worth(self, term: dict[str, Any], seat: int) -> float:
        gives, thing = term["by"] == seat, term["thing"]
        by: int = term["by"]
        amount: int = term["amount"] or 0
        rounds: int = term["rounds"]
        lasts = 1.0 - 0.5**rounds
        match term["kind"]:
            case "pay":
                return -self.treasury(seat, -amount) if gives else self.treasury(seat, amount)
            case "repay":
                return 0.05 * amount if gives else 0.0
            case "charter":
                return -0.04 if gives else self.charter(seat, by)
            case "exchange":
                return -0.4 if gives else 0.25
            case "no-attack":
                if gives:
                    return -lasts * (0.05 + self.advantage(by, term["to"], 0.25))
                return lasts * (0.15 + self.advantage(by, seat, 0.5))
            case "no-card":
                harmful = thing in HARMFUL
                return -(0.12 if harmful else 0.5) * lasts if gives else (0.2 if harmful else 0.02) * lasts
            case "passage":
                if gives:
                    to: int = term["to"]
                    return -0.08 * self.table.privateer[to * SEATS + by] - 0.01
                return 0.2 * self.table.privateer[seat * SEATS + by]
            case _:  # an area not entered, or its spots not taken
                area = AREA.index[thing]
                if gives:
                    return -lasts * (0.25 if self.interest(seat, area) else 0.05)
                return lasts * 0.2 if self.interest(seat, area) else 0.0

    def treasury(self, seat: int, change: int) -> float:
        """What so much Treasury more or less is worth; the first pieces most."""
        most = len(TREASURY_WORTH) - 1
        have = min(self.table.treasury[seat], most)
        return abs(TREASURY_WORTH[max(0, min(have + change, most))] - TREASURY_WORTH[have]) + 0.02 * abs(change)

    def charter(self, seat: int, holder: int) -> float:
        """A Good more each time that the Merchant sails with a fleet to spare."""
        table = self.table
        if not any(table.spot[spot] == holder for spot in charter_spots(table, seat)):
            return 0.0
        spare = table.fleets[seat] - own_goods(table, seat)
        return (0.2 if spare > 0 else 0.06) * table.value(seat, ECONOMY)

    def advantage(self, attacker: int, defender: int, each: float) -> float:
        """What a war could take: who is stronger at sea, and whether there is anything to take."""
        table = self.table
        ahead = table.squadrons[attacker] - table.squadrons[defender]
        tempting = 0.3 + 0.7 * min(1.0, table.prestige[defender] / 5.0)
        return each * tempting * max(0.0, min(1.0, 0.3 + 0.25 * ahead))

    def interest(self, seat: int, area: int) -> bool:
        """Whether a player has counters or spots in an area."""
        table = self.table
        if table.counters(seat, area):
            return True
        return any(SPOT_AREA[spot] == area and table.spot[spot] == seat for spot in range(SPOTS))

    def can(self, term: dict[str, Any]) -> bool:
        table = self.table
        by: int = term["by"]
        amount: int = term["amount"] or 0
        if term["kind"] == "pay":
            return table.treasury[by] >= amount
        if term["kind"] == "repay":
            return table.debt(by) >= amount
        if term["kind"] == "charter":
            return by in table.spot
        return True

    def rivalry(self, seat: int, other: int) -> float:
        table = self.table
        near = table.prestige[other] >= VICTORY_PRESTIGE - 2 and table.prestige[other] >= table.prestige[seat]
        return 0.15 + 0.3 * danger(table, seat) * (1.0 if near else 0.3)

    def ideas(self, seat: int, other: int) -> list[Terms]:
        def each(kind: str, thing: str | None = None) -> Terms:
            """The same from both."""
            return [promise(kind, other, seat, thing, rounds=2), promise(kind, seat, other, thing, rounds=2)]

        found = [each("charter"), each("no-attack")]
        rebel = CHARACTER.ids[REBEL]
        found.append([promise("no-card", other, -1, rebel), promise("no-card", seat, -1, rebel)])
        for amount in (1, 2, 3):
            found.append([promise("no-attack", other, seat, rounds=2), promise("pay", seat, other, amount=amount)])
            found.append([promise("charter", other, seat, rounds=2), promise("pay", seat, other, amount=amount)])
        if self.table.privateer[seat * SEATS + other]:
            found.append([promise("passage", other, seat, rounds=2), promise("pay", seat, other, amount=1)])
        return found

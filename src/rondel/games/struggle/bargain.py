"""What promises are worth in Struggle of Empires, in points: counters that could be lost or won, units, gold."""

from __future__ import annotations

from typing import Any

from rondel.games.struggle.components import AREA, ARMY, NAVY, REGIONS, TILE
from rondel.games.struggle.state import Table
from rondel.games.struggle.tiles import OBJECT
from rondel.games.struggle.worth import (
    GOLD,
    UNIT,
    Board,
    Gains,
    Takings,
    chance,
    defence,
    is_leader,
    own_strength,
    spend,
    temper,
    unrest_price,
    worth,
)
from rondel.kernel.bargain import Bargainer, Terms, promise


class Statesman(Bargainer[Table]):
    def worth(self, term: dict[str, Any], seat: int) -> float:
        kind, by = term["kind"], self.table.power_of[term["by"]]
        me = self.table.power_of[seat]
        gives = term["by"] == seat
        lasts: float = 1.0 - 0.5 ** min(term["rounds"], self.rounds_left())
        thing = term["thing"]
        amount: int = term["amount"] or 0
        match kind:
            case "pay":
                return -spend(self.table, me, amount) if gives else GOLD * amount
            case "no-attack":
                other = self.table.power_of[term["to"]]
                return -lasts * self.prey(by, other, thing) if gives else lasts * self.danger(by, me, thing)
            case "no-entry":
                region = AREA.index[thing]
                if gives:
                    return -0.5 * lasts * max(0.0, worth(Takings(self.table, me), ARMY, region))
                if not self.table.controls(me, region):
                    return 0.0
                found = Takings(self.table, me).targets(region)
                return lasts * (0.1 + found.guard(found.armies))
            case "no-taking":
                tile = OBJECT[TILE.index[thing]]
                gains = Gains(self.table, me)
                wanted = max(0.0, tile.worth(gains) - tile.price(gains))
                return -lasts * wanted if gives else 0.4 * lasts * wanted
            case "passage":
                return -0.05 if gives else 0.05
            case "no-opposing":
                other = self.table.power_of[term["to"]]
                return -0.5 * temper(Board(self.table), me, other if gives else by)
            case _:
                return self.help(by, self.table.power_of[term["to"]], thing, gives)

    def rounds_left(self) -> int:
        """Rounds of this war, in which alliances hold."""
        return max(1, self.table.rounds - self.table.round + 1)

    def hostile(self, one: int, other: int) -> bool:
        """Allies cannot attack each other."""
        row = self.table.row
        return row[one] != row[other] or row[one] < 0

    def regions(self, attacker: int, defender: int, thing: str | None) -> list[int]:
        if not self.hostile(attacker, defender):
            return []
        named = range(REGIONS) if thing is None else [AREA.index[thing]]
        return [region for region in named if region < REGIONS and self.table.controls(defender, region)]

    def odds(self, attacker: int, defender: int, region: int) -> float:
        """The chance of an attack; armies that are not there yet may come."""
        board = Board(self.table)
        armies = self.table.units(ARMY, attacker, region)
        advantage = own_strength(board, attacker, region, defender) - defence(board, defender, region, attacker)
        return chance(advantage + armies) if armies else 0.3 * chance(advantage + 2)

    def danger(self, attacker: int, defender: int, thing: str | None) -> float:
        """What the defender is likely to lose to the attacker."""
        best = second = 0.0  # nobody attacks everywhere
        for region in self.regions(attacker, defender, thing):
            lost = 0.5 * self.odds(attacker, defender, region) * self.loss(defender, region)
            if lost > best:
                best, second = lost, best
            else:
                second = max(second, lost)
        return best + 0.5 * second

    def loss(self, power: int, region: int) -> float:
        """What a counter in a region is worth to whoever has it."""
        table, takings = self.table, Takings(self.table, power)
        found = takings.targets(region)
        lost = found.brings - takings.value(region, takings.without(found.column, power))
        return lost * takings.factor + GOLD * (1 + table.wars - max(1, table.war)) + 0.35

    def prey(self, attacker: int, defender: int, thing: str | None) -> float:
        """What the attacker gives up who leaves the defender in peace: he has others to attack."""
        best = 0.0
        takings = Takings(self.table, attacker)
        for region in self.regions(attacker, defender, thing):
            win = self.odds(attacker, defender, region)
            pain = (1.17 - win) * (unrest_price(self.table, attacker) + UNIT) + spend(self.table, attacker, 2)
            best = max(best, win * takings.gain(region, defender) - pain)
        return 0.6 * best

    def help(self, helper: int, helped: int, thing: str | None, gives: bool) -> float:
        """An ally's units may decide a battle of ours, and cost him one now and then."""
        table = self.table
        if table.row[helper] != table.row[helped] or table.row[helper] < 0:
            return 0.0
        named = range(REGIONS) if thing is None else [AREA.index[thing]]
        units = 0
        for region in named:
            if region < REGIONS and (table.units(ARMY, helped, region) or table.controls(helped, region)):
                units += table.units(ARMY, helper, region) + table.units(NAVY, helper, region)
        if not units:
            return 0.0
        return -0.17 * (unrest_price(table, helper) + UNIT) if gives else 0.2 + 0.1 * min(units, 3)

    def can(self, term: dict[str, Any]) -> bool:
        table, by = self.table, self.table.power_of[term["by"]]
        if term["kind"] == "pay":
            amount: int = term["amount"]
            return bool(table.options["gifts"]) and table.gold[by] >= amount
        if term["kind"] == "help":
            return self.help(by, table.power_of[term["to"]], term["thing"], True) < 0.0
        return True

    def rivalry(self, seat: int, other: int) -> float:
        return 0.5 if is_leader(self.table, self.table.power_of[other]) else 0.15

    def ideas(self, seat: int, other: int) -> list[Terms]:
        table = self.table
        me, him = table.power_of[seat], table.power_of[other]
        if me < 0 or him < 0:
            return []
        found: list[Terms] = []
        if table.row[me] >= 0 and table.row[me] == table.row[him]:
            found.append([promise("help", other, seat, rounds=2), promise("help", seat, other, rounds=2)])
        else:
            found.append([promise("no-attack", other, seat, rounds=2), promise("no-attack", seat, other, rounds=2)])
            found += self.partitions(seat, other)
        if table.row[me] < 0 or self.rounds_left() == 1:
            found.append([promise("no-opposing", other, seat), promise("no-opposing", seat, other)])
        if table.options["gifts"]:
            for gold in range(1, min(4, table.gold[me] + 1)):
                found.append([promise("no-attack", other, seat, rounds=2), promise("pay", seat, other, amount=gold)])
        return found

    def partitions(self, seat: int, other: int) -> list[Terms]:
        """You leave me this region, I leave you that one: where each has most to lose."""
        me, him = self.table.power_of[seat], self.table.power_of[other]
        mine = self.most_endangered(him, me)
        his = self.most_endangered(me, him)
        if mine < 0 or his < 0:
            return []
        return [
            [
                promise("no-attack", other, seat, AREA.ids[mine], rounds=2),
                promise("no-attack", seat, other, AREA.ids[his], rounds=2),
            ]
        ]

    def most_endangered(self, attacker: int, defender: int) -> int:
        best, most = -1, 0.0
        for region in self.regions(attacker, defender, None):
            danger = self.danger(attacker, defender, AREA.ids[region])
            if danger > most:
                best, most = region, danger
        return best

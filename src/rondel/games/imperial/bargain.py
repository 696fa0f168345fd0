"""What promises are worth in Imperial, in millions at the end of the game: by the same book as the bot's choices."""

from __future__ import annotations

import random
from typing import Any, ClassVar

from rondel.games.imperial.actions import SEATS
from rondel.games.imperial.bot import CARD, S_INVESTOR, SPACE, TREASURY, USUAL, Book, Forecast, Loans, pieces
from rondel.games.imperial.components import (
    AREA,
    BONDS,
    HOME,
    HOME_MASK,
    NATION,
    NATIONS,
    NEIGHBOURS,
    PRICE,
    PROVINCES,
    SLOT,
)
from rondel.games.imperial.state import Table
from rondel.kernel.bargain import Bargainer, Terms, promise
from rondel.kernel.data import bits


class Diplomat(Bargainer[Table]):
    SURE: ClassVar[float] = 0.15

    def __init__(self, table: Table, rng: random.Random) -> None:
        super().__init__(table, rng)
        self.weights = list(USUAL.values())
        self.books: dict[int, Book] = {}

    def book(self, seat: int) -> Book:
        found = self.books.get(seat)
        if found is None:
            loans, revenue = Loans(self.table), self.table.revenues()
            found = Book(self.table, seat, Forecast(self.table, self.weights, revenue, loans))
            found.complete(self.table)
            self.books[seat] = found
        return found

    def governed(self, seat: int) -> list[int]:
        return [nation for nation in range(NATIONS) if self.table.flag[nation] == seat]

    def worth(self, term: dict[str, Any], seat: int) -> float:
        gives, thing = term["by"] == seat, term["thing"]
        by: int = term["by"]
        amount: int = term["amount"] or 0
        rounds: int = term["rounds"]
        lasts = 1.0 - 0.5**rounds
        match term["kind"]:
            case "pay":
                return self.gift(term, seat) - (amount if gives else 0.0)
            case "no-attack":
                if gives:
                    return -lasts * self.prey(seat, term["to"], thing)
                return lasts * self.danger(by, seat, thing)
            case "no-entry":
                return lasts * self.entry(AREA.index[thing], seat, by, gives)
            case "no-taking":
                return lasts * self.takeover(NATION.index[thing], seat, by, gives)
            case "no-space" | "space":
                stops = self.stop(SLOT.index[thing], seat, by)
                return 0.5 * (-stops if term["kind"] == "no-space" else stops)
            case "passage":  # part of not being fought: who is entered may leave it at that
                if gives:
                    return -0.5 * lasts * self.prey(seat, term["to"], thing)
                return 0.5 * lasts * self.danger(by, seat, thing)
            case _:  # the wheel
                return -0.3 * lasts if gives else 0.3 * lasts

    def gift(self, term: dict[str, Any], seat: int) -> float:
        """What money in a treasury is worth: to its government, and to those who are paid interest out of it."""
        nations = [NATION.index[term["thing"]]] if term["thing"] is not None else self.governed(term["to"])
        if not nations:
            return 0.0
        book, nation = self.book(seat), nations[0]
        due = sum(book.interest[nation * SEATS + other] for other in range(self.table.seats))
        share = book.interest[nation * SEATS + seat] / due if due else 0.0
        part = (self.weights[TREASURY] if self.table.flag[nation] == seat else 0.0) + 0.35 * share
        return float(term["amount"]) * part

    def contact(self, attacker: int, defender: int, area: int) -> int:
        """Units of one side in or next to an area where the other has something to lose."""
        table, found = self.table, 0
        for nation in self.governed(attacker):
            for near in bits(NEIGHBOURS[area] | 1 << area):
                found += pieces(table, nation, near)
        return found

    def holdings(self, seat: int, thing: str | None) -> list[tuple[int, int]]:
        """Regions with tax chips and factories of the nations that a player governs: (nation, area)."""
        found = []
        for nation in self.governed(seat):
            places = self.table.chips[nation] | self.table.factories & HOME_MASK[nation]
            for area in bits(places):
                if thing is None or AREA.index[thing] == area:
                    found.append((nation, area))
        return found

    def danger(self, attacker: int, defender: int, thing: str | None) -> float:
        """What the defender is likely to lose: a chip here and there, a factory that stands idle."""
        book, total = self.book(defender), 0.0
        for nation, area in self.holdings(defender, thing):
            near = self.contact(attacker, defender, area)
            if near:
                weight = 0.5 if area < PROVINCES else 0.25
                total += weight * min(near, 2) * 0.5 * max(0.0, book.chip[nation])
        return total

    def prey(self, attacker: int, defender: int, thing: str | None) -> float:
        """What the attacker gives up: what hurts the defender helps him only a little."""
        book, total = self.book(attacker), 0.0
        for nation, area in self.holdings(defender, thing):
            near = self.contact(attacker, defender, area)
            if near:
                weight = 0.5 if area < PROVINCES else 0.25
                total += weight * min(near, 2) * 0.5 * max(0.0, -book.chip[nation])
        return total

    def entry(self, area: int, seat: int, by: int, gives: bool) -> float:
        table, book = self.table, self.book(seat)
        if gives:
            own = max((book.chip[nation] for nation in self.governed(seat)), default=0.0)
            near = self.contact(seat, seat, area)
            return -(0.4 if near else 0.1) * max(0.0, own)
        threat = 0.5 if self.contact(by, seat, area) else 0.15
        nation = HOME[area] if area < PROVINCES else -1
        if nation >= 0 and table.flag[nation] == seat:
            return threat * (2.0 if table.factories >> area & 1 else 0.7) * max(0.0, book.chip[nation])
        for mine in self.governed(seat):
            if table.chips[mine] >> area & 1:
                return threat * max(0.0, book.chip[mine])
        return 0.0

    def takeover(self, nation: int, seat: int, by: int, gives: bool) -> float:
        """The government that a bond could bring, or cost."""
        table, book = self.table, self.book(seat)
        holder = table.flag[nation]
        rival = book.credit[nation * SEATS + by]
        most = book.credit[nation * SEATS + holder] if holder >= 0 else 0
        money = table.money[by]
        free = [PRICE[bond] for bond in range(BONDS) if table.bond[nation * BONDS + bond] < 0 and PRICE[bond] <= money]
        reach = bool(free) and holder != by and rival + max(free) > most
        if gives:
            return -(0.3 * book.flag_worth(table, nation, self.weights) if reach else 0.3)
        if holder == seat:
            return 0.35 * book.flag_worth(table, nation, self.weights) if reach else 0.1
        return 0.05

    def stop(self, slot: int, seat: int, by: int) -> float:
        """What it is worth that nations of another stop on a space: Investor pays interest to those who lent."""
        if SPACE[slot] != S_INVESTOR:
            return 0.0
        table, book, best = self.table, self.book(seat), 0.0
        for nation in self.governed(by):
            due = book.interest[nation * SEATS + seat]
            paid = min(due, table.treasury(nation))
            others = sum(
                book.counts[other] * book.interest[nation * SEATS + other]
                for other in range(table.seats)
                if other != seat
            )
            card = self.weights[CARD] * (book.counts[table.investor] if table.investor >= 0 else 0.0)
            value = paid + others + 0.3 * card - (1.0 if by == seat else 0.0)
            best = value if not best else max(best, value)
        return best

    def can(self, term: dict[str, Any]) -> bool:
        if term["kind"] == "pay":
            amount: int = term["amount"]
            by: int = term["by"]
            return self.table.money[by] >= amount
        if term["kind"] in ("space", "no-space"):
            return bool(self.governed(term["by"]))
        return True

    def rivalry(self, seat: int, other: int) -> float:
        """As much as the book counts what another gains."""
        return -self.book(seat).counts[other]

    def ideas(self, seat: int, other: int) -> list[Terms]:
        found = [[promise("no-attack", other, seat, rounds=2), promise("no-attack", seat, other, rounds=2)]]
        mine, his = self.most_wanted(seat), self.most_wanted(other)
        if mine and his:
            leaves = promise("no-taking", other, -1, mine, rounds=2)
            found.append([leaves, promise("no-taking", seat, -1, his, rounds=2)])
        investor = next(SLOT.ids[slot] for slot in range(len(SLOT)) if SPACE[slot] == S_INVESTOR)
        if his:
            found.append([promise("space", other, -1, investor), promise("no-taking", seat, -1, his)])
        for nation in self.governed(other):
            for amount in (1, 2, 3):
                gift = promise("pay", seat, other, NATION.ids[nation], amount)
                found.append([promise("no-attack", other, seat, rounds=2), gift])
                if mine:
                    found.append([promise("no-taking", other, -1, mine, rounds=2), gift])
        return found

    def most_wanted(self, seat: int) -> str | None:
        """The nation that a player would least like to lose."""
        best, most = None, -1.0
        for nation in self.governed(seat):
            worth = self.book(seat).flag_worth(self.table, nation, self.weights)
            if worth > most:
                best, most = NATION.ids[nation], worth
        return best

"""A player of Imperial who has read the rulebook's advice: what each choice brings, reckoned without trying it.

All is counted in millions at the end of the game: a tax chip is worth the power that it brings to those who lent to the
nation, the bonus to its government, and the same is lost where a chip is taken. What others gain counts against us, the
more if they lead.
"""

from __future__ import annotations

import random
from typing import Any, ClassVar, Final, cast

from rondel.games.imperial.actions import (
    BUILD,
    BUY,
    DESTROY,
    DONE,
    ENTER_FRIENDLY,
    ENTER_HOSTILE,
    FIGHT,
    FIGHT_ALL,
    FORCE_STOP,
    GIFTS,
    IMPORT_ARMY,
    IMPORT_FLEET,
    LET_PASS,
    MARCH,
    OPEN_ORDERS,
    OPEN_PURSE,
    PASS,
    PEACE,
    PLACE_OF,
    RAISE,
    SAIL,
    SEATS,
)
from rondel.games.imperial.components import (
    ANCHOR,
    AREAS,
    BONDS,
    FACTOR,
    FACTORY_PRICE,
    FLEETS,
    FOLDER,
    HOME,
    HOME_MASK,
    IMPORT_MOST,
    INTEREST,
    LANDS,
    NATIONS,
    NEIGHBOURS,
    PRICE,
    PROVINCES,
    SEAS,
    SHIPYARD,
    SLOT,
    SLOTS,
)
from rondel.games.imperial.state import FIRST_TREASURY, POPULATION, Table
from rondel.games.imperial.steps.battles import AFTER, Challenge, Encounter
from rondel.games.imperial.steps.chips import OUTER_MASK, ChooseChips
from rondel.games.imperial.steps.decisions import GiveOrders, GivePurse
from rondel.games.imperial.steps.factory import BuildFactory, ImportUnits, Produce
from rondel.games.imperial.steps.investor import Invest
from rondel.games.imperial.steps.maneuver import ChooseArmy, ChooseRoute, EnterProvince, MoveArmies, MoveFleets
from rondel.games.imperial.steps.routes import land_reach, open_seas, sea_reach
from rondel.games.imperial.steps.setup import ChooseFlag, OfferBonds
from rondel.games.imperial.steps.taxation import assess, scores
from rondel.games.imperial.steps.turn import ChooseSlot, SwissBank, move_price, passes_investor
from rondel.kernel.bot import Habit, Policy, read_weights
from rondel.kernel.data import bits, count
from rondel.kernel.flow import NOBODY, Step

SOUND_LOAN: Final = 9
"""What is lent to a nation at the start is not soon outbid."""
RIVALS: Final = 0
PROMISE: Final = 1
FLAG: Final = 2
LEADER: Final = 3
FACTORY: Final = 4
UNIT: Final = 5
SURPLUS: Final = 6
IMPORT: Final = 7
CARD: Final = 8
PAYS: Final = 9
TREASURY: Final = 10
HOLD: Final = 11
CONTEST: Final = 12
TEMPO: Final = 13
GAIN: Final = 14
CASH: Final = 15
BONUS: Final = 16
EXPECT: Final = 17
BATTLE: Final = 18
TAXES: Final = 19

ROUGH: Final[dict[str, float]] = {
    "rivals": 0.35,  # how much a million of the others counts against one of ours
    "promise": 0.6,  # what a power point to come is worth, next to one on the track
    "flag": 2.5,  # what it is worth to govern a nation, for each taxation to come
    "leader": 0.5,  # the part of RIVALS that counts for the best of the others alone
    "factory": 1.0,  # what a factory is worth, next to two tax chips
    "unit": 0.7,  # what a unit is worth while there are regions to take, next to a chip
    "surplus": 0.1,  # what it is worth when there are none
    "import": 0.6,  # what an imported unit is worth, next to a chip
    "card": 2.5,  # what it is worth that the investor card comes into play
    "pays": 0.35,  # payments of interest to come, for each taxation to come
    "treasury": 0.3,  # what a million in the treasury is worth to a government
    "hold": 0.15,  # what it is worth to stay where a chip lies, next to a chip
    "contest": 0.25,  # what a region is worth in which another stands
    "tempo": 7.0,  # power points between two taxations
    "gain": 1.0,  # what a manoeuvre is worth, next to what it could gain
    "cash": 1.0,  # what interest paid out is worth
    "bonus": 0.5,  # what a box of the tax chart is worth before it is reached
    "expect": 0.4,  # taxations to come at the end
    "battle": 0.5,  # what a unit is worth in a battle
    "taxes": 1.0,  # what power now is worth, next to what is promised
}
"""The weights as they were guessed, in the order of their numbers."""
USUAL: Final[dict[str, float]] = read_weights(FOLDER / "data" / "weights.toml", ROUGH)

LAST_ROUNDS: Final = 1.2
"""With fewer taxations to come it counts which factor a nation reaches, and no longer how near it is to the next."""

S_FACTORY: Final = 0
S_PRODUCTION: Final = 1
S_MANEUVER: Final = 2
S_INVESTOR: Final = 3
S_IMPORT: Final = 4
S_TAXATION: Final = 5
SPACE: Final[list[int]] = [
    {"factory": 0, "production": 1, "maneuver": 2, "investor": 3, "import": 4, "taxation": 5}[id_.rstrip("-12")]
    for id_ in SLOT.ids
]
SEA_COUNT: Final = len(SEAS)
SEA_SIDE: Final = ~((1 << LANDS) - 1)


def _first(family: list[int]) -> int:
    return min(action for action in family if action >= 0)


FIRST_SAIL: Final = _first(SAIL)
LAST_SAIL: Final = max(SAIL)
FIRST_MARCH: Final = _first(MARCH)
LAST_MARCH: Final = max(MARCH)
FIRST_FLEET: Final = _first(IMPORT_FLEET)
LAST_FLEET: Final = max(IMPORT_FLEET)
FIRST_FIGHT: Final = _first(FIGHT)
LAST_FIGHT: Final = max(max(FIGHT), max(FIGHT_ALL))


class Loans:
    """Who lent what to whom: worked out once and used again as long as no bond changes hands."""

    __slots__ = ("bond", "interest", "credit", "due")

    def __init__(self, world: Table, before: Loans | None = None) -> None:
        """`before`: what was worked out last, so that only the bonds in other hands are looked at."""
        self.bond: list[int] = world.bond  # nobody ever changes that list
        if before is None:
            self.interest: list[int] = [0] * (NATIONS * SEATS)  # [nation * SEATS + seat]
            self.credit: list[int] = [0] * (NATIONS * SEATS)
            self.due: list[int] = [0] * NATIONS  # interest to all
            held = [NOBODY] * len(self.bond)
        else:
            self.interest, self.credit, self.due = before.interest[:], before.credit[:], before.due[:]
            held = before.bond
        for place, holder in enumerate(self.bond):
            if holder != held[place]:
                self.add(place, held[place], -1)
                self.add(place, holder, 1)

    def add(self, place: int, holder: int, times: int) -> None:
        if holder >= 0:
            nation, number = place // BONDS, place % BONDS
            self.interest[nation * SEATS + holder] += times * INTEREST[number]
            self.credit[nation * SEATS + holder] += times * PRICE[number]
            self.due[nation] += times * INTEREST[number]


class Revenues:
    """What each nation collects: worked out once and used again as long as no chip is laid or taken, and the same
    factories work."""

    __slots__ = ("chips", "working", "revenue")

    def __init__(self, world: Table) -> None:
        self.chips: list[int] = world.chips[:]
        self.working: int = world.working()
        self.revenue: list[int] = world.revenues()

    def holds(self, world: Table) -> bool:
        """Whether all that was reckoned with is still so."""
        return self.working == world.working() and self.chips == world.chips


class Forecast:
    """What is likely to come of the nations, whoever asks: worked out once and used again as long as nothing of it has
    changed."""

    __slots__ = ("w", "revenue", "loans", "seats", "money", "power", "end", "rounds", "factor", "standing")

    def __init__(
        self, world: Table, w: list[float], revenue: list[int], loans: Loans, before: Forecast | None = None
    ) -> None:
        """`before`: what was foreseen last, so that only nations of which something has changed are looked at."""
        self.w = w
        self.revenue = revenue
        self.loans = loans
        self.seats: int = world.seats
        self.money: list[int] = world.money[:]
        self.end: int = world.end
        if before is not None and before.power == world.power and before.w is w and before.end == world.end:
            self.power: list[int] = before.power
            self.rounds: float = before.rounds  # of taxation to come
        else:
            self.power = world.power[:]
            self.rounds = max(w[EXPECT], (world.end - max(world.power)) / w[TEMPO])
        if before is not None and before.rounds == self.rounds and before.w is w and before.end == world.end:
            self.factor: list[float] = before.factor[:]
            richer = before.power is self.power and before.revenue is revenue and before.loans is loans  # only that
            for nation in range(NATIONS):
                account = FIRST_TREASURY + nation
                if before.money[account] != self.money[account] or not (richer or self.resembles(before, nation)):
                    self.factor[nation] = self.expect(world, nation)
        else:
            self.factor = [self.expect(world, nation) for nation in range(NATIONS)]
        self.standing: list[float] = [self.total(seat) for seat in range(self.seats)]  # what each is likely to end with

    def holds(self, world: Table, w: list[float], revenue: list[int], loans: Loans) -> bool:
        """Whether all that was reckoned with is still so."""
        return (
            self.loans is loans
            and self.w is w
            and self.money == world.money
            and (self.revenue is revenue or self.revenue == revenue)
            and self.power == world.power
            and self.end == world.end
            and self.seats == world.seats
        )

    def resembles(self, before: Forecast, nation: int) -> bool:
        """Whether a nation earns, owes and counts as much as before."""
        return (
            before.revenue[nation] == self.revenue[nation]
            and before.power[nation] == self.power[nation]
            and before.loans.due[nation] == self.loans.due[nation]
        )

    def expect(self, world: Table, nation: int) -> float:
        """What a point of interest is likely to bring until the end: the factor that the nation is likely to reach, and
        the payments of interest that are likely to come."""
        w = self.w
        room = world.end - world.power[nation]
        points = min(10, max(0, self.revenue[nation] - 5))
        to_come = min(float(room), self.rounds * (0.4 + points))
        power = world.power[nation] + w[PROMISE] * to_come
        factor = power / 5.0 - 0.4 if power > 2.0 else 0.0
        due = self.loans.due[nation]
        if due:
            covered = (world.treasury(nation) + 2.0 * self.revenue[nation]) / (due + 4.0)
            factor += w[PAYS] * self.rounds * min(1.0, covered)
        return factor

    def total(self, seat: int) -> float:
        """The money of a seat, and what its loans are likely to bring."""
        interest, factor = self.loans.interest, self.factor
        total = float(self.money[seat])
        for nation in range(NATIONS):
            lent = interest[nation * SEATS + seat]
            if lent:
                total += lent * factor[nation]
        return total


class Book:
    """What loans make of power, chips and governments for one seat."""

    __slots__ = (
        "forecast", "flag", "interest", "credit", "revenue", "rounds", "factor", "leader", "seats", "w",
        "counts", "net", "hold", "chip", "netted", "weighed",
    )  # fmt: skip

    def __init__(self, world: Table, seat: int, forecast: Forecast) -> None:
        self.counts: list[float] = [0.0] * SEATS  # what a million of each seat counts to us
        self.net: list[float] = [0.0] * NATIONS  # what a million for each point of interest counts to us
        self.hold: list[float] = [0.0] * NATIONS  # what a million for the government counts to us
        self.chip: list[float] = [0.0] * NATIONS  # what one more tax chip counts to us
        self.seats: int = 0
        self.leader: int = NOBODY
        self.w = forecast.w
        self.interest: list[int] = []
        self.write(world, seat, forecast)

    def write(self, world: Table, seat: int, forecast: Forecast) -> None:
        """Write it anew, over what stood there."""
        self.forecast = forecast
        self.flag: list[int] = world.flag[:]
        self.credit: list[int] = forecast.loans.credit
        self.revenue: list[int] = forecast.revenue
        self.rounds: float = forecast.rounds
        self.factor: list[float] = forecast.factor
        same = self.compare(seat, forecast)
        if not same or self.interest is not forecast.loans.interest:
            self.interest = forecast.loans.interest
            self.netted: bool = False  # whether `net` is known
        self.weighed: bool = False  # whether `hold` and `chip` are known: who lends asks for none of them

    def holds(self, world: Table, forecast: Forecast) -> bool:
        """Whether all that was reckoned with is still so."""
        return self.forecast is forecast and self.flag == world.flag

    def complete(self, world: Table) -> None:
        """Work out what chips and governments count to us, unless it is known."""
        if self.weighed:
            return
        if not self.netted:
            for nation in range(NATIONS):
                self.net[nation] = self.paid(nation)
            self.netted = True
        self.weigh()
        self.weighed = True

    def compare(self, seat: int, forecast: Forecast) -> bool:
        """What others gain counts against us, the more if they lead; whether all count what they did before."""
        best, leader = -1e9, seat
        seats, standing, w = forecast.seats, forecast.standing, forecast.w
        for distance in range(1, seats):  # of equals the next one round the table: nobody is everybody's victim
            other = (seat + distance) % seats
            total = standing[other]
            if total > best:
                best, leader = total, other
        if leader == self.leader and seats == self.seats and w is self.w:
            return True
        self.leader, self.seats, self.w = leader, seats, w
        each = -w[RIVALS] * (1.0 - w[LEADER]) / (seats - 1)
        for other in range(seats):
            self.counts[other] = each
        self.counts[leader] -= w[RIVALS] * w[LEADER]
        self.counts[seat] = 1.0
        return False

    def paid(self, nation: int) -> float:
        """What a million for each point of interest brings those who lent."""
        net = 0.0
        counts, interest, first = self.counts, self.interest, nation * SEATS
        for seat in range(self.seats):
            lent = interest[first + seat]
            if lent:
                net += counts[seat] * lent
        return net

    def weigh(self) -> None:
        """A tax chip brings power to those who lent, and the bonus to the government; little where the chart ends."""
        w, forecast = self.w, self.forecast
        promised = w[PROMISE] * self.rounds
        governs, bonus = 0.06 * w[FLAG] * self.rounds, w[BONUS]
        for nation in range(NATIONS):
            flag = self.flag[nation]
            hold = self.counts[flag] if flag >= 0 else 0.0
            gain = 1.0 if 4 <= self.revenue[nation] < 15 else 0.3
            more = min(float(forecast.end - forecast.power[nation]), promised * gain)
            self.hold[nation] = hold
            self.chip[nation] = self.net[nation] * more / 5.0 + hold * (governs + bonus * gain)

    def flag_worth(self, world: Table, nation: int, w: list[float]) -> float:
        """What it is worth to govern a nation."""
        treasury = world.treasury(nation)
        found = w[FLAG] * self.rounds * (0.4 + 0.06 * self.revenue[nation]) + w[TREASURY] * min(treasury, 12)
        return found + 0.45 * min(world.units(nation), 8) * 0.5


class Heuristic(Policy[Table]):
    WAVER: ClassVar[float] = 15.0
    DOUBT: ClassVar[float] = 40.0

    def __init__(self, rng: random.Random, weights: list[float] | None = None) -> None:
        self.loans: Loans | None = None
        self.revenues: Revenues | None = None
        self.forecast: Forecast | None = None
        self.books: list[Book | None] = [None] * SEATS
        super().__init__(rng, weights)

    def book(self, world: Table, seat: int) -> Book:
        found = self.ledger(world, seat)
        found.complete(world)
        return found

    def ledger(self, world: Table, seat: int) -> Book:
        """The book without what chips and governments count: all that is needed to lend."""
        forecast = self.foresee(world)
        found = self.books[seat]
        if found is None:
            found = self.books[seat] = Book(world, seat, forecast)
        elif not found.holds(world, forecast):
            found.write(world, seat, forecast)
        return found

    def foresee(self, world: Table) -> Forecast:
        loans, revenues, found = self.loans, self.revenues, self.forecast
        if loans is None or (loans.bond is not world.bond and loans.bond != world.bond):
            loans = self.loans = Loans(world, loans)
        if revenues is None or not revenues.holds(world):
            revenues = self.revenues = Revenues(world)
        if found is None or not found.holds(world, self.weights, revenues.revenue, loans):
            found = self.forecast = Forecast(world, self.weights, revenues.revenue, loans, found)
        return found

    def usual(self) -> dict[str, float]:
        return USUAL

    def habits(self) -> dict[type[Step[Any]], Habit]:
        return {
            ChooseSlot: self.slot,
            BuildFactory: self.build,
            Produce: self.produce,
            ImportUnits: self.importing,
            MoveFleets: self.sail,
            MoveArmies: self.march,
            ChooseArmy: self.first,
            ChooseRoute: self.first,
            EnterProvince: self.enter,
            Encounter: self.encounter,
            Challenge: self.challenge,
            ChooseChips: self.first,
            Invest: self.invest,
            OfferBonds: self.lend_first,
            SwissBank: self.bankers,
            GivePurse: self.gift,
            GiveOrders: self.first,
        }

    def thoughts(self) -> dict[type[Step[Any]], float]:
        return {
            ChooseSlot: 1.0,
            Invest: 1.0,
            BuildFactory: 0.4,
            ImportUnits: 0.3,
            MoveFleets: 0.2,
            MoveArmies: 0.2,
            EnterProvince: 0.3,
            Encounter: 0.2,
            Challenge: 0.2,
            OfferBonds: 0.5,
            ChooseFlag: 0.3,
        }

    def terms(self, table: Table, seat: int) -> list[tuple[str, float]]:
        """Money, interest and what it would count now, flags and their power, and the best of the others."""
        result = scores(table)
        governed = [nation for nation in range(NATIONS) if table.flag[nation] == seat]
        return [
            ("money", float(table.money[seat])),
            ("interest", float(sum(table.interest(seat, nation) for nation in range(NATIONS)))),
            ("score", float(result[seat])),
            ("flags", float(len(governed))),
            ("power", float(sum(table.power[nation] for nation in governed))),
            ("rival", float(max(result[other] for other in range(table.seats) if other != seat))),
        ]

    def first(self, world: Table, seat: int, choices: list[int]) -> int:
        return choices[0]

    # --- the wheel ------------------------------------------------------------------------------------------------

    def slot(self, world: Table, seat: int, choices: list[int]) -> int:
        nation = cast(ChooseSlot, world.pending[-1]).nation
        book = self.book(world, seat)
        best, most = choices[0], -1e9
        gained = UNKNOWN  # by a manoeuvre, whichever of its spaces it starts from
        for action in choices:
            if action in (OPEN_PURSE, OPEN_ORDERS):
                continue
            slot = PLACE_OF[action] % SLOTS
            if gained == UNKNOWN and SPACE[slot] == S_MANEUVER:
                gained = conquests(world, nation, book, self.weights[CONTEST])
            value = self.space(world, seat, nation, slot, book, gained)
            value = self.opinion(action, value)
            if value > most:
                best, most = action, value
        return best

    def space(self, world: Table, seat: int, nation: int, slot: int, book: Book, gained: float) -> float:
        """What a space of the wheel brings; `gained`: what a manoeuvre would."""
        w = self.weights
        value = -float(move_price(world, nation, slot))
        start = world.marker[nation]
        if world.investor >= 0 and passes_investor(start, slot):
            value += w[CARD] * book.counts[world.investor]
        kind = SPACE[slot]
        treasury = world.treasury(nation)
        if kind == S_TAXATION:
            return value + self.taxes(world, seat, nation, book)
        if kind == S_INVESTOR:
            return value + self.interest(world, seat, nation, book)
        if kind == S_FACTORY:
            free = POPULATION[(world.free_provinces(nation) & ~world.factories) >> 5 * nation]
            if not free or treasury + max(0, world.money[seat] - 4) < FACTORY_PRICE:
                return value - 1.0
            lacking = FACTORY_PRICE - treasury if treasury < FACTORY_PRICE else 0
            return value + w[FACTORY] * (2.0 * book.chip[nation] + 0.5) - 0.5 * lacking
        if kind == S_MANEUVER:
            return value + w[GAIN] * gained - 0.2
        wanted = world.units(nation) < min(world.chips_left(nation), 6) + 3
        if kind == S_PRODUCTION:
            made = POPULATION[world.free_factories(nation) >> 5 * nation]
            left = world.armies_left[nation] + world.fleets_left[nation]
            if made > left:
                made = left
            return value + made * (w[UNIT] * max(0.2, book.chip[nation]) if wanted else w[SURPLUS])
        bought = min(min(IMPORT_MOST, treasury), world.armies_left[nation] + world.fleets_left[nation])
        return value + bought * (w[IMPORT] * max(0.2, book.chip[nation]) if wanted else 0.0) - 0.1 * bought

    def taxes(self, world: Table, seat: int, nation: int, book: Book) -> float:
        """What taxation brings; all or nothing if it ends the game."""
        w = self.weights
        taxes = assess(world, nation, book.revenue[nation])
        power = world.power[nation] + taxes.power
        if power >= world.end:
            return 1000.0 if self.wins(world, seat, nation, taxes.bonus, book) else -1000.0
        gain = taxes.power / 5.0
        if book.rounds < LAST_ROUNDS:  # from now on only whole factors count
            gain = max(gain, float(FACTOR[power] - FACTOR[world.power[nation]]))
        value = w[TAXES] * book.net[nation] * gain
        value += book.hold[nation] * taxes.bonus * (1.0 - 0.5 * w[BONUS])
        return value + 0.12 * book.hold[nation] * min(taxes.income, 8)

    def wins(self, world: Table, seat: int, nation: int, bonus: int, book: Book) -> bool:
        """Whether the seat is first if this nation ends the game now."""
        best, mine = -1, 0
        for other in range(world.seats):
            total = world.money[other]
            if other == world.flag[nation]:
                total += bonus
            for each in range(NATIONS):
                power = world.end if each == nation else world.power[each]
                total += book.interest[each * SEATS + other] * FACTOR[power]
            if other == seat:
                mine = total
            elif total > best:
                best = total
        return mine >= best

    def interest(self, world: Table, seat: int, nation: int, book: Book) -> float:
        """What a stop on Investor pays, and to whom."""
        w = self.weights
        treasury = world.treasury(nation)
        value = 0.0
        paid = 0
        for other in range(world.seats):
            due = book.interest[nation * SEATS + other]
            if other != seat and due:
                value += book.counts[other] * due
                paid += due
        if paid > treasury:
            value -= paid - treasury
            paid = treasury
        own = min(book.interest[nation * SEATS + seat], treasury - paid)
        value += w[CASH] * own
        paid += own
        value -= 0.12 * paid * min(1.0, book.rounds)
        if world.investor >= 0:
            value += (w[CARD] + 1.0) * book.counts[world.investor]
        return value

    # --- factories and units --------------------------------------------------------------------------------------

    def build(self, world: Table, seat: int, choices: list[int]) -> int:
        step = cast(BuildFactory, world.pending[-1])
        nation = step.nation
        lacking = FACTORY_PRICE - world.treasury(nation)
        if lacking > 0:
            book = self.book(world, seat)
            if lacking <= 3 and OPEN_PURSE in choices and world.money[seat] >= lacking + 4 and book.chip[nation] > 1.0:
                return OPEN_PURSE
            return DONE
        best, most = choices[0], -1e9
        ports = 0
        for area in bits(world.factories & HOME_MASK[nation]):
            if SHIPYARD[area]:
                ports += 1
        for action in choices:
            if action < BUILD[0] or action > BUILD[-1]:
                continue
            area = PLACE_OF[action]
            value = 0.3 * self.rnd() - 0.3 * FOREIGN[area]
            if SHIPYARD[area]:
                value += 0.5 if ports < 2 else -0.3
            self.note(action, value)
            if value > most:
                best, most = action, value
        return best

    def produce(self, world: Table, seat: int, choices: list[int]) -> int:
        return choices[0]

    def importing(self, world: Table, seat: int, choices: list[int]) -> int:
        step = cast(ImportUnits, world.pending[-1])
        nation = step.nation
        treasury = world.treasury(nation)
        units = world.units(nation)
        if treasury < 1 or units >= min(world.chips_left(nation), 6) + 4:
            return DONE
        fleets = FLEETS[nation] - world.fleets_left[nation]
        want_fleet = fleets * 2 <= units
        best, most = DONE, 0.0
        for action in choices:
            if IMPORT_ARMY[0] <= action <= IMPORT_ARMY[-1]:
                area = PLACE_OF[action]
                value = 0.5 + 0.3 * (FOREIGN[area] > 0) + 0.3 * self.rnd()
            elif FIRST_FLEET <= action <= LAST_FLEET:
                area = PLACE_OF[action]
                value = (0.7 if want_fleet else 0.2) + 0.5 * open_sea(world, nation, area) + 0.3 * self.rnd()
            else:
                continue
            self.note(action, value)
            if value > most:
                best, most = action, value
        self.note(DONE, 0.0)
        return best

    def gift(self, world: Table, seat: int, choices: list[int]) -> int:
        below = world.pending[-2]
        if isinstance(below, (BuildFactory, ImportUnits)):
            lacking = FACTORY_PRICE - world.treasury(below.nation)
            for action in choices:
                nation, note = divmod(PLACE_OF[action], len(GIFTS))
                if nation == below.nation and GIFTS[note] <= max(1, lacking) < 2 * GIFTS[note] + 1:
                    return action
        return choices[0]

    # --- manoeuvres -----------------------------------------------------------------------------------------------

    def sail(self, world: Table, seat: int, choices: list[int]) -> int:
        nation = cast(MoveFleets, world.pending[-1]).nation
        return self.go(world, seat, nation, choices, True)

    def march(self, world: Table, seat: int, choices: list[int]) -> int:
        nation = cast(MoveArmies, world.pending[-1]).nation
        return self.go(world, seat, nation, choices, False)

    def go(self, world: Table, seat: int, nation: int, choices: list[int], at_sea: bool) -> int:
        """The move that gains most: chips of ours, chips and factories of others; nothing, if none gains."""
        book = self.book(world, seat)
        aims = Aims(world, nation, book, self.weights)
        best, most = DONE, 0.03
        known, lost = -1, 0.0  # where the units of the last choice stand, and what is lost if one leaves
        self.note(DONE, most)
        for action in choices:
            if FIRST_SAIL <= action <= LAST_SAIL:
                place = PLACE_OF[action]
                start = place // SEA_COUNT
                if start != known:
                    known, lost = start, leaving(world, nation, start, book, self.weights)
                value = aims.at(SEAS[place % SEA_COUNT]) - lost
            elif FIRST_MARCH <= action <= LAST_MARCH:
                place = PLACE_OF[action]
                start = place // LANDS
                if start != known:
                    known, lost = start, leaving(world, nation, start, book, self.weights)
                value = aims.at(place % LANDS) - lost
            elif FIRST_FIGHT <= action <= LAST_FIGHT:
                value = self.battle(world, nation, action, book)
            elif DESTROY[0] <= action <= DESTROY[-1]:
                value = -2.0 * book.chip[HOME[PLACE_OF[action]]] - 2.5
            else:
                continue
            value = self.opinion(action, value)
            if value > most:
                best, most = action, value
        return best

    def battle(self, world: Table, nation: int, action: int, book: Book) -> float:
        """What a pair of units is worth, and the region if we are alone there afterwards."""
        place = PLACE_OF[action] // 9
        return self.clash(world, nation, place % NATIONS, place // NATIONS, book)

    def clash(self, world: Table, nation: int, enemy: int, area: int, book: Book) -> float:
        mine = pieces(world, nation, area)
        theirs = pieces(world, enemy, area)
        value = -self.weights[BATTLE] * (book.hold[nation] + book.hold[enemy])
        if area >= PROVINCES:
            if mine == theirs or others_stand(world, nation, enemy, area):
                return value
            if mine > theirs:
                if not world.chips[nation] >> area & 1:
                    value += book.chip[nation]
                if world.chips[enemy] >> area & 1:
                    value -= book.chip[enemy]
            elif world.chips[nation] >> area & 1:
                value -= 0.5 * book.chip[nation]
        elif HOME[area] == nation and world.standing_at[enemy] >> area & 1:
            value += (2.0 if world.factories >> area & 1 else 0.5) * book.chip[nation] / theirs
        return value

    def enter(self, world: Table, seat: int, choices: list[int]) -> int:
        step = cast(EnterProvince, world.pending[-1])
        book = self.book(world, seat)
        return ENTER_HOSTILE if book.chip[HOME[step.area]] < 0.0 else ENTER_FRIENDLY

    def encounter(self, world: Table, seat: int, choices: list[int]) -> int:
        step = cast(Encounter, world.pending[-1])
        book = self.book(world, seat)
        best, most = PEACE, 0.1
        for action in choices:
            if FIRST_FIGHT <= action <= LAST_FIGHT:
                value = self.battle(world, step.nation, action, book)
                self.note(action, value)
                if value > most:
                    best, most = action, value
        return best

    def challenge(self, world: Table, seat: int, choices: list[int]) -> int:
        step = cast(Challenge, world.pending[-1])
        book = self.book(world, seat)
        value = self.clash(world, step.waiting[0], step.nation, step.area, book)
        if value > 0.1:
            for action in choices:
                if FIRST_FIGHT <= action <= LAST_FIGHT:
                    return action
        return PEACE

    def bankers(self, world: Table, seat: int, choices: list[int]) -> int:
        """Make a nation stop on Investor where that pays us more than it pays the others."""
        nation = cast(SwissBank, world.pending[-1]).nation
        paid = self.book(world, seat).net[nation]
        return FORCE_STOP if paid > 0.0 else LET_PASS

    # --- bonds ----------------------------------------------------------------------------------------------------

    def lend_first(self, world: Table, seat: int, choices: list[int]) -> int:
        """Before the first turn nothing can be foreseen, but who governs nothing has nothing to do: a government where
        one can be had, for a sum that is not soon outbid; of what is left in the end, one more bond."""
        step = world.pending[-1]
        assert isinstance(step, OfferBonds)
        holder = world.flag[step.nation]
        credit = world.credit(holder, step.nation) if holder >= 0 else 0
        best, most = PASS, 0.0
        for action in choices:
            if action == PASS:
                continue
            price = PRICE[PLACE_OF[action] % BONDS]
            governs = price > credit
            value = (10.0 if governs else 0.0) + price - 2.0 * max(0, price - SOUND_LOAN)
            if not governs and step.nation < NATIONS - 1:
                value = -1.0  # the money is kept for a nation that is still to come
            value = self.opinion(action, value)
            if value > most:
                best, most = action, value
        self.note(PASS, 0.0)
        return best

    def invest(self, world: Table, seat: int, choices: list[int]) -> int:
        """The bond that brings most at the end for its price, the government that comes with it included."""
        w = self.weights
        book = self.ledger(world, seat)
        best, most = PASS, 0.05
        known, holder, credit, most_lent, worth = -1, NOBODY, 0, 0, UNKNOWN  # of the nation that was looked at last
        factor = governs = 0.0
        for action in choices:
            loan = LENDING[action]
            if loan is None:
                continue
            nation, price = loan.nation, loan.price
            if nation != known:
                known, holder, worth = nation, world.flag[nation], UNKNOWN
                factor, credit = book.factor[nation], book.credit[nation * SEATS + seat]
                if holder >= 0:
                    governs, most_lent = book.counts[holder], book.credit[nation * SEATS + holder]
            value = loan.interest * factor - price
            if holder != seat and (holder < 0 or credit + price > most_lent):
                if worth == UNKNOWN:
                    worth = book.flag_worth(world, nation, w)
                value += worth - (governs * worth if holder >= 0 else 0.0)
            elif holder >= 0:
                value += governs * w[TREASURY] * 0.3 * min(price, 6)
                if holder == seat:
                    value += 0.05 * price
            value = self.opinion(action, value)
            if value > most:
                best, most = action, value
        self.note(PASS, 0.05)
        return best


class Lending:
    """What a choice of an investor is: to which nation, what is paid for it, and how much more interest it brings."""

    __slots__ = ("nation", "price", "interest")

    def __init__(self, nation: int, price: int, interest: int) -> None:
        self.nation = nation
        self.price = price
        self.interest = interest


def _lending() -> list[Lending | None]:
    """[action]"""
    found: list[Lending | None] = [None] * len(PLACE_OF)
    for nation in range(NATIONS):
        for bond in range(BONDS):
            found[BUY[nation * BONDS + bond]] = Lending(nation, PRICE[bond], INTEREST[bond])
            for old in range(bond):
                raised = Lending(nation, PRICE[bond] - PRICE[old], INTEREST[bond] - INTEREST[old])
                found[RAISE[(nation * BONDS + old) * BONDS + bond]] = raised
    return found


LENDING: Final[list[Lending | None]] = _lending()


def _foreign(area: int) -> int:
    """How many foreign home provinces touch a province."""
    return sum(1 for other in bits(NEIGHBOURS[area]) if other < PROVINCES and HOME[other] != HOME[area])


FOREIGN: Final[list[int]] = [_foreign(area) for area in range(PROVINCES)]


def open_sea(world: Table, nation: int, area: int) -> float:
    """Whether the sea of a port is still to be claimed."""
    sea = ANCHOR[area]
    return 1.0 if sea >= 0 and not world.chips[nation] >> sea & 1 and not world.units_at(nation) >> sea & 1 else 0.0


def pieces(world: Table, nation: int, area: int) -> int:
    """How many units of a nation are in an area: at sea only fleets, in neutral lands only armies that stand."""
    place = area * NATIONS + nation
    if area >= LANDS:
        return world.fleet[place]
    number = world.army[place]
    if area < PROVINCES:
        number += world.friendly[place] + world.fleet[place]
    return number


def others_stand(world: Table, nation: int, enemy: int, area: int) -> bool:
    """Whether units of a third nation are in an area."""
    return any(other != enemy and world.units_at(other) >> area & 1 for other in AFTER[nation])


UNKNOWN: Final = -1e9


class Aims:
    """What one more unit of a nation gains in each area, worked out where it is asked for."""

    __slots__ = ("world", "nation", "book", "w", "mine", "others", "marked", "goals", "full", "values")

    def __init__(self, world: Table, nation: int, book: Book, w: list[float]) -> None:
        self.world = world
        self.nation = nation
        self.book = book
        self.w = w
        self.mine: int = world.units_at(nation)
        army_at, fleet_at, chips = world.army_at, world.fleet_at, world.chips
        others = marked = 0
        for other in AFTER[nation]:
            others |= army_at[other] | fleet_at[other]
            marked |= chips[other]
        self.others: int = others  # areas with units of others
        self.marked: int = marked  # areas with chips of others
        built, home = world.factories & ~self.mine, HOME_MASK[nation]
        self.goals: int = (built & ~home) | (world.invaded & home)  # provinces where there is anything to be gained
        self.full: bool = world.chips_left(nation) <= 0
        self.values: list[float] = [UNKNOWN] * (AREAS - PROVINCES)  # [region or sea]

    def at(self, area: int) -> float:
        if area < PROVINCES:
            return self.province(area)
        found = self.values[area - PROVINCES]
        if found == UNKNOWN:
            found = self.values[area - PROVINCES] = self.outer(area)
        return found

    def outer(self, area: int) -> float:
        """A region or a sea: our chip, and the chips of others that it replaces."""
        bit, own = 1 << area, self.book.chip[self.nation]
        if self.mine & bit and not self.others & bit:
            return 0.0
        chips = self.world.chips
        gain = 0.0
        if not chips[self.nation] & bit and not self.full:
            gain += own
        if self.marked & bit:
            for other in AFTER[self.nation]:
                if chips[other] & bit:
                    gain -= self.book.chip[other]
                    break  # an area has one chip at most
        if self.others & bit:
            gain *= self.w[CONTEST]
            if self.mine & bit:
                gain *= 0.7
        elif chips[self.nation] & bit:
            gain += self.w[HOLD] * own
        return gain

    def province(self, area: int) -> float:
        """A factory of others to be closed, or an own province to be freed."""
        owner, bit = HOME[area], 1 << area
        if not self.goals & bit:
            return 0.0
        if owner == self.nation:
            return (1.5 if self.world.factories & bit else 0.4) * self.book.chip[owner]
        if self.world.free_factories(owner) == bit:
            return 0.0  # the last one is protected
        return -2.0 * self.book.chip[owner] * (0.5 if self.others & bit else 0.9) - 0.2


def leaving(world: Table, nation: int, area: int, book: Book, w: list[float]) -> float:
    """What is lost if a unit of the nation leaves an area."""
    if area >= PROVINCES:
        if pieces(world, nation, area) != 1:
            return 0.0
        own = book.chip[nation]
        return own if not world.chips[nation] >> area & 1 else w[HOLD] * own
    if HOME[area] == nation or not world.standing_at[nation] & world.factories & 1 << area:
        return 0.0
    return -2.0 * book.chip[HOME[area]] if pieces(world, nation, area) == 1 else 0.0


class Conquests:
    """What the units of a nation could take that no other takes, counted as they are looked at one after another."""

    __slots__ = ("fresh", "contested", "rich", "waiting", "own", "contest", "taken", "found")

    def __init__(self, world: Table, nation: int, book: Book, contest: float) -> None:
        army_at, fleet_at, chips = world.army_at, world.fleet_at, world.chips
        others = rich = 0
        for other in AFTER[nation]:
            others |= army_at[other] | fleet_at[other]
            if book.chip[other] < 0.0:
                rich |= chips[other]
        here, unclaimed = army_at[nation] | fleet_at[nation], OUTER_MASK & ~chips[nation]
        self.fresh: int = unclaimed & ~others & ~here  # to be taken at once
        self.contested: int = unclaimed & ~here & others
        self.waiting: int = here & unclaimed & ~others
        self.rich: int = rich  # with chips of others that we had rather see gone
        self.own: float = book.chip[nation]
        self.contest = contest
        self.taken: int = 0
        self.found: float = 0.0

    def take(self, near: int, units: int) -> None:
        """Each of the units takes the best of the areas that are near."""
        for _ in range(units):
            fresh = near & self.fresh
            if fresh:
                rich = fresh & self.rich
                self.fresh ^= rich & -rich if rich else fresh & -fresh
                self.taken += 1
                self.found += self.own * (1.6 if rich else 1.0)
            elif near & self.contested:
                self.found += self.contest * self.own


def conquests(world: Table, nation: int, book: Book, contest: float) -> float:
    """Roughly what a manoeuvre would gain: each unit takes the best that it can reach and that no other takes."""
    gains = Conquests(world, nation, book, contest)
    army, friendly, fleet = world.army, world.friendly, world.fleet
    for area in bits(world.fleet_at[nation]):
        near = 1 << ANCHOR[area] if area < PROVINCES else NEIGHBOURS[area] & SEA_SIDE
        gains.take(near, fleet[area * NATIONS + nation])
    free = world.free_provinces(nation)
    seas = open_seas(world, nation)
    for area in bits(world.army_at[nation]):
        near = land_reach(nation, area, free)
        if seas:
            near |= sea_reach(nation, area, free, seas)
        gains.take(near, army[area * NATIONS + nation] + friendly[area * NATIONS + nation])
    own, found = gains.own, gains.found
    found += own * count(gains.waiting)
    if own > 0.0:
        room = world.chips_left(nation)
        if gains.taken > room:
            found -= own * (gains.taken - room)
    return found

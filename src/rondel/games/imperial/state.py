"""What lies on the table, and the verbs that change it."""

from __future__ import annotations

from typing import Any, Final

from rondel.games.imperial import events
from rondel.games.imperial.actions import ANSWER, ARMY, FLEET, FRIENDLY, OCCASION
from rondel.games.imperial.components import (
    AREA,
    AREAS,
    ARMIES,
    BONDS,
    CHART,
    CHIP_TAX,
    END_POWER,
    FACTORY_TAX,
    FLEETS,
    HOME,
    HOME_MASK,
    INTEREST,
    NATION,
    NATIONS,
    PRICE,
    PROVINCES,
    SEAS,
    SLOT,
)
from rondel.kernel.codec import Field
from rondel.kernel.data import count, filled
from rondel.kernel.events import SEAT, Kind, SetKind
from rondel.kernel.flow import NOBODY, State

BANK: Final = 12
FIRST_TREASURY: Final = 6
"""Accounts: six seats, six treasuries, the bank."""

POPULATION: Final[list[int]] = [bin(mask).count("1") for mask in range(32)]
"""How many of a nation's five provinces a set of them holds."""


def abroad(nation: int, area: int) -> bool:
    """Whether an area is a province of another nation."""
    return area < PROVINCES and HOME[area] != nation


class Table(State):
    __slots__ = (
        "money", "bond", "flag", "investor", "marker", "tax", "power", "factories", "army", "friendly", "fleet",
        "chips", "chip_limit", "bonds", "unmoved", "carried", "orders", "answered",
        "armies_left", "fleets_left", "army_at", "standing_at", "fleet_at", "invaded",
        "end", "edition_2030", "gifts_any_time", "standing_orders",
    )  # fmt: skip

    money: list[int]  # [account]; always adds up to zero
    flag: list[int]  # [nation] -> seat of its government
    investor: int  # seat with the investor card
    marker: list[int]  # [nation] -> slot on the wheel, or -1
    tax: list[int]  # [nation] -> box of the tax chart
    power: list[int]  # [nation]
    factories: int  # bits of provinces
    army: bytearray  # [area * NATIONS + nation]; standing
    friendly: bytearray  # [area * NATIONS + nation]; lying on their side, in foreign provinces
    fleet: bytearray  # [area * NATIONS + nation]; at sea and in port
    chips: list[int]  # [nation] -> bits of areas with its tax chip
    chip_limit: int
    bonds: int  # how many different bonds each nation has
    # During a manoeuvre:
    unmoved: bytearray  # [area] fleets or standing armies; [AREAS + area] friendly ones
    carried: bytearray  # [sea] fleets that have carried an army this turn
    # Replaced as a whole, never changed, so copies share it:
    bond: list[int]  # [nation * BONDS + bond] -> seat
    # What the players told the table to answer for them; replaced as a whole, too:
    orders: list[int]  # [seat * 2 + occasion]; hidden from the others
    answered: int  # nation * len(ANSWER) + answer of the last order that answered, which all have heard; or -1
    # Follows from the pieces; kept for speed by the verbs, never saved:
    armies_left: list[int]  # [nation]
    fleets_left: list[int]  # [nation]
    army_at: list[int]  # [nation] -> bits of areas with its armies, standing or friendly
    standing_at: list[int]  # [nation] -> bits of areas with its standing armies
    fleet_at: list[int]  # [nation]
    invaded: int  # bits of provinces with hostile (standing) armies of others
    # Follows from the options; kept for speed, never saved:
    end: int  # the power points at which the game ends
    edition_2030: bool
    gifts_any_time: bool
    standing_orders: bool

    def __init__(self, seats: int, options: dict[str, Any], source: Table | None = None) -> None:
        super().__init__(seats, options, source)
        if source is not None:
            self.money, self.bond, self.flag = source.money[:], source.bond, source.flag[:]
            self.investor, self.factories = source.investor, source.factories
            self.chip_limit, self.bonds = source.chip_limit, source.bonds
            self.marker, self.tax, self.power = source.marker[:], source.tax[:], source.power[:]
            self.army, self.friendly, self.fleet = source.army[:], source.friendly[:], source.fleet[:]
            self.chips, self.unmoved, self.carried = source.chips[:], source.unmoved[:], source.carried[:]
            self.armies_left, self.fleets_left = source.armies_left[:], source.fleets_left[:]
            self.army_at, self.standing_at, self.fleet_at = source.army_at[:], source.standing_at[:], source.fleet_at[:]
            self.invaded = source.invaded
            self.orders, self.answered = source.orders, source.answered
            self.edition_2030, self.gifts_any_time = source.edition_2030, source.gifts_any_time
            self.end, self.standing_orders = source.end, source.standing_orders
            return
        self.money = [0] * 13
        self.bond = [NOBODY] * (NATIONS * BONDS)
        self.flag = [NOBODY] * NATIONS
        self.investor = NOBODY
        self.marker = [-1] * NATIONS
        self.tax, self.power, self.chips = [0] * NATIONS, [0] * NATIONS, [0] * NATIONS
        self.factories = self.chip_limit = self.bonds = 0
        self.army, self.friendly = bytearray(AREAS * NATIONS), bytearray(AREAS * NATIONS)
        self.fleet = bytearray(AREAS * NATIONS)
        self.unmoved, self.carried = bytearray(2 * AREAS), bytearray(len(SEAS))
        self.orders = [0] * (len(OCCASION) * seats)
        self.answered = -1
        self.end = int(options["end"])
        self.edition_2030 = options["edition"] == "2030"
        self.gifts_any_time = options["gifts"] == "any-time"
        self.standing_orders = bool(options["orders"])
        self.refresh()

    def copy(self) -> Table:
        return Table(self.seats, self.options, self)

    # --- questions ------------------------------------------------------------------------------------------------

    def treasury(self, nation: int) -> int:
        return self.money[FIRST_TREASURY + nation]

    def chips_left(self, nation: int) -> int:
        return self.chip_limit - count(self.chips[nation])

    def occupied(self, nation: int) -> int:
        """The provinces of a nation with hostile armies."""
        return self.invaded & HOME_MASK[nation]

    def free_provinces(self, nation: int) -> int:
        return HOME_MASK[nation] & ~self.invaded

    def working(self) -> int:
        """The provinces of all nations with factories and without hostile armies."""
        return self.factories & ~self.invaded

    def free_factories(self, nation: int) -> int:
        return self.factories & self.free_provinces(nation)

    def protected(self, nation: int) -> int:
        """The province of a nation's last factory without hostile armies; 0 if it has more than one, or none."""
        free = self.free_factories(nation)
        return free if free & (free - 1) == 0 else 0

    def units_at(self, nation: int) -> int:
        return self.army_at[nation] | self.fleet_at[nation]

    def units(self, nation: int) -> int:
        return ARMIES[nation] - self.armies_left[nation] + FLEETS[nation] - self.fleets_left[nation]

    def revenue(self, nation: int) -> int:
        """Two millions for each unoccupied factory, one for each tax chip."""
        return self._revenue(nation, self.working())

    def revenues(self) -> list[int]:
        """[nation] the same of all."""
        working = self.working()
        return [self._revenue(nation, working) for nation in range(NATIONS)]

    def _revenue(self, nation: int, working: int) -> int:
        factories = POPULATION[(working & HOME_MASK[nation]) >> 5 * nation]
        return FACTORY_TAX * factories + CHIP_TAX * count(self.chips[nation])

    def credit(self, seat: int, nation: int) -> int:
        """The sum of a player's bonds of a nation."""
        first = nation * BONDS
        total = 0
        for bond in range(BONDS):
            if self.bond[first + bond] == seat:
                total += PRICE[bond]
        return total

    def interest(self, seat: int, nation: int) -> int:
        first = nation * BONDS
        total = 0
        for bond in range(BONDS):
            if self.bond[first + bond] == seat:
                total += INTEREST[bond]
        return total

    def order(self, seat: int, occasion: int) -> int:
        """What a player told the table to answer, should it be asked whether a unit fights."""
        return self.orders[seat * len(OCCASION) + occasion]

    def has_flag(self, seat: int) -> bool:
        return seat in self.flag

    def clockwise(self, seat: int) -> list[int]:
        """All seats clockwise, beginning with this one."""
        return [*range(seat, self.seats), *range(seat)]

    # --- verbs: money and pieces move in no other way -----------------------------------------------------------

    def pay(self, payer: int, payee: int, amount: int, why: str) -> None:
        if amount:
            self.money[payer] -= amount
            self.money[payee] += amount
            if self.events is not None:
                self.emit(events.PAID, payer, payee, amount, why)

    def take_bond(self, seat: int, nation: int, bond: int) -> None:
        self.bond = self.bond[:]
        self.bond[nation * BONDS + bond] = seat
        self.emit(events.BOND_TAKEN, seat, nation, PRICE[bond])

    def return_bond(self, nation: int, bond: int) -> None:
        seat = self.bond[nation * BONDS + bond]
        self.bond = self.bond[:]
        self.bond[nation * BONDS + bond] = NOBODY
        self.emit(events.BOND_RETURNED, seat, nation, PRICE[bond])

    def give_flag(self, nation: int, seat: int) -> None:
        before = self.flag[nation]
        self.flag[nation] = seat
        self.emit(events.FLAG_TAKEN, seat, nation, before)

    def give_card(self, seat: int) -> None:
        self.investor = seat
        self.emit(events.CARD_PASSED, seat)

    def place(self, nation: int, unit: int, area: int) -> None:
        """Put a new army or fleet from the reserve on the board."""
        self._put(nation, unit, area)
        if unit == FLEET:
            self.fleets_left[nation] -= 1
        else:
            self.armies_left[nation] -= 1
        if self.events is not None:
            self.emit(events.PLACED, nation, unit, area)

    def remove(self, nation: int, unit: int, area: int) -> None:
        """Take an army or fleet off the board."""
        self._lift(nation, unit, area)
        if unit == FLEET:
            self.fleets_left[nation] += 1
        else:
            self.armies_left[nation] += 1
        if self.events is not None:
            self.emit(events.REMOVED, nation, unit, area)

    def move(self, nation: int, unit: int, way: tuple[int, ...]) -> None:
        """Move an army or fleet from the first area of its way to the last; an army stands when it arrives."""
        start, area = way[0], way[-1]
        self._lift(nation, unit, start)
        self._put(nation, FLEET if unit == FLEET else ARMY, area)
        if self.events is not None:
            self.emit(events.MOVED, nation, unit, start, area, way)

    def lie_down(self, nation: int, area: int) -> None:
        """A standing army is laid on its side."""
        self._lift(nation, ARMY, area)
        self._put(nation, FRIENDLY, area)

    def stand_up(self, nation: int, area: int) -> None:
        """An army lying on its side stands up."""
        self._lift(nation, FRIENDLY, area)
        self._put(nation, ARMY, area)

    def _put(self, nation: int, unit: int, area: int) -> None:
        if unit == FLEET:
            self.fleet[area * NATIONS + nation] += 1
            self.fleet_at[nation] |= 1 << area
        elif unit == ARMY:
            self.army[area * NATIONS + nation] += 1
            self.army_at[nation] |= 1 << area
            self.standing_at[nation] |= 1 << area
            if abroad(nation, area):
                self.invaded |= 1 << area
        else:
            self.friendly[area * NATIONS + nation] += 1
            self.army_at[nation] |= 1 << area

    def _lift(self, nation: int, unit: int, area: int) -> None:
        place = area * NATIONS + nation
        if unit == FLEET:
            self.fleet[place] -= 1
            if not self.fleet[place]:
                self.fleet_at[nation] &= ~(1 << area)
            return
        if unit == ARMY:
            self.army[place] -= 1
            if not self.army[place]:
                self.standing_at[nation] &= ~(1 << area)
                if self.invaded >> area & 1 and not self._hostile(area):
                    self.invaded &= ~(1 << area)
        else:
            self.friendly[place] -= 1
        if not self.army[place] and not self.friendly[place]:
            self.army_at[nation] &= ~(1 << area)

    def _hostile(self, province: int) -> bool:
        """Whether standing armies of others are in a province."""
        owner = HOME[province]
        return any(nation != owner and self.standing_at[nation] >> province & 1 for nation in range(NATIONS))

    def turn(self, nation: int, area: int, posture: int) -> None:
        """An army that stays where it is stands up or lies down."""
        if posture == ARMY:
            self.stand_up(nation, area)
        else:
            self.lie_down(nation, area)
        if self.events is not None:
            self.emit(events.TURNED, nation, area, posture)

    def give_order(self, seat: int, occasion: int, answer: int) -> None:
        """A player tells the table what to answer from now on. Nobody else learns which answer."""
        self.orders = self.orders[:]
        self.orders[seat * len(OCCASION) + occasion] = answer
        self.emit(events.ORDERED, seat, occasion, answer)

    def answer(self, nation: int, answer: int) -> None:
        """A standing order answers for the government of a nation, in the open."""
        self.answered = nation * len(ANSWER) + answer
        self.emit(events.ANSWERED, nation, answer)

    def build_factory(self, nation: int, area: int) -> None:
        self.factories |= 1 << area
        self.emit(events.FACTORY_BUILT, nation, area)

    def destroy_factory(self, nation: int, area: int) -> None:
        self.factories &= ~(1 << area)
        self.emit(events.FACTORY_DESTROYED, nation, area)

    def place_chip(self, nation: int, area: int) -> None:
        self.chips[nation] |= 1 << area
        self.emit(events.CHIP_PLACED, nation, area)

    def remove_chip(self, nation: int, area: int) -> None:
        self.chips[nation] &= ~(1 << area)
        self.emit(events.CHIP_REMOVED, nation, area)

    def gain_power(self, nation: int, points: int) -> None:
        self.power[nation] = min(self.end, self.power[nation] + points)
        self.emit(events.POWER_GAINED, nation, points, self.power[nation])

    def hides(self, seat: int) -> bool:
        """The purse, where what is on offer hangs on it: where money is spent, or a gift could be given."""
        spends: bool = getattr(self.pending[-1], "SPENDS", False)
        return not self.options["open-money"] and (spends or self.gifts_any_time)

    def refresh(self) -> None:
        """Work out again what follows from the pieces."""
        self.armies_left, self.fleets_left = ARMIES[:], FLEETS[:]
        self.standing_at, self.fleet_at = [0] * NATIONS, [0] * NATIONS
        self.invaded = 0
        for place in filled(self.army):
            area, nation = place // NATIONS, place % NATIONS
            self.armies_left[nation] -= self.army[place]
            self.standing_at[nation] |= 1 << area
            if abroad(nation, area):
                self.invaded |= 1 << area
        self.army_at = self.standing_at[:]
        for place in filled(self.friendly):
            self.armies_left[place % NATIONS] -= self.friendly[place]
            self.army_at[place % NATIONS] |= 1 << place // NATIONS
        for place in filled(self.fleet):
            self.fleets_left[place % NATIONS] -= self.fleet[place]
            self.fleet_at[place % NATIONS] |= 1 << place // NATIONS


_PLACE: Final = Kind("place", AREA.ids + tuple(f"{id_} (friendly)" for id_ in AREA.ids))
_AREA_SET: Final = SetKind("area", AREA.ids)

FIELDS: Final[dict[str, Field]] = {
    "money": Field(events.ACCOUNT),
    "bond": Field(NATION, Kind("price", tuple(str(price) for price in PRICE)), value=SEAT, default=NOBODY),
    "flag": Field(NATION, value=SEAT, default=NOBODY),
    "investor": Field(value=SEAT),
    "marker": Field(NATION, value=SLOT, default=-1),
    "tax": Field(NATION, low=0, high=len(CHART.up_to) - 1),
    "power": Field(NATION, low=0, high=END_POWER),
    "factories": Field(value=_AREA_SET),
    "army": Field(AREA, NATION, small=True),
    "friendly": Field(AREA, NATION, small=True),
    "fleet": Field(AREA, NATION, small=True),
    "chips": Field(NATION, value=_AREA_SET),
    "chip_limit": Field(low=0, high=AREAS),
    "bonds": Field(low=1, high=len(PRICE)),
    "unmoved": Field(_PLACE, small=True),
    "carried": Field(Kind("sea", tuple(AREA.ids[sea] for sea in SEAS)), small=True),
    "orders": Field(SEAT, OCCASION, value=ANSWER),
    "answered": Field(low=-1, high=NATIONS * len(ANSWER) - 1, default=-1),
}

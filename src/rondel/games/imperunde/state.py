"""What lies on the table, and the verbs that change it."""

from __future__ import annotations

from typing import Any, Final

from rondel.games.imperunde import events
from rondel.games.imperunde.actions import IN_BATTLES, MOVERS, SEATS
from rondel.games.imperunde.components import (
    AREAS,
    ARMIES,
    CANAL_ENDS,
    CANAL_LAND,
    CANAL_OF,
    CANAL_POSTS,
    CARD_COUNT,
    CARDS,
    CAVALRY,
    FRIGATE,
    HOMES,
    LAND_VALUE,
    LANDS,
    LINE,
    PIECES,
    PIRATE_FRIGATES,
    PIRATE_LINES,
    POST,
    SEA_NEAR,
    SEAS,
    SET,
    SHIP_MOVES,
    UNIT_MOVES,
)
from rondel.games.imperunde.fight import Fight, unit_of
from rondel.kernel.data import bits, filled
from rondel.kernel.events import Kind
from rondel.kernel.flow import NOBODY, State

PIRATES: Final = 6
NATIVES: Final = 7
"""Parties: six seats, pirates, natives. Natives that attack are rebels."""
PARTIES: Final = 7
"""Parties that have pieces on the board."""

PHASE: Final = Kind(
    "phase",
    ("setup", "starter", "diplomacy", "income", "investments", "clearing", "movement", "embarking", "events"),
)
SETUP, STARTER, DIPLOMACY, INCOME, INVESTMENTS, CLEARING, MOVEMENT, EMBARKING, EVENTS = range(9)

LEDGER: Final = Kind(
    "ledger", ("carried", "home", "dividend", "colonial", "sea", "interest", "repaid", "borrowed", "invested")
)
"""The lines of the budget form."""
LINES: Final = 9
COLUMN: Final = LINES + 2
"""A column of the form for a round: its lines, then surplus and debt when it ended."""
CARRIED, HOME_TAXES, DIVIDEND, COLONIAL, SEA_TAXES, INTEREST_PAID, REPAID, BORROWED, INVESTED = range(9)


def is_clockwise(round_: int) -> bool:
    """14.1 Odd rounds go clockwise, even ones the other way."""
    return round_ % 2 == 1


def _stock(sets: int) -> list[int]:
    """[party * PIECES + piece] What lies beside the board before anything stands on it."""
    stock = [sets * SET[piece] for _ in range(SEATS) for piece in range(PIECES)] + [0] * PIECES
    stock[PIRATES * PIECES + FRIGATE] = PIRATE_FRIGATES
    stock[PIRATES * PIECES + LINE] = PIRATE_LINES
    return stock


FULL_STOCK: Final[list[int]] = _stock(1)
DOUBLE_STOCK: Final[list[int]] = _stock(2)  # three players have two sets each
NOTHING_SEEN: Final = bytearray(SEATS * SEATS * CARDS)


class Table(State):
    __slots__ = (
        "balance", "bought", "budget", "calm", "canals", "cargo", "cargo_at", "debt", "deck", "declared",
        "discard", "famine", "fight", "fleet", "fresh", "hand", "hand_size", "happened", "held", "home",
        "lands_of", "money", "mover", "orders", "owner", "past", "phase", "plunderer", "post_count", "posts",
        "prize", "proposed", "ready", "ready_at", "round", "seen", "ships_at", "spent", "stance", "starter", "stock",
        "storm", "talks", "target", "treaty", "troops", "truce", "unsettled", "war", "winner",
    )  # fmt: skip

    # Counts of pieces and cards are bytearrays instead of lists: copying them costs next to nothing.
    target: int  # posts to win
    round: int
    phase: int
    starter: int  # seat that begins the round
    mover: int  # seat whose units have moves left, or nobody
    winner: int
    home: list[int]  # [seat] -> homeland
    owner: list[int]  # [land] -> seat, or nobody: a free land
    troops: bytearray  # [land * 4 + unit] armies and forts of its owner
    posts: bytearray  # [land]
    fresh: bytearray  # [land] posts built in this round's investments
    canals: int  # bits of canals that are dug
    fleet: bytearray  # [(sea * PARTIES + party) * 2 + ship]
    cargo: bytearray  # [(sea * SEATS + seat) * ARMIES + army] freighters, by the army aboard
    prize: bytearray  # [(sea * SEATS + seat) * 2 + ship] of its warships, those captured this round
    ready: bytearray  # [(area * MOVERS + mover) * 2 + moves left - 1] of the seat `mover`
    money: list[int]  # [seat]
    debt: list[int]  # [seat]
    budget: list[int]  # [seat * LINES + line] this round's form
    past: list[tuple[int, ...]]  # [round - 1] the forms of the rounds before: [seat * COLUMN + line]
    balance: list[int]  # [seat] what was decided about the debt this round, or -1
    stance: list[int]  # [seat] bits of seats it wants war with
    war: list[int]  # [seat] bits of seats it is at war with
    truce: list[int]  # [seat] bits of enemies with whom there is an armistice
    treaty: list[int]  # [seat] bits of seats with whom a card forced peace
    declared: list[int]  # [seat] bits of seats with whom a card brought war
    orders: list[int]  # [seat] when to ask it for cards
    hand: bytearray  # [seat * CARDS + card]; hidden from the others
    deck: bytearray  # [card]; nobody knows the order, so there is none
    seen: bytearray  # [(who * SEATS + seat) * CARDS + card] cards of a hand that another was shown; see `learn`
    discard: bytearray  # [card]
    famine: int  # bits of lands
    plunderer: list[int]  # [land] -> seat whose freebooters plunder it this round
    storm: int  # bits of sea areas
    calm: int
    happened: int  # bits of areas that had an event this round
    spent: bytearray  # [land] doubloons the colony invested in this turn
    bought: int  # cards bought in this turn
    held: list[int]  # [sea] -> who held it when investments began, or nobody
    talks: int  # how many rounds of talks there were
    unsettled: int  # bits of seats that are spoken to and have not answered
    proposed: int  # bits of seats that have proposed a target in these talks
    fight: Fight | None  # the battle, if there is one
    # Follows from the rest; kept for speed by the verbs, never saved:
    stock: list[int]  # [party * PIECES + piece] not on the board
    lands_of: list[int]  # [seat] bits of lands, the homeland included
    ships_at: list[int]  # [party] bits of sea areas with its warships
    cargo_at: list[int]  # [seat] bits of sea areas with its freighters
    post_count: list[int]  # [seat]
    ready_at: int  # bits of areas where a unit of `mover` has moves left
    hand_size: list[int]  # [seat]

    def __init__(self, seats: int, options: dict[str, Any], source: Table | None = None) -> None:
        super().__init__(seats, options, source)
        if source is not None:
            self.target, self.round, self.phase = source.target, source.round, source.phase
            self.starter, self.mover, self.winner = source.starter, source.mover, source.winner
            self.home, self.owner, self.troops = source.home[:], source.owner[:], source.troops[:]
            self.posts, self.fresh, self.canals = source.posts[:], source.fresh[:], source.canals
            self.fleet, self.cargo, self.prize = source.fleet[:], source.cargo[:], source.prize[:]
            self.ready = source.ready[:]
            self.money, self.debt, self.budget = source.money[:], source.debt[:], source.budget[:]
            self.past = source.past[:]
            self.balance, self.stance, self.war = source.balance[:], source.stance[:], source.war[:]
            self.truce, self.treaty, self.declared = source.truce[:], source.treaty[:], source.declared[:]
            self.orders, self.hand, self.deck = source.orders[:], source.hand[:], source.deck[:]
            self.discard, self.famine, self.plunderer = source.discard[:], source.famine, source.plunderer[:]
            self.seen = source.seen
            self.storm, self.calm, self.happened = source.storm, source.calm, source.happened
            self.spent, self.bought, self.held = source.spent[:], source.bought, source.held[:]
            self.talks, self.unsettled, self.proposed = source.talks, source.unsettled, source.proposed
            self.fight = source.fight.copy() if source.fight is not None else None
            self.stock, self.lands_of, self.ships_at = source.stock[:], source.lands_of[:], source.ships_at[:]
            self.cargo_at, self.post_count = source.cargo_at[:], source.post_count[:]
            self.ready_at, self.hand_size = source.ready_at, source.hand_size[:]
            return
        self.target = self.round = self.phase = 0
        self.starter = self.mover = self.winner = NOBODY
        self.home, self.owner = [NOBODY] * SEATS, [NOBODY] * LANDS
        self.troops, self.posts, self.fresh = bytearray(LANDS * 4), bytearray(LANDS), bytearray(LANDS)
        self.canals = 0
        self.fleet, self.cargo = bytearray(SEAS * PARTIES * 2), bytearray(SEAS * SEATS * ARMIES)
        self.prize, self.ready = bytearray(SEAS * SEATS * 2), bytearray(AREAS * MOVERS * 2)
        self.money, self.debt, self.budget = [0] * SEATS, [0] * SEATS, [0] * (SEATS * LINES)
        self.past = []
        self.balance = [-1] * SEATS
        self.stance, self.war, self.truce = [0] * SEATS, [0] * SEATS, [0] * SEATS
        self.treaty, self.declared = [0] * SEATS, [0] * SEATS
        self.orders = [IN_BATTLES] * SEATS
        self.hand, self.deck, self.discard = bytearray(SEATS * CARDS), bytearray(CARD_COUNT), bytearray(CARDS)
        self.seen = NOTHING_SEEN
        self.famine = self.storm = self.calm = self.happened = 0
        self.plunderer, self.held = [NOBODY] * LANDS, [NOBODY] * SEAS
        self.spent, self.bought = bytearray(LANDS), 0
        self.talks = self.unsettled = self.proposed = 0
        self.fight = None
        self.refresh()

    def copy(self) -> Table:
        return Table(self.seats, self.options, self)

    # --- questions ------------------------------------------------------------------------------------------------

    def order(self) -> list[int]:
        """14.1 All seats from the starting player on, in the direction of the round."""
        seats, starter = self.seats, max(self.starter, 0)
        if is_clockwise(self.round):
            return [*range(starter, seats), *range(starter)]
        return [*range(starter, -1, -1), *range(seats - 1, starter, -1)]

    def order_from(self, seat: int) -> list[int]:
        """All seats in turn order, beginning with this one."""
        order = self.order()
        at = order.index(seat)
        return order[at:] + order[:at]

    def british(self) -> int:
        """The seat that plays Great Britain: it deals the cards and chairs the talks."""
        return self.home.index(0)

    def hostile(self, seat: int) -> int:
        """Bits of the seats that this one may attack: at war, and no armistice."""
        return self.war[seat] & ~self.truce[seat]

    def enemy_seas(self, seat: int) -> int:
        """Bits of the sea areas with warships of enemies, or pirates."""
        ships_at = self.ships_at
        found = ships_at[PIRATES]
        hostile = self.war[seat] & ~self.truce[seat]
        if hostile:
            for other in range(self.seats):
                if hostile >> other & 1:
                    found |= ships_at[other]
        return found

    def friend_seas(self, seat: int) -> int:
        """Bits of the sea areas with warships of friends."""
        ships_at = self.ships_at
        found = 0
        hostile = self.war[seat] & ~self.truce[seat]
        for other in range(self.seats):
            if other != seat and not hostile >> other & 1:
                found |= ships_at[other]
        return found

    def closed_lands(self, seat: int) -> int:
        """Bits of the lands a player may not enter: lands of friends, and every other player's homeland."""
        found = 0
        hostile = self.war[seat] & ~self.truce[seat]
        for other in range(self.seats):
            if other != seat:
                found |= 1 << self.home[other] if hostile >> other & 1 else self.lands_of[other]
        return found

    def near_seas(self, seat: int, sea: int) -> int:
        """Bits of the sea areas one move away: the neighbours, and through a canal whose land is own, a friend's or
        free."""
        near = SEA_NEAR[LANDS + sea]
        canals = self.canals
        if canals:
            for canal in range(2):
                if canals >> canal & 1:
                    one, other = CANAL_ENDS[canal]
                    if sea in (one, other):
                        owner = self.owner[CANAL_LAND[canal]]
                        if owner == NOBODY or not (self.war[seat] & ~self.truce[seat]) >> owner & 1:
                            near |= 1 << (other if sea == one else one)
        return near

    def most_forts(self, land: int, posts: int) -> int:
        """6. One fort for each of so many posts, and never more than the land is worth; with the option, posts of a
        canal count too."""
        return posts if self.options["canal-forts"] else min(posts, LAND_VALUE[land])

    def most_posts(self, land: int) -> int:
        """How many posts a land can hold: its value, and two more once its canal is dug."""
        canal = CANAL_OF[land]
        if canal >= 0 and self.canals >> canal & 1:
            return LAND_VALUE[land] + CANAL_POSTS[canal]
        return LAND_VALUE[land]

    def garrison(self, land: int) -> int:
        """Armies and forts in a land."""
        troops, first = self.troops, land * 4
        return troops[first] + troops[first + 1] + troops[first + 2] + troops[first + 3]

    def warships(self, party: int, sea: int) -> int:
        first = (sea * PARTIES + party) * 2
        return self.fleet[first] + self.fleet[first + 1]

    def freighters(self, seat: int, sea: int) -> int:
        first = (sea * SEATS + seat) * ARMIES
        return self.cargo[first] + self.cargo[first + 1] + self.cargo[first + 2]

    def is_home(self, land: int) -> bool:
        """Whether a land is the homeland of a player; an unused homeland is a land like any other."""
        return land < HOMES and land in self.home

    def colonies(self, seat: int) -> int:
        return self.lands_of[seat] & ~(1 << self.home[seat])

    def afloat(self, seat: int) -> int:
        """Bits of the sea areas with ships of a player, freighters too."""
        return self.ships_at[seat] | self.cargo_at[seat]

    def others(self, seat: int) -> list[int]:
        """The other players, from seat to seat."""
        return [other for other in range(self.seats) if other != seat]

    def has_cavalry(self, seat: int) -> bool:
        """Whether a side of the battle has cavalry in it."""
        fight = self.battle()
        if seat == fight.attacker:
            return any(unit_of(each) == CAVALRY for each in fight.units)
        return fight.area < LANDS and self.troops[fight.area * 4 + CAVALRY] > 0

    def battle(self) -> Fight:
        """The battle that is going on."""
        fight = self.fight
        assert fight is not None, "there is no battle"
        return fight

    # --- verbs: pieces -----------------------------------------------------------------------------------------------

    def add_troops(self, seat: int, unit: int, land: int, number: int) -> None:
        """Put armies or forts from the stock into a land of the player."""
        if number:
            self.troops[land * 4 + unit] += number
            self.stock[seat * PIECES + unit] -= number
            if self.events is not None:
                self.emit(events.PLACED, seat, unit, land, number)

    def drop_troops(self, unit: int, land: int, number: int, why: str) -> None:
        """Armies or forts of a land's owner go back to the stock. Those that have moved go first."""
        seat = self.owner[land]
        self.troops[land * 4 + unit] -= number
        self.stock[seat * PIECES + unit] += number
        if seat == self.mover and unit < ARMIES:
            self.cap_ready(land, unit, self.troops[land * 4 + unit])
        if self.events is not None:
            for _ in range(number):
                self.emit(events.REMOVED, seat, unit, land, why)

    def add_ships(self, party: int, ship: int, sea: int, number: int) -> int:
        """Put warships from the stock into a sea area, as far as there are any; return how many."""
        number = min(number, self.stock[party * PIECES + FRIGATE + ship])
        if number:
            self.fleet[(sea * PARTIES + party) * 2 + ship] += number
            self.stock[party * PIECES + FRIGATE + ship] -= number
            self.ships_at[party] |= 1 << sea
            if self.events is not None:
                self.emit(events.PLACED, party, FRIGATE + ship, LANDS + sea, number)
        return number

    def drop_ships(self, party: int, ship: int, sea: int, number: int, why: str) -> None:
        first = (sea * PARTIES + party) * 2
        self.fleet[first + ship] -= number
        self.stock[party * PIECES + FRIGATE + ship] += number
        if not self.fleet[first] and not self.fleet[first + 1]:
            self.ships_at[party] &= ~(1 << sea)
        if party == self.mover:
            self.cap_ready(LANDS + sea, ARMIES + ship, self.fleet[first + ship])
        if party < SEATS:
            self.cap_prize(party, ship, sea)
        if self.events is not None:
            for _ in range(number):
                self.emit(events.REMOVED, party, FRIGATE + ship, LANDS + sea, why)

    def move_prizes(self, seat: int, ship: int, start: int, goal: int) -> None:
        """11.6 Captured ships that must go elsewhere lie on their side there too."""
        place = (start * SEATS + seat) * 2 + ship
        self.prize[(goal * SEATS + seat) * 2 + ship] += self.prize[place]
        self.prize[place] = 0

    def cap_prize(self, seat: int, ship: int, sea: int) -> None:
        place = (sea * SEATS + seat) * 2 + ship
        if self.prize[place]:
            self.prize[place] = min(self.prize[place], self.fleet[(sea * PARTIES + seat) * 2 + ship])

    def drop_cargo(self, seat: int, army: int, sea: int, number: int, why: str) -> None:
        """Freighters sink with the armies aboard."""
        first = (sea * SEATS + seat) * ARMIES
        self.cargo[first + army] -= number
        self.stock[seat * PIECES + army] += number
        if not self.cargo[first] and not self.cargo[first + 1] and not self.cargo[first + 2]:
            self.cargo_at[seat] &= ~(1 << sea)
        if seat == self.mover:
            self.cap_ready(LANDS + sea, army, self.cargo[first + army])
        if self.events is not None:
            for _ in range(number):
                self.emit(events.REMOVED, seat, army, LANDS + sea, why)

    def sink_freighters(self, seat: int, sea: int) -> None:
        first = (sea * SEATS + seat) * ARMIES
        for army in range(ARMIES):
            if self.cargo[first + army]:
                self.drop_cargo(seat, army, sea, self.cargo[first + army], "sunk")

    def lift_troop(self, land: int, army: int) -> None:
        """An army leaves a land, still on the board; a colony without any piece left is free at once."""
        self.troops[land * 4 + army] -= 1

    def lift_ship(self, seat: int, ship: int, sea: int) -> None:
        first = (sea * PARTIES + seat) * 2
        self.fleet[first + ship] -= 1
        if not self.fleet[first] and not self.fleet[first + 1]:
            self.ships_at[seat] &= ~(1 << sea)

    def lift_cargo(self, seat: int, army: int, sea: int) -> None:
        first = (sea * SEATS + seat) * ARMIES
        self.cargo[first + army] -= 1
        if not self.cargo[first] and not self.cargo[first + 1] and not self.cargo[first + 2]:
            self.cargo_at[seat] &= ~(1 << sea)

    def put_ship(self, party: int, ship: int, sea: int) -> None:
        self.fleet[(sea * PARTIES + party) * 2 + ship] += 1
        self.ships_at[party] |= 1 << sea

    def put_cargo(self, seat: int, army: int, sea: int) -> None:
        self.cargo[(sea * SEATS + seat) * ARMIES + army] += 1
        self.cargo_at[seat] |= 1 << sea

    def told_move(self, seat: int, unit: int, start: int, area: int) -> None:
        if self.events is not None:
            self.emit(events.MOVED, seat, unit, start, area)

    def leave(self, land: int) -> None:
        """5.4 A player keeps a colony as long as one of his pieces stands there."""
        seat = self.owner[land]
        if seat != NOBODY and not self.garrison(land) and not self.posts[land] and self.home[seat] != land:
            self.owner[land] = NOBODY
            self.lands_of[seat] &= ~(1 << land)
            if self.events is not None:
                self.emit(events.ABANDONED, seat, land)

    def own(self, seat: int, land: int) -> None:
        """The land changes hands, and its posts change colour; forts do not (they fell, or there were none)."""
        before = self.owner[land]
        if before != NOBODY:
            self.lands_of[before] &= ~(1 << land)
            self.post_count[before] -= self.posts[land]
            self.stock[before * PIECES + POST] += self.posts[land]
        self.owner[land] = seat
        if seat == NOBODY:
            self.posts[land] = self.fresh[land] = 0
            return
        self.posts[land] = min(self.posts[land], self.stock[seat * PIECES + POST])
        self.lands_of[seat] |= 1 << land
        self.post_count[seat] += self.posts[land]
        self.stock[seat * PIECES + POST] -= self.posts[land]

    def add_posts(self, seat: int, land: int, number: int) -> None:
        number = min(number, self.stock[seat * PIECES + POST])
        if number:
            self.posts[land] += number
            self.post_count[seat] += number
            self.stock[seat * PIECES + POST] -= number
            if self.events is not None:
                self.emit(events.POST_BUILT, seat, land, number)

    # --- verbs: moves left ------------------------------------------------------------------------------------------

    def add_ready(self, area: int, mover: int, moves: int, number: int = 1) -> None:
        if moves > 0 and number:
            self.ready[(area * MOVERS + mover) * 2 + moves - 1] += number
            self.ready_at |= 1 << area

    def use_ready(self, area: int, mover: int, moves: int) -> None:
        """A unit with so many moves left leaves, or loses them."""
        self.ready[(area * MOVERS + mover) * 2 + moves - 1] -= 1
        self.tidy_ready(area)

    def tidy_ready(self, area: int) -> None:
        first = area * MOVERS * 2
        if not any(self.ready[first : first + MOVERS * 2]):
            self.ready_at &= ~(1 << area)

    def cap_ready(self, area: int, mover: int, number: int) -> None:
        """No more units can have moves left than there are; those that have moved are lost first."""
        first = (area * MOVERS + mover) * 2
        ready = self.ready
        if ready[first] + ready[first + 1] > number:
            ready[first + 1] = min(ready[first + 1], number)
            ready[first] = number - ready[first + 1]
            self.tidy_ready(area)

    def clear_ready(self) -> None:
        if self.ready_at:
            for area in bits(self.ready_at):
                first = area * MOVERS * 2
                for place in range(first, first + MOVERS * 2):
                    self.ready[place] = 0
            self.ready_at = 0

    def make_ready(self, seat: int) -> None:
        """14.6 Infantry and artillery have one move, cavalry and all ships two."""
        self.clear_ready()
        self.mover = seat
        for land in bits(self.lands_of[seat]):
            for army in range(ARMIES):
                self.add_ready(land, army, UNIT_MOVES[army], self.troops[land * 4 + army])
        for sea in bits(self.ships_at[seat]):
            for ship in range(2):
                free = self.fleet[(sea * PARTIES + seat) * 2 + ship] - self.prize[(sea * SEATS + seat) * 2 + ship]
                self.add_ready(LANDS + sea, ARMIES + ship, SHIP_MOVES, free)
        for sea in bits(self.cargo_at[seat]):
            for army in range(ARMIES):
                self.add_ready(LANDS + sea, army, SHIP_MOVES, self.cargo[(sea * SEATS + seat) * ARMIES + army])

    def make_ready_winds(self, seat: int, sea: int) -> None:
        """14.8 Fair winds: one move for the ships of one sea area."""
        self.clear_ready()
        self.mover = seat
        for ship in range(2):
            free = self.fleet[(sea * PARTIES + seat) * 2 + ship] - self.prize[(sea * SEATS + seat) * 2 + ship]
            self.add_ready(LANDS + sea, ARMIES + ship, 1, free)
        for army in range(ARMIES):
            self.add_ready(LANDS + sea, army, 1, self.cargo[(sea * SEATS + seat) * ARMIES + army])

    def free_prizes(self) -> None:
        """11.6 Captured ships stand up again, after movement and when a new round begins."""
        self.prize = bytearray(SEAS * SEATS * 2)

    def rest(self) -> None:
        """Nobody has moves left any more."""
        self.clear_ready()
        self.mover = NOBODY

    # --- verbs: money, war and peace, cards -------------------------------------------------------------------------

    def pay(self, seat: int, amount: int, why: str) -> None:
        self.money[seat] -= amount
        if self.events is not None:
            self.emit(events.PAID, seat, amount, why)

    def gain(self, seat: int, amount: int, why: str) -> None:
        self.money[seat] += amount
        if self.events is not None:
            self.emit(events.GAINED, seat, amount, why)

    def relate(self) -> None:
        """10. Two players are at war if one of them wants it, or a card brought it; a forced peace overrules."""
        for one in range(self.seats):
            wanted = (self.stance[one] | self.declared[one]) & ~self.treaty[one]
            for other in range(self.seats):
                if self.stance[other] >> one & 1 and not self.treaty[one] >> other & 1:
                    wanted |= 1 << other
            self.war[one] = wanted
            self.truce[one] &= wanted

    def join(self, masks: list[int], one: int, other: int) -> None:
        masks[one] |= 1 << other
        masks[other] |= 1 << one

    def part(self, masks: list[int], one: int, other: int) -> None:
        masks[one] &= ~(1 << other)
        masks[other] &= ~(1 << one)

    def told_relation(self, one: int, other: int, relation: str) -> None:
        if self.events is not None:
            self.emit(events.RELATION, one, other, relation)

    def draw_card(self, seat: int, card: int) -> None:
        self.deck[card] -= 1
        self.hand[seat * CARDS + card] += 1
        self.hand_size[seat] += 1
        if self.events is not None:
            self.emit(events.CARD_DEALT, seat, card)

    def lay_card(self, seat: int, card: int) -> None:
        """A card is shown and goes to the played ones."""
        self.hand[seat * CARDS + card] -= 1
        self.hand_size[seat] -= 1
        self.discard[card] += 1
        self.forget(seat, card)
        self.disclose()
        if self.events is not None:
            self.emit(events.CARD_PLAYED, seat, card)

    def close_form(self) -> None:
        """9. The round is over: its column of every form is filled in, and the next one is empty."""
        column: list[int] = []
        for seat in range(self.seats):
            column += self.budget[seat * LINES : (seat + 1) * LINES]
            column += (self.money[seat], self.debt[seat])
        self.past.append(tuple(column))
        self.budget = [0] * (SEATS * LINES)

    def return_card(self, seat: int, card: int) -> None:
        """A card goes back into the deck."""
        self.hand[seat * CARDS + card] -= 1
        self.hand_size[seat] -= 1
        self.deck[card] += 1

    def learn(self, who: int, seat: int) -> None:
        """A hand is shown to somebody, who remembers it. What is `seen` is shared by copies, and written anew here."""
        self.seen = self.seen[:]
        first = (who * SEATS + seat) * CARDS
        self.seen[first : first + CARDS] = self.hand[seat * CARDS : (seat + 1) * CARDS]

    def forget(self, seat: int, card: int) -> None:
        """A card leaves a hand in the open: whoever knew of one like it knows of one less."""
        if self.seen is not NOTHING_SEEN:
            self.seen = self.seen[:]
            for who in range(SEATS):
                place = (who * SEATS + seat) * CARDS + card
                self.seen[place] = max(0, self.seen[place] - 1)

    def forget_hand(self, seat: int) -> None:
        """A card leaves a hand, nobody else knows which: what others knew of it is no longer certain."""
        if self.seen is not NOTHING_SEEN:
            self.seen = self.seen[:]
            for who in range(SEATS):
                first = (who * SEATS + seat) * CARDS
                self.seen[first : first + CARDS] = bytes(CARDS)

    # --- what follows from the pieces -------------------------------------------------------------------------------

    def hides(self, seat: int) -> bool:
        """The hand of cards."""
        return self.hand_size[seat] > 0

    def refresh(self) -> None:
        """Work out again what follows from the rest."""
        stock = self.stock = FULL_STOCK[:] if self.seats != 3 else DOUBLE_STOCK[:]
        lands_of, post_count, posts = [0] * SEATS, [0] * SEATS, self.posts
        for land, seat in enumerate(self.owner):
            if seat != NOBODY:
                lands_of[seat] |= 1 << land
                if posts[land]:
                    post_count[seat] += posts[land]
                    stock[seat * PIECES + POST] -= posts[land]
        self.lands_of, self.post_count = lands_of, post_count
        self.cargo_at, self.ships_at = [0] * SEATS, [0] * PARTIES
        for place in filled(self.troops):
            stock[self.owner[place // 4] * PIECES + place % 4] -= self.troops[place]
        for place in filled(self.fleet):
            sea, party = divmod(place // 2, PARTIES)
            self.ships_at[party] |= 1 << sea
            stock[party * PIECES + FRIGATE + place % 2] -= self.fleet[place]
        for place in filled(self.cargo):
            sea, seat = divmod(place // ARMIES, SEATS)
            self.cargo_at[seat] |= 1 << sea
            stock[seat * PIECES + place % ARMIES] -= self.cargo[place]
        if self.fight is not None:
            for each in self.fight.units:
                stock[self.fight.attacker * PIECES + unit_of(each)] -= 1
        self.ready_at = 0
        for place in filled(self.ready):
            self.ready_at |= 1 << place // (MOVERS * 2)
        self.hand_size = [sum(self.hand[seat * CARDS : (seat + 1) * CARDS]) for seat in range(SEATS)]

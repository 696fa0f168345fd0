"""12. Cards about ships: Pirates (3), Freebooters (4), Forged Orders at Sea (9), Sabotage (12)."""

from __future__ import annotations

from rondel.games.imperunde.actions import AIM_AREA, AIM_SEAT, AIM_UNIT, PLACE_OF, SEATS
from rondel.games.imperunde.bot.estimates import aim_at_leader, leader
from rondel.games.imperunde.card import AtArea, AtShips, is_quiet
from rondel.games.imperunde.components import (
    ARMIES,
    FRIGATE,
    LANDS,
    PIECES,
    PIRATES_OF_CARD,
    SEA_VALUE,
    SEAS,
    SHIP_MOVES,
)
from rondel.games.imperunde.state import INCOME, MOVEMENT, PARTIES, PIRATES, Table
from rondel.games.imperunde.steps.budget import is_trading
from rondel.games.imperunde.steps.perils import roll_odd
from rondel.games.imperunde.steps.seas import pirates_attack
from rondel.kernel.data import bits
from rondel.kernel.flow import NOBODY


class Pirates(AtArea):
    """Card 3: two pirate frigates appear in any sea area and attack the ships there."""

    ID = "pirates"
    IN_HAND = 2

    def aims(self, state: Table, by: int, chosen: tuple[int, ...]) -> list[int]:
        return AIM_AREA[LANDS:] if state.stock[PIRATES * PIECES + FRIGATE] else []

    def concerns(self, state: Table, by: int, chosen: tuple[int, ...]) -> int:
        found = 0
        for seat in range(state.seats):
            if state.afloat(seat) >> chosen[0] - LANDS & 1:
                found |= 1 << seat
        return found

    def take_effect(self, state: Table, by: int, chosen: tuple[int, ...]) -> None:
        sea = chosen[0] - LANDS
        placed = state.add_ships(PIRATES, 0, sea, PIRATES_OF_CARD)
        pirates_attack(state, sea)
        if state.storm >> sea & 1:
            roll_odd(state, PIRATES, FRIGATE, chosen[0], placed, "storm")

    def prey(self, table: Table, seat: int) -> tuple[int, float]:
        """The sea area where pirates are likeliest to hurt others and not us, and how much that is worth."""
        best, most = NOBODY, 0.0
        for sea in range(SEAS):
            worth = 0.0
            if table.afloat(seat) >> sea & 1:
                continue
            for other in range(table.seats):
                weight = 1.3 if other == leader(table, seat) else 0.8
                ships = table.warships(other, sea)
                worth += weight * (1.2 * table.freighters(other, sea) * (ships == 0) + (ships == 1) * 1.1)
            if worth > most:
                best, most = sea, worth
        return best, most

    def worth(self, table: Table, seat: int) -> float:
        return 6.0 if not is_quiet(table) and self.prey(table, seat)[1] > 1.0 else 0.0

    def aim(self, table: Table, seat: int, chosen: tuple[int, ...], choices: list[int]) -> int:
        sea, _ = self.prey(table, seat)
        return AIM_AREA[LANDS + sea] if sea != NOBODY else choices[-1]


class Freebooters(AtArea):
    """Card 4: all pirates of a sea area become own ships; in movement they may move at once in the own turn."""

    ID = "freebooters"
    IN_HAND = 2

    def aims(self, state: Table, by: int, chosen: tuple[int, ...]) -> list[int]:
        return [AIM_AREA[LANDS + sea] for sea in bits(state.ships_at[PIRATES] & ~state.friend_seas(by))]

    def take_effect(self, state: Table, by: int, chosen: tuple[int, ...]) -> None:
        sea = chosen[0] - LANDS
        for ship in range(2):
            number = state.fleet[(sea * PARTIES + PIRATES) * 2 + ship]
            if number:
                state.drop_ships(PIRATES, ship, sea, number, "hired")
                hired = state.add_ships(by, ship, sea, number)
                if by == state.mover and state.phase == MOVEMENT:
                    state.add_ready(LANDS + sea, ARMIES + ship, SHIP_MOVES, hired)

    def worth(self, table: Table, seat: int) -> float:
        return 14.0


class ForgedOrdersAtSea(AtShips):
    """Card 9: all ships of another player go from a sea area to a neighbouring one; their own moves are not used up."""

    ID = "forged-orders-sea"
    IN_HAND = 2

    def courses(self, state: Table, seat: int, sea: int) -> int:
        """Where the ships of a seat can be sent: no pirates, nobody else's warships, neither storm nor calm."""
        if state.calm >> sea & 1:
            return 0
        taken = 0
        for party in range(PARTIES):
            if party != seat:
                taken |= state.ships_at[party]
        return state.near_seas(seat, sea) & ~taken & ~state.storm & ~state.calm

    def aims(self, state: Table, by: int, chosen: tuple[int, ...]) -> list[int]:
        if not chosen:
            return [
                AIM_SEAT[other]
                for other in state.others(by)
                if any(self.courses(state, other, sea) for sea in bits(state.afloat(other)))
            ]
        seat = chosen[0]
        if len(chosen) == 1:
            return [AIM_AREA[LANDS + sea] for sea in bits(state.afloat(seat)) if self.courses(state, seat, sea)]
        return [AIM_AREA[LANDS + sea] for sea in bits(self.courses(state, seat, chosen[1] - LANDS))]

    def take_effect(self, state: Table, by: int, chosen: tuple[int, ...]) -> None:
        seat, start, goal = chosen[0], chosen[1] - LANDS, chosen[2] - LANDS
        for ship in range(2):
            for _ in range(state.fleet[(start * PARTIES + seat) * 2 + ship]):
                state.lift_ship(seat, ship, start)
                state.put_ship(seat, ship, goal)
                state.told_move(seat, FRIGATE + ship, LANDS + start, LANDS + goal)
            state.move_prizes(seat, ship, start, goal)
        for army in range(ARMIES):
            for _ in range(state.cargo[(start * SEATS + seat) * ARMIES + army]):
                state.lift_cargo(seat, army, start)
                state.put_cargo(seat, army, goal)
                state.told_move(seat, army, LANDS + start, LANDS + goal)

    def prey(self, table: Table, seat: int) -> tuple[tuple[int, int, int], int]:
        """Whose ships to send from where to where, so that he loses most sea tax; and how much."""
        best, most = (NOBODY, NOBODY, NOBODY), 0
        for other in table.others(seat):
            for sea in bits(table.ships_at[other]):
                if not is_trading(table, other, sea):
                    continue
                for goal in bits(self.courses(table, other, sea)):
                    there = is_trading(table, other, goal) and not table.ships_at[other] >> goal & 1
                    gained = SEA_VALUE[goal] if there else 0
                    lost = SEA_VALUE[sea] - gained + (other == leader(table, seat))
                    if lost > most:
                        best, most = (other, LANDS + sea, LANDS + goal), lost
        return best, most

    def worth(self, table: Table, seat: int) -> float:
        """Before the income, so that ships do not earn."""
        return 12.0 if table.phase == INCOME and self.prey(table, seat)[1] > 1 else 0.0

    def aim(self, table: Table, seat: int, chosen: tuple[int, ...], choices: list[int]) -> int:
        wanted = self.prey(table, seat)[0][len(chosen)]
        return next((action for action in choices if PLACE_OF[action] == wanted), choices[-1])


class Sabotage(AtShips):
    """Card 12: a ship of another player sinks, with the army aboard."""

    ID = "sabotage"
    IN_HAND = 3

    def aims(self, state: Table, by: int, chosen: tuple[int, ...]) -> list[int]:
        if not chosen:
            return [AIM_SEAT[other] for other in state.others(by) if state.afloat(other)]
        seat = chosen[0]
        if len(chosen) == 1:
            return [AIM_AREA[LANDS + sea] for sea in bits(state.afloat(seat))]
        sea = chosen[1] - LANDS
        cargo, fleet = (sea * SEATS + seat) * ARMIES, (sea * PARTIES + seat) * 2
        freighters = [AIM_UNIT[army] for army in range(ARMIES) if state.cargo[cargo + army]]
        return freighters + [AIM_UNIT[ARMIES + ship] for ship in range(2) if state.fleet[fleet + ship]]

    def take_effect(self, state: Table, by: int, chosen: tuple[int, ...]) -> None:
        seat, sea, mover = chosen[0], chosen[1] - LANDS, chosen[2]
        if mover < ARMIES:
            state.drop_cargo(seat, mover, sea, 1, "sabotage")
        else:
            state.drop_ships(seat, mover - ARMIES, sea, 1, "sabotage")

    def worth(self, table: Table, seat: int) -> float:
        return 8.0 if not is_quiet(table) and table.round > 1 else 0.0

    def aim(self, table: Table, seat: int, chosen: tuple[int, ...], choices: list[int]) -> int:
        return choices[-1] if chosen else aim_at_leader(table, seat, choices)

"""12. Cards about colonies: Forged Orders on Land (10), Smuggling (11), Plunder (14), Rebellion (15)."""

from __future__ import annotations

from rondel.games.imperunde.actions import AIM_AREA, AIM_UNIT, DONE, PLACE_OF
from rondel.games.imperunde.bot.estimates import (
    DEFENCE,
    MARGIN,
    Prey,
    attack_targets,
    garrison_strength,
    leader,
    reserves,
)
from rondel.games.imperunde.card import AtArea, AtColony, is_quiet
from rondel.games.imperunde.components import ARMIES, LAND_NEAR, REBELS_OF_CARD, SEA_NEAR, SMUGGLED
from rondel.games.imperunde.state import MOVEMENT, Table
from rondel.games.imperunde.steps.combat import begin_rebellion
from rondel.games.imperunde.steps.investments import Smuggle
from rondel.kernel.data import bits
from rondel.kernel.flow import NOBODY


class ForgedOrdersOnLand(AtColony):
    """Card 10: up to three armies go from a colony to a neighbouring one of the same owner; one army or fort stays."""

    ID = "forged-orders-land"
    AIMS = 5

    def marches(self, state: Table, land: int) -> int:
        """The colonies to which armies of a colony can be sent."""
        first = land * 4
        troops = state.troops
        if not troops[first] + troops[first + 1] + troops[first + 2] or state.garrison(land) < 2:
            return 0
        return LAND_NEAR[land] & state.colonies(state.owner[land])

    def has_aim(self, state: Table, by: int) -> bool:
        for other in range(state.seats):
            if other != by:
                for land in bits(state.colonies(other)):
                    if self.marches(state, land):
                        return True
        return False

    def aims(self, state: Table, by: int, chosen: tuple[int, ...]) -> list[int]:
        if not chosen:
            return [
                AIM_AREA[land]
                for other in state.others(by)
                for land in bits(state.colonies(other))
                if self.marches(state, land)
            ]
        if len(chosen) == 1:
            return [AIM_AREA[land] for land in bits(self.marches(state, chosen[0]))]
        return self.armies(state, chosen[0], chosen[2:])

    def armies(self, state: Table, land: int, leaving: tuple[int, ...]) -> list[int]:
        """Who may still be sent along: up to three armies in all, and at least one."""
        offered = []
        if len(leaving) < state.garrison(land) - 1:
            for army in range(ARMIES):
                if state.troops[land * 4 + army] > leaving.count(army):
                    offered.append(AIM_UNIT[army])
        if leaving:
            offered.append(DONE)
        return offered

    def take_effect(self, state: Table, by: int, chosen: tuple[int, ...]) -> None:
        start, goal = chosen[0], chosen[1]
        seat = state.owner[start]
        for army in chosen[2:]:
            state.troops[start * 4 + army] -= 1
            state.troops[goal * 4 + army] += 1
            state.told_move(seat, army, start, goal)

    def prey(self, table: Table, seat: int) -> int:
        """An enemy's colony that could be taken once three armies have left it, and not before; or nobody."""
        best, most = NOBODY, 0
        if not table.hostile(seat):
            return best
        mine = Prey(table, seat)
        for land in bits(attack_targets(table, seat)):
            if table.owner[land] == NOBODY or table.posts[land] <= most or not self.marches(table, land):
                continue
            strength, number = reserves(mine, land)
            defence = garrison_strength(table, land)
            first = land * 4
            armies = [army for army in range(ARMIES) for _ in range(table.troops[first + army])]
            leaving = sorted(armies, reverse=True)[: min(3, table.garrison(land) - 1)]
            left = defence - sum(DEFENCE[army] for army in leaving)
            if number and MARGIN * left + 0.3 <= strength < MARGIN * defence + 0.3:
                best, most = land, table.posts[land]
        return best

    def worth(self, table: Table, seat: int) -> float:
        own_turn = table.mover == seat and table.phase == MOVEMENT
        return 10.0 if own_turn and self.prey(table, seat) != NOBODY else 0.0

    def aim(self, table: Table, seat: int, chosen: tuple[int, ...], choices: list[int]) -> int:
        if not chosen:
            land = self.prey(table, seat)
            return AIM_AREA[land] if land != NOBODY and AIM_AREA[land] in choices else choices[0]
        if len(chosen) == 1:
            return choices[-1]
        armies = [action for action in choices if action != DONE]
        return armies[-1] if armies else DONE


class Smuggling(AtArea):
    """Card 11: five doubloons that must be invested at once in an own colony, whatever stands or lies there."""

    ID = "smuggling"
    IN_HAND = 3

    def aims(self, state: Table, by: int, chosen: tuple[int, ...]) -> list[int]:
        return [AIM_AREA[land] for land in bits(state.colonies(by))]

    def take_effect(self, state: Table, by: int, chosen: tuple[int, ...]) -> None:
        if state.owner[chosen[0]] == by:
            state.push(Smuggle(by, chosen[0], SMUGGLED))

    def worth(self, table: Table, seat: int) -> float:
        return 30.0

    def aim(self, table: Table, seat: int, chosen: tuple[int, ...], choices: list[int]) -> int:
        appeal = Prey(table, seat).appeal()
        return max(choices, key=lambda action: appeal[PLACE_OF[action]])


class Plunder(AtColony):
    """Card 14: the colonial tax of an enemy's coastal colony is one's own, and he may not invest there this round."""

    ID = "plunder"
    IN_HAND = 3

    def lands(self, state: Table, seat: int) -> list[int]:
        hostile = state.hostile(seat)
        return [
            land
            for other in range(state.seats)
            if hostile >> other & 1
            for land in bits(state.colonies(other))
            if SEA_NEAR[land] and state.plunderer[land] == NOBODY
        ]

    def aims(self, state: Table, by: int, chosen: tuple[int, ...]) -> list[int]:
        return [AIM_AREA[land] for land in self.lands(state, by)]

    def take_effect(self, state: Table, by: int, chosen: tuple[int, ...]) -> None:
        state.plunderer[chosen[0]] = by

    def worth(self, table: Table, seat: int) -> float:
        return 13.0 if any(table.posts[land] for land in self.lands(table, seat)) else 0.0

    def aim(self, table: Table, seat: int, chosen: tuple[int, ...], choices: list[int]) -> int:
        return max(choices, key=lambda action: table.posts[PLACE_OF[action]])


class Rebellion(AtColony):
    """Card 15: five native infantry attack a colony of another player."""

    ID = "rebellion"
    IN_HAND = 6

    def aims(self, state: Table, by: int, chosen: tuple[int, ...]) -> list[int]:
        return [AIM_AREA[land] for other in state.others(by) for land in bits(state.colonies(other))]

    def take_effect(self, state: Table, by: int, chosen: tuple[int, ...]) -> None:
        begin_rebellion(state, chosen[0], REBELS_OF_CARD)

    def prey(self, table: Table, seat: int) -> tuple[int, float]:
        """The colony of another player that five rebels are likeliest to free, for most posts."""
        best, most = NOBODY, 0.0
        for other in table.others(seat):
            weight = 1.5 if other == leader(table, seat) else 0.7
            for land in bits(table.colonies(other)):
                worth = weight * (table.posts[land] + 0.5) - 0.6 * garrison_strength(table, land)
                if worth > most:
                    best, most = land, worth
        return best, most

    def worth(self, table: Table, seat: int) -> float:
        return 9.0 if not is_quiet(table) and self.prey(table, seat)[1] > 0.0 else 0.0

    def aim(self, table: Table, seat: int, chosen: tuple[int, ...], choices: list[int]) -> int:
        land, _ = self.prey(table, seat)
        return AIM_AREA[land] if land != NOBODY and AIM_AREA[land] in choices else choices[0]

"""12. Cards about war and peace: Armistice (1), Declaration of War (6), Peace Treaty (13)."""

from __future__ import annotations

from rondel.games.imperunde.actions import AIM_SEAT, PLACE_OF, SEATS
from rondel.games.imperunde.bot.estimates import aim_at_leader, garrison_strength, wants_war
from rondel.games.imperunde.card import BEFORE_BATTLE, BEFORE_ROLL, AtSeat
from rondel.games.imperunde.components import LANDS
from rondel.games.imperunde.state import MOVEMENT, Table
from rondel.games.imperunde.steps.combat import stop_battle
from rondel.kernel.data import bits
from rondel.kernel.events import Reason
from rondel.kernel.flow import NOBODY


class Armistice(AtSeat):
    """Card 1: an enemy and the player may not attack each other until the next talks; a battle between them ends."""

    ID = "armistice"
    IN_HAND = 3

    def can_play(self, state: Table, seat: int, where: int) -> bool:
        if where in (BEFORE_BATTLE, BEFORE_ROLL):
            enemy = state.battle().enemy_of(seat)
            return 0 <= enemy < SEATS and bool(state.hostile(seat) >> enemy & 1)
        return super().can_play(state, seat, where)

    def explain(self, state: Table, seat: int, where: int) -> Reason:
        if where not in (BEFORE_BATTLE, BEFORE_ROLL):
            return super().explain(state, seat, where)
        enemy = state.battle().enemy_of(seat)
        if enemy == NOBODY:
            return self.reason("armistice-of-others")
        return self.reason("armistice-already" if enemy < SEATS else "armistice-without-player")

    def aims(self, state: Table, by: int, chosen: tuple[int, ...]) -> list[int]:
        return [AIM_SEAT[other] for other in bits(state.hostile(by))]

    def take_effect(self, state: Table, by: int, chosen: tuple[int, ...]) -> None:
        state.join(state.truce, by, chosen[0])
        state.told_relation(by, chosen[0], "armistice")
        stop_battle(state, by, chosen[0])

    def worth(self, table: Table, seat: int) -> float:
        """For a colony that is about to fall."""
        fight = table.fight
        falling = fight is not None and seat == fight.defender and fight.area < LANDS
        return 15.0 if fight is not None and falling and garrison_strength(table, fight.area) < 2.0 else 0.0

    def aim(self, table: Table, seat: int, chosen: tuple[int, ...], choices: list[int]) -> int:
        if table.fight is None:
            return aim_at_leader(table, seat, choices)
        enemy = AIM_SEAT[table.fight.enemy_of(seat)]
        return enemy if enemy in choices else choices[0]


class DeclarationOfWar(AtSeat):
    """Card 6: war at once, also against an armistice or a forced peace."""

    ID = "declaration-of-war"
    IN_HAND = 2
    HURTS = True

    def aims(self, state: Table, by: int, chosen: tuple[int, ...]) -> list[int]:
        return [AIM_SEAT[other] for other in state.others(by) if not state.hostile(by) >> other & 1]

    def take_effect(self, state: Table, by: int, chosen: tuple[int, ...]) -> None:
        other = chosen[0]
        state.part(state.truce, by, other)
        state.part(state.treaty, by, other)
        state.join(state.declared, by, other)
        state.relate()
        state.told_relation(by, other, "war")

    def prey(self, table: Table, seat: int) -> int:
        """A player in peace whose posts could be taken in this very turn; or nobody."""
        for other in table.others(seat):
            if not table.hostile(seat) >> other & 1 and wants_war(table, seat, other, 3.0):
                return other
        return NOBODY

    def worth(self, table: Table, seat: int) -> float:
        own_turn = table.mover == seat and table.phase == MOVEMENT
        return 11.0 if own_turn and self.prey(table, seat) != NOBODY else 0.0

    def aim(self, table: Table, seat: int, chosen: tuple[int, ...], choices: list[int]) -> int:
        prey = self.prey(table, seat)
        return AIM_SEAT[prey] if prey != NOBODY else choices[0]


class PeaceTreaty(AtSeat):
    """Card 13: peace between any two players until the next talks, also to forestall a war between them."""

    ID = "peace-treaty"
    AIMS = 2

    def aims(self, state: Table, by: int, chosen: tuple[int, ...]) -> list[int]:
        """Whoever is not bound to everybody by such a treaty already."""
        if not chosen:
            return [AIM_SEAT[seat] for seat in range(state.seats) if self.aims(state, by, (seat,))]
        return [AIM_SEAT[other] for other in state.others(chosen[0]) if not state.treaty[chosen[0]] >> other & 1]

    def concerns(self, state: Table, by: int, chosen: tuple[int, ...]) -> int:
        return 1 << chosen[0] | 1 << chosen[1]

    def take_effect(self, state: Table, by: int, chosen: tuple[int, ...]) -> None:
        one, other = chosen[0], chosen[1]
        state.part(state.declared, one, other)
        state.join(state.treaty, one, other)
        state.relate()
        state.told_relation(one, other, "peace")

    def worth(self, table: Table, seat: int) -> float:
        """For a bot that is at war itself."""
        return 5.0 if table.war[seat] else 0.0

    def aim(self, table: Table, seat: int, chosen: tuple[int, ...], choices: list[int]) -> int:
        """Ourselves, and whom we are at war with."""
        wanted = table.war[seat] if chosen else 1 << seat
        for action in choices:
            if wanted >> PLACE_OF[action] & 1:
                return action
        return choices[0]

"""12. Cards played in a battle: Treason (2), Hussar Raid (5), Ambush (7), Surprise Attack (8), Capture (18)."""

from __future__ import annotations

from rondel.games.imperunde.actions import SEATS
from rondel.games.imperunde.bot.estimates import leader
from rondel.games.imperunde.card import BEFORE_BATTLE, BEFORE_ROLL, Card
from rondel.games.imperunde.components import FORT, FRIGATE, LANDS
from rondel.games.imperunde.fight import CODES, Fight, unit_of
from rondel.games.imperunde.state import CLEARING, NATIVES, PARTIES, Table
from rondel.games.imperunde.steps.rolling import capture_attacker, capture_defender
from rondel.kernel.events import Reason


class BattleCard(Card):
    """Played before the first roll; it concerns the enemy."""

    def can_play(self, state: Table, seat: int, where: int) -> bool:
        return where == BEFORE_BATTLE and self.fits(state, state.battle(), seat)

    def fits(self, state: Table, fight: Fight, seat: int) -> bool:
        """Whether it is of use in this battle, to this seat."""
        raise NotImplementedError

    def explain(self, state: Table, seat: int, where: int) -> Reason:
        in_battle = where in (BEFORE_BATTLE, BEFORE_ROLL)
        return self.reason("card-no-target" if in_battle else "card-only-in-battle")

    def concerns(self, state: Table, by: int, chosen: tuple[int, ...]) -> int:
        enemy = state.battle().enemy_of(by)
        return 1 << enemy if enemy < SEATS else 0


def helps_against_natives(table: Table) -> bool:
    """A single native is beaten without a card."""
    fight = table.battle()
    return fight.defender != NATIVES or fight.natives >= 2


class Treason(BattleCard):
    """Card 2: a fort in another player's attacked colony opens its gates, whoever attacks."""

    ID = "treason"
    IN_HAND = 3
    HURTS = True

    def fits(self, state: Table, fight: Fight, seat: int) -> bool:
        land = fight.area
        return land < LANDS and seat != fight.defender < SEATS and state.troops[land * 4 + FORT] > 0

    def concerns(self, state: Table, by: int, chosen: tuple[int, ...]) -> int:
        return 1 << state.battle().defender

    def take_effect(self, state: Table, by: int, chosen: tuple[int, ...]) -> None:
        state.drop_troops(FORT, state.battle().area, 1, "treason")

    def worth(self, table: Table, seat: int) -> float:
        fight = table.battle()
        return 18.0 if seat == fight.attacker or fight.defender == leader(table, seat) else 0.0


class HussarRaid(BattleCard):
    """Card 5: one more on every die of the own cavalry until the battle for a land is over; before any roll."""

    ID = "hussar-raid"
    IN_HAND = 2

    def can_play(self, state: Table, seat: int, where: int) -> bool:
        return where in (BEFORE_BATTLE, BEFORE_ROLL) and self.fits(state, state.battle(), seat)

    def fits(self, state: Table, fight: Fight, seat: int) -> bool:
        side = fight.side_of(seat)
        return fight.area < LANDS and side > 0 and not fight.hussars & side and state.has_cavalry(seat)

    def take_effect(self, state: Table, by: int, chosen: tuple[int, ...]) -> None:
        fight = state.battle()
        fight.hussars |= fight.side_of(by)

    def worth(self, table: Table, seat: int) -> float:
        return 16.0 if helps_against_natives(table) else 0.0


class Ambush(BattleCard):
    """Card 7: two more on every die of the defender of a colony, in the first roll."""

    ID = "ambush"
    IN_HAND = 4
    HURTS = True

    def fits(self, state: Table, fight: Fight, seat: int) -> bool:
        return fight.area < LANDS and seat == fight.defender and not fight.ambush

    def take_effect(self, state: Table, by: int, chosen: tuple[int, ...]) -> None:
        state.battle().ambush = True

    def worth(self, table: Table, seat: int) -> float:
        return 20.0


class SurpriseAttack(BattleCard):
    """Card 8: two more on every die of the attacker of a land, in the first roll."""

    ID = "surprise-attack"
    IN_HAND = 4
    HURTS = True

    def fits(self, state: Table, fight: Fight, seat: int) -> bool:
        return fight.area < LANDS and seat == fight.attacker and not fight.surprise

    def take_effect(self, state: Table, by: int, chosen: tuple[int, ...]) -> None:
        state.battle().surprise = True

    def worth(self, table: Table, seat: int) -> float:
        return 17.0 if helps_against_natives(table) else 0.0


class Capture(BattleCard):
    """Card 18: in an own attack on an enemy in his sea area, one of his frigates changes sides without a fight."""

    ID = "capture"
    IN_HAND = 3
    HURTS = True

    def fits(self, state: Table, fight: Fight, seat: int) -> bool:
        enemy = fight.enemy_of(seat)
        if fight.area < LANDS or not 0 <= enemy < SEATS or not state.hostile(seat) >> enemy & 1:
            return False
        if state.phase == CLEARING:
            if state.held[fight.area - LANDS] != enemy:
                return False
        elif seat != fight.attacker:
            return False
        return self.frigate(state, fight, seat) >= 0

    def frigate(self, state: Table, fight: Fight, seat: int) -> int:
        """A frigate of the other side: 0 if it defends, the place among the attackers + 1 if it attacks; -1 if none."""
        if seat == fight.attacker:
            return 0 if state.fleet[((fight.area - LANDS) * PARTIES + fight.defender) * 2] else -1
        for place, each in enumerate(fight.units):
            if unit_of(each) == FRIGATE:
                return place + 1
        return -1

    def take_effect(self, state: Table, by: int, chosen: tuple[int, ...]) -> None:
        fight = state.battle()
        at = self.frigate(state, fight, by)
        if at == 0:
            capture_defender(state, fight, FRIGATE)
        elif at > 0:
            capture_attacker(state, fight, fight.units[at - 1] % CODES)

    def worth(self, table: Table, seat: int) -> float:
        return 19.0

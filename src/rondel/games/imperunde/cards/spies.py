"""12. Cards about spies: Expose Spies (16), Counter-espionage (17)."""

from __future__ import annotations

from rondel.games.imperunde.actions import AIM_SEAT
from rondel.games.imperunde.bot.estimates import aim_at_leader, leader
from rondel.games.imperunde.card import AtSeat, Card, is_quiet
from rondel.games.imperunde.state import Table
from rondel.games.imperunde.steps.spying import expose
from rondel.kernel.events import Reason


class ExposeSpies(AtSeat):
    """Card 16: look at a whole hand and put one card of it back into the deck."""

    ID = "expose-spies"
    IN_HAND = 4
    HURTS = True

    def aims(self, state: Table, by: int, chosen: tuple[int, ...]) -> list[int]:
        return [AIM_SEAT[other] for other in state.others(by) if state.hand_size[other]]

    def check_aims(self, state: Table, by: int, chosen: tuple[int, ...]) -> None:
        """He may have played his last card meanwhile, as an answer."""
        assert len(chosen) <= 1, "a hand of several players"
        assert all(other in state.others(by) for other in chosen), "a hand of nobody"

    def take_effect(self, state: Table, by: int, chosen: tuple[int, ...]) -> None:
        expose(state, by, chosen[0])

    def worth(self, table: Table, seat: int) -> float:
        return 7.0 if not is_quiet(table) and table.hand_size[leader(table, seat)] >= 2 else 0.0

    def aim(self, table: Table, seat: int, chosen: tuple[int, ...], choices: list[int]) -> int:
        return aim_at_leader(table, seat, choices)


class CounterEspionage(Card):
    """Card 17: foils a card that was just played, another counter-espionage too. It is the answer of OnTable."""

    ID = "counter-espionage"
    IN_HAND = 6
    HURTS = True

    def is_time(self, state: Table, where: int) -> bool:
        return False

    def explain(self, state: Table, seat: int, where: int) -> Reason:
        return self.reason("card-only-answers")

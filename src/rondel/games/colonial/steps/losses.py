"""Losses on land: victims are removed by the player who inflicts them, in war and in a rebellion."""

from __future__ import annotations

from rondel.games.colonial.actions import PLACE_OF, STRIKE, STRIKE_SPOT, kind_of
from rondel.games.colonial.components import AREA, SEATS, SPOTS_OF
from rondel.games.colonial.state import SEAT_SET, Table
from rondel.kernel.data import bits
from rondel.kernel.events import NUMBER, SEAT, Message, Reason
from rondel.kernel.flow import BY_SEAT, NOBODY, Step


class Casualties(Step[Table]):
    """Whoever inflicts losses in a Territory removes the victims: a counter on a Resource, or one beside them.

    `victims` are the players whose counters may fall: the enemy in a war, anybody in a rebellion. Where one counter is
    like the other, or all of them fall, nobody is asked.
    """

    __slots__ = ("seat", "area", "victims", "left")
    FIELDS = (("seat", SEAT), ("area", AREA), ("victims", SEAT_SET), ("left", NUMBER))
    CHAPTER = "war"

    def __init__(self, seat: int, area: int, victims: int, left: int) -> None:
        self.seat = seat
        self.area = area
        self.victims = victims
        self.left = left

    def _standing(self, state: Table) -> int:
        """How many counters of the victims stand here."""
        first = self.area * SEATS
        return sum(state.counter[first + victim] for victim in bits(self.victims))

    def to_act(self, state: Table) -> tuple[int, ...]:
        if not self.left or self.left >= self._standing(state) or len(self.choices(state, self.seat)) < 2:
            return ()
        return BY_SEAT[self.seat]

    def choices(self, state: Table, seat: int) -> list[int]:
        offered = [STRIKE[victim] for victim in bits(self.victims) if state.spare(victim, self.area) > 0]
        for spot in SPOTS_OF[self.area]:
            owner = state.spot[spot]
            if owner != NOBODY and self.victims >> owner & 1:
                offered.append(STRIKE_SPOT[spot])
        return offered

    def prompt(self, state: Table, seat: int) -> Message:
        return Message("prompt.casualties", {"area": AREA.ids[self.area], "left": self.left})

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if kind_of(action) not in ("strike", "strike-spot"):
            return None
        return Reason("no-counter-of-theirs", {"area": AREA.ids[self.area]}, "war")

    def chosen(self, state: Table, seat: int, action: int) -> None:
        place = PLACE_OF[action]
        if action == STRIKE[place % SEATS]:
            state.remove(place, self.area, 1)
        else:
            state.remove(state.spot[place], self.area, 1)
            state.give_spot(place, NOBODY)
        state.replace(Casualties(self.seat, self.area, self.victims, self.left - 1))

    def run(self, state: Table) -> None:
        left = self.left
        for victim in bits(self.victims):
            fallen = min(left, state.counter[self.area * SEATS + victim])
            state.remove(victim, self.area, fallen)
            left -= fallen
            if fallen and not state.counter[self.area * SEATS + victim]:
                for spot in bits(state.owned(victim, self.area)):
                    state.give_spot(spot, NOBODY)
        state.pop()

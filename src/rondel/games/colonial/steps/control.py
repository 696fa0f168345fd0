"""Resource spots: who controls them, when they change hands, and what becomes of a Colony."""

from __future__ import annotations

from typing import Final

from rondel.games.colonial.actions import PLACE_OF, TAKE, YIELD
from rondel.games.colonial.components import AREA, SEATS, SPOTS_OF, TAKEOVER_DIPLOMACY
from rondel.games.colonial.state import AREA_SET, SEAT_SET, SPOT_SET, Table
from rondel.kernel.data import bits
from rondel.kernel.events import SEAT, Kind, Message
from rondel.kernel.flow import NOBODY, SeatStep, Step

CHAPTER: Final = "control"
MODE: Final = Kind("mode", ("peace", "war"))
PEACE: Final = 0
WAR: Final = 1
"""A war or a rebellion."""


class ControlCheck(Step[Table]):
    """Whenever counters in a Territory have changed, it is checked who controls its Resource spots.

    A player who has marched away gives up the spots that he can no longer cover; free spots go to players with a
    counter to spare, the most counters first; and a player with strictly more counters than the holder and one to spare
    takes a spot over. In peace only the active player takes over, never in a Colony, and pays in Diplomacy for each
    opponent dispossessed; in war and rebellion anybody does, and nobody pays.
    """

    __slots__ = ("areas", "active", "mode", "victims")
    FIELDS = (("areas", AREA_SET), ("active", SEAT), ("mode", MODE), ("victims", SEAT_SET))
    CHAPTER = CHAPTER

    def __init__(self, areas: int, active: int, mode: int, victims: int) -> None:
        self.areas = areas
        self.active = active
        self.mode = mode
        self.victims = victims  # opponents from whom the active player has taken a spot in peace

    def run(self, state: Table) -> None:
        areas = self.areas
        while areas:
            area = (areas & -areas).bit_length() - 1
            if self._settle(state, area, areas):
                return
            check_colony(state, area)
            areas &= areas - 1
        top = state.pending[-1]
        victims = top.victims if isinstance(top, ControlCheck) else 0
        state.pop()
        if victims:
            state.change_diplomacy(self.active, -TAKEOVER_DIPLOMACY * victims.bit_count(), "takeover")

    def _settle(self, state: Table, area: int, areas: int) -> bool:
        """Apply the rules in one Territory until nothing changes; True if a player must choose first."""
        if not SPOTS_OF[area]:
            return False
        while True:
            if self._give_up(state, area, areas):
                return True
            seat = self._next_for_free_spot(state, area)
            if seat != NOBODY:
                free = [spot for spot in SPOTS_OF[area] if state.spot[spot] == NOBODY]
                spots = free
            else:
                seat, spots = self._next_takeover(state, area)
                if seat == NOBODY:
                    return False
            if state.spare(seat, area) < len(spots):
                self._stay(state, areas)
                state.push(TakeSpot(area, seat, mask_of(spots)))
                return True
            for spot in spots:
                take_spot(state, seat, spot)

    def _stay(self, state: Table, areas: int) -> None:
        """Keep the place in the list of Territories while somebody chooses."""
        top = state.pending[-1]
        assert isinstance(top, ControlCheck)
        state.replace(ControlCheck(areas, self.active, self.mode, top.victims))

    def _give_up(self, state: Table, area: int, areas: int) -> bool:
        for spot in SPOTS_OF[area]:
            owner = state.spot[spot]
            if owner == NOBODY or state.spare(owner, area) >= 0:
                continue
            if not state.counter[area * SEATS + owner]:
                for each in bits(state.owned(owner, area)):
                    state.give_spot(each, NOBODY)
                continue
            self._stay(state, areas)
            state.push(YieldSpot(area, owner))
            return True
        return False

    def _next_for_free_spot(self, state: Table, area: int) -> int:
        """The player with the most counters and one to spare; of equals the first clockwise from the active one."""
        for spot in SPOTS_OF[area]:
            if state.spot[spot] == NOBODY:
                break
        else:
            return NOBODY
        best, most = NOBODY, 0
        for seat in state.clockwise(self.active):
            count = state.counter[area * SEATS + seat]
            if count > most and state.spare(seat, area) > 0:
                best, most = seat, count
        return best

    def _next_takeover(self, state: Table, area: int) -> tuple[int, list[int]]:
        """A player who takes spots over, and the spots he may take."""
        if self.mode == PEACE:
            active = self.active
            if state.colony[area] != NOBODY or state.spare(active, area) <= 0:
                return NOBODY, []
            mine = state.counter[area * SEATS + active]
            spots = []
            for spot in SPOTS_OF[area]:
                owner = state.spot[spot]
                if owner not in (active, NOBODY) and state.counter[area * SEATS + owner] < mine:
                    spots.append(spot)
            return (active, spots) if spots else (NOBODY, [])
        heirs = [self._heir(state, area, spot) for spot in SPOTS_OF[area]]
        best, most = NOBODY, 0
        for seat in state.clockwise(self.active):
            count = state.counter[area * SEATS + seat]
            if seat in heirs and count > most:
                best, most = seat, count
        return best, [spot for spot, heir in zip(SPOTS_OF[area], heirs, strict=True) if heir == best != NOBODY]

    def _heir(self, state: Table, area: int, spot: int) -> int:
        """Who takes a spot from its holder in war: the most counters above the holder's, and alone with that number."""
        holder = state.spot[spot]
        if holder == NOBODY:
            return NOBODY
        best, most = NOBODY, state.counter[area * SEATS + holder]
        for seat in range(state.seats):
            count = state.counter[area * SEATS + seat]
            if seat != holder and count >= most and state.spare(seat, area) > 0:
                if count > most:
                    best, most = seat, count
                else:
                    best = NOBODY
        return best


def mask_of(spots: list[int]) -> int:
    mask = 0
    for spot in spots:
        mask |= 1 << spot
    return mask


def check_control(state: Table, areas: int, active: int, mode: int) -> None:
    """Check the control of these Territories as the next thing to do."""
    state.push(ControlCheck(areas, active, mode, 0))


def take_spot(state: Table, seat: int, spot: int) -> None:
    """A spot changes hands; the control check on top of the stack remembers whom the active player dispossessed."""
    before = state.spot[spot]
    state.give_spot(spot, seat)
    check = state.pending[-1]
    assert isinstance(check, ControlCheck)
    if check.mode == PEACE and before != NOBODY and seat == check.active:
        victims = check.victims | 1 << before
        state.replace(ControlCheck(check.areas, check.active, check.mode, victims))


def check_colony(state: Table, area: int) -> None:
    """A Colony is lost when its owner no longer controls all its Resources, or has no counter there."""
    owner = state.colony[area]
    if owner == NOBODY:
        return
    if state.counter[area * SEATS + owner]:
        for spot in SPOTS_OF[area]:
            if state.spot[spot] != owner:
                break
        else:
            return
    state.lose_colony(area)


class TakeSpot(SeatStep[Table]):
    """A player with fewer counters to spare than spots within his reach chooses which he covers."""

    __slots__ = ("area", "spots")
    FIELDS = (("area", AREA), ("seat", SEAT), ("spots", SPOT_SET))
    CHAPTER = CHAPTER

    def __init__(self, area: int, seat: int, spots: int) -> None:
        super().__init__(seat)
        self.area = area
        self.spots = spots

    def choices(self, state: Table, seat: int) -> list[int]:
        return [TAKE[spot] for spot in bits(self.spots)]

    def prompt(self, state: Table, seat: int) -> Message:
        return Message("prompt.take-spot", {"area": AREA.ids[self.area]})

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        take_spot(state, self.seat, PLACE_OF[action])


class YieldSpot(SeatStep[Table]):
    """A player who has marched away, and is left with fewer counters than spots, chooses which of them becomes free."""

    __slots__ = ("area",)
    FIELDS = (("area", AREA), ("seat", SEAT))
    CHAPTER = CHAPTER

    def __init__(self, area: int, seat: int) -> None:
        super().__init__(seat)
        self.area = area

    def choices(self, state: Table, seat: int) -> list[int]:
        return [YIELD[spot] for spot in bits(state.owned(self.seat, self.area))]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        state.give_spot(PLACE_OF[action], NOBODY)

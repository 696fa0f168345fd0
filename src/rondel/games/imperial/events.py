"""Everything that can happen. At this table all of it happens in the open; only the players' purses are secret."""

from __future__ import annotations

from typing import Final

from rondel.games.imperial.actions import SEATS, UNIT
from rondel.games.imperial.components import AREA, NATION, SLOT
from rondel.kernel.events import NUMBER, SEAT, WORD, EventKind, Kind

ACCOUNT: Final[Kind] = Kind("account", (*(f"seat-{seat}" for seat in range(SEATS)), *NATION.ids, "bank"))
"""Whose money it is: a player's, a treasury's or the bank's."""

PAID: Final = EventKind("paid", payer=ACCOUNT, payee=ACCOUNT, amount=NUMBER, why=WORD)
FLAG_TAKEN: Final = EventKind("flag-taken", seat=SEAT, nation=NATION, before=SEAT)
CARD_PASSED: Final = EventKind("card-passed", seat=SEAT)
BOND_TAKEN: Final = EventKind("bond-taken", seat=SEAT, nation=NATION, price=NUMBER)
BOND_RETURNED: Final = EventKind("bond-returned", seat=SEAT, nation=NATION, price=NUMBER)
ADVANCED: Final = EventKind("advanced", nation=NATION, slot=SLOT, spaces=NUMBER)
STOPPED: Final = EventKind("stopped", seat=SEAT, nation=NATION)
SKIPPED: Final = EventKind("skipped", nation=NATION)
FACTORY_BUILT: Final = EventKind("factory-built", nation=NATION, area=AREA)
FACTORY_DESTROYED: Final = EventKind("factory-destroyed", nation=NATION, area=AREA)
PLACED: Final = EventKind("placed", nation=NATION, unit=UNIT, area=AREA)
MOVED: Final = EventKind("moved", nation=NATION, unit=UNIT, start=AREA, area=AREA)
CONVOYED: Final = EventKind("convoyed", nation=NATION, seas=AREA)
ENTERED: Final = EventKind("entered", nation=NATION, area=AREA, posture=UNIT)
FOUGHT: Final = EventKind("fought", nation=NATION, unit=UNIT, enemy=NATION, target=UNIT, area=AREA)
REMOVED: Final = EventKind("removed", nation=NATION, unit=UNIT, area=AREA)
CHIP_PLACED: Final = EventKind("chip-placed", nation=NATION, area=AREA)
CHIP_REMOVED: Final = EventKind("chip-removed", nation=NATION, area=AREA)
TAXED: Final = EventKind("taxed", nation=NATION, revenue=NUMBER, box=NUMBER, pay=NUMBER)
POWER_GAINED: Final = EventKind("power-gained", nation=NATION, points=NUMBER, power=NUMBER)
GAME_ENDED: Final = EventKind("game-ended", nation=NATION)

ALL: Final = (
    PAID, FLAG_TAKEN, CARD_PASSED, BOND_TAKEN, BOND_RETURNED, ADVANCED, STOPPED, SKIPPED, FACTORY_BUILT,
    FACTORY_DESTROYED, PLACED, MOVED, CONVOYED, ENTERED, FOUGHT, REMOVED, CHIP_PLACED, CHIP_REMOVED, TAXED,
    POWER_GAINED, GAME_ENDED,
)  # fmt: skip

"""Everything that can happen. All of it happens in the open, but for the orders that a player gives for later."""

from __future__ import annotations

from typing import Final

from rondel.games.imperial.actions import ANSWER, OCCASION, SEATS, UNIT
from rondel.games.imperial.components import AREA, NATION, SLOT
from rondel.kernel.events import NUMBER, SEAT, WORD, Events, Kind

ACCOUNT: Final[Kind] = Kind("account", (*(f"seat-{seat}" for seat in range(SEATS)), *NATION.ids, "bank"))
"""Whose money it is: a player's, a treasury's or the bank's."""

EVENTS: Final = Events()

PAID: Final = EVENTS.add("paid", payer=ACCOUNT, payee=ACCOUNT, amount=NUMBER, why=WORD)
FLAG_TAKEN: Final = EVENTS.add("flag-taken", seat=SEAT, nation=NATION, before=SEAT)
CARD_PASSED: Final = EVENTS.add("card-passed", seat=SEAT)
BOND_TAKEN: Final = EVENTS.add("bond-taken", seat=SEAT, nation=NATION, price=NUMBER)
BOND_RETURNED: Final = EVENTS.add("bond-returned", seat=SEAT, nation=NATION, price=NUMBER)
ADVANCED: Final = EVENTS.add("advanced", nation=NATION, slot=SLOT, spaces=NUMBER)
STOPPED: Final = EVENTS.add("stopped", seat=SEAT, nation=NATION)
SKIPPED: Final = EVENTS.add("skipped", nation=NATION)
FACTORY_BUILT: Final = EVENTS.add("factory-built", nation=NATION, area=AREA)
FACTORY_DESTROYED: Final = EVENTS.add("factory-destroyed", nation=NATION, area=AREA)
PLACED: Final = EVENTS.add("placed", nation=NATION, unit=UNIT, area=AREA)
MOVED: Final = EVENTS.add("moved", nation=NATION, unit=UNIT, start=AREA, area=AREA, way=AREA)
"""`way`: all areas that the unit passes, from the first to the last."""
CONVOYED: Final = EVENTS.add("convoyed", nation=NATION, seas=AREA)
ENTERED: Final = EVENTS.add("entered", nation=NATION, area=AREA, posture=UNIT)
TURNED: Final = EVENTS.add("turned", nation=NATION, area=AREA, posture=UNIT)
ORDERED: Final = EVENTS.add("ordered", secret=("occasion", "answer"), seat=SEAT, occasion=OCCASION, answer=ANSWER)
ANSWERED: Final = EVENTS.add("answered", nation=NATION, answer=ANSWER)
FOUGHT: Final = EVENTS.add("fought", nation=NATION, unit=UNIT, enemy=NATION, target=UNIT, area=AREA)
REMOVED: Final = EVENTS.add("removed", nation=NATION, unit=UNIT, area=AREA)
CHIP_PLACED: Final = EVENTS.add("chip-placed", nation=NATION, area=AREA)
CHIP_REMOVED: Final = EVENTS.add("chip-removed", nation=NATION, area=AREA)
TAXED: Final = EVENTS.add("taxed", nation=NATION, revenue=NUMBER, box=NUMBER, pay=NUMBER)
POWER_GAINED: Final = EVENTS.add("power-gained", nation=NATION, points=NUMBER, power=NUMBER)
GAME_ENDED: Final = EVENTS.add("game-ended", nation=NATION, power=NUMBER)

"""What can be promised in this game, and which events keep or break it: see rondel.kernel.deals."""

from __future__ import annotations

from typing import Any, Final

from rondel.games.imperial.actions import GIFTS, GIVE, OPEN_PURSE
from rondel.games.imperial.components import AREA, NATION, NATIONS, SLOT
from rondel.games.imperial.state import Table
from rondel.games.imperial.steps.decisions import GivePurse
from rondel.kernel.deals import SILENT, FactRule, Scene, Vocabulary


def has_bankers(table: Any, term: dict[str, Any]) -> bool:
    """Only Swiss bankers stop anybody on the wheel."""
    return bool(table.options["swiss-bank"])


def receiver(table: Table, term: dict[str, Any]) -> int:
    """The nation that a gift goes to: the one that was named; else, of those whom it is for, the poorest; -1: none."""
    if term["thing"] is not None:
        return NATION.index[term["thing"]]
    governed = [nation for nation in range(NATIONS) if table.flag[nation] == term["to"]]
    return min(governed, key=table.treasury) if governed else -1


def give(table: Any, seat: int, term: dict[str, Any]) -> int:
    """Open the purse where it can be opened, and give in the largest notes."""
    nation, most = receiver(table, term), min(term["amount"], table.money[seat])
    if nation < 0 or most <= 0:
        return SILENT
    if not isinstance(table.pending[-1], GivePurse):
        return OPEN_PURSE
    note = max(place for place, sum_ in enumerate(GIFTS) if sum_ <= most)
    return GIVE[nation * len(GIFTS) + note]


DEALS: Final = Vocabulary(
    facts=(
        FactRule("fought", "attacked", "nation", "enemy", "area"),
        FactRule("factory-destroyed", "attacked", "turn.nation", "nation", "area"),
        FactRule("fought", "blocked", "nation", "enemy", "area", same=("enemy", "turn.nation")),
        FactRule("moved", "entered", "nation", thing="area"),
        FactRule("bond-taken", "took", "seat", thing="nation"),
        FactRule("advanced", "stopped-on", "nation", thing="slot"),
        FactRule("paid", "paid", "payer", "payee", thing="payee", amount="amount", where=("why", "gift")),
        FactRule("stopped", "stopped", "seat", "nation"),
    ),
    rounds=(("advanced", "skipped"), len(NATION.ids)),
    things={
        "pay": ("nation", NATION.ids),
        "no-attack": ("area", AREA.ids),
        "passage": ("area", AREA.ids),
        "no-entry": ("area", AREA.ids),
        "no-taking": ("nation", NATION.ids),
        "no-space": ("slot", SLOT.ids),
        "space": ("slot", SLOT.ids),
    },
    owners={"flag-taken": ("nation", "seat")},
    binds={"pay": give},
    scenes={"turn": Scene(("advanced",))},
    possible={"wheel": has_bankers},
)

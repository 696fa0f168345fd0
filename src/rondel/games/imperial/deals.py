"""What can be promised in this game, and which events keep or break it: see rondel.kernel.deals."""

from __future__ import annotations

from typing import Final

from rondel.games.imperial.components import AREA, NATION
from rondel.kernel.deals import FactRule, Vocabulary

DEALS: Final = Vocabulary(
    facts=(
        FactRule("fought", "attacked", "nation", "enemy", "area"),
        FactRule("moved", "entered", "nation", thing="area"),
        FactRule("bond-taken", "took", "seat", thing="nation"),
        FactRule("paid", "paid", "payer", "payee", amount="amount", where=("why", "gift")),
        FactRule("stopped", "blocked", "seat", "nation"),
    ),
    rounds=(("advanced", "skipped"), len(NATION.ids)),
    things={"no-attack": ("area", AREA.ids), "no-entry": ("area", AREA.ids), "no-taking": ("nation", NATION.ids)},
    owners={"flag-taken": ("nation", "seat")},
)

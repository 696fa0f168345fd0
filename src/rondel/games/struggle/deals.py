"""What can be promised in this game, and which events keep or break it: see rondel.kernel.deals."""

from __future__ import annotations

from typing import Final

from rondel.games.struggle.components import AREA, TILE
from rondel.kernel.deals import FactRule, Vocabulary

DEALS: Final = Vocabulary(
    facts=(
        FactRule("attacked", "attacked", "power", "target", "area"),
        FactRule("struck", "attacked", "power", "target", "area"),
        FactRule("unit-moved", "entered", "power", thing="area"),
        FactRule("tile-bought", "took", "power", thing="tile"),
        FactRule("tile-called", "took", "power", thing="tile"),
        FactRule("paid", "paid", "payer", "payee", amount="amount"),
        FactRule("help-given", "helped", "ally", "power"),
        FactRule("help-refused", "refused-help", "ally", "power"),
    ),
    rounds=(("round-began",), 1),
    things={"no-attack": ("area", AREA.ids), "no-entry": ("area", AREA.ids), "no-taking": ("tile", TILE.ids)},
    owners={"country-taken": ("power", "seat")},
)

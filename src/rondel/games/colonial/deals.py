"""What can be promised in this game, and which events keep or break it: see rondel.kernel.deals."""

from __future__ import annotations

from typing import Final

from rondel.games.colonial.components import AREA
from rondel.kernel.deals import FactRule, Vocabulary

DEALS: Final = Vocabulary(
    facts=(
        FactRule("war-declared", "attacked", "seat", "enemy"),
        FactRule("privateer-sent", "attacked", "seat", "victim"),
        FactRule("spot-seized", "attacked", "seat", "before", "area"),
        FactRule("placed", "entered", "seat", thing="area"),
        FactRule("marched", "entered", "seat", thing="area"),
        FactRule("spot-covered", "took", "seat", thing="area"),
        FactRule("spot-seized", "took", "seat", thing="area"),
        FactRule("repaid", "repaid", "seat", amount="amount"),
        FactRule("shipped", "chartered", "holder", "seat"),
        FactRule("charter-refused", "refused-charter", "holder", "seat"),
        FactRule("traded", "exchanged", "partner", "seat"),
        FactRule("trade-refused", "refused-exchange", "partner", "seat"),
    ),
    rounds=(("turn-began",), 1),
    things={"no-attack": ("area", AREA.ids), "no-entry": ("area", AREA.ids), "no-taking": ("area", AREA.ids)},
    binds={"charter": ("charter", "accept"), "exchange": ("trade", "accept")},
)

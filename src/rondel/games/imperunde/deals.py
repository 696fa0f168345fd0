"""What can be promised in this game, and which events keep or break it: see rondel.kernel.deals."""

from __future__ import annotations

from typing import Final

from rondel.games.imperunde.components import AREA
from rondel.kernel.deals import FactRule, Vocabulary

VOTES: Final = ("agree", "reject")

DEALS: Final = Vocabulary(
    facts=(
        FactRule("attacked", "attacked", "party", "enemy", "area"),
        FactRule("stance-taken", "attacked", "seat", "other", where=("stance", "war")),
        FactRule("moved", "entered", "seat", thing="area"),
        FactRule("conquered", "took", "seat", thing="area"),
        FactRule("debt-changed", "repaid", "seat", amount="-amount"),
        FactRule("target-voted", "voted", "seat", thing="vote"),
    ),
    rounds=(("round-began",), 1),
    things={
        "no-attack": ("area", AREA.ids),
        "no-entry": ("area", AREA.ids),
        "no-taking": ("area", AREA.ids),
        "vote": ("ballot", VOTES),
    },
)

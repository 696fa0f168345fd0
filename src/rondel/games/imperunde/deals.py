"""What can be promised in this game, and which events keep or break it: see rondel.kernel.deals."""

from __future__ import annotations

from typing import Any, Final

from rondel.games.imperunde.actions import BALANCE, BALANCES, PEACE
from rondel.games.imperunde.components import AREA, CARD
from rondel.games.imperunde.steps.budget import Budget
from rondel.games.imperunde.steps.diplomacy import Speak
from rondel.kernel.deals import SILENT, FactRule, Vocabulary
from rondel.kernel.flow import legal

VOTES: Final = ("agree", "reject")


def are_at_war(table: Any, term: dict[str, Any]) -> bool:
    """Only who wants war can offer peace."""
    return term["to"] is None or bool(table.stance[term["by"]] >> term["to"] & 1)


def offer_peace(table: Any, seat: int, term: dict[str, Any]) -> int:
    return PEACE[term["to"]] if isinstance(table.pending[-1], Speak) else SILENT


def repay(table: Any, seat: int, term: dict[str, Any]) -> int:
    """As much as was promised and can be had; a whole instalment, if it is less than that."""
    if not isinstance(table.pending[-1], Budget):
        return SILENT
    offered = legal(table, seat)
    for place in (0, 1):
        if BALANCE[place] in offered and (term["amount"] >= -BALANCES[place] or place == 1):
            return BALANCE[place]
    return SILENT


def round_ahead(table: Any, ahead: int) -> dict[str, int] | None:
    return {"round": table.round + ahead}


def keeps_open(table: Any, term: dict[str, Any]) -> bool:
    """A canal is closed to those with whom its owner is at war, and to nobody else."""
    return term["to"] is None or not table.stance[term["by"]] >> term["to"] & 1


DEALS: Final = Vocabulary(
    facts=(
        FactRule("attacked", "attacked", "party", "enemy", "area"),
        FactRule("stance-taken", "attacked", "seat", "other", where=("stance", "war")),
        FactRule("stance-taken", "made-peace", "seat", "other", where=("stance", "peace")),
        FactRule("stance-taken", "blocked", "seat", "other", where=("stance", "war")),
        FactRule("moved", "entered", "seat", thing="area"),
        FactRule("conquered", "took", "seat", thing="area"),
        FactRule("card-played", "used", "seat", thing="card"),
        FactRule("card-aimed", "spied", "seat", "target"),
        FactRule("debt-changed", "repaid", "seat", amount="-amount"),
        FactRule("target-voted", "voted", "seat", thing="vote"),
    ),
    rounds=(("round-began",), 1),
    things={
        "no-attack": ("area", AREA.ids),
        "no-entry": ("area", AREA.ids),
        "no-taking": ("area", AREA.ids),
        "no-card": ("card", CARD.ids),
        "vote": ("ballot", VOTES),
    },
    binds={"peace": offer_peace, "repay": repay},
    possible={"peace": are_at_war, "passage": keeps_open},
    calendar=round_ahead,
)

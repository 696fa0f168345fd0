"""What can be promised in this game, and which events keep or break it: see rondel.kernel.deals."""

from __future__ import annotations

from typing import Any, Final

from rondel.games.struggle.actions import GIFTS, GIVE, OFFER
from rondel.games.struggle.components import AREA, REGIONS, TILE
from rondel.games.struggle.steps.support import CallAllies, OfferGold
from rondel.games.struggle.worth import help_gain
from rondel.kernel.deals import SILENT, FactRule, Scene, Vocabulary

PLACES: Final = AREA.ids[:REGIONS]
"""What happens at home concerns nobody else."""
WORTH_ASKING: Final = 0.03
"""How much likelier victory must be to have a promise of help kept."""


def give(table: Any, seat: int, term: dict[str, Any]) -> int:
    """A gift in one's own turn, in the largest sums; without the option, gold is paid for help alone."""
    to: int = term["to"]
    most: int = min(term["amount"], table.gold[table.power_of[seat]])
    if most <= 0 or not table.options["gifts"]:
        return SILENT
    note = max(place for place, sum_ in enumerate(GIFTS) if sum_ <= most)
    power: int = table.power_of[to]
    return GIVE[power * len(GIFTS) + note]


def ask_help(table: Any, seat: int, term: dict[str, Any]) -> int:
    """Call on an ally who promised to come, where it makes a difference, and offer nothing more."""
    step = table.pending[-1]
    ally = table.power_of[term["by"]]
    if isinstance(step, OfferGold) and step.ally == ally:
        return OFFER[0]
    if not isinstance(step, CallAllies) or not step.waiting or step.waiting[0] != ally:
        return SILENT
    if term["thing"] is not None and AREA.index[term["thing"]] != table.fight.region:
        return SILENT
    return step.choices(table, seat)[0] if help_gain(table, step.side, ally) > WORTH_ASKING else SILENT


def round_ahead(table: Any, ahead: int) -> dict[str, int] | None:
    """Rounds are counted in each war; the auction before a war belongs to the round before it, the first to none."""
    if not table.rounds:
        return None
    if not table.war and not ahead:
        return {"war": 1, "round": 0}
    passed = (table.war - 1) * table.rounds + table.round if table.war else 0
    war, place = divmod(passed + ahead - 1, table.rounds)
    return {"war": war + 1, "round": place + 1} if 0 <= war < table.wars else None


DEALS: Final = Vocabulary(
    facts=(
        FactRule("attacked", "attacked", "power", "target", "area"),
        FactRule("struck", "attacked", "power", "target", "area"),
        FactRule("unit-moved", "entered", "power", thing="area"),
        FactRule("tile-bought", "took", "power", thing="tile"),
        FactRule("tile-called", "took", "power", thing="tile"),
        FactRule("paid", "paid", "payer", "payee", amount="amount"),
        FactRule("blockade-laid", "blocked", "power", thing="area"),
        FactRule("bid", "opposed", "power", "b", same=("power", "a")),
        FactRule("bid", "opposed", "power", "a", same=("power", "b")),
        FactRule("help-given", "helped", "ally", "power", "battle.area"),
        FactRule("help-refused", "refused-help", "ally", "power", "battle.area"),
    ),
    rounds=(("round-began",), 1),
    things={
        "no-attack": ("area", PLACES),
        "no-entry": ("area", PLACES),
        "no-taking": ("tile", TILE.ids),
        "passage": ("area", PLACES),
        "help": ("area", PLACES),
    },
    owners={"country-taken": ("power", "seat")},
    claims={"help": ask_help},
    binds={"pay": give},
    scenes={"battle": Scene(("attacked", "attacked-neutral", "attacked-tile"))},
    calendar=round_ahead,
)

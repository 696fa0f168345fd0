"""What the types of the views leave open: how long a list can be, which keys a dict can have, what is left out.

What is left out is printed in the rulebook and never changes, or is advice that follows from the rest. A path is
written with dots; `*` stands for every key of a dict, and `[]` for every place of a list.
"""

from __future__ import annotations

from dataclasses import dataclass, field

SEATS = tuple(str(seat) for seat in range(6))


@dataclass(frozen=True)
class Limits:
    lists: dict[str, int] = field(default_factory=dict)
    """The most entries of a list; of ids, it says that their order matters."""
    keys: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The keys of a dict whose type does not name them."""
    left_out: dict[str, str] = field(default_factory=dict)
    """What is not observed, with the reason."""


PRINTED = "printed on the board or the pieces, and never changes"
WORDS = "words for people"
ADVICE = "follows from the rest: advice for people"
PAST = "the past; the present figures are observed"

IMPERIAL = Limits(
    lists={"player": 6, "nation.*.bonds": 9},
    left_out={"chart": PRINTED, "track": PRINTED},
)

COUNTERS = (
    *("pop", "slaves", "2", "2-2g", "3-3g", "1-1g", "2-1g", "3-1g"),
    *("3-2g", "4-3g", "4-1v", "3-1v", "3", "4", "5-1v", "5"),
)
"""What is printed on the counters of Struggle of Empires."""

STRUGGLE = Limits(
    lists={
        "order": 7,
        "rows.a": 4,
        "rows.b": 4,
        "area.*.points": 3,
        "auction.standing.rows.a": 4,
        "auction.standing.rows.b": 4,
        "auction.standing.order": 7,
        "battle.attacker.joined": 7,
        "battle.defender.joined": 7,
        "battle.attacker.naval": 9,
        "battle.defender.naval": 9,
        "battle.attacker.land": 9,
        "battle.defender.land": 9,
        "battle.attacker.dice": 2,
        "battle.defender.dice": 2,
    },
    keys={"area.*.counters": COUNTERS},
    left_out={
        "revolution": PRINTED,
        "penalties": PRINTED,
        "tile": PRINTED,
        "power.*.colour": PRINTED,
        "area.*.standing": "the same as control, in another order",
        "auction.loans": ADVICE,
        "auction.outlook": ADVICE,
        "attacks": ADVICE,
        "strikes": ADVICE,
        "battle.attacker.could_join": ADVICE,
        "battle.defender.could_join": ADVICE,
        "battle.odds": ADVICE,
        "battle.counter": WORDS,
    },
)

IMPERUNDE = Limits(
    lists={
        "order": 6,
        "player": 6,
        "player[].wants_war": 6,
        "relation": 6,
        "relation[]": 6,
        "antarctica": 6,
        "battle.attackers": 12,
        "battle.attack": 4,
        "battle.defence": 4,
        "battle.last.attack": 4,
        "battle.last.defence": 4,
        "battle.boarding": 4,
    },
    left_out={
        "player[].form": PAST,
        "area.*.raises": ADVICE,
    },
)

COLONIAL = Limits(
    lists={
        "player": 6,
        "player[].cards": 5,
        "player[].loans": 6,
        "area.*.spots": 4,
        "war.sides": 2,
        "places": 5,
        "bargains": 5,
    },
    keys={
        "area.*.counters": SEATS,
        "player[].privateers": SEATS,
        "player[].raiders": SEATS,
    },
    left_out={
        "cards": PRINTED,
        "characters": ADVICE,
        "ways": ADVICE,
        "wars": ADVICE,
        "war.next": ADVICE,
        "turn_limit": "an option of the game",
    },
)

LIMITS: dict[str, Limits] = {
    "imperial": IMPERIAL,
    "struggle": STRUGGLE,
    "imperunde": IMPERUNDE,
    "colonial": COLONIAL,
}

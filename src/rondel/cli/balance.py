"""What decides among equals: seats, powers, length, the leader at half-time, and what those do who win."""

from __future__ import annotations

from typing import Any

from rondel.cli.arena import Result, share

FEWEST: float = 0.05
"""What fewer of the seats do is left out: too little is known of it."""
EVERYBODY: float = 0.97
"""What more of them do tells nothing by being done: there it counts how often."""


def powers(result: Result) -> list[dict[str, Any]]:
    """Each power, nation or homeland: how often who began with it won; the best first."""
    had: dict[str, int] = {}
    won: dict[str, float] = {}
    for each in result.played:
        for power, bot in each.powers.items():
            had[power] = had.get(power, 0) + 1
            won[power] = won.get(power, 0.0) + each.wins(bot)
    rows = [{"power": power, "games": had[power], **share(won[power], had[power])} for power in had]
    return sorted(rows, key=lambda row: -float(row["win_share"]))


def uses(result: Result) -> list[dict[str, Any]]:
    """What is done, taken, bought and dealt: how many seats do it, what they win, and how often winners and others do.

    Sorted by how sure it is that those who do it win more, or less, than the rest.
    """
    seats = result.finished * len(result.bots)
    did: dict[str, int] = {}
    won: dict[str, float] = {}
    times: dict[str, float] = {}
    times_won: dict[str, float] = {}
    for each in result.played:
        if not each.finished:
            continue
        for bot, used in enumerate(each.uses):
            part = each.wins(bot)
            for use, number in used.items():
                did[use] = did.get(use, 0) + 1
                won[use] = won.get(use, 0.0) + part
                times[use] = times.get(use, 0.0) + number * (1.0 - part)
                times_won[use] = times_won.get(use, 0.0) + number * part
    losers = max(1, seats - result.finished)
    rows = [
        {
            "use": use,
            "seats": round(number / seats, 4),
            **share(won[use], number),
            "by_winners": round(times_won[use] / max(1, result.finished), 3),
            "by_others": round(times[use] / losers, 3),
        }
        for use, number in did.items()
        if number >= FEWEST * seats
    ]
    return sorted(rows, key=lambda row: -telling(row, 1 / len(result.bots)))


def telling(row: dict[str, Any], equal: float) -> float:
    """How far from an equal's share the nearer end of the interval lies; what everybody does, by how often."""
    if row["seats"] > EVERYBODY:
        return float(abs(row["by_winners"] - row["by_others"]) / (1.0 + row["by_winners"] + row["by_others"])) * equal
    return max(float(row["low"]) - equal, equal - float(row["high"]))


def to_json(result: Result) -> dict[str, Any]:
    leader, counted = result.leaders_who_won()
    shortest, mean, longest = result.lengths()
    return {
        "game": result.game,
        "players": len(result.bots),
        "bot": result.bots[0],
        "games": result.games,
        "by_seat": result.by_seat(),
        "by_place": result.by_place(),
        "powers": powers(result),
        "actions": {"shortest": shortest, "mean": round(mean, 1), "longest": longest},
        "leader_at_half_time": {"games": counted, "won": round(leader, 4)},
        "uses": uses(result),
    }

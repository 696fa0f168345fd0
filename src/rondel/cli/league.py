"""Everybody against everybody, and the ladder: bots two by two, half the seats of a table each."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from rondel.cli.arena import Result, ratings, share

Meet = Callable[[str, str], "Meeting"]


class Meeting:
    """Two bots, and the games that they played: what the first of them won."""

    def __init__(self, first: str, second: str, results: list[Result]) -> None:
        self.first = first
        self.second = second
        self.results = results

    @property
    def games(self) -> int:
        return sum(result.games for result in self.results)

    @property
    def won(self) -> float:
        return sum(
            each.wins(bot)
            for result in self.results
            for each in result.played
            for bot, name in enumerate(result.bots)
            if name == self.first
        )

    def to_json(self) -> dict[str, Any]:
        return {"first": self.first, "second": self.second, "games": self.games, **share(self.won, self.games)}


class League:
    """All meetings; the standing is by rating where openskill is installed, else by the share of games won."""

    def __init__(self, game: str, players: int, entrants: list[str]) -> None:
        self.game = game
        self.players = players
        self.entrants = entrants
        self.meetings: list[Meeting] = []
        self.order: list[str] = []  # of a ladder, the top first

    def standings(self) -> list[dict[str, Any]]:
        rated = ratings(
            [(result.bots, each.ranks) for meeting in self.meetings for result in meeting.results
             for each in result.played if each.finished]
        )  # fmt: skip
        rows = []
        for name in self.entrants:
            own = [each for each in self.meetings if name in (each.first, each.second)]
            games = sum(each.games for each in own)
            won = sum(each.won if each.first == name else each.games - each.won for each in own)
            rows.append({"bot": name, "games": games, **share(won, max(1, games)), "rating": rated.get(name)})

        def strength(row: dict[str, Any]) -> tuple[float, float]:
            if self.order:
                return -self.order.index(row["bot"]), 0.0
            return (row["rating"]["mu"] if row["rating"] else 0.0), row["win_share"]

        return sorted(rows, key=strength, reverse=True)

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "players": self.players,
            "form": "ladder" if self.order else "round robin",
            "standings": self.standings(),
            "meetings": [meeting.to_json() for meeting in self.meetings],
        }


def meeting(pair: tuple[str, str], players: int, number: int, play: Callable[[list[str], int], Result]) -> Meeting:
    """Half the seats each; with an odd number of seats, either has one more in half of the games."""
    tables = [[pair[(seat + turn) % 2] for seat in range(players)] for turn in range(2)]
    if players % 2 == 0 or number < 2:
        return Meeting(*pair, [play(tables[0], number)])
    return Meeting(*pair, [play(tables[0], number - number // 2), play(tables[1], number // 2)])


def round_robin(game: str, entrants: list[str], players: int, meet: Meet) -> League:
    """Every pair meets once."""
    league = League(game, players, entrants)
    league.meetings = [meet(one, other) for one, other in itertools.combinations(entrants, 2)]
    return league


def ladder(game: str, entrants: list[str], players: int, meet: Meet) -> League:
    """One after the other comes in at the bottom, and climbs as long as it wins more than half against the next."""
    league = League(game, players, entrants)
    order: list[str] = []  # the bottom first
    for name in entrants:
        rung = 0
        while rung < len(order):
            met = meet(name, order[rung])
            league.meetings.append(met)
            if met.won <= met.games / 2:
                break
            rung += 1
        order.insert(rung, name)
    league.order = order[::-1]
    return league

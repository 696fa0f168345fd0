"""Tournaments between bots."""

from __future__ import annotations

import math
import multiprocessing
import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any

from rondel import games
from rondel.bots import Bot, SearchBot, Sight, program
from rondel.cli.common import Complaint
from rondel.kernel import flow
from rondel.kernel.flow import CHANCE, SPECTATOR, State
from rondel.kernel.game import Game, random_action

LIMIT = 100_000
"""A game that is not over after so many actions counts as unfinished, and as won by nobody."""
OPENING = 60
"""After so many actions everybody has what he begins with."""
SETTING_UP = "setup"
"""The chapter of the rules in which that is dealt, chosen or bought."""


class FoulError(Complaint):
    """A bot of somebody's own chose what was not on offer."""


class Played:
    """One game that was played: all lists by bot, in the order in which they were named."""

    def __init__(self, number: int, place: list[int]) -> None:
        self.number = number
        self.place = place  # [bot] -> seat
        self.actions = 0
        self.finished = False
        self.ranks: list[int] = []
        self.scores: list[int] = []
        self.half: list[int] = []  # scores as they stood half-way
        self.thinking = [0.0] * len(place)
        self.slowest = [0.0] * len(place)
        self.moves = [0] * len(place)
        self.uses: list[dict[str, int]] = [{} for _ in place]  # [bot] what it did, and how often, if that was asked for
        self.powers: dict[str, int] = {}  # power, nation or homeland -> the bot that began with it, if asked for
        self.begun = False  # all that is begun with is noted
        self.first: int | None = None  # the seat that began, where that was decided at the table

    def wins(self, bot: int) -> float:
        return 1 / self.ranks.count(1) if self.finished and self.ranks[bot] == 1 else 0.0


class Result:
    """What came of many games."""

    def __init__(self, game: str, bots: list[str]) -> None:
        self.game = game
        self.bots = bots
        self.played: list[Played] = []
        self.seconds = 0.0

    @property
    def games(self) -> int:
        return len(self.played)

    @property
    def finished(self) -> int:
        return sum(each.finished for each in self.played)

    @property
    def actions(self) -> int:
        return sum(each.actions for each in self.played)

    @property
    def scores(self) -> list[int]:
        return [sum(each.scores[bot] for each in self.played if each.finished) for bot in range(len(self.bots))]

    @property
    def wins(self) -> list[float]:
        return [sum(each.wins(bot) for each in self.played) for bot in range(len(self.bots))]

    def rows(self) -> list[dict[str, Any]]:
        """Each bot that was named, in that order."""
        return [{"bot": bot, **share(wins, self.games)} for bot, wins in zip(self.bots, self.wins, strict=True)]

    def standings(self) -> list[dict[str, Any]]:
        """Each name once, the best first: what it won, what an equal would have won, and its rating."""
        ratings = self.ratings()
        rows = []
        for name in dict.fromkeys(self.bots):
            mine = [bot for bot, each in enumerate(self.bots) if each == name]
            mean, slowest = self.milliseconds(name)
            rows.append(
                {
                    "bot": name,
                    "seats": len(mine),
                    **share(sum(self.wins[bot] for bot in mine), self.games),
                    "equal_share": round(len(mine) / len(self.bots), 4),
                    "mean_score": round(sum(self.mean_score(bot) for bot in mine) / len(mine), 2),
                    "rating": ratings.get(name),
                    "ms": round(mean, 2),
                    "slowest_ms": round(slowest, 1),
                }
            )
        return sorted(rows, key=lambda row: -row["win_share"] / row["equal_share"])

    def milliseconds(self, name: str) -> tuple[float, float]:
        """How long the bots of a name took for a decision: on average, and at most."""
        mine = [bot for bot, each in enumerate(self.bots) if each == name]
        moves = sum(each.moves[bot] for each in self.played for bot in mine)
        thinking = sum(each.thinking[bot] for each in self.played for bot in mine)
        slowest = max((each.slowest[bot] for each in self.played for bot in mine), default=0.0)
        return 1000 * thinking / max(1, moves), 1000 * slowest

    def by_seat(self) -> list[dict[str, Any]]:
        """What each seat won, whoever sat there."""
        wins = [0.0] * len(self.bots)
        for each in self.played:
            for bot, seat in enumerate(each.place):
                wins[seat] += each.wins(bot)
        return [{"seat": seat, **share(won, self.games)} for seat, won in enumerate(wins)]

    def by_place(self) -> list[dict[str, Any]]:
        """What each place won, counted from the seat that began; nothing where no seat begins."""
        begun = [each for each in self.played if each.first is not None]
        wins = [0.0] * len(self.bots)
        for each in begun:
            for bot, seat in enumerate(each.place):
                wins[(seat - (each.first or 0)) % len(wins)] += each.wins(bot)
        return [{"place": place, **share(won, len(begun))} for place, won in enumerate(wins)] if begun else []

    def ratings(self) -> dict[str, dict[str, float]]:
        return ratings([(self.bots, each.ranks) for each in self.played if each.finished])

    def leaders_who_won(self) -> tuple[float, int]:
        """Of the games with one leader half-way, the share that he won, and how many such games there were."""
        won, counted = 0.0, 0
        for each in self.played:
            if each.half and each.half.count(max(each.half)) == 1:
                counted += 1
                won += each.wins(each.half.index(max(each.half)))
        return won / max(1, counted), counted

    def lengths(self) -> tuple[int, float, int]:
        """The shortest game, the mean, and the longest, in actions."""
        actions = [each.actions for each in self.played]
        return min(actions), sum(actions) / len(actions), max(actions)

    def mean_score(self, bot: int) -> float:
        return self.scores[bot] / max(1, self.finished)

    def mean_milliseconds(self) -> float:
        thinking = sum(sum(each.thinking) for each in self.played)
        return 1000 * thinking / max(1, sum(sum(each.moves) for each in self.played))

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "games": self.games,
            "finished": self.finished,
            "mean_actions": round(self.actions / max(1, self.games), 1),
            "seats": self.rows(),
            "bots": self.standings(),
            "by_seat": self.by_seat(),
        }


def ratings(results: list[tuple[list[str], list[int]]]) -> dict[str, dict[str, float]]:
    """Openskill (Plackett-Luce) by name, where it is installed, from who sat there and the place each reached."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return {}
    model = PlackettLuce()
    rated = {name: model.rating(name=name) for names, _ in results for name in names}
    if len(rated) < 2:
        return {}
    for names, ranks in results:
        teams = model.rate([[rated[name]] for name in names], ranks=[float(rank) for rank in ranks])
        for name in dict.fromkeys(names):
            mine = [teams[bot][0] for bot, known in enumerate(names) if known == name]
            rated[name].mu = sum(rating.mu for rating in mine) / len(mine)
            rated[name].sigma = sum(rating.sigma for rating in mine) / len(mine)
    return {name: {"mu": round(rating.mu, 2), "sigma": round(rating.sigma, 2)} for name, rating in rated.items()}


def share(wins: float, number: int) -> dict[str, float]:
    low, high = wilson(wins, number)
    return {"win_share": round(wins / number, 4), "low": round(low, 4), "high": round(high, 4)}


def wilson(wins: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % confidence interval of a share."""
    part = wins / games
    centre = part + z * z / (2 * games)
    spread = z * math.sqrt(part * (1 - part) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def seating(bots: int, number: int, seed: int) -> list[int]:
    """[bot] -> seat, in this game: every bot goes round all seats, and each round they are mixed anew."""
    turn, shift = divmod(number, bots)
    order = list(range(bots))
    if turn:
        random.Random(f"{seed}/seating/{turn}").shuffle(order)
    return [(seat + shift) % bots for seat in order]


def play(
    game: Game[Any],
    names: list[str],
    number: int,
    seed: int,
    options: dict[str, Any],
    progress: Callable[[], None],
    workers: int = 1,
    watch: bool = False,
) -> Result:
    """Play `number` games; in each the bots sit one seat further on. With several workers, that many at a time.

    `watch`: it is also counted what each bot does, and who has which power in the end.
    """
    result = Result(game.name, names)
    begun = time.perf_counter()
    for played in _all(game.name, names, number, seed, options, workers, watch):
        result.played.append(played)
        progress()
    result.played.sort(key=lambda each: each.number)
    result.seconds = time.perf_counter() - begun
    return result


def _all(
    game: str, names: list[str], number: int, seed: int, options: dict[str, Any], workers: int, watch: bool
) -> Iterator[Played]:
    if workers <= 1:
        for each in range(number):
            yield one_game(game, names, each, seed, options, watch)
        return
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        futures = [pool.submit(one_game, game, names, each, seed, options, watch) for each in range(number)]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            for future in futures:
                future.cancel()


def one_game(
    name: str, names: list[str], number: int, seed: int, options: dict[str, Any], watch: bool = False
) -> Played:
    """The same numbers always play the same game, wherever it is played."""
    game = games.load(name)
    key = f"{seed}/{number}"
    rng = random.Random(key)
    seats = len(names)
    played = Played(number, seating(seats, number, seed))
    sitting = [played.place.index(seat) for seat in range(seats)]  # [seat] -> bot
    bots = [player(game, names[sitting[seat]], f"{key}/{seat}") for seat in range(seats)]
    state = game.setup(seats, options)
    course: list[list[int]] = []
    while not state.over() and played.actions < LIMIT:
        seat = flow.to_act(state)[0]
        if seat == CHANCE:
            action = random_action(state, seat, rng)
            dealt = game.catalogue[action].to_json()["args"].get("seat") if watch else None
            if dealt is not None:
                count(played.uses[sitting[dealt]], game, action)
        else:
            bot = sitting[seat]
            sight = Sight(game, state, seat, rng)
            offered = sight.choices[:] if ":" in names[bot] else []
            begun = time.process_time()
            action = bots[seat].choose(sight)
            taken = time.process_time() - begun
            if offered and action not in offered:
                raise FoulError(f"{names[bot]} chose {action!r}, which was not on offer (game {number}, seat {seat})")
            played.thinking[bot] += taken
            played.slowest[bot] = max(played.slowest[bot], taken)
            played.moves[bot] += 1
            if watch:
                count(played.uses[bot], game, action)
                if played.actions < OPENING:
                    note_start(played, game, state, sitting)
        flow.play(state, seat, action)
        played.actions += 1
        if played.actions % 10 == 0:
            course.append(game.scores(state))
    played.finished = state.over()
    if played.finished:
        ranks, scores = game.ranks(state), game.scores(state)
        played.ranks = [ranks[seat] for seat in played.place]
        played.scores = [scores[seat] for seat in played.place]
        if course:
            half = course[len(course) // 2]
            played.half = [half[seat] for seat in played.place]
    return played


def note_start(played: Played, game: Game[Any], state: State, sitting: list[int]) -> None:
    """Who begins with what; what is dealt or chosen one by one is there once everybody has something."""
    view = game.view(state, SPECTATOR)
    if not played.begun:
        powers = game.teller.powers_in(view)
        played.powers = {power: sitting[seat] for power, seat in powers.items() if 0 <= seat < len(sitting)}
        is_setting_up = state.pending[-1].CHAPTER == SETTING_UP
        played.begun = not is_setting_up and len(set(played.powers.values())) == len(sitting)
    if played.first is None:
        played.first = game.teller.first_in(view)


def player(game: Game[Any], name: str, seed: str) -> Bot:
    """A bot by name. Its seconds are those of the processor: how strong it is must not hang on what else runs."""
    bot = program(game, name, seed)
    if isinstance(bot, SearchBot):
        bot.budget.clock = time.process_time
    return bot


def count(uses: dict[str, int], game: Game[Any], action: int) -> None:
    """Count what an action makes use of: its kind, and the tile, card, space or region that it names."""
    chosen = game.catalogue[action].to_json()
    kind = str(chosen["kind"])
    for use in (kind, *(f"{kind} {value}" for value in chosen["args"].values() if isinstance(value, str))):
        uses[use] = uses.get(use, 0) + 1

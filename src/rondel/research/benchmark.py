"""A benchmark: fixed tasks with seeds, how an entrant does in them, and a leaderboard with the project's own bots.

    rondel benchmark my_package.my_module:MyBot --task 'struggle-*'

Three kinds of tasks, for every game and number of players. In `GAME-N-random` and `GAME-N-heuristic` the entrant sits
in one seat, in turn in each, and the named bot in all others; the figure is its win share beside 1/N, what an equal
wins. In `GAME-N-exploit` the entrant sits in all seats but one, and there sits a best response: a search that knows how
the entrant plays, plays every candidate out with it in all seats, and takes what did best. Its win share above 1/N is a
lower bound of what can be won by knowing the entrant: the lower the better for the entrant.

A game of a task hangs on the task, the number of the game and the entrant alone: chance in it is that of a match with
the seed `BENCHMARK/TASK/NUMBER`. Our levels that look ahead (medium, hard) do so here without a clock, with all the
simulations of their level, for a budget in seconds plays otherwise on another machine. The tasks of a version never
change; new rules of a game, or other tasks, are a new version.

A row also carries the marks of all bots at its tables (`rondel.research.marks`): a bot that plays otherwise today has
another one, and the row is old.

    python -m rondel.research.benchmark --missing   # plays the rows of our own bots that are not there, or old
"""

from __future__ import annotations

import argparse
import fnmatch
import hashlib
import json
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, replace
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import rondel
from rondel import games
from rondel.bots import Bot, Budget, RandomBot, Search, SearchBot, Sight, program
from rondel.cli.arena import wilson
from rondel.kernel import chance, flow
from rondel.kernel.bot import Policy, PolicyBot
from rondel.kernel.flow import CHANCE, State
from rondel.kernel.game import Game
from rondel.research.marks import mark

VERSION = "rondel-1"
OPPONENTS = ("random", "heuristic")
GAMES = 60
"""Of a task, at least: so many more that the entrant sits equally often in each seat."""
EXPLOITED = 12
"""The same of a task with a best response, whose games take far longer."""
SIMULATIONS = 48
"""Games that a best response plays out for a decision."""
CANDIDATES = 4
"""Choices that it compares: each is tried in a dozen worlds, or until it is hopeless."""
LIMIT = 100_000
"""A game that is not over after so many actions is won by nobody."""
LEADERBOARD = Path(__file__).with_name("leaderboard.jsonl")
QUICK = ("random", "heuristic")
SMALLEST = ("imperial-2-exploit", "struggle-2-exploit", "colonial-2-exploit")
OURS: tuple[tuple[str, str, int], ...] = (
    *((task, entrant, 0) for task in ("*-random", "*-heuristic") for entrant in QUICK),
    *((task, entrant, 0) for task in ("*-4-random", "*-4-heuristic") for entrant in ("beginner", "easy")),
    *((task, entrant, 0) for task in SMALLEST for entrant in QUICK),
    ("imperunde-3-exploit", "heuristic", 3),
    ("*-4-heuristic", "medium", 60),
    ("*-4-heuristic", "hard", 20),
)
"""The rows of our own bots: tasks, entrant, and how many games of each task, 0 for all; a search takes its time.

Random play of ImpeRunde comes to its end by chance, after some forty rounds: a best response to it would take hours."""


@dataclass(frozen=True)
class Task:
    """So many games of one kind."""

    game: str
    players: int
    against: str
    """The bot in the other seats; `exploit`: the entrant itself, but for one seat with a best response."""
    games: int

    @property
    def name(self) -> str:
        return f"{self.game}-{self.players}-{self.against}"

    def first(self, number: int) -> Task:
        """The first so many games alone, each seat equally often; all of them if it has no more."""
        return replace(self, games=min(self.games, -(-number // self.players) * self.players))

    def seed(self, number: int) -> str:
        return f"{VERSION}/{self.name}/{number}"


@dataclass(frozen=True)
class Entry:
    """What an entrant reached in a task: a row of the leaderboard."""

    benchmark: str
    task: str
    entrant: str
    games: int
    win_share: float
    """Of the entrant; in a task with a best response, of that one."""
    low: float
    high: float
    equal_share: float
    rules: int
    rondel: str
    digest: str
    """Of all actions of all games: the same entrant has the same one everywhere."""
    entrant_mark: str = ""
    """Of what the entrant thinks and does; rows from before there were marks have none."""
    other_mark: str = ""
    """The same of who sat in the other seats; in a task with a best response, of that one."""


def tasks(pattern: str = "*") -> list[Task]:
    """The tasks whose names fit; LookupError if there are none."""
    every = [
        Task(name, players, against, _number(players, against))
        for name in games.OWN
        for players in games.load(name).players
        for against in (*OPPONENTS, "exploit")
    ]
    found = [task for task in every if fnmatch.fnmatchcase(task.name, pattern)]
    if not found:
        raise LookupError(f"no task is called {pattern!r}; there are {every[0].name} to {every[-1].name}")
    return found


def _number(players: int, against: str) -> int:
    least = EXPLOITED if against == "exploit" else GAMES
    return -(-least // players) * players


class Asked(Policy[Any]):
    """What a bot would do, as a policy: for a search that plays games out with it."""

    def __init__(self, game: Game[Any], bot: Bot, rng: random.Random) -> None:
        super().__init__(rng)
        self.game = game
        self.bot = bot

    def otherwise(self, table: Any, seat: int, choices: list[int]) -> int:
        return self.bot.choose(Sight(self.game, table, seat, self.rng))


def seated(game: Game[Any], name: str, seed: str) -> Bot:
    """An entrant or opponent by name; one that looks ahead for so many simulations does so without a clock."""
    bot = program(game, name, seed)
    if isinstance(bot, SearchBot) and bot.budget.simulations > 0:
        bot.budget = Budget(bot.budget.simulations)
    return bot


def best_response(game: Game[Any], entrant: str, seed: str) -> Bot:
    """A bot that knows how the entrant plays."""
    rng = random.Random(f"bot/{seed}")
    model = seated(game, entrant, seed)
    policy: Policy[Any]
    if isinstance(model, PolicyBot):
        policy = model.policy
    elif isinstance(model, RandomBot):
        policy = Policy(rng)
    else:
        policy = Asked(game, model, rng)
    return SearchBot(Search(game, policy, f"search/{seed}", CANDIDATES, evidence=0.0), Budget(SIMULATIONS))


class EntrantError(RuntimeError):
    """A bot failed in the middle of a game; its own error is the cause."""


def play_game(task: Task, entrant: str, number: int) -> tuple[int, float, str]:
    """One game of a task: its number, what the seat that is looked at won of it, and a digest of its actions."""
    game = games.load(task.game)
    seed = task.seed(number)
    own = number % task.players
    sitting = [_sitting(game, task, entrant, seat == own, f"{seed}/{seat}") for seat in range(task.players)]
    worlds = random.Random(f"worlds/{seed}")
    state: State = game.setup(task.players, game.sim_options)
    actions: list[int] = []
    while state.pending and len(actions) < LIMIT:
        seat = flow.to_act(state)[0]
        if seat == CHANCE:
            action = chance.draw(seed, len(actions), flow.odds(state))
        else:
            sight = Sight(game, state, seat, worlds)
            try:
                action = sitting[seat].choose(sight)
            except Exception as error:
                who = entrant if seat == own or task.against == "exploit" else task.against
                told = f"{who} failed in game {number} of {task.name}, after {len(actions)} actions"
                raise EntrantError(told) from error
            if action not in sight.choices:
                raise game.illegal(state, seat, action)
        actions.append(action)
        flow.play(state, seat, action)
    digest = hashlib.sha256(json.dumps(actions).encode()).hexdigest()
    ranks = game.ranks(state)
    won = 1 / ranks.count(1) if not state.pending and ranks[own] == 1 else 0.0
    return number, won, digest


def _sitting(game: Game[Any], task: Task, entrant: str, own: bool, seed: str) -> Bot:
    if task.against == "exploit":
        return best_response(game, entrant, seed) if own else seated(game, entrant, seed)
    return seated(game, entrant if own else task.against, seed)


def run(task: Task, entrant: str, workers: int = 1, progress: Callable[[], None] = lambda: None) -> Entry:
    """All games of a task; LookupError if there is no such entrant."""
    program(games.load(task.game), entrant, "0")
    played = []
    for each in _played(task, entrant, workers):
        played.append(each)
        progress()
    played.sort()
    wins = sum(won for _, won, _ in played)
    low, high = wilson(wins, task.games)
    return Entry(
        benchmark=VERSION,
        task=task.name,
        entrant=entrant,
        games=task.games,
        win_share=round(wins / task.games, 4),
        low=round(low, 4),
        high=round(high, 4),
        equal_share=round(1 / task.players, 4),
        rules=games.load(task.game).rules,
        rondel=rondel.__version__,
        digest=hashlib.sha256("".join(digest for _, _, digest in played).encode()).hexdigest()[:16],
        entrant_mark=entrant_mark(task.game, task.players, entrant),
        other_mark=other_mark(task.game, task.players, task.against, entrant),
    )


@cache
def entrant_mark(game: str, players: int, entrant: str) -> str:
    """Of an entrant as it is today; LookupError if there is none."""
    rules = games.load(game)
    return mark(rules, players, lambda seed: seated(rules, entrant, seed))


@cache
def other_mark(game: str, players: int, against: str, entrant: str) -> str:
    """Of the others in a task as they are today."""
    if against != "exploit":
        return entrant_mark(game, players, against)
    rules = games.load(game)
    return mark(rules, players, lambda seed: best_response(rules, entrant, seed))


def is_old(row: Entry) -> bool:
    """Whether the bots of a row play otherwise today, or the game has other rules."""
    (task,) = tasks(row.task)
    if row.rules != games.load(task.game).rules:
        return True
    try:
        entrant = entrant_mark(task.game, task.players, row.entrant)
        other = other_mark(task.game, task.players, task.against, row.entrant)
    except LookupError:  # somebody else's bot, which is not installed here
        return task.against != "exploit" and row.other_mark != entrant_mark(task.game, task.players, task.against)
    return (row.entrant_mark, row.other_mark) != (entrant, other)


def _played(task: Task, entrant: str, workers: int) -> Iterator[tuple[int, float, str]]:
    if workers <= 1:
        for number in range(task.games):
            yield play_game(task, entrant, number)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        futures = [pool.submit(play_game, task, entrant, number) for number in range(task.games)]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            for future in futures:
                future.cancel()


def read(path: Path = LEADERBOARD) -> list[Entry]:
    """The rows of a leaderboard; ValueError, with the line, if one cannot be read."""
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            found.append(Entry(**json.loads(line)))
        except (ValueError, TypeError) as error:
            raise ValueError(f"{path}, line {number}: {error}") from None
    return found


def enter(path: Path, entry: Entry) -> None:
    """Write a row into a leaderboard, in the place of an older one of the same entrant and task."""
    kept = read(path) if path.exists() else []
    rows = [each for each in kept if (each.benchmark, each.task, each.entrant) != _key(entry)]
    order = {task.name: place for place, task in enumerate(tasks())}
    rows = sorted([*rows, entry], key=lambda each: (order.get(each.task, len(order)), -each.win_share, each.entrant))
    text = "".join(json.dumps(asdict(each)) + "\n" for each in rows)
    path.write_text(text, encoding="utf-8", newline="\n")


def _key(entry: Entry) -> tuple[str, str, str]:
    return entry.benchmark, entry.task, entry.entrant


def our_rows(pattern: str = "*", entrants: str = "*", searched: int = 0) -> Iterator[tuple[Task, str]]:
    """The tasks that our own bots play, and who plays them; `searched`: so many games of those that look ahead."""
    names = {task.name for task in tasks(pattern)}
    for their_tasks, entrant, number in OURS:
        for task in tasks(their_tasks):
            if task.name in names and fnmatch.fnmatchcase(entrant, entrants):
                yield task.first(searched or number) if number else task, entrant


def state_of(rows: list[Entry], task: Task, entrant: str) -> str:
    """What a leaderboard has of a task and an entrant: `missing`, `old` or `there`."""
    for row in rows:
        if _key(row) == (VERSION, task.name, entrant) and row.games >= task.games:
            return "old" if is_old(row) else "there"
    return "missing"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="rondel.research.benchmark", description="Play the rows of our own bots anew."
    )
    parser.add_argument("--task", default="*", help="only tasks that fit, as in 'imperial-*'")
    parser.add_argument("--entrant", default="*", help="only entrants that fit, as in 'medium'")
    parser.add_argument("--missing", action="store_true", help="only rows that are not there, or of older bots")
    parser.add_argument("--check", action="store_true", help="say which rows these are, and play nothing")
    parser.add_argument("--games", type=int, default=0, help="so many games of a task for medium and hard")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", type=Path, default=LEADERBOARD)
    wanted = parser.parse_args()
    for task, entrant in our_rows(wanted.task, wanted.entrant, wanted.games):
        rows = read(wanted.out) if wanted.out.exists() else []
        state = state_of(rows, task, entrant) if wanted.missing or wanted.check else "missing"
        if wanted.check:
            print(f"{task.name}, {task.games} games: {entrant} {state}", flush=True)
        elif state != "there":
            entry = run(task, entrant, wanted.workers)
            enter(wanted.out, entry)
            share = f"{entry.win_share:.3f} ({entry.low:.3f} to {entry.high:.3f})"
            print(f"{entry.task}, {entry.games} games: {entrant} {share}", flush=True)


if __name__ == "__main__":
    main()

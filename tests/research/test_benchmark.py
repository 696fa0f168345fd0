"""The benchmark: its tasks stand still, its games hang on nothing but the task and the entrant."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from rondel import __version__, games
from rondel.bots import RandomBot, SearchBot, Sight, program
from rondel.research import benchmark
from rondel.research.pages import leaderboard_page
from tests.command import call

PAGE = Path(__file__).parents[2] / "docs" / "research" / "leaderboard.md"


def small(name: str, number: int = 2) -> benchmark.Task:
    (task,) = benchmark.tasks(name)
    return replace(task, games=number)


def test_there_is_a_task_for_every_game_number_of_players_and_opponent() -> None:
    found = benchmark.tasks()
    assert (
        len({task.name for task in found}) == len(found) == 3 * sum(len(games.load(name).players) for name in games.OWN)
    )
    assert all(task.games % task.players == 0 for task in found), "the entrant sits equally often in every seat"
    with pytest.raises(LookupError, match="no task is called 'chess-2"):
        benchmark.tasks("chess-2-*")


def test_what_our_own_bots_reached_can_be_reached_again() -> None:
    """The row of random play, which no change of a bot touches; a change of rules is a new version."""
    (task,) = benchmark.tasks("struggle-4-random")
    (row,) = [each for each in benchmark.read() if (each.task, each.entrant) == (task.name, "random")]
    assert benchmark.run(task, "random") == replace(row, rondel=__version__)


def test_the_first_games_of_a_task_are_a_part_of_it() -> None:
    (task,) = benchmark.tasks("struggle-4-random")
    assert task.first(5).games == 8, "every seat comes equally often"
    assert task.first(999).games == task.games
    assert benchmark.play_game(task.first(4), "random", 3) == benchmark.play_game(task, "random", 3)


def test_levels_look_ahead_without_a_clock() -> None:
    """A budget in seconds would make games that do not come again."""
    game = games.load("struggle")
    for level in ("medium", "hard"):
        free, timed = benchmark.seated(game, level, "1"), program(game, level, "1")
        assert isinstance(free, SearchBot)
        assert isinstance(timed, SearchBot)
        assert timed.budget.seconds > 0
        assert free.budget.seconds == 0
        assert free.budget.simulations == timed.budget.simulations > 0


def own_rows(board: Path, *more: str) -> list[str]:
    """What the command for our own rows prints, of random play in one task."""
    words = ["--task", "struggle-4-random", "--entrant", "random", "--out", str(board), *more]
    command = [sys.executable, "-m", "rondel.research.benchmark", *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def test_our_rows_are_played_by_one_command(tmp_path: Path) -> None:
    """What is not there is played, and so is what was played by another bot; what is there is left alone."""
    board = tmp_path / "board.jsonl"
    named = "struggle-4-random, 60 games: random"
    assert own_rows(board, "--check") == [f"{named} missing"]
    assert not board.exists()
    (told,) = own_rows(board, "--missing")
    assert told.startswith(named)
    (row,) = benchmark.read(board)
    assert row in [replace(each, rondel=__version__) for each in benchmark.read()]
    assert own_rows(board, "--check") == [f"{named} there"]
    assert own_rows(board, "--missing") == []
    benchmark.enter(board, replace(row, other_mark="another"))
    assert own_rows(board, "--check") == [f"{named} old"]


def test_searches_play_as_many_games_as_they_are_asked_to() -> None:
    def numbers(searched: int) -> dict[str, int]:
        return {entrant: task.games for task, entrant in benchmark.our_rows("imperial-4-heuristic", "*", searched)}

    assert (numbers(0)["hard"], numbers(0)["easy"]) == (20, 60)
    assert (numbers(9)["hard"], numbers(9)["medium"], numbers(9)["easy"]) == (12, 12, 60)


@pytest.fixture
def fresh_marks() -> Iterator[None]:
    """Marks are worked out once in a process: those of a bot that a test has changed must not stay."""
    for cached in (benchmark.entrant_mark, benchmark.other_mark):
        cached.cache_clear()
    yield
    for cached in (benchmark.entrant_mark, benchmark.other_mark):
        cached.cache_clear()


def marked(task: benchmark.Task, entrant: str) -> benchmark.Entry:
    """A row of a task as if it had been played just now."""
    return replace(
        benchmark.read()[0],
        task=task.name,
        entrant=entrant,
        rules=games.load(task.game).rules,
        entrant_mark=benchmark.entrant_mark(task.game, task.players, entrant),
        other_mark=benchmark.other_mark(task.game, task.players, task.against, entrant),
    )


@pytest.mark.usefixtures("fresh_marks")
@pytest.mark.parametrize("name", games.OWN)
def test_rows_of_a_bot_with_other_weights_are_old(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    against_random, against_heuristic = (
        benchmark.tasks(f"{name}-3-random")[0],
        benchmark.tasks(f"{name}-3-heuristic")[0],
    )
    rows = {
        "random against random": marked(against_random, "random"),
        "heuristic against random": marked(against_random, "heuristic"),
        "random against heuristic": marked(against_heuristic, "random"),
        "somebody's against heuristic": replace(marked(against_heuristic, "random"), entrant="elsewhere:Bot"),
    }
    assert not any(benchmark.is_old(row) for row in rows.values())
    policy = games.load(name).policy
    assert policy is not None
    weights = policy(random.Random(1)).usual()
    last = list(weights)[-1]
    monkeypatch.setattr(policy, "usual", lambda self: {**weights, last: weights[last] + 0.01})
    for cached in (benchmark.entrant_mark, benchmark.other_mark):
        cached.cache_clear()
    assert [told for told, row in rows.items() if benchmark.is_old(row)] == list(rows)[1:]


@pytest.mark.usefixtures("fresh_marks")
def test_rows_of_another_search_are_old(monkeypatch: pytest.MonkeyPatch) -> None:
    task = small("struggle-2-random")
    searched, followed = marked(task, "search+8"), marked(task, "heuristic")
    assert not benchmark.is_old(searched)
    monkeypatch.setattr("rondel.bots.search.SPREAD", 0.5)
    for cached in (benchmark.entrant_mark, benchmark.other_mark):
        cached.cache_clear()
    assert benchmark.is_old(searched)
    assert not benchmark.is_old(followed), "it does not search"


def test_rows_from_before_there_were_marks_are_old() -> None:
    row = marked(small("struggle-2-random"), "random")
    assert not benchmark.is_old(row)
    assert benchmark.is_old(replace(row, entrant_mark="", other_mark=""))
    assert benchmark.is_old(replace(row, rules=row.rules - 1))


def test_several_processes_play_the_same_games() -> None:
    task = small("struggle-2-heuristic")
    assert benchmark.run(task, "easy", workers=2) == benchmark.run(task, "easy")


def test_the_leaderboard_has_rows_for_every_game_and_our_bots() -> None:
    rows = benchmark.read()
    known = {task.name: task for task in benchmark.tasks()}
    for row in rows:
        assert row.benchmark == benchmark.VERSION
        assert row.games <= known[row.task].games, "the first games of a task, if not all"
        assert row.games % known[row.task].players == 0
        assert row.low <= row.win_share <= row.high
        assert row.rules == games.load(known[row.task].game).rules, "other rules are a new version of the benchmark"
    for name in games.OWN:
        assert {"random", "heuristic"} <= {row.entrant for row in rows if known[row.task].game == name}
    assert any(known[row.task].against == "exploit" for row in rows)


def test_the_page_shows_the_leaderboard() -> None:
    assert PAGE.read_text(encoding="utf-8") == leaderboard_page(benchmark.read()), "python -m rondel.research.pages"


OWN_BOT = """
from rondel.bots import Bot

class First(Bot):
    def __init__(self, rng):
        pass

    def choose(self, sight):
        return sight.choices[0]
"""


@pytest.fixture
def own_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "mine.py").write_text(OWN_BOT)
    monkeypatch.syspath_prepend(tmp_path)
    return "mine:First"


def test_a_best_response_knows_any_entrant(own_bot: str) -> None:
    game = games.load("struggle")
    for entrant in ("random", "heuristic", own_bot):
        assert isinstance(benchmark.best_response(game, entrant, "1"), SearchBot)
    asked = benchmark.Asked(game, program(game, own_bot, "1"), random.Random(1))
    state = game.setup(2)
    while game.to_act(state)[0] < 0:
        game.apply(state, -1, game.legal(state, -1)[0])
    seat = game.to_act(state)[0]
    assert asked.choose(state, seat, game.legal(state, seat)) == game.legal(state, seat)[0]


def test_a_best_response_often_does_something_else_than_the_entrant() -> None:
    game = games.load("struggle")
    state = game.setup(2)
    rng = random.Random(1)
    bot = benchmark.best_response(game, "random", "1")
    assert isinstance(bot, SearchBot)
    changed = 0
    for _ in range(60):
        seat = game.to_act(state)[0]
        legal = game.legal(state, seat)
        if seat >= 0 and len(legal) > 1 and bot.search.looked < 6:
            candidates = bot.search.look(Sight(game, state, seat, rng), bot.budget)
            changed += candidates[0].mean() > candidates[1].mean()
        game.apply(state, seat, rng.choice(legal))
    assert bot.search.looked == 6
    assert changed >= 4, "what did best is taken, not what the entrant would do"


def test_an_illegal_choice_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RandomBot, "choose", lambda self, sight: -5)
    with pytest.raises(ValueError, match=r"."):
        benchmark.play_game(small("struggle-2-random"), "random", 0)


def test_whoever_wrote_a_bot_that_fails_is_told_where(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(OWN_BOT.replace("sight.choices[0]", '{}["missing"]'))
    done = call("benchmark", "mine:First", "--task", "struggle-2-random", "--games", "2", "-w", "1", cwd=tmp_path)
    assert done.returncode == 1
    assert "mine:First failed in game 0 of struggle-2-random, after " in done.stderr
    assert "KeyError: 'missing'" in done.stderr
    assert "mine.py" in done.stderr


def test_a_row_takes_the_place_of_an_older_one(tmp_path: Path) -> None:
    path = tmp_path / "board.jsonl"
    entry = benchmark.read()[0]
    better = replace(entry, win_share=0.9)
    for row in (entry, replace(entry, entrant="other"), better):
        benchmark.enter(path, row)
    assert sorted(benchmark.read(path), key=lambda row: row.entrant != "other") == [
        replace(entry, entrant="other"),
        better,
    ]
    path.write_text("nonsense\n")
    with pytest.raises(ValueError, match="line 1"):
        benchmark.read(path)


def test_one_command_enters_a_bot_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(OWN_BOT)
    words = [
        "benchmark",
        "mine:First",
        "--task",
        "struggle-2-random",
        "--workers",
        "1",
        "--out",
        "board.jsonl",
        "--json",
    ]
    done = call(*words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    printed = json.loads(done.stdout)
    (row,) = benchmark.read(tmp_path / "board.jsonl")
    assert printed["win_share"] == row.win_share
    assert row.entrant == "mine:First"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["genius"], "no bot is called 'genius'"),
        (["random", "--task", "chess-*"], "no task is called"),
        (["random", "--games", "0"], "Invalid value for '--games'"),
        (["mine:Nobody"], "there is no such class"),
        (["random", "--task", "struggle-2-random", "--out", "no/such/folder/board.jsonl"], "No such file"),
    ],
)
def test_the_command_complains_in_one_line(words: list[str], complaint: str) -> None:
    done = call("benchmark", *words)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert "Traceback" not in done.stderr

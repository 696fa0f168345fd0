"""`rondel train`: the weights of a game's bot, tuned by self-play."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Self

import typer
from rich.console import Console
from rich.progress import Progress

from rondel.bots.fit import Fit, begun
from rondel.bots.fit import as_toml as fit_toml
from rondel.bots.fit import error as mean_squares
from rondel.bots.fit import some_games as games_to_fit
from rondel.bots.train import ALL, Training, as_toml, some_games
from rondel.cli.common import Complaint, find_game, replace_file, settle
from rondel.research.runners import PLACES, Runner, runner

out = Console(highlight=False)
PART = 20
"""So many games are played together."""
PARTS = 8
"""So many parts are given out at once, and then it is written down how far a fit is."""


def train(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    changes: Annotated[int, typer.Option(min=1, help="How many changes are tried, in all.")] = 200,
    most: Annotated[int, typer.Option("--games", min=1, help="A change plays at most so many games.")] = 960,
    at_table: Annotated[int | None, typer.Option("--players", "-p", help="How many sit at a table.")] = None,
    all_sizes: Annotated[bool, typer.Option("--all-players", help="Tables of every size, in turn.")] = False,
    seed: Annotated[int, typer.Option(help="The same seed tries the same changes.")] = 1,
    proof: Annotated[int, typer.Option(min=1, help="Games against the weights it began with, at the end.")] = 1000,
    state: Annotated[Path | None, typer.Option(help="Where it writes down how far it is, and takes up again.")] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Where the weights go; else to the screen.")
    ] = None,
    where: Annotated[str, typer.Option(help=f"Where the games are played. {PLACES}.")] = "cores",
    value: Annotated[bool, typer.Option(help="Fit what positions are worth instead, to --games games.")] = False,
) -> None:
    """Tune the weights of a game's bot: changes are kept if they win a duel against the present ones.

    With --state it can be stopped at any time, and goes on where it was when it is started again with the same options.
    With --value what positions are worth is fitted to games of self-play: that is what a search judges them by.
    """
    rules = find_game(game)
    seats = settle(rules, at_table, {})
    if all_sizes and (value or at_table is not None):
        raise Complaint("--all-players goes with neither --players nor --value")
    for file in (output, state):
        if file is not None and not file.absolute().parent.is_dir():
            raise Complaint(f"{file}: there is no such folder")
    if value:
        fit_value(game, seats, most, seed, state, output, where)
        return
    try:
        seats = ALL if all_sizes else seats
        training = Training(game, seed, seats, most)
        if state is not None and state.exists():
            training = Training.from_json(known(state))
            if (training.game, training.seed, training.seats, training.most) != (game, seed, seats, most):
                raise ValueError(f"{state} is of another training: {training.game}, seed {training.seed}")
    except KeyError as error:
        raise Complaint(f"{state} does not hold how far a training is: it says nothing of {error}") from None
    except TypeError:
        raise Complaint(f"{state} does not hold how far a training is: something in it is of another kind") from None
    except (ValueError, OSError) as error:
        raise Complaint(str(error)) from None
    try:
        players = Players(where)
    except (ModuleNotFoundError, ValueError) as error:
        raise Complaint(str(error)) from None
    with players:
        while training.tried < changes:
            duel = training.try_one(players.play)
            kept = bool(training.kept) and training.kept[-1]["change"] == training.tried
            out.print(
                f"{training.tried}/{changes}: {duel.share():.1%} of {duel.played} games{', kept' if kept else ''}; "
                f"{len(training.kept)} kept so far"
            )
            if state is not None:
                replace_file(state, json.dumps(training.to_json(), indent=1))
        shown = training.proof(proof, players.play)
    size = "--all-players" if all_sizes else f"--players {seats}"
    command = f"rondel train {game} --changes {changes} --games {most} {size} --seed {seed} --proof {proof}"
    text = as_toml(training, " ".join(shlex.split(command)), shown)
    if output is None:
        out.print(text)
    else:
        replace_file(output, text)
    out.print(f"Against the weights it began with: {shown.share():.1%} of {shown.played} games")


def known(state: Path) -> dict[str, Any]:
    """How far something was when it was stopped."""
    found: Any = None
    try:
        found = json.loads(state.read_text())
    except ValueError:
        pass
    except OSError as error:
        raise Complaint(f"{state}: {error.strerror}") from None
    if not isinstance(found, dict):
        raise ValueError(f"{state} does not hold how far a training is")
    return found


def fit_value(
    game: str, seats: int, number: int, seed: int, state: Path | None, output: Path | None, where: str
) -> None:
    whose = {"game": game, "seats": seats, "seed": seed}
    try:
        found = begun(game)
        if state is not None and state.exists():
            before = known(state)
            if before.pop("whose") != whose:
                raise ValueError(f"{state} is of another fit")
            found.take_up(before)
        with runner(where) as players, track(out, f"{game}, {seats} players", number) as advance:
            for _ in range(found.games):
                advance()
            while found.games < number:
                play_some(found, players, (game, seats, seed), number, advance)
                if state is not None:
                    replace_file(state, json.dumps({"whose": whose, **found.to_json()}))
    except KeyError as error:
        raise Complaint(f"{state} does not hold how far a fit is: it says nothing of {error}") from None
    except TypeError:
        raise Complaint(f"{state} does not hold how far a fit is: something in it is of another kind") from None
    except (ValueError, ImportError, OSError) as error:
        raise Complaint(str(error)) from None
    values = found.solve()
    text = fit_toml(values, found, f"rondel train {game} --value --games {number} --players {seats} --seed {seed}")
    if output is None:
        out.print(text)
    else:
        replace_file(output, text)
    left, whole = mean_squares(values, found.test)
    out.print(f"{1 - left / whole:.0%} of the differences of scores explained, in games that it was not fitted to")


def play_some(
    found: Fit, players: Runner, whose: tuple[str, int, int], number: int, advance: Callable[[], None]
) -> None:
    """The next games to fit to, some parts at once; they are taken in order, wherever they were played."""
    game, seats, seed = whose
    last = min(number, found.games + PARTS * PART)
    numbers = range(found.games, last)
    parts = [numbers[start : start + PART] for start in range(0, len(numbers), PART)]
    for part in players.map(some_to_fit, [(game, seats, part, seed) for part in parts]):
        for rows in part:
            found.take(rows)
            advance()


def some_to_fit(game: str, seats: int, numbers: range, seed: int) -> list[list[list[float]]]:
    return games_to_fit(game, seats, numbers, seed)


@contextmanager
def track(console: Console, what: str, total: int) -> Iterator[Callable[[], None]]:
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda: progress.advance(task)


class Players:
    """Plays a batch of games in many parts, wherever that is; the result does not hang on where, or on how many."""

    def __init__(self, where: str) -> None:
        self.runner: Runner = runner(where)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.runner.close()

    def play(self, name: str, weights: list[list[float]], seats: int, numbers: range, seed: str) -> float:
        parts = [numbers[start : start + PART] for start in range(0, len(numbers), PART)]
        return sum(self.runner.map(some_of_them, [(name, weights, seats, part, seed) for part in parts]))


def some_of_them(name: str, weights: list[list[float]], seats: int, numbers: range, seed: str) -> float:
    return some_games(name, weights, seats, numbers, seed)

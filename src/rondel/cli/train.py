"""`rondel train`: the weights of a game's bot, tuned by self-play."""

from __future__ import annotations

import json
import multiprocessing
import shlex
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from rondel.bots.train import Training, as_toml, some_games
from rondel.cli.common import Complaint, find_game, replace_file

out = Console(highlight=False)


def train(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    changes: Annotated[int, typer.Option(min=1, help="How many changes are tried, in all.")] = 200,
    most: Annotated[int, typer.Option("--games", min=1, help="A change plays at most so many games.")] = 960,
    players: Annotated[int | None, typer.Option("--players", "-p", help="How many sit at a table.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed tries the same changes.")] = 1,
    proof: Annotated[int, typer.Option(min=1, help="Games against the weights it began with, at the end.")] = 1000,
    state: Annotated[Path | None, typer.Option(help="Where it writes down how far it is, and takes up again.")] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Where the weights go; else to the screen.")
    ] = None,
    workers: Annotated[int, typer.Option("--workers", "-w", min=1, help="Processes that play.")] = 1,
) -> None:
    """Tune the weights of a game's bot: changes are kept if they win a duel against the present ones.

    With --state it can be stopped at any time, and goes on where it was when it is started again with the same options.
    """
    rules = find_game(game)
    seats = players or min(max(4, rules.players[0]), rules.players[-1])
    try:
        training = Training(game, seed, seats, most)
        if state is not None and state.exists():
            training = Training.from_json(json.loads(state.read_text()))
            if (training.game, training.seed, training.seats, training.most) != (game, seed, seats, most):
                raise ValueError(f"{state} is of another training: {training.game}, seed {training.seed}")
    except (ValueError, KeyError) as error:
        raise Complaint(str(error)) from None
    with Players(workers) as play:
        while training.tried < changes:
            duel = training.try_one(play)
            kept = bool(training.kept) and training.kept[-1]["change"] == training.tried
            out.print(
                f"{training.tried}/{changes}: {duel.share():.1%} of {duel.played} games{', kept' if kept else ''}; "
                f"{len(training.kept)} kept so far"
            )
            if state is not None:
                replace_file(state, json.dumps(training.to_json(), indent=1))
        shown = training.proof(proof, play)
    command = f"rondel train {game} --changes {changes} --games {most} --players {seats} --seed {seed} --proof {proof}"
    text = as_toml(training, " ".join(shlex.split(command)), shown)
    if output is None:
        out.print(text)
    else:
        replace_file(output, text)
    out.print(f"Against the weights it began with: {shown.share():.1%} of {shown.played} games")


class Players:
    """Plays a batch of games in as many processes as there are workers; the result does not hang on how many."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Callable[[str, list[list[float]], int, range, str], float]:
        if self.workers <= 1:
            return some_games
        self.pool = ProcessPoolExecutor(self.workers, mp_context=multiprocessing.get_context("spawn"))
        return self.play

    def __exit__(self, *_: object) -> None:
        if self.pool is not None:
            self.pool.shutdown(cancel_futures=True)

    def play(self, name: str, weights: list[list[float]], seats: int, numbers: range, seed: str) -> float:
        assert self.pool is not None
        parts = [numbers[start :: self.workers] for start in range(self.workers)]
        futures = [self.pool.submit(some_games, name, weights, seats, part, seed) for part in parts if len(part)]
        return sum(future.result() for future in futures)

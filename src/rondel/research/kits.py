"""The test kits of PettingZoo and OpenSpiel, run on all games at every number of players.

python -m rondel.research.kits
"""

from __future__ import annotations

import argparse
import io
import os
import re
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from functools import partial
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    render_test,
    seed_test,
)
from pettingzoo.test.max_cycles_test import max_cycles_test

from rondel import games

EXPECTED = (
    "Observation is not a NumPy array",  # it is a dict with the mask, as in PettingZoo's own board games
    "Observation space for each agent probably should be",  # the same
    "Action mask numpy array is all zeros",  # of those who are not asked
)
"""What PettingZoo warns of and is meant so."""
SPEED = re.compile(r"([\d.]+) turns per second")


def pettingzoo_kit(name: str, players: int, cycles: int) -> dict[str, Callable[[], Any]]:
    """The tests of PettingZoo for one game, by name."""
    module = import_module(f"rondel.research.{name}_v1")
    seated = partial(module.env, players=players)
    together = SimpleNamespace(
        env=partial(module.cycles.env, players=players),
        parallel_env=partial(module.cycles.parallel_env, players=players),
    )
    return {
        "api_test": lambda: api_test(seated(seed=1), num_cycles=cycles),
        "seed_test": lambda: seed_test(seated, num_cycles=cycles),
        "parallel_api_test": lambda: parallel_api_test(together.parallel_env(), num_cycles=cycles),
        "parallel_seed_test": lambda: parallel_seed_test(together.parallel_env, num_cycles=cycles),
        "max_cycles_test": lambda: max_cycles_test(together),
        "render_test": lambda: render_test(seated),
        "performance_benchmark": lambda: performance_benchmark(seated()),
    }


@contextmanager
def quiet() -> Iterator[None]:
    """OpenSpiel writes every error that its tests provoke to the terminal; what fails is raised all the same."""
    sys.stderr.flush()
    kept = os.dup(2)
    with Path(os.devnull).open("w") as nothing:
        os.dup2(nothing.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def run(test: Callable[[], Any]) -> str:
    """Run a test of a kit; what it printed. Warnings that are not expected are errors."""
    said = io.StringIO()
    with redirect_stdout(said), quiet(), warnings.catch_warnings():
        warnings.simplefilter("error")
        for message in EXPECTED:
            warnings.filterwarnings("ignore", message=message)
        test()
    return said.getvalue()


def both_kits(name: str, players: int, cycles: int) -> dict[str, Callable[[], Any]]:
    """The tests of both for one game, by the name of the kit and of the test."""
    from rondel.research.spiel_kit import openspiel_kit  # has no wheels for Windows

    kits = {"PettingZoo": pettingzoo_kit(name, players, cycles), "OpenSpiel": openspiel_kit(name, players)}
    return {f"{kit}'s {test}": call for kit, tests in kits.items() for test, call in tests.items()}


def timed(test: Callable[[], Any]) -> str:
    """Run a test; how long it took, and the speed that it measured."""
    begun = time.perf_counter()
    said = run(test)
    speed = [f", {float(rate):,.0f} turns a second" for rate in SPEED.findall(said)]
    return f"{time.perf_counter() - begun:.1f} s" + "".join(speed)


def main() -> None:
    parser = argparse.ArgumentParser(prog="rondel.research.kits", description=__doc__.split("\n")[0])
    parser.add_argument("game", nargs="*", help=f"games to test (all: {', '.join(games.OWN)})")
    parser.add_argument("--cycles", type=int, default=100)
    wanted = parser.parse_args()
    begun = time.perf_counter()
    passed = 0
    for name in wanted.game or games.OWN:
        for players in games.load(name).players:
            for test, call in both_kits(name, players, wanted.cycles).items():
                print(f"{name}, {players} players: {test} passed, {timed(call)}", flush=True)
                passed += 1
    print(f"{passed} tests passed in {time.perf_counter() - begun:.0f} s")


if __name__ == "__main__":
    main()

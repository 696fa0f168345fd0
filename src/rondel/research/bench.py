"""How fast the doors are, beside OpenSpiel's chess and backgammon and PettingZoo's chess in the same run.

    python -m rondel.research.bench --game imperial --seconds 3

Figures are actions a second of wall time, and as multiples of OpenSpiel's backgammon driven from Python; with `--cpu`,
of the processor's time, for one core alone, which a busy machine disturbs less. The engine is measured as it is
installed: compiled with mypyc it is several times faster.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import time
import warnings
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from rondel import games
from rondel.kernel import flow
from rondel.kernel.game import random_play
from rondel.research.batch import Batch, Workers

SIZE = 1024
"""Games in a batch for each core: with fewer, waiting for one another costs more; with more, caches do."""
STRETCH = 0.1
"""Seconds that are measured at a time."""
RANDOM_STEPS = 64
"""Actions at random between two looks, where all is random."""


clock: Callable[[], float] = time.perf_counter


def rate(seconds: float, work: Callable[[], int]) -> float:
    """Actions a second; `work` does some and says how many. Of several stretches the best counts: others disturb."""
    work()
    best = 0.0
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        done = 0
        begun = clock()
        while (taken := clock() - begun) < STRETCH:
            done += work()
        best = max(best, done / taken)
    return best


def kernel(game: str, seconds: float, seed: int = 1) -> float:
    """Random play in the kernel, without a door."""
    rules = games.load(game)
    rng = random.Random(seed)
    players = min(max(4, rules.players[0]), rules.players[-1])
    return rate(seconds, lambda: random_play(rules.setup(players, rules.sim_options), rng))


def _kernel(arguments: tuple[str, float, int]) -> float:
    return kernel(*arguments)


def kernels(game: str, seconds: float) -> float:
    """The same on all cores."""
    number = os.cpu_count() or 1
    with multiprocessing.get_context("spawn").Pool(number) as pool:
        return sum(pool.map(_kernel, [(game, seconds, seed) for seed in range(number)], chunksize=1))


def batched(batch: Batch | Workers, seconds: float) -> float:
    rng = np.random.default_rng(1)
    batch.reset()

    def work() -> int:
        batch.step_places((rng.random(batch.size) * batch.counts).astype(np.int32))
        return batch.size

    return rate(seconds, work)


def random_steps(batch: Batch | Workers, seconds: float) -> float:
    """Actions at random in compiled code, many between two looks."""
    batch.reset()

    def work() -> int:
        batch.play_random(RANDOM_STEPS)
        return batch.size * RANDOM_STEPS

    return rate(seconds, work)


def zoo(env: Any, seconds: float) -> float:
    """A PettingZoo environment, with `last()` before every action."""
    rng = random.Random(1)
    env.reset(seed=1)

    def work() -> int:
        observation, _, over, cut, _ = env.last()
        if over or cut:
            env.reset(seed=1)
            observation = env.last()[0]
        env.step(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
        return 1

    return rate(seconds, work)


def spiel(name: str, seconds: float, observed: bool = False) -> float:
    """A game of OpenSpiel driven from Python: legal actions and apply, chance included."""
    import pyspiel

    game = pyspiel.load_game(name)
    rng = random.Random(1)
    states = [game.new_initial_state()]

    def work() -> int:
        state = states[0]
        if state.is_terminal():
            state = states[0] = game.new_initial_state()
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, odds)[0])
        else:
            if observed:
                state.observation_tensor(state.current_player())
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
        return 1

    return rate(seconds, work)


def pettingzoo_chess() -> Any:
    """PettingZoo's chess, or None where what it needs is not installed (chess, pygame)."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it announces another way to make environments
            return import_module("pettingzoo.classic.chess_v6").env()
    except ImportError:
        return None


def measure(game: str, seconds: float, one_core: bool = False, size: int = SIZE) -> dict[str, float]:
    module = import_module(f"rondel.research.{game}_v1")
    options = games.load(game).sim_options
    found: dict[str, float] = {
        "OpenSpiel backgammon": spiel("backgammon", seconds),
        "OpenSpiel chess": spiel("chess", seconds),
        "OpenSpiel chess, observed": spiel("chess", seconds, observed=True),
    }
    chess = pettingzoo_chess()
    if chess is not None:
        found["PettingZoo chess"] = zoo(chess, seconds)
    found[f"{game}, kernel alone, one core"] = kernel(game, seconds)
    blind: dict[str, Any] = {"options": options, "observations": False, "masks": False}
    found[f"{game}, batch at random, one core"] = random_steps(Batch(game, size, **blind), seconds)
    found[f"{game}, batch, one core"] = batched(Batch(game, size, **blind), seconds)
    found[f"{game}, batch with observations and masks, one core"] = batched(Batch(game, size, options=options), seconds)
    if not one_core:
        found |= on_all_cores(game, seconds, options, blind, size * (os.cpu_count() or 1))
    found[f"{game}, PettingZoo, observations of views"] = zoo(module.env(options=options), seconds)
    found[f"{game}, PettingZoo, flat observations"] = zoo(module.env(options=options, observations="flat"), seconds)
    return found


def on_all_cores(
    game: str, seconds: float, options: dict[str, Any], blind: dict[str, Any], size: int
) -> dict[str, float]:
    found = {f"{game}, kernel alone, all cores": kernels(game, seconds)}
    with Workers(game, size, **blind) as workers:
        found[f"{game}, batch at random, all cores"] = random_steps(workers, seconds)
        found[f"{game}, batch, all cores"] = batched(workers, seconds)
    with Workers(game, size, options=options) as workers:
        found[f"{game}, batch with observations and masks, all cores"] = batched(workers, seconds)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="rondel.research.bench", description=__doc__.split("\n")[0])
    parser.add_argument("--game", default="imperial", choices=games.OWN)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--size", type=int, default=SIZE, help="games in a batch for each core")
    parser.add_argument("--cpu", action="store_true", help="actions a second of the processor's time, on one core")
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    if wanted.cpu:
        global clock
        clock = time.process_time
    found = measure(wanted.game, wanted.seconds, one_core=wanted.cpu, size=wanted.size)
    compiled = not str(flow.__file__).endswith(".py")
    if wanted.json:
        print(json.dumps({"compiled": compiled, "actions_per_second": found}))
        return
    unit = "of the processor's time, one core" if wanted.cpu else f"{os.cpu_count()} cores"
    print(f"{'compiled' if compiled else 'pure'} engine, {unit}")
    for name, speed in found.items():
        print(f"{name:<58}{speed:>12,.0f}{speed / found['OpenSpiel backgammon']:>9.2f} x")


if __name__ == "__main__":
    main()

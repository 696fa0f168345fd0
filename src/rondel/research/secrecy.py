"""Whether observations tell what is hidden: all that a seat may not know is dealt anew, and nothing may change.

python -m rondel.research.secrecy imperial --positions 10000
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from typing import Any

from rondel import games
from rondel.kernel import flow
from rondel.kernel.flow import State
from rondel.kernel.game import Game, random_action
from rondel.research.flat import flat
from rondel.research.layout import layout


class Leak(AssertionError):
    """A number of an observation that changed with something hidden."""


def positions(game: Game[Any], number: int, rng: random.Random) -> Iterator[State]:
    """Positions of random games, over all numbers of players and, every other game, all options."""
    found = 0
    every, most = 19, max(5, number // 40)  # of a game not all, so that many games are looked into
    each = 0
    while found < number:
        seats = game.players[each % len(game.players)]
        options = dict(game.sim_options)
        if each % 2:
            options = any_options(game, seats, rng)
        state: State = game.setup(seats, options)
        each += 1
        played = taken = 0
        while state.pending and found < number and taken < most:
            seat = rng.choice(flow.to_act(state))
            flow.play(state, seat, random_action(state, seat, rng))
            played += 1
            if played % every == 0:
                found += 1
                taken += 1
                yield state


def any_options(game: Game[Any], seats: int, rng: random.Random) -> dict[str, Any]:
    """Options at random that go together; what keeps random games short stays."""
    while True:
        options = {option.name: rng.choice(option.samples) for option in game.options} | game.sim_options
        try:
            return game.settle(seats, options)
        except ValueError:
            continue


def check(name: str, number: int, seed: int = 1) -> int:
    """Compare the observations of every seat at so many positions; Leak at the first that tells. How many were moved.

    What counts as moved: the world that was dealt anew is not the true one.
    """
    game = games.load(name)
    long, short = layout(name), flat(name)
    rng = random.Random(seed)
    moved = 0
    for state in positions(game, number, rng):
        truth = game.save(state)
        for seat, view in enumerate(game.views(state, list(range(state.seats)))):
            world = game.imagine(state, seat, rng)
            moved += game.save(world) != truth
            imagined = game.view(world, seat)
            if view != imagined or long.head(state, seat) != long.head(world, seat):  # a vector is made of these alone
                _compare(long.names, long.write(state, seat, view), long.write(world, seat, imagined), name, seat)
            _compare(short.names, short.observe(state, seat).tolist(), short.observe(world, seat).tolist(), name, seat)
            if flow.legal(state, seat) != flow.legal(world, seat):
                raise Leak(f"{name}: the action mask of seat {seat} tells what is hidden from it")
    return moved


def _compare(names: tuple[str, ...], seen: list[Any], imagined: list[Any], game: str, seat: int) -> None:
    if seen != imagined:
        told = [name for name, one, other in zip(names, seen, imagined, strict=True) if one != other]
        raise Leak(f"{game}: {', '.join(told[:5])} tell seat {seat} what is hidden from it")


def main() -> None:
    parser = argparse.ArgumentParser(prog="rondel.research.secrecy", description=__doc__.split("\n")[0])
    parser.add_argument("game", nargs="*", help=f"games to check (all: {', '.join(games.OWN)})")
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    for name in wanted.game or games.OWN:
        moved = check(name, wanted.positions, wanted.seed)
        print(f"{name}: {wanted.positions} positions, every seat; {moved} worlds differed from the truth, none told")


if __name__ == "__main__":
    main()

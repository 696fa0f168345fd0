"""What a version of an environment promises, and whether it is kept here: on this machine, with these libraries.

    python -m rondel.research.versions

plays games of random play through PettingZoo's door at every number of players and compares what came of them with what
was promised: the actions of the catalogue, the names of all numbers, and every observation, mask and reward.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import sys
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from rondel import games
from rondel.research.flat import flat
from rondel.research.layout import layout

EVERY = 8
"""One decision in so many is observed in both ways; the mask always is."""


@dataclass(frozen=True)
class Promise:
    """Digests of what a version is known by."""

    actions: str
    """The actions of the catalogue, in their order."""
    numbers: str
    """The names of the numbers of both kinds of observations, in their order."""
    played: str
    """What is observed, allowed and rewarded in a game at each number of players."""


PROMISED = {
    "imperial_v1": Promise("253761bb3873", "0abae71ebf56", "c22963269e58"),
    "struggle_v1": Promise("8612cb831636", "ab6e311fac83", "f41262b6c024"),
    "imperunde_v1": Promise("a828c37a674a", "a2c91ffb14ce", "bd8dbd2acdb7"),
    "colonial_v1": Promise("a91e0ee7b6f0", "2826e62622b6", "765680ebb6c3"),
}
"""Whatever changes one of these is a new version, once the version has been released."""


def kept(version: str) -> Promise:
    """What a version is known by here."""
    name = version.rpartition("_")[0]
    game = games.load(name)
    return Promise(
        actions=_digest("\n".join(str(game.catalogue[number]) for number in range(len(game.catalogue)))),
        numbers=_digest("\n".join([*layout(name).names, *flat(name).names])),
        played=_digest(" ".join(played(version, players) for players in game.players)),
    )


def played(version: str, players: int) -> str:
    """A digest of a game of random play, as its agents live through it."""
    name = version.rpartition("_")[0]
    found = hashlib.sha256()
    module = import_module(f"rondel.research.{version}")
    env: Any = module.raw_env(players=players, options=games.load(name).sim_options)
    env.reset(seed=players)
    rng = random.Random(version)
    decisions = 0
    while not any(env.terminations.values()):
        agent = env.agent_selection
        mask = env.infos[agent]["action_mask"]
        found.update(f"{agent} {env.rewards[agent]}".encode() + mask.astype(np.int8).tobytes())
        if decisions % EVERY == 0:
            found.update(env.observe(agent)["observation"].astype("<f4").tobytes())
            found.update(flat(name).observe(env.play.state, env.seat_of[agent]).astype("<i2").tobytes())
        env.step(rng.choice(np.flatnonzero(mask).tolist()))
        decisions += 1
    found.update(str(env.rewards).encode())
    return found.hexdigest()


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def main() -> None:
    parser = argparse.ArgumentParser(prog="rondel.research.versions", description=__doc__.split("\n")[0])
    parser.add_argument("version", nargs="*", help=f"environments to check (all: {', '.join(PROMISED)})")
    broken = 0
    for version in parser.parse_args().version or PROMISED:
        found = kept(version)
        broken += found != PROMISED[version]
        print(f"{version}: {'as promised' if found == PROMISED[version] else 'NOT as promised'}, {found}", flush=True)
    sys.exit(min(1, broken))


if __name__ == "__main__":
    main()

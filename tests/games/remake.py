"""Make the golden games anew: heuristic bots for every player count, and every option that is not the default.

Run it only when a rule changed on purpose, and read the difference: python -m tests.games.remake [GAME ...]
"""

import random
import sys
from pathlib import Path
from typing import Any

from rondel import games
from rondel.bots import Sight, make
from rondel.kernel import flow
from rondel.kernel.game import Game
from rondel.kernel.record import Match

GOLDEN = Path(__file__).parent.parent / "golden"


def record(game: Game[Any], seats: int, options: dict[str, Any], name: str) -> None:
    names = [f"{'heuristic' if seat % 3 < 2 else 'random'} {seat + 1}" for seat in range(seats)]
    match = Match(game, seats, options, names, seed=f"golden {name}")
    bots = [make(game.name, label.split()[0], f"{name}/{seat}") for seat, label in enumerate(names)]
    rng = random.Random(name)
    while not match.over:
        match.roll()
        for seat in flow.to_act(match.state)[:1]:
            match.play(seat, bots[seat].choose(Sight(game, match.state, seat, rng)))
    (GOLDEN / f"{name}.rondel").write_text(match.text(events=True), encoding="utf-8")
    print(f"{name}: {match.position} actions, scores {game.scores(match.state)}")


def main() -> None:
    for name in sys.argv[1:] or games.NAMES:
        game = games.load(name)
        for seats in game.players:
            record(game, seats, game.sim_options, f"{name}-{seats}")
        for option in game.options:
            for value in option.samples:
                if value != option.default:
                    label = f"{name}-{option.name}-{str(value).lower()}"
                    seats = min(max(5, game.players[0]), game.players[-1])
                    record(game, seats, {**game.sim_options, option.name: value}, label)


if __name__ == "__main__":
    main()

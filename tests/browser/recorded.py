"""A game of bots that is known before it is played, and a server at which it comes again.

    python -m tests.browser.recorded --port 8123     # the server; RONDEL_RECORDED names the file of `Recorded.write`

The dice of that server come from the seed of the record, and its bots decide as they did there. Whoever sits at seat 0
and decides as the record has it plays the very same game; whoever does not is told so by what comes of it.
"""

from __future__ import annotations

import argparse
import json
import os
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rondel import games
from rondel.bots import Sight, program
from rondel.kernel import chance, flow
from rondel.kernel.record import Match

FILE = "RONDEL_RECORDED"
ASKED = ("Window", "OnTable")
"""Steps that ask for a card."""


@dataclass(frozen=True)
class Decision:
    """One entry of seat 0 in the record."""

    action: int
    forced: bool
    asked: bool
    """Whether a card was asked for."""
    run: int
    """Decisions of the same run have nothing between them: nobody else's choice and no chance."""


class Recorded:
    """A whole game of bots at a table, from a seed."""

    def __init__(self, game: str, seats: int, number: int) -> None:
        self.game = games.load(game)
        self.seats = seats
        self.seed = f"{number:032x}"
        rng = random.Random(f"presses/{number}")
        bots = [program(self.game, "heuristic", f"presses/{number}/{seat}") for seat in range(seats)]
        self.match = Match(self.game, seats, {}, seed=self.seed, plays_forced=True)
        self.own: list[Decision] = []
        runs = 0
        self.match.carry_on()
        while True:
            for entry in self.match.entries[len(self.own) + runs :]:
                if entry.seat:
                    runs += 1
                else:  # a choice that the table made itself; what was decided stands here already
                    self.own.append(Decision(entry.action, True, False, runs))
            if self.match.over:
                return
            seat = flow.to_act(self.match.state)[0]
            action = bots[seat].choose(Sight(self.game, self.match.state, seat, rng))
            if not seat:
                asked = type(self.match.state.pending[-1]).__name__ in ASKED
                self.own.append(Decision(action, False, asked, runs))
            self.match.play(seat, action)
            self.match.carry_on()

    @property
    def decisions(self) -> int:
        """How often seat 0 had a choice."""
        return sum(not decision.forced for decision in self.own)

    def write(self, file: Path) -> None:
        choices = {
            seat: [entry.action for entry in self.match.entries if entry.seat == seat and not entry.forced]
            for seat in range(1, self.seats)
        }
        file.write_text(json.dumps({"seed": self.seed, "choices": choices}))

    def compare(self, played: Match) -> None:
        """Whether a game that was played is this one; AssertionError says where it is not."""
        for seat in range(-1, self.seats):
            here, there = (
                [each.action for each in match.entries if each.seat == seat] for match in (self.match, played)
            )
            if seat == 0:  # the entries of a form may be made in any order
                assert sorted(here) == sorted(there), "seat 0 decided something else"
            else:
                assert here == there, f"seat {seat} played another game"
        assert played.over
        assert played.game.scores(played.state) == self.game.scores(self.match.state)


def serve(port: int) -> None:
    from rondel.server import drivers
    from rondel.server.run import run

    told = json.loads(Path(os.environ[FILE]).read_text())

    def decide(live: Any, seat: int, choices: list[int]) -> int | None:
        if len(choices) == 1:
            return None
        made = sum(entry.seat == seat and not entry.forced for entry in live.match.entries)
        return int(told["choices"][str(seat)][made])

    chance.new_seed = lambda: told["seed"]
    drivers.idle = decide
    run("127.0.0.1", port, None, False, None, names=())


def main() -> None:
    parser = argparse.ArgumentParser(description="Serve a table at which a recorded game comes again.")
    parser.add_argument("--port", type=int, required=True)
    serve(parser.parse_args().port)


if __name__ == "__main__":
    main()

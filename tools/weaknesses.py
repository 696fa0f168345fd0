"""How often bots do what they should not: the weaknesses that were found in their first games, counted.

    python -m tools.weaknesses                                  # heuristic bots, all games that are watched for some
    python -m tools.weaknesses imperial --bot search+40 --games 20 --json

Each game has a watcher, which sees every decision before it is carried out. What is counted, and what was counted at
first, stands in `FIRST`.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path
from typing import Any

from rondel import games
from rondel.bots import Sight, program
from rondel.games.imperial.components import NATION
from rondel.games.imperial.state import Table as ImperialTable
from rondel.games.imperunde.components import POST_COST
from rondel.games.imperunde.state import Table as ImpeRundeTable
from rondel.games.struggle.components import REVOLUTION, TILES
from rondel.games.struggle.state import Table as StruggleTable
from rondel.kernel import flow
from rondel.kernel.data import bits
from rondel.kernel.flow import CHANCE, State
from rondel.kernel.game import random_action

FIRST: dict[str, dict[str, str]] = {
    "imperial": {
        "games that their ender does not win": "7 of 30",
        "winning ends that were missed": "4 of 30",
        "productions that make nothing": "140 of 675",
        "manoeuvres with a battle": "1 of 213",
    },
    "struggle": {
        "attacks on neutrals, of all attacks": "0.4 of 14.1 a game",
        "kinds of tiles that are bought": "17 of 38",
        "requests to allies that are refused": "8 of 11 a game",
        "seats with a revolution at the end": "-",
    },
    "imperunde": {
        "loans taken with money for all free places": "-",
        "winners who had the posts a round before, but debts": "45 %",
        "seats that build a fort": "0",
    },
    "colonial": {
        "seats with fewer than two Squadrons at the end": "-",
        "Privateers sunk among others' fleets though some lay among one's own": "-",
        "Diplomacy raised for the leader or for one who is ahead": "-",
    },
}
"""[game][weakness] as it was found in several hundred games of the first bots; "-": it was seen, and not counted."""


class Watcher:
    """Counts: what happened, of how many times that it could have."""

    def __init__(self, name: str) -> None:
        self.counts: dict[str, list[int]] = {weakness: [0, 0] for weakness in FIRST[name]}

    def count(self, weakness: str, happened: bool) -> None:
        self.counts[weakness][0] += happened
        self.counts[weakness][1] += 1

    def see(self, state: State, seat: int, choices: list[int], action: int) -> None:
        """A decision that is about to be carried out."""

    def end(self, state: State, last: int) -> None:
        """A game is over; `last`: the seat that decided last."""


class Imperial(Watcher):
    def __init__(self) -> None:
        super().__init__("imperial")
        self.game = games.load("imperial")
        self.in_manoeuvre = False
        self.fought = False

    def see(self, state: State, seat: int, choices: list[int], action: int) -> None:
        assert isinstance(state, ImperialTable)
        chosen = self.game.catalogue[action]
        if chosen.kind.startswith("fight"):
            self.fought = True
        if chosen.kind != "advance":
            return
        self.close()
        args = chosen.to_json()["args"]
        slot = str(args["slot"])
        self.in_manoeuvre = slot.startswith("maneuver")
        if slot.startswith("production"):
            twin = state.copy()
            nation = NATION.ids.index(args["nation"])
            before = twin.units(nation)
            flow.play(twin, seat, action)
            while twin.pending and flow.to_act(twin)[0] == seat and "roduce" in type(twin.pending[-1]).__name__:
                flow.play(twin, seat, flow.legal(twin, seat)[0])
            self.count("productions that make nothing", twin.units(nation) <= before)
        if not slot.startswith("taxation"):
            for other in choices:
                if self.game.catalogue[other].kind == "advance" and self.ends_won(state, seat, other):
                    self.count("winning ends that were missed", True)
                    return
        elif self.ends_won(state, seat, action):
            self.count("winning ends that were missed", False)

    def ends_won(self, state: State, seat: int, action: int) -> bool:
        if self.game.catalogue[action].to_json()["args"]["slot"] != "taxation":
            return False
        twin = state.copy()
        flow.play(twin, seat, action)
        return twin.over() and self.game.ranks(twin)[seat] == 1

    def close(self) -> None:
        if self.in_manoeuvre:
            self.count("manoeuvres with a battle", self.fought)
        self.in_manoeuvre = self.fought = False

    def end(self, state: State, last: int) -> None:
        self.close()
        self.count("games that their ender does not win", self.game.ranks(state)[last] != 1)


class Colonial(Watcher):
    def __init__(self) -> None:
        super().__init__("colonial")
        self.game = games.load("colonial")

    def see(self, state: Any, seat: int, choices: list[int], action: int) -> None:
        catalogue = self.game.catalogue
        chosen = catalogue[action]
        whose = chosen.to_json()["args"].get("seat")
        if chosen.kind == "lose-privateer":
            own = any(catalogue[other].to_json()["args"].get("seat") == seat for other in choices)
            if own:
                self.count("Privateers sunk among others' fleets though some lay among one's own", whose != seat)
        if chosen.kind == "raise-diplomacy":
            ahead = whose != seat and state.prestige[whose] >= max(state.prestige[seat], 1)
            self.count("Diplomacy raised for the leader or for one who is ahead", ahead)

    def end(self, state: Any, last: int) -> None:
        for squadrons in state.squadrons[: state.seats]:
            self.count("seats with fewer than two Squadrons at the end", squadrons < 2)


class Struggle(Watcher):
    def __init__(self) -> None:
        super().__init__("struggle")
        self.game = games.load("struggle")
        self.bought: set[str] = set()

    def see(self, state: State, seat: int, choices: list[int], action: int) -> None:
        chosen = self.game.catalogue[action]
        if chosen.kind in ("attack", "attack-neutral", "attack-tile"):
            self.count("attacks on neutrals, of all attacks", chosen.kind != "attack")
        if chosen.kind == "buy":
            self.bought.add(str(chosen.to_json()["args"]["tile"]))
            self.counts["kinds of tiles that are bought"] = [len(self.bought), TILES]
        if chosen.kind in ("refuse", "accept") or chosen.kind.startswith("join"):
            self.count("requests to allies that are refused", chosen.kind == "refuse")

    def end(self, state: State, last: int) -> None:
        assert isinstance(state, StruggleTable)
        for power in state.power_of:
            self.count("seats with a revolution at the end", state.unrest[power] >= REVOLUTION)


class ImpeRunde(Watcher):
    def __init__(self) -> None:
        super().__init__("imperunde")
        self.game = games.load("imperunde")
        self.builders: set[int] = set()
        self.owing: dict[int, int] = {}  # [seat] the last round that it began with the posts it needs, but with debts

    def see(self, state: State, seat: int, choices: list[int], action: int) -> None:
        assert isinstance(state, ImpeRundeTable)
        chosen = self.game.catalogue[action]
        args = chosen.to_json()["args"]
        if chosen.kind == "borrow":
            room = sum(state.most_posts(land) - state.posts[land] for land in bits(state.colonies(seat)))
            self.count("loans taken with money for all free places", state.money[seat] >= room * POST_COST)
        if chosen.kind in ("borrow", "repay", "keep-debt") and state.post_count[seat] >= state.target:
            self.owing[seat] = state.round
        if chosen.kind == "buy-army" and args["unit"] == "fort":
            self.builders.add(seat)

    def end(self, state: State, last: int) -> None:
        assert isinstance(state, ImpeRundeTable)
        winner = self.game.ranks(state).index(1)
        late = self.owing.get(winner, state.round) < state.round
        self.count("winners who had the posts a round before, but debts", late)
        for seat in range(state.seats):
            self.count("seats that build a fort", seat in self.builders)
        self.builders, self.owing = set(), {}


WATCHERS: dict[str, type[Watcher]] = {
    "imperial": Imperial,
    "struggle": Struggle,
    "imperunde": ImpeRunde,
    "colonial": Colonial,
}


def watch(name: str, bot: str, number: int, players: int, seed: int) -> dict[str, list[int]]:
    """[weakness] how often, of how many times, in so many games of equal bots."""
    game = games.load(name)
    watcher = WATCHERS[name]()  # type: ignore[call-arg]
    for each in range(number):
        rng = random.Random(f"{seed}/{each}")
        bots = [program(game, bot, f"{seed}/{each}/{seat}") for seat in range(players)]
        state = game.setup(players)
        last = -1
        while not state.over():
            seat = flow.to_act(state)[0]
            if seat == CHANCE:
                action = random_action(state, seat, rng)
            else:
                sight = Sight(game, state, seat, rng)
                action = bots[seat].choose(sight)
                watcher.see(state, seat, sight.choices, action)
                last = seat
            flow.play(state, seat, action)
        watcher.end(state, last)
    return watcher.counts


def main() -> int:
    parser = argparse.ArgumentParser(description="Count what bots should not do.")
    parser.add_argument("game", nargs="*", choices=[*WATCHERS, []], help="by default all that have a watcher")
    parser.add_argument("--bot", default="heuristic")
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--add", type=Path, help="add it to this file of the results: FOLDER/weaknesses.jsonl")
    asked = parser.parse_args()
    for name in asked.game or list(WATCHERS):
        counts = watch(name, asked.bot, asked.games, asked.players, asked.seed)
        options = f"--bot {asked.bot} --games {asked.games} --players {asked.players} --seed {asked.seed}"
        found = {
            "command": f"python -m tools.weaknesses {name} {options}",
            "game": name,
            "counts": counts,
            "first": FIRST[name],
        }
        if asked.add is not None:
            with asked.add.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps(found) + "\n")
        if asked.json:
            print(json.dumps(found))
            continue
        print(f"{name}, {asked.games} games of {asked.players} players, {asked.bot}")
        for weakness, (times, of) in counts.items():
            print(f"    {times} of {of} {weakness} (at first: {FIRST[name][weakness]})")
    return 0


if __name__ == "__main__":
    sys.exit(main())

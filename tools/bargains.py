"""How bots bargain within the rules: what they ask for, and what becomes of it, counted over many games.

    python -m tools.bargains struggle --games 40

Counts what is told of help and gold (Struggle of Empires), charters and exchanges (Colonial), war, peace and debts
(ImpeRunde), and gifts and battles (Imperial), a game, with the seats that won. Habits that gave the bots away are
counted too: attacks on neutrals and kinds of tiles (Struggle of Empires); loans with cash at hand, forts bought, and
winners who had the posts when their last round began, but debts as well (ImpeRunde).
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from typing import Any, Final

from rondel import load
from rondel.kernel import flow
from rondel.kernel.flow import CHANCE
from rondel.kernel.game import random_action

LONGEST: Final = 100_000
"""So many actions a game lasts at most."""
KIND: Final = "tile: "
CASH: Final = 15
"""Who has so much besides the loan did not need it."""


def _count(game: Any, happened: list[Any], found: Counter[str]) -> None:
    for event in happened:
        name, told = event.kind.name, event.params()
        if name in ("help-asked", "help-given", "help-refused", "charter-asked", "charter-refused"):
            found[name] += 1
            found["help-gold"] += told.get("gold", 0)
            found["charter-fees"] += told.get("fee", 0)
        elif name in ("trade-offered", "traded", "trade-refused", "privateer-sent", "war-declared", "target-changed"):
            found[name] += 1
        elif name == "shipped" and told["holder"] != told["seat"]:
            found["chartered"] += 1
        elif name == "stance-taken":
            found["stance-" + told["stance"]] += 1
        elif name == "debt-changed":
            found["borrowed" if told["amount"] > 0 else "repaid"] += 1
        elif name == "paid" and told["why"] in ("gift", "deal"):
            found["gifts"] += 1
        elif name in ("fought", "attacked", "attacked-neutral", "card-played", "canal-dug"):
            found[name] += 1
        elif name in ("tile-bought", "tile-called"):
            found["tiles"] += 1
            found[f"{KIND}{told['tile']}"] += 1


def _watch(state: Any, seat: int, notation: str, happened: list[Any], found: Counter[str], late: set[int]) -> None:
    """Habits of ImpeRunde that no event tells of."""
    if notation.startswith("borrow") and state.money[seat] >= CASH:
        found["borrowed-with-cash"] += 1
    elif notation.startswith("raise fort"):
        found["forts"] += 1
    if any(event.kind.name == "round-began" for event in happened):
        late.clear()
        late.update(each for each in range(state.seats) if state.post_count[each] >= state.target and state.debt[each])


def play(game: Any, players: int, seed: str, options: dict[str, Any]) -> tuple[Counter[str], list[int]]:
    """One game of the bots among themselves: what was counted, and the ranks."""
    rng = random.Random(seed)
    policy = game.policy(random.Random(f"bot/{seed}"))
    state, found, late = game.setup(players, options), Counter[str](), set[int]()
    for _ in range(LONGEST):
        if state.over():
            break
        seat = flow.to_act(state)[0]
        if seat == CHANCE:
            action = random_action(state, seat, rng)
        else:
            action = policy.choose(state, seat, flow.legal(state, seat))
        state.events = []
        flow.play(state, seat, action)
        _count(game, state.events, found)
        if game.name == "imperunde":
            _watch(state, seat, game.catalogue[action].notation, state.events, found, late)
    if late:
        found["won-late"] += any(game.ranks(state)[each] == 1 for each in late)
    return found, game.ranks(state)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", default="bargains")
    asked = parser.parse_args()
    game, found, wins = load(asked.game), Counter[str](), [0.0] * asked.players
    for number in range(asked.games):
        counted, ranks = play(game, asked.players, f"{asked.seed}/{number}", {})
        found.update(counted)
        for seat, rank in enumerate(ranks):
            wins[seat] += 1 / ranks.count(1) if rank == 1 else 0
    kinds = [name for name in found if name.startswith(KIND)]
    each = {name: round(count / asked.games, 2) for name, count in sorted(found.items()) if name not in kinds and count}
    if kinds:
        each["kinds of tiles in all"] = len(kinds)
    print(json.dumps({"game": asked.game, "games": asked.games, "a game": each, "wins": [round(n, 1) for n in wins]}))


if __name__ == "__main__":
    main()

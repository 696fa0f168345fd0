"""How many presses a whole game of ImpeRunde asks of a seat: a bot's decisions, made as the page lets one make them.

    python -m tests.games.imperunde.presses --games 3

What a press is, as the page has it (`web/src/table/form.ts`, `web/src/games/imperunde/words.ts`):

- An entry of a form (investments, armies that go aboard, units that are brought up, moves in their list) is one press;
  as many as can be had of one entry are one press too ("all").
- "Play no card until I say so" is said once, and again after each card that was played in between, which takes being
  asked again first.
- "Fight on to the end" is said once a battle, and again after something was brought up.
- A choice without a way back is confirmed: one press more.
- Everything else is one press, or two where it is picked on the map and in its menu.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass, field
from typing import Any

from rondel import games
from rondel.bots import Sight, program
from rondel.games.imperunde.fight import Fight
from rondel.games.imperunde.state import Table
from rondel.kernel import flow
from rondel.kernel.flow import CHANCE
from rondel.kernel.game import random_action

REPEATED = frozenset({"march", "sail", "land", "embark", "bring", "build-post", "buy-army", "buy-ship"})
"""Entries of forms with a button for as many as can be had."""
ON_THE_MAP = frozenset({"station", "aim-area", "sink", "fight-here"})
"""Picked on the map, and in the menu of the area if there is more than one to choose there."""


@dataclass
class Hand:
    """One seat, and what it has pressed."""

    seat: int
    decisions: int = 0
    presses: int = 0
    by_kind: dict[str, int] = field(default_factory=dict)
    passing: bool = False
    fighting: int = -1
    entries: dict[tuple[Any, ...], int] = field(default_factory=dict)
    """How often each entry was made in the form that is being filled in."""

    def press(self, kind: str, number: int) -> None:
        self.presses += number
        self.by_kind[kind] = self.by_kind.get(kind, 0) + number


def decide(hand: Hand, game: Any, state: Table, legal: list[int], action: int) -> None:
    """Count what the page asks for this decision."""
    hand.decisions += 1
    chosen = game.catalogue[action]
    kind, args = chosen.kind, chosen.args
    offered = [game.catalogue[each] for each in legal]
    fight: Fight | None = state.fight
    attacks = fight.area if fight is not None and fight.attacker == hand.seat else -1
    if attacks != hand.fighting:
        hand.fighting = -1
    if kind == "pass":
        hand.press(kind, int(not hand.passing))
        hand.passing = True
        return
    if kind == "fight":
        hand.press(kind, int(attacks != hand.fighting))
        hand.fighting = attacks
        return
    if kind == "play":
        hand.press("stop", int(hand.passing))
        hand.passing = False
    if kind == "bring":
        hand.fighting = -1
    if kind in REPEATED:
        _enter(hand, kind, args, action in legal_after(game, state, hand.seat, action))
        return
    hand.entries.clear()
    if kind in ON_THE_MAP:
        here = [each for each in offered if each.args.get("area") == args["area"]]
        hand.press(kind, 1 if len(here) == 1 else 2)
    else:
        hand.press(kind, 2 if kind == "buy-card" else 1)  # a card is drawn: no way back


def legal_after(game: Any, state: Any, seat: int, action: int) -> list[int]:
    """What a seat may choose once it has made this choice."""
    twin = state.copy()
    flow.play(twin, seat, action)
    return flow.legal(twin, seat) if seat in flow.to_act(twin) else []


def _enter(hand: Hand, kind: str, args: dict[str, Any], goes_on: bool) -> None:
    """An entry of a form: one press each, or one for all of its kind if no more can be had then.

    What is bought takes money from the rest, so that only what is bought in a row counts as one.
    """
    this = (kind, *sorted(args.items()))
    if kind.startswith("bu") and this not in hand.entries:
        hand.entries.clear()
    hand.entries[this] = hand.entries.get(this, 0) + 1
    hand.press(kind, 1)
    if not goes_on:
        hand.press(kind, 1 - hand.entries.pop(this))


def play(number: int, seats: int = 4) -> list[Hand]:
    """A game of bots, and what each of their seats would have pressed."""
    game = games.load("imperunde")
    rng = random.Random(f"presses/{number}")
    state: Any = game.setup(seats, {})
    bots = [program(game, "heuristic", f"presses/{number}/{seat}") for seat in range(seats)]
    hands = [Hand(seat) for seat in range(seats)]
    while not state.over():
        seat = flow.to_act(state)[0]
        if seat == CHANCE:
            action = random_action(state, seat, rng)
        else:
            legal = flow.legal(state, seat)
            action = bots[seat].choose(Sight(game, state, seat, rng))
            if len(legal) > 1:  # what is no choice the table makes itself
                decide(hands[seat], game, state, legal, action)
        flow.play(state, seat, action)
    return hands


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--seats", type=int, default=4)
    asked = parser.parse_args()
    for number in range(asked.games):
        for hand in play(number, asked.seats):
            most = sorted(hand.by_kind.items(), key=lambda each: -each[1])[:18]
            told = ", ".join(f"{kind} {presses}" for kind, presses in most)
            print(f"game {number}, seat {hand.seat}: {hand.decisions} decisions, {hand.presses} presses ({told})")


if __name__ == "__main__":
    main()

"""The games of a batch in plain lists: the part of `rondel.research.batch` that compiles together with the rules.

It knows no arrays. `Batch` copies the lists into its arrays once a step, which costs far less than the rules do.
"""

from __future__ import annotations

import random
from typing import Any

from rondel.kernel import chance, flow
from rondel.kernel.flow import CHANCE, State
from rondel.kernel.game import Game


class Slots:
    """So many games, each from a seed of its own; a game that is over is followed at once by the next."""

    def __init__(
        self, game: Game[Any], players: int, options: dict[str, Any], seed: str, first: int, size: int
    ) -> None:
        self.seed = seed
        self.first = first  # the number of the first slot, where this is a part of a larger batch
        self.size = size
        self.start: State = game.setup(players, options)  # chance is a seat: every game starts from the same table
        self.states: list[State] = []
        self.over: dict[int, State] = {}  # slot -> the table of the game that has just ended
        self.legal: list[list[int]] = [[] for _ in range(size)]
        self.seats: list[int] = [0] * size
        self.counts: list[int] = [0] * size
        self.seeds: list[str] = [""] * size
        self.positions: list[int] = [0] * size
        self.episodes: list[int] = [0] * size
        self.random: list[random.Random] = []  # of each slot: what `play_random` chooses by

    def reset(self) -> None:
        """New games in all slots."""
        self.episodes = [0] * self.size
        self.over = {}
        self.states = [self.start] * self.size
        self.random = [random.Random(f"{self.seed}/{self.first + slot}") for slot in range(self.size)]
        for slot in range(self.size):
            self.begin(slot)

    def begin(self, slot: int) -> None:
        """The next game of a slot, up to its first decision."""
        self.seeds[slot] = f"{self.seed}/{self.first + slot}/{self.episodes[slot]}"
        self.episodes[slot] += 1
        state = self.start.copy()
        self.states[slot] = state
        self.positions[slot] = 0
        self.settle(slot, state)

    def check_actions(self, actions: list[int]) -> None:
        """ValueError unless there is one legal action for every game."""
        self.check_number(actions)
        for slot in range(self.size):
            if actions[slot] not in self.legal[slot]:
                raise ValueError(f"action {actions[slot]} is not legal in slot {self.first + slot}")

    def check_places(self, places: list[int]) -> None:
        """The same for places in the lists of legal actions."""
        self.check_number(places)
        counts = self.counts
        for slot in range(self.size):
            place = places[slot]
            if place < 0 or place >= counts[slot]:
                raise ValueError(f"place {place} is not one of the {counts[slot]} of slot {self.first + slot}")

    def check_number(self, numbers: list[int]) -> None:
        if len(numbers) != self.size:
            raise ValueError(f"{len(numbers)} actions for {self.size} games")

    def play_places(self, places: list[int]) -> None:
        self.check_places(places)
        legal = self.legal
        self.over = {}
        for slot in range(self.size):
            self.act(slot, legal[slot][places[slot]])

    def play(self, actions: list[int]) -> None:
        """One action in every game."""
        self.check_actions(actions)
        self.over = {}
        for slot in range(self.size):
            self.act(slot, actions[slot])

    def play_random(self, steps: int) -> None:
        """So many actions in every game, each as likely as the next: one game after the other, which is far faster."""
        self.over = {}
        legal, counts = self.legal, self.counts
        for slot in range(self.size):
            draw = self.random[slot].random
            for _ in range(steps):
                self.act(slot, legal[slot][int(draw() * counts[slot])])

    def act(self, slot: int, action: int) -> None:
        state = self.states[slot]
        state.pending[-1].chosen(state, self.seats[slot], action)
        self.positions[slot] += 1
        self.settle(slot, state)

    def settle(self, slot: int, state: State) -> None:
        """Run on, chance included, until somebody must decide; if the game ends, the next one begins."""
        pending = state.pending
        while pending:
            step = pending[-1]
            acting = step.to_act(state)
            if not acting:
                step.run(state)
                continue
            seat = acting[0]
            if seat == CHANCE:
                position = self.positions[slot]
                step.chosen(state, CHANCE, chance.draw(self.seeds[slot], position, flow.odds(state)))
                self.positions[slot] = position + 1
                continue
            choices = step.choices(state, seat)
            self.seats[slot] = seat
            self.legal[slot] = choices
            self.counts[slot] = len(choices)
            return
        self.over[slot] = state
        self.begin(slot)

    def places_of_masks(self, actions: int) -> list[int]:
        """Where the ones of the masks of all games are, if these lie one after the other, `actions` long each."""
        found: list[int] = []
        before = 0
        for legal in self.legal:
            for action in legal:
                found.append(before + action)
            before += actions
        return found

"""The games of a batch in plain objects: the part of `rondel.research.batch` that compiles together with the rules.

It knows no arrays. `Batch` copies what it says into its arrays once a step, which costs far less than the rules do.
"""

from __future__ import annotations

import random
from typing import Any

from rondel.kernel import chance, flow
from rondel.kernel.flow import CHANCE, State
from rondel.kernel.game import Game


class Slot:
    """One game, played from a seed; once it is over, the next one follows at once."""

    def __init__(self, start: State, seed: str) -> None:
        self.start = start
        self.seed = seed  # of the slot; that of its k-th game has /k behind it
        self.random = random.Random(seed)  # what `play_random` chooses by
        self.episodes = 0
        self.state: State = start
        self.game_seed = ""
        self.position = 0
        self.seat = 0
        self.legal: list[int] = []
        self.ended: State | None = None  # the table of the game that has just ended
        self.begin()

    def begin(self) -> None:
        """The next game, up to its first decision."""
        self.game_seed = f"{self.seed}/{self.episodes}"
        self.episodes += 1
        self.state = self.start.copy()
        self.position = 0
        self.settle(self.state)

    def act(self, action: int) -> None:
        """Carry out a legal action."""
        state = self.state
        state.pending[-1].chosen(state, self.seat, action)
        self.position += 1
        self.settle(state)

    def settle(self, state: State) -> None:
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
                step.chosen(state, CHANCE, chance.draw(self.game_seed, self.position, flow.odds(state)))
                self.position += 1
                continue
            self.seat = seat
            self.legal = step.choices(state, seat)
            return
        self.ended = state
        self.begin()


class Slots:
    """So many games, each from a seed of its own."""

    def __init__(
        self, game: Game[Any], players: int, options: dict[str, Any], seed: str, first: int, size: int
    ) -> None:
        self.seed = seed
        self.first = first  # the number of the first slot, where this is a part of a larger batch
        self.size = size
        self.start: State = game.setup(players, options)  # chance is a seat: every game starts from the same table
        self.slots: list[Slot] = []
        self.seats: list[int] = []  # who is to act in each game, and how many choices they have: noted as the games are
        self.counts: list[int] = []  # played, as looking at all of them once more would cost as much as a rule
        self.over: list[int] = []  # where a game has ended since somebody asked

    def reset(self) -> None:
        """New games in all slots."""
        self.slots = [Slot(self.start, f"{self.seed}/{self.first + place}") for place in range(self.size)]
        self.over = []
        self.look()

    def look(self) -> None:
        """Note who is to act in each game, with how many choices, and which games have ended."""
        self.seats = [slot.seat for slot in self.slots]
        self.counts = [len(slot.legal) for slot in self.slots]
        self.over = [place for place in range(self.size) if self.slots[place].ended is not None]

    def states(self) -> list[State]:
        self.check_begun()
        return [slot.state for slot in self.slots]

    def legal(self) -> list[list[int]]:
        self.check_begun()
        return [slot.legal for slot in self.slots]

    def ended(self) -> dict[int, State]:
        """Where a game has just ended: the table as it was then. Whoever asks is told once."""
        found: dict[int, State] = {}
        for place in self.over:
            slot = self.slots[place]
            ended = slot.ended
            if ended is not None:
                found[place] = ended
                slot.ended = None
        self.over = []
        return found

    def check_begun(self) -> None:
        if not self.slots:
            raise RuntimeError("reset() comes first")

    def check_actions(self, actions: list[int]) -> None:
        """ValueError unless every action is legal; there is one for each game."""
        self.check_begun()
        for place in range(self.size):
            if actions[place] not in self.slots[place].legal:
                raise ValueError(f"action {actions[place]} is not legal in slot {self.first + place}")

    def check_places(self, places: list[int]) -> None:
        """The same for places in the lists of legal actions."""
        self.check_begun()
        counts = self.counts
        for number in range(self.size):
            place, count = places[number], counts[number]
            if place < 0 or place >= count:
                raise ValueError(f"place {place} is not one of the {count} of slot {self.first + number}")

    def play(self, actions: list[int]) -> None:
        """One action in every game."""
        self.check_actions(actions)
        for place in range(self.size):
            self.slots[place].act(actions[place])
        self.look()

    def play_places(self, places: list[int]) -> None:
        """One action in every game, by its place in the list of legal ones."""
        self.check_places(places)
        slots, seats, counts = self.slots, self.seats, self.counts
        for number in range(self.size):
            slot = slots[number]
            slot.act(slot.legal[places[number]])
            seats[number] = slot.seat
            counts[number] = len(slot.legal)
            if slot.ended is not None:
                self.over.append(number)

    def play_random(self, steps: int) -> None:
        """So many actions in every game, each as likely as the next: one game after the other, which is far faster."""
        self.check_begun()
        for slot in self.slots:
            draw = slot.random.random
            for _ in range(steps):
                legal = slot.legal
                slot.act(legal[int(draw() * len(legal))])
        self.look()

    def places_of_masks(self, actions: int) -> list[int]:
        """Where the ones of the masks of all games are, if these lie one after the other, `actions` long each."""
        found: list[int] = []
        before = 0
        for slot in self.slots:
            for action in slot.legal:
                found.append(before + action)
            before += actions
        return found

"""Many games at once: observations, masks and rewards in numpy arrays that are made once and filled again and again.

`Batch` plays in this process, `Workers` on all cores through shared memory; both play the same games from one seed.
A game that is over is followed at once by the next: `dones` says so, `rewards` hold what the finished game brought, and
the rest of the row is of the new game.

The k-th game of slot i is played from the seed `SEED/i/k`, and chance in it is that of a match with this seed.
"""

from __future__ import annotations

import multiprocessing
import os
from itertools import pairwise
from multiprocessing import shared_memory
from multiprocessing.connection import Connection
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rondel.kernel import chance, flow
from rondel.kernel.flow import CHANCE, State
from rondel.research.flat import flat
from rondel.research.play import check_reward, find, rewards

Arrays = dict[str, NDArray[Any]]


class Settings:
    """What is played; the same in every process."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: dict[str, Any] | None = None,
        seed: int | str = 0,
        reward: str = "rank",
        observations: bool = True,
        masks: bool = True,
    ) -> None:
        rules, self.players = find(game, players, options)
        check_reward(reward)
        self.game = game
        self.options = dict(options or {})
        self.seed = str(seed)
        self.reward = reward
        self.observations = observations
        self.masks = masks
        self.actions = len(rules.catalogue)

    def shapes(self, size: int) -> dict[str, tuple[tuple[int, ...], Any]]:
        """The arrays of a batch: shape and type of each."""
        found: dict[str, tuple[tuple[int, ...], Any]] = {
            "seats": ((size,), np.int8),
            "counts": ((size,), np.int32),
            "rewards": ((size, self.players), np.float32),
            "dones": ((size,), np.bool_),
            "actions": ((size,), np.int32),
        }
        if self.observations:
            found["observations"] = ((size, len(flat(self.game))), np.int16)
        if self.masks:
            found["masks"] = ((size, self.actions), np.bool_)
        return found


class Arrayed:
    """The arrays that a batch shows, by name."""

    arrays: Arrays

    @property
    def observations(self) -> NDArray[np.int16]:
        """What the seat to act may know: `rondel.research.flat.flat(game).names` names the columns."""
        return self.arrays["observations"]

    @property
    def masks(self) -> NDArray[np.bool_]:
        return self.arrays["masks"]

    @property
    def seats(self) -> NDArray[np.int8]:
        """The seat to act in each game."""
        return self.arrays["seats"]

    @property
    def counts(self) -> NDArray[np.int32]:
        """How many legal actions it has."""
        return self.arrays["counts"]

    @property
    def rewards(self) -> NDArray[np.float32]:
        """By seat: what the game that has just ended brought; 0 while it goes on."""
        return self.arrays["rewards"]

    @property
    def dones(self) -> NDArray[np.bool_]:
        return self.arrays["dones"]


class Batch(Arrayed):
    """Many games in this process."""

    def __init__(self, game: str, size: int, first: int = 0, arrays: Arrays | None = None, **settings: Any) -> None:
        """`first`: the number of the first slot, and `arrays` to fill, where this is a part of a larger batch."""
        self.settings = Settings(game, **settings)
        self.rules = find(game, None, None)[0]
        self.size = size
        self.first = first
        shapes = self.settings.shapes(size)
        self.arrays = arrays or {name: np.zeros(shape, dtype=kind) for name, (shape, kind) in shapes.items()}
        self.states: list[State] = []
        self.legal: list[list[int]] = [[] for _ in range(size)]
        self._seats = [0] * size
        self._seeds = [""] * size
        self._positions = [0] * size
        self._episodes = [0] * size
        self._flat = flat(game)
        self._rows = list(self.arrays["observations"]) if self.settings.observations else []
        self._raw = [row.data.cast("B") for row in self._rows]
        self._mask_rows = list(self.arrays["masks"]) if self.settings.masks else []

    def reset(self) -> None:
        """New games in all slots."""
        self.states = []
        self._episodes = [0] * self.size
        self.arrays["rewards"].fill(0)
        self.arrays["dones"].fill(False)
        for slot in range(self.size):
            self.states.append(self._begin(slot))
            self._show(slot)

    def _begin(self, slot: int) -> State:
        self._seeds[slot] = f"{self.settings.seed}/{self.first + slot}/{self._episodes[slot]}"
        self._episodes[slot] += 1
        state: State = self.rules.setup(self.settings.players, self.settings.options)
        self._positions[slot] = self._roll(slot, state, 0)
        return state

    def _roll(self, slot: int, state: State, position: int) -> int:
        """Chance acts until somebody must decide; the position it comes to."""
        pending = state.pending
        while pending:
            seat = pending[-1].to_act(state)[0]
            if seat != CHANCE:
                self._seats[slot] = seat
                break
            flow.play(state, CHANCE, chance.draw(self._seeds[slot], position, flow.odds(state)))
            position += 1
        return position

    def _show(self, slot: int) -> None:
        """Fill the row of a slot."""
        state, seat = self.states[slot], self._seats[slot]
        legal = self.legal[slot] = state.pending[-1].choices(state, seat)
        if self._mask_rows:
            row = self._mask_rows[slot]
            row.fill(False)
            row[legal] = True
        if self._rows:
            self._flat.write(state, seat, self._rows[slot], self._raw[slot])
        self.arrays["seats"][slot] = seat
        self.arrays["counts"][slot] = len(legal)

    def step(self, actions: NDArray[Any]) -> None:
        """One action in every game, by its number. ValueError, and nothing changed, if one is illegal."""
        chosen: list[int] = actions.tolist()
        if len(chosen) != self.size:
            raise ValueError(f"{len(chosen)} actions for {self.size} games")
        for slot, action in enumerate(chosen):
            if action not in self.legal[slot]:
                raise ValueError(f"action {action} is not legal in slot {self.first + slot}")
        self._play(chosen)

    def step_places(self, places: NDArray[Any]) -> None:
        """One action in every game, by its place in the list of legal ones: 0 to `counts` - 1."""
        chosen: list[int] = places.tolist()
        if len(chosen) != self.size:
            raise ValueError(f"{len(chosen)} actions for {self.size} games")
        for slot, place in enumerate(chosen):
            if not 0 <= place < len(self.legal[slot]):
                raise ValueError(f"place {place} is not one of the {len(self.legal[slot])} of slot {self.first + slot}")
        self._play([self.legal[slot][place] for slot, place in enumerate(chosen)])

    def _play(self, chosen: list[int]) -> None:
        arrays = self.arrays
        if arrays["dones"].any():
            arrays["rewards"].fill(0)
            arrays["dones"].fill(False)
        arrays["actions"][:] = chosen
        for slot, action in enumerate(chosen):
            state = self.states[slot]
            flow.play(state, self._seats[slot], action)
            self._positions[slot] = self._roll(slot, state, self._positions[slot] + 1)
            if not state.pending:
                arrays["rewards"][slot] = rewards(self.rules, state, self.settings.reward)
                arrays["dones"][slot] = True
                self.states[slot] = self._begin(slot)
            self._show(slot)

    def close(self) -> None:
        """Nothing to let go of; a batch on all cores has."""

    def __enter__(self) -> Batch:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class Workers(Arrayed):
    """Many games on all cores. The arrays lie in memory that all processes share; close it when done, or use `with`."""

    def __init__(self, game: str, size: int, processes: int | None = None, **settings: Any) -> None:
        self.settings = Settings(game, **settings)
        self.size = size
        number = min(size, processes or os.cpu_count() or 1)
        self._blocks: dict[str, shared_memory.SharedMemory] = {}
        self.arrays = {}
        for name, (shape, kind) in self.settings.shapes(size).items():
            length = max(1, int(np.prod(shape)) * np.dtype(kind).itemsize)
            block = self._blocks[name] = shared_memory.SharedMemory(create=True, size=length)
            self.arrays[name] = np.ndarray(shape, dtype=kind, buffer=block.buf)
        context = multiprocessing.get_context("spawn")
        self._pipes: list[Connection] = []
        self._processes = []
        edges = [size * each // number for each in range(number + 1)]
        names = {name: block.name for name, block in self._blocks.items()}
        for first, last in pairwise(edges):
            here, there = context.Pipe()
            arguments = (there, names, game, size, first, last, settings)
            process = context.Process(target=work, args=arguments, daemon=True)
            process.start()
            self._pipes.append(here)
            self._processes.append(process)
        self._ask("hello")

    def _ask(self, command: str) -> None:
        """All processes do the same, and are waited for; an error in one of them is raised here."""
        for pipe in self._pipes:
            pipe.send(command)
        answers = [pipe.recv() for pipe in self._pipes]
        for answer in answers:
            if answer:
                raise ValueError(answer)

    def reset(self) -> None:
        self._ask("reset")

    def step(self, actions: NDArray[Any]) -> None:
        """As in `Batch`; if an action is illegal, the games of the other processes have gone on."""
        self.arrays["actions"][:] = actions
        self._ask("step")

    def step_places(self, places: NDArray[Any]) -> None:
        self.arrays["actions"][:] = places
        self._ask("step_places")

    def close(self) -> None:
        """End the processes and give the shared memory back."""
        for pipe in self._pipes:
            pipe.send("close")
            pipe.close()
        for process in self._processes:
            process.join()
        self._pipes, self._processes, self.arrays = [], [], {}
        for block in self._blocks.values():
            block.close()
            block.unlink()
        self._blocks = {}

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def work(
    pipe: Connection, names: dict[str, str], game: str, size: int, first: int, last: int, settings: dict[str, Any]
) -> None:
    """What a process of `Workers` does: a batch on its part of the shared arrays, until it is told to end."""
    blocks = {name: shared_memory.SharedMemory(name=block) for name, block in names.items()}
    whole = Settings(game, **settings).shapes(size)
    arrays = {
        name: np.ndarray(shape, dtype=kind, buffer=blocks[name].buf)[first:last]
        for name, (shape, kind) in whole.items()
    }
    batch = Batch(game, last - first, first, arrays, **settings)
    while True:
        command = pipe.recv()
        if command == "close":
            return
        problem = ""
        try:
            if command == "reset":
                batch.reset()
            elif command != "hello":
                getattr(batch, command)(arrays["actions"])
        except ValueError as error:
            problem = str(error)
        pipe.send(problem)

"""Many games at once: observations, masks and rewards in numpy arrays that are made once and filled again and again.

`Batch` plays in this process, `Workers` on all cores through shared memory; both play the same games from one seed.
A game that is over is followed at once by the next: `dones` says so, `rewards` hold what the finished game brought, and
the rest of the row is of the new game.

The k-th game of slot i is played from the seed `SEED/i/k`, and chance in it is that of a match with this seed.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
from itertools import pairwise
from multiprocessing import shared_memory
from multiprocessing.connection import Connection
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rondel.kernel.flow import State
from rondel.research.flat import flat
from rondel.research.play import check_reward, find, rewards
from rondel.research.stepping import Slots

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
        self._slots = Slots(self.rules, self.settings.players, self.settings.options, self.settings.seed, first, size)
        self._seats, self._counts = self.arrays["seats"], self.arrays["counts"]
        self._told: dict[int, State] = {}  # where `dones` are
        self._flat = flat(game)
        self._rows = list(self.arrays["observations"]) if self.settings.observations else []
        self._raw = [row.data.cast("B") for row in self._rows]
        self._mask_bits: NDArray[np.bool_] | None = None
        self._shown: NDArray[np.int64] = np.zeros(0, dtype=np.int64)
        if self.settings.masks:
            self._mask_bits = self.arrays["masks"].reshape(-1)
            self._mask_bits.fill(False)

    @property
    def states(self) -> list[State]:
        """The table of each game: to be read, not to be changed."""
        return self._slots.states

    @property
    def legal(self) -> list[list[int]]:
        """The legal actions in each game, in the order of the rules."""
        return self._slots.legal

    def reset(self) -> None:
        """New games in all slots."""
        self._slots.reset()
        self.arrays["rewards"].fill(0)
        self.arrays["dones"].fill(False)
        self._told = {}
        self._show()

    def step(self, actions: NDArray[Any]) -> None:
        """One action in every game, by its number. ValueError, and nothing changed, if one is illegal."""
        self._slots.play(actions.tolist())
        self._played()

    def step_places(self, places: NDArray[Any]) -> None:
        """One action in every game, by its place in the list of legal ones: 0 to `counts` - 1."""
        self._slots.play_places(places.tolist())
        self._played()

    def play_random(self, steps: int) -> None:
        """So many actions at random in every game, without a look in between: much faster than one by one.

        `dones` says where a game has ended on the way, and `rewards` what the last such game brought.
        """
        self._slots.play_random(steps)
        self._played()

    def _played(self) -> None:
        if self._told:
            self.arrays["rewards"].fill(0)
            self.arrays["dones"].fill(False)
        self._told = self._slots.over
        for slot, state in self._told.items():
            self.arrays["rewards"][slot] = rewards(self.rules, state, self.settings.reward)
            self.arrays["dones"][slot] = True
        self._show()

    def _show(self) -> None:
        """Fill the arrays."""
        slots = self._slots
        self._seats[:] = slots.seats
        self._counts[:] = slots.counts
        if self._mask_bits is not None:
            self._mask_bits[self._shown] = False
            self._shown = np.array(slots.places_of_masks(self.settings.actions), dtype=np.int64)
            self._mask_bits[self._shown] = True
        if self._rows:
            for state, seat, row, raw in zip(slots.states, slots.seats, self._rows, self._raw, strict=True):
                self._flat.write(state, seat, row, raw)

    def close(self) -> None:
        """Nothing to let go of; a batch on all cores has."""

    def __enter__(self) -> Batch:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def shared_shapes(settings: Settings, size: int) -> dict[str, tuple[tuple[int, ...], Any]]:
    """What lies in shared memory: the arrays of a batch, and the actions that are handed in."""
    return {**settings.shapes(size), "actions": ((size,), np.int32)}


class WorkerError(RuntimeError):
    """A process of a batch has ended before its time."""


def _lives(process: Any) -> bool:
    """Whether a process whose pipe is broken goes on all the same."""
    process.join(5)
    return process.exitcode is None


class Workers(Arrayed):
    """Many games on all cores. The arrays lie in memory that all processes share; close it when done, or use `with`."""

    def __init__(self, game: str, size: int, processes: int | None = None, **settings: Any) -> None:
        self.settings = Settings(game, **settings)
        self.size = size
        number = min(size, processes or os.cpu_count() or 1)
        self._blocks: dict[str, shared_memory.SharedMemory] = {}
        self.arrays = {}
        for name, (shape, kind) in shared_shapes(self.settings, size).items():
            length = max(1, int(np.prod(shape)) * np.dtype(kind).itemsize)
            block = self._blocks[name] = shared_memory.SharedMemory(create=True, size=length)
            self.arrays[name] = np.ndarray(shape, dtype=kind, buffer=block.buf)
        self._actions = self.arrays.pop("actions")
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
            there.close()  # else nobody would notice that the process has ended
            self._pipes.append(here)
            self._processes.append(process)
        self._ask("hello")

    def _ask(self, command: str) -> None:
        """All processes do the same, and are waited for; an error in one of them is raised here.

        WorkerError if a process has ended: the games in it are lost, and this batch is closed.
        """
        if not self._pipes:
            raise WorkerError("this batch is closed")
        try:
            for pipe in self._pipes:
                pipe.send(command)
            answers = [pipe.recv() for pipe in self._pipes]
        except (EOFError, OSError):
            ended = [process for process in self._processes if process.exitcode is not None or not _lives(process)]
            told = ", ".join(f"{process.name} (exit code {process.exitcode})" for process in ended)
            self.close()
            raise WorkerError(f"a process of this batch has ended, and its games with it: {told}") from None
        for answer in answers:
            if answer:
                raise ValueError(answer)

    def reset(self) -> None:
        self._ask("reset")

    def step(self, actions: NDArray[Any]) -> None:
        """As in `Batch`; if an action is illegal, the games of the other processes have gone on."""
        self._hand_in(actions)
        self._ask("step")

    def step_places(self, places: NDArray[Any]) -> None:
        self._hand_in(places)
        self._ask("step_places")

    def play_random(self, steps: int) -> None:
        self._ask(f"play_random {steps}")

    def _hand_in(self, numbers: NDArray[Any]) -> None:
        if len(numbers) != self.size:
            raise ValueError(f"{len(numbers)} actions for {self.size} games")
        if self._pipes:
            self._actions[:] = numbers

    def close(self) -> None:
        """End the processes and give the shared memory back."""
        if not self._blocks:
            return
        for pipe in self._pipes:
            with contextlib.suppress(OSError):
                pipe.send("close")
            pipe.close()
        for process in self._processes:
            process.join()
        self._pipes, self._processes, self.arrays = [], [], {}
        del self._actions
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
    whole = shared_shapes(Settings(game, **settings), size)
    arrays = {
        name: np.ndarray(shape, dtype=kind, buffer=blocks[name].buf)[first:last]
        for name, (shape, kind) in whole.items()
    }
    actions = arrays.pop("actions")
    batch = Batch(game, last - first, first, arrays, **settings)
    while True:
        try:
            command = pipe.recv()
        except EOFError:  # whoever asked has ended
            return
        if command == "close":
            return
        problem = ""
        try:
            order, _, steps = command.partition(" ")
            if order == "reset":
                batch.reset()
            elif order == "play_random":
                batch.play_random(int(steps))
            elif order != "hello":
                getattr(batch, order)(actions)
        except ValueError as error:
            problem = str(error)
        pipe.send(problem)

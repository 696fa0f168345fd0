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
import time
from array import array
from collections.abc import Callable
from itertools import pairwise
from multiprocessing import shared_memory
from multiprocessing.connection import Connection
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rondel.kernel.flow import State
from rondel.research.flat import flat
from rondel.research.play import check_reward, find, rewards, seed_of, whole
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
        self.seed = seed_of(seed)
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
    size: int

    def _array(self, name: str) -> NDArray[Any]:
        if name not in self.arrays:
            raise AttributeError(f"this batch has no {name}: it is closed, or was made with {name}=False")
        return self.arrays[name]

    def _numbers(self, numbers: NDArray[Any]) -> NDArray[Any]:
        """What was handed in, one whole number a game; an error if it is anything else."""
        found = np.asarray(numbers)
        if found.shape != (self.size,):
            told = f"{len(found)} actions" if found.ndim == 1 else f"actions of the shape {found.shape}"
            raise ValueError(f"{told} for {self.size} games")
        if found.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, not {found.dtype}")
        return found

    @property
    def observations(self) -> NDArray[np.int16]:
        """What the seat to act may know: `rondel.research.flat.flat(game).names` names the columns."""
        return self._array("observations")

    @property
    def masks(self) -> NDArray[np.bool_]:
        """The legal actions of each game."""
        return self._array("masks")

    @property
    def seats(self) -> NDArray[np.int8]:
        """The seat to act in each game."""
        return self._array("seats")

    @property
    def counts(self) -> NDArray[np.int32]:
        """How many legal actions it has."""
        return self._array("counts")

    @property
    def rewards(self) -> NDArray[np.float32]:
        """By seat: what the game that has just ended brought; 0 while it goes on."""
        return self._array("rewards")

    @property
    def dones(self) -> NDArray[np.bool_]:
        return self._array("dones")


class Batch(Arrayed):
    """Many games in this process."""

    def __init__(self, game: str, size: int, first: int = 0, arrays: Arrays | None = None, **settings: Any) -> None:
        """`first`: the number of the first slot, and `arrays` to fill, where this is a part of a larger batch."""
        self.settings = Settings(game, **settings)
        self.rules = find(game, None, None)[0]
        self.size = whole(size, "size", 1)
        self.first = first
        shapes = self.settings.shapes(size)
        self.arrays = arrays or {name: np.zeros(shape, dtype=kind) for name, (shape, kind) in shapes.items()}
        self._slots = Slots(self.rules, self.settings.players, self.settings.options, self.settings.seed, first, size)
        self._seats, self._counts = self.arrays["seats"], self.arrays["counts"]
        self._told: dict[int, State] = {}  # where `dones` are
        self._states: list[State] | None = None  # to be asked for
        self._legal: list[list[int]] | None = None
        self._flat = flat(game)
        self._mask_bits: NDArray[np.bool_] | None = None
        self._shown: NDArray[np.int64] = np.zeros(0, dtype=np.int64)
        if self.settings.masks:
            self._mask_bits = self.arrays["masks"].reshape(-1)
            self._mask_bits.fill(False)

    @property
    def states(self) -> list[State]:
        """The table of each game: to be read, not to be changed."""
        if self._states is None:
            self._states = self._slots.states()
        return self._states

    @property
    def legal(self) -> list[list[int]]:
        """The legal actions in each game, in the order of the rules."""
        if self._legal is None:
            self._legal = self._slots.legal()
        return self._legal

    def reset(self) -> None:
        """New games in all slots."""
        self._slots.reset()
        self.arrays["rewards"].fill(0)
        self.arrays["dones"].fill(False)
        self._told = {}
        self._show()

    def check(self, actions: NDArray[Any]) -> None:
        """ValueError if one of the actions is illegal."""
        self._slots.check_actions(self._numbers(actions).tolist())

    def step(self, actions: NDArray[Any]) -> None:
        """One action in every game, by its number. ValueError, and nothing changed, if one is illegal."""
        self._slots.play(self._numbers(actions).tolist())
        self._played()

    def step_places(self, places: NDArray[Any]) -> None:
        """One action in every game, by its place in the list of legal ones: 0 to `counts` - 1."""
        self._slots.play_places(self._numbers(places).tolist())
        self._played()

    def play_random(self, steps: int) -> None:
        """So many actions at random in every game, without a look in between: much faster than one by one.

        `dones` says where a game has ended on the way, and `rewards` what the last such game brought.
        """
        self._slots.play_random(whole(steps, "steps", 1))
        self._played()

    def _played(self) -> None:
        if self._told:
            self.arrays["rewards"].fill(0)
            self.arrays["dones"].fill(False)
        self._told = self._slots.ended()
        for slot, state in self._told.items():
            self.arrays["rewards"][slot] = rewards(self.rules, state, self.settings.reward)
            self.arrays["dones"][slot] = True
        self._show()

    def _show(self) -> None:
        """Fill the arrays."""
        slots = self._slots
        self._states = self._legal = None
        seats = slots.seats
        self._seats[:] = np.frombuffer(bytes(seats), dtype=np.int8)  # numpy takes far longer for lists
        self._counts[:] = np.frombuffer(array("i", slots.counts), dtype=np.int32)
        if self._mask_bits is not None:
            self._mask_bits[self._shown] = False
            self._shown = np.array(slots.places_of_masks(self.settings.actions), dtype=np.int64)
            self._mask_bits[self._shown] = True
        if self.settings.observations:
            self._flat.write(self.states, seats, self.arrays["observations"])

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


GUARD = "A script begins all that uses Workers under `if __name__ == '__main__':`, for every process reads it anew"


def _lives(process: Any) -> bool:
    """Whether a process whose pipe is broken goes on all the same."""
    process.join(5)
    return process.exitcode is None


class Block(shared_memory.SharedMemory):
    """Shared memory that stays where it is for as long as somebody holds an array of it, also once it is closed."""

    def close(self) -> None:
        with contextlib.suppress(BufferError):
            super().close()

    def array(self, shape: tuple[int, ...], kind: Any) -> NDArray[Any]:
        """It, or its beginning, as an array."""
        assert self.buf is not None, "closed"
        return np.frombuffer(self.buf, dtype=kind, count=int(np.prod(shape))).reshape(shape)


PATIENCE = 0.0005
"""Seconds for which a process looks again and again for what it waits for, before it is put to sleep until it comes: to
sleep and be woken takes as long as some hundred actions."""


give_way: Callable[[], None] = getattr(os, "sched_yield", lambda: None)
"""Let others have this core, if they wait for one."""


def say(pipe: Connection, words: str) -> None:
    pipe.send_bytes(words.encode())


def hear(pipe: Connection) -> str:
    """What comes next through a pipe; EOFError if nothing can."""
    end = time.perf_counter() + PATIENCE
    while not pipe.poll(0) and time.perf_counter() < end:
        give_way()
    return pipe.recv_bytes().decode()


class Workers(Arrayed):
    """Many games on all cores: this process plays the first part of them, and one process for each other core the rest.

    The arrays lie in memory that all processes share; close it when done, or use `with`.
    """

    def __init__(self, game: str, size: int, processes: int | None = None, **settings: Any) -> None:
        self.settings = Settings(game, **settings)
        self.size = whole(size, "size", 1)
        number = min(size, os.cpu_count() or 1 if processes is None else whole(processes, "processes", 1))
        self._begun = False
        self._blocks: dict[str, Block] = {}
        self.arrays = {}
        for name, (shape, kind) in shared_shapes(self.settings, size).items():
            length = max(1, int(np.prod(shape)) * np.dtype(kind).itemsize)
            block = self._blocks[name] = Block(create=True, size=length)
            self.arrays[name] = block.array(shape, kind)
        self._actions = self.arrays.pop("actions")
        self._pipes: list[Connection] = []
        self._processes: list[Any] = []
        edges = [self.size * each // number for each in range(number + 1)]
        own = {name: array[: edges[1]] for name, array in self.arrays.items()}
        self._own: Batch | None = Batch(game, edges[1], 0, own, **settings)
        try:
            self._start(game, edges[1:], settings)
            self._ask("hello")
        except WorkerError as error:
            raise WorkerError(f"{error}. {GUARD}") from None
        except BaseException:
            self.close()
            raise

    def _start(self, game: str, edges: list[int], settings: dict[str, Any]) -> None:
        """A process for each part of the games between two edges."""
        context = multiprocessing.get_context("spawn")
        names = {name: block.name for name, block in self._blocks.items()}
        for first, last in pairwise(edges):
            here, there = context.Pipe()
            arguments = (there, names, game, self.size, first, last, settings)
            process = context.Process(target=work, args=arguments, daemon=True)
            process.start()
            there.close()  # else nobody would notice that the process has ended
            self._pipes.append(here)
            self._processes.append(process)

    def _ask(self, command: str) -> None:
        """All processes do the same, and are waited for; an error in one of them is raised here.

        WorkerError if a process has ended: the games in it are lost, and this batch is closed.
        """
        own = self._own
        if own is None:
            raise WorkerError("this batch is closed")
        try:
            for pipe in self._pipes:
                say(pipe, command)
            answers = [obey(own, command, self._actions[: own.size]), *[hear(pipe) for pipe in self._pipes]]
        except (EOFError, OSError):
            ended = [process for process in self._processes if process.exitcode is not None or not _lives(process)]
            told = ", ".join(f"{process.name} (exit code {process.exitcode})" for process in ended)
            self.close()
            raise WorkerError(f"a process of this batch has ended, and its games with it: {told}") from None
        except BaseException:  # broken off in the middle: what is asked next would get the answers to this
            self.close()
            raise
        for answer in answers:
            if answer:
                raise ValueError(answer)

    def reset(self) -> None:
        """New games in all slots."""
        self._ask("reset")
        self._begun = True

    def step(self, actions: NDArray[Any]) -> None:
        """As in `Batch`: nothing is played in any process unless all actions are legal."""
        actions = self._hand_in(actions)
        legal = (actions >= 0) & (actions < self.settings.actions)
        if self.settings.masks:
            legal &= self.masks[np.arange(self.size), np.where(legal, actions, 0)]
        wrong = np.flatnonzero(~legal)
        if len(wrong):
            raise ValueError(f"action {actions[wrong[0]]} is not legal in slot {wrong[0]}")
        if not self.settings.masks:
            self._ask("check")
        self._ask("step")

    def step_places(self, places: NDArray[Any]) -> None:
        """As in `Batch`."""
        places = self._hand_in(places)
        wrong = np.flatnonzero((places < 0) | (places >= self.counts))
        if len(wrong):
            slot = int(wrong[0])
            raise ValueError(f"place {places[slot]} is not one of the {self.counts[slot]} of slot {slot}")
        self._ask("step_places")

    def play_random(self, steps: int) -> None:
        """As in `Batch`."""
        self._check_begun()
        self._ask(f"play_random {whole(steps, 'steps', 1)}")

    def _hand_in(self, numbers: NDArray[Any]) -> NDArray[Any]:
        self._check_begun()
        found = self._numbers(numbers)
        self._actions[:] = found
        return found

    def _check_begun(self) -> None:
        if self._own is None:
            raise WorkerError("this batch is closed")
        if not self._begun:
            raise RuntimeError("reset() comes first")

    def close(self) -> None:
        """End the processes and give the shared memory back."""
        if not self._blocks:
            return
        for pipe in self._pipes:
            with contextlib.suppress(OSError):
                say(pipe, "close")
            pipe.close()
        for process in self._processes:
            process.join()
        self._pipes, self._processes, self.arrays, self._own = [], [], {}, None
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
    blocks = {name: Block(name=block) for name, block in names.items()}
    all_games = shared_shapes(Settings(game, **settings), size)
    arrays = {name: blocks[name].array(shape, kind)[first:last] for name, (shape, kind) in all_games.items()}
    actions = arrays.pop("actions")
    batch = Batch(game, last - first, first, arrays, **settings)
    while True:
        try:
            command = hear(pipe)
        except EOFError:  # whoever asked has ended
            return
        if command == "close":
            return
        say(pipe, obey(batch, command, actions))


def obey(batch: Batch, command: str, actions: NDArray[Any]) -> str:
    """Do what a process is asked to; what was wrong with it, if anything."""
    order, _, steps = command.partition(" ")
    try:
        if order == "reset":
            batch.reset()
        elif order == "play_random":
            batch.play_random(int(steps))
        elif order != "hello":
            getattr(batch, order)(actions)
    except ValueError as error:
        return str(error)
    return ""

"""The same work in one process, on all cores or on many machines: `runner("here")`, `"cores"`, `"ray"`.

Work is cut into parts that hang on nothing but their own arguments, seeds among them, and results come back in the
order of the parts. So what is learnt or measured is the same, bit for bit, wherever it was done.

    with runner("ray:10.0.0.7:6379") as where:
        results = where.map(play_games, [(game, f"{seed}/{part}") for part in range(100)])
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from typing import Any, Self, TypeVar

Result = TypeVar("Result")
PLACES = (
    "here: this process; cores or cores:N: processes of this machine; "
    "ray or ray:N: workers of ray on this machine; ray:HOST:PORT or ray:auto: a cluster of ray"
)


class Runner:
    """Does the parts one after the other, in this process."""

    def map(self, function: Callable[..., Result], parts: Sequence[tuple[Any, ...]]) -> list[Result]:
        """The results of `function(*part)`, in the order of the parts."""
        return [function(*part) for part in parts]

    def close(self) -> None:
        """Let go of processes, where there are any."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class Cores(Runner):
    """Processes of this machine. What is to be done must be a function of a module, as pickle wants it."""

    def __init__(self, number: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(number, mp_context=context, initializer=deaf)

    def map(self, function: Callable[..., Result], parts: Sequence[tuple[Any, ...]]) -> list[Result]:
        return [each.result() for each in [self._pool.submit(function, *part) for part in parts]]

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)


def deaf() -> None:
    """Ctrl-C is the affair of whoever gave out the work; he ends this process, too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Ray(Runner):
    """Workers of ray, on this machine or on a cluster; there, rondel must be installed on every machine."""

    def __init__(self, address: str = "", number: int | None = None) -> None:
        try:
            ray: Any = import_module("ray")
        except ImportError:
            raise ModuleNotFoundError("ray is not installed: pip install 'rondel[ray]'") from None
        self._ray = ray
        self._started = not ray.is_initialized()
        if self._started:
            settings: dict[str, Any] = {"address": address} if address else {"num_cpus": number, "address": "local"}
            ray.init(include_dashboard=None if address else False, log_to_driver=False, **settings)

    def map(self, function: Callable[..., Result], parts: Sequence[tuple[Any, ...]]) -> list[Result]:
        module = sys.modules[function.__module__]
        if not function.__module__.startswith("rondel."):
            self._ray.cloudpickle.register_pickle_by_value(module)  # the others need not have the file
        task = self._ray.remote(function)
        results: list[Result] = self._ray.get([task.remote(*part) for part in parts])
        return results

    def close(self) -> None:
        if self._started:
            self._ray.shutdown()


def runner(where: str = "here") -> Runner:
    """Where work is done; ValueError, with the places there are, for any other word."""
    kind, _, rest = where.partition(":")
    number = int(rest) if rest.isdecimal() and int(rest) > 0 else None
    if where == "here":
        return Runner()
    if kind == "cores" and (not rest or number):
        return Cores(number or os.cpu_count() or 1)
    if kind == "ray" and (not rest or number):
        return Ray(number=number)
    if kind == "ray" and (rest == "auto" or ":" in rest):
        return Ray(rest)
    raise ValueError(f"no place is called {where!r}. {PLACES}")

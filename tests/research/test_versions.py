"""What the name of an environment promises: the same actions, the same numbers, the same games."""

from __future__ import annotations

import subprocess
import sys

import pytest

from rondel import games
from rondel.research import versions
from rondel.research.play import RULES


@pytest.mark.parametrize("version", versions.PROMISED)
def test_a_version_keeps_its_promise(version: str) -> None:
    """A change that breaks this is a new version; before the first release of one, the promise may be made anew."""
    assert versions.kept(version) == versions.PROMISED[version]


def test_every_version_has_a_promise() -> None:
    assert set(versions.PROMISED) == {f"{game}_v{number}" for game, numbers in RULES.items() for number in numbers}


def test_other_results_break_the_promise(monkeypatch: pytest.MonkeyPatch) -> None:
    before = versions.played("struggle_v1", 4)
    assert versions.played("struggle_v1", 4) == before
    monkeypatch.setattr(type(games.load("struggle")), "ranks", lambda self, state: [1] * state.seats)
    assert versions.played("struggle_v1", 4) != before


def test_the_command_says_whether_this_machine_keeps_it() -> None:
    command = [sys.executable, "-m", "rondel.research.versions", "struggle_v1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("struggle_v1: as promised")

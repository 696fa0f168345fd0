"""The month of `tests.server.weeks.month`, in its shortest form; the command plays the whole of it, of every title."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.weeks.month import month


@pytest.mark.slow
def test_a_few_days_of_a_game(tmp_path: Path) -> None:
    report = month("struggle", 10, tmp_path, turns=2, killed=0.1)
    assert report["days"] == 10
    assert report["absences bridged"] == 1
    assert report["restarts"] >= 2
    assert report["votes: pause"] == report["votes: resume"] == 1
    assert report["mails"] > 0
    assert report["pushes"] > 0
    assert report["pushes withdrawn"] > 0
    assert sum(report[f"terms {state}"] for state in ("kept", "broken", "void")) >= 4

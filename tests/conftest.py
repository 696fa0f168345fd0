"""What holds for every test: workers, where files lie, no event loop of a browser's, and a second chance for a real
browser on a loaded machine, one, named at the end of the run, and never twice running."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import os
import shutil
import tempfile
from collections.abc import Generator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from rondel import games

games.NAMES = games.OWN  # a stranger's game that happens to be installed here has tests of its own

hypothesis.settings.register_profile("rondel", suppress_health_check=[hypothesis.HealthCheck.too_slow], deadline=None)
hypothesis.settings.load_profile("rondel")  # how long it takes says something of the machine alone

gc.set_threshold(100_000, 50, 100)  # looking for garbage among all that tests import took a fifth of their time

MEMORY = Path("/dev/shm")
ROOM = 4 << 30


def _in_memory() -> bool:
    """Whether files of tests can lie in memory, where nothing waits for a disk: room for them, and programs may run."""
    if "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK):
        return False
    return shutil.disk_usage(MEMORY).free > ROOM and not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC


if _in_memory():
    os.environ["TMPDIR"] = str(MEMORY)
    tempfile.tempdir = None


LONG = (
    "research/", "bots/test_coach.py", "cli/", "server/weeks/", "server/test_advice.py", "server/test_attacks.py",
    "server/test_deploy.py", "server/test_load.py", "server/test_lobby.py", "server/test_people_apart.py",
    "server/test_processes.py", "server/test_run.py", "server/test_storage.py", "server/test_upkeep.py",
    "server/test_wire.py", "test_compile.py",
)  # fmt: skip
"""Folders and files whose tests start servers, learn or play much: `make check` leaves them to `make test`."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: some test always waits, for a server, a browser or a clock."""
    return (os.cpu_count() or 1) + 1


KNOWN = "rondel/second-chances"
"""Where pytest's cache keeps the tests that needed one, each with the state of its file then."""


@pytest.fixture(autouse=True)
def _no_loop_of_a_browser(request: pytest.FixtureRequest) -> Generator[None]:
    """Playwright's loop counts as running in this thread while its browser is open: other tests may run theirs."""
    loop = None if "tests/browser/" in request.path.as_posix() else asyncio._get_running_loop()
    if loop is None:
        yield
        return
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(loop)


def _state(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path.exists() else ""


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks what is long. A test that needed a second chance gets no other until its file is changed: mend it."""
    for item in items:
        if item.nodeid.removeprefix("tests/").startswith(LONG):
            item.add_marker(pytest.mark.slow)
    if not config.pluginmanager.hasplugin("rerunfailures"):
        return
    cache = getattr(config, "cache", None)
    spent: dict[str, str] = cache.get(KNOWN, {}) if cache is not None else {}
    for item in items:
        if "tests/browser/" in item.path.as_posix() and spent.get(item.nodeid) != _state(item.path):
            item.add_marker(pytest.mark.flaky(reruns=1))


def _reason(report: pytest.TestReport) -> str:
    """Why a test failed, in few words."""
    said = [line[2:].strip() for line in report.longreprtext.splitlines() if line.startswith("E ")]
    return " / ".join(said)[:600] or report.longreprtext[-200:]


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    reasons = {report.nodeid: _reason(report) for report in terminalreporter.stats.get("rerun", [])}
    needed = list(reasons)
    passed = {report.nodeid for report in terminalreporter.stats.get("passed", [])}
    cache = getattr(config, "cache", None)
    if cache is not None:
        kept = {test: state for test, state in cache.get(KNOWN, {}).items() if test not in passed}
        spent = {test: _state(config.rootpath / test.partition("::")[0]) for test in needed}
        if spent or kept != cache.get(KNOWN, {}):
            cache.set(KNOWN, {**kept, **spent})
    if needed:
        terminalreporter.section("needed a second chance", sep="-")
        for test in needed:
            terminalreporter.line(f"needed a second chance: {test}: {reasons[test]}")
        terminalreporter.line(
            "They get none in the next run, until their files change: find what they did not wait for."
        )

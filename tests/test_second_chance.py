"""A browser test that fails once is named at the end of the run; one that needs a second chance twice running fails."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

STUMBLES = """
from pathlib import Path

def test_stumbles():
    seen = Path(__file__).with_suffix(".seen")
    if not seen.exists():
        seen.touch()
        raise AssertionError("missed a beat")

def test_walks():
    pass
"""
NAMED = "needed a second chance: tests/browser/test_walk.py::test_stumbles: AssertionError: missed a beat"


@pytest.fixture
def house(pytester: pytest.Pytester) -> Path:
    """A small project with our conftest and a browser test that fails whenever it has been forgotten."""
    folder = pytester.path / "tests" / "browser"
    folder.mkdir(parents=True)
    (folder.parent / "conftest.py").write_text((Path(__file__).parent / "conftest.py").read_text())
    (folder / "test_walk.py").write_text(STUMBLES)
    pytester.makeini("[pytest]\naddopts = --disable-plugin-autoload -p rerunfailures\n")
    return folder


def run(pytester: pytest.Pytester) -> tuple[dict[str, int], str]:
    result = pytester.runpytest_subprocess("tests")
    return result.parseoutcomes(), result.stdout.str()


def test_a_second_chance_is_named_and_not_given_twice_running(pytester: pytest.Pytester, house: Path) -> None:
    outcomes, told = run(pytester)
    assert outcomes == {"passed": 2, "rerun": 1}
    assert NAMED in told

    (house / "test_walk.seen").unlink()
    outcomes, told = run(pytester)
    assert outcomes == {"passed": 1, "failed": 1}
    assert NAMED not in told

    (house / "test_walk.seen").unlink()  # a test that was changed has its chance again
    (house / "test_walk.py").write_text(STUMBLES + "\n# mended\n")
    outcomes, told = run(pytester)
    assert outcomes == {"passed": 2, "rerun": 1}
    assert NAMED in told

"""Commands side by side: all are seen to their end, and what failed is told last."""

import subprocess
import sys
from pathlib import Path

TOOL = Path(__file__).resolve().parent.parent / "tools" / "together.py"


def run(*commands: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(TOOL), *commands], capture_output=True, text=True, timeout=60)


def test_they_run_side_by_side(tmp_path: Path) -> None:
    """Each waits for the other: one after the other they would never end."""
    one, two = tmp_path / "one", tmp_path / "two"
    meet = "touch {own}; until [ -e {other} ]; do sleep 0.05; done; echo {own}"
    done = run(meet.format(own=one, other=two), meet.format(own=two, other=one))
    assert done.returncode == 0
    assert sorted(done.stdout.split()) == [str(one), str(two)]


def test_what_the_last_one_says_is_shown_as_it_comes(tmp_path: Path) -> None:
    read = tmp_path / "read"
    commands = [f"until [ -e {read} ]; do sleep 0.05; done; echo done", "echo begun"]
    with subprocess.Popen([sys.executable, str(TOOL), *commands], stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "begun\n"  # while the other still waits
        read.touch()
        assert running.stdout.read() == "done\n"


def test_what_failed_is_told_last_and_the_rest_is_seen_to_its_end() -> None:
    done = run("echo broken; exit 3", "sleep 0.3; echo well")
    assert done.returncode == 3
    assert done.stdout.split("\n")[:2] == ["well", "broken"]
    assert "`echo broken; exit 3` failed" in done.stdout

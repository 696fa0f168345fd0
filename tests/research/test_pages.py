"""What stands on the pages of the laboratory can be typed in as it stands there."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "docs" / "research"
SMALLER = {
    "batches.md": {"512": "6", "range(1000)": "range(5)"},
    "gymnasium.md": {'bots="heuristic"': 'bots="random"'},
    "learning.md": {'runner("ray:auto")': 'runner("here")', "range(1000)": "range(2)"},
}
"""So that it takes moments: what is replaced in the scripts of a page, each of which must be there."""
GAMES = [
    "record",
    "imperial",
    "--games",
    "6",
    "--seats",
    "random",
    "random",
    "-o",
    "end=15",
    "--out",
    "imperial.parquet",
]


def blocks(page: str) -> list[str]:
    """The indented blocks of a page."""
    found: list[list[str]] = [[]]
    for line in (FOLDER / page).read_text(encoding="utf-8").split("\n"):
        if line.startswith("    ") or (not line and found[-1]):
            found[-1].append(line[4:])
        elif found[-1]:
            found.append([])
    return ["\n".join(lines).strip() for lines in found if any(lines)]


def scripts(page: str) -> list[str]:
    return [block for block in blocks(page) if block.startswith(("import ", "from "))]


def run(words: list[str], folder: Path) -> str:
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    "page", ["batches.md", "data.md", "gymnasium.md", "learning.md", "openspiel.md", "pettingzoo.md"]
)
def test_the_scripts_of_a_page_run(page: str, tmp_path: Path) -> None:
    if page == "openspiel.md":
        pytest.importorskip("pyspiel")
    if page == "data.md":
        run([sys.executable, "-m", "rondel", *GAMES], tmp_path)
    text = "\n\n".join(scripts(page))  # one after the other: a later one may use what an earlier one made
    for large, small in SMALLER.get(page, {}).items():
        assert large in text, f"{page} no longer says {large}"
        text = text.replace(large, small)
    (tmp_path / "mine.py").write_text(text)
    run([sys.executable, "mine.py"], tmp_path)


def test_every_door_has_a_page_with_a_script() -> None:
    index = (FOLDER / "index.md").read_text(encoding="utf-8")
    for page in ("batches.md", "data.md", "gymnasium.md", "openspiel.md", "pettingzoo.md"):
        assert f"]({page})" in index
        assert scripts(page)


def test_the_commands_of_the_pages_have_their_options() -> None:
    """Not carried out, for they take long: asked for their help, which must name what the page uses."""
    told: dict[str, str] = {}
    seen = 0
    for page in sorted(FOLDER.glob("*.md")):
        for line in "\n".join(blocks(page.name)).split("\n"):
            if not line.startswith(("rondel ", "python ")):
                continue
            words = shlex.split(line, comments=True)
            command = words[1:2] if words[0] == "rondel" else words[1 : 3 if words[1] == "-m" else 2]
            if command[0].startswith("examples/"):
                command[0] = str(FOLDER.parents[1] / command[0])
            base = ["-m", "rondel", *command] if words[0] == "rondel" else command
            key = " ".join(base)
            if key.endswith("rondel.research.pages"):  # has no options, and writes
                continue
            if key not in told:
                told[key] = run([sys.executable, *base, "--help"], FOLDER.parents[1])
            for word in words:
                if word.startswith("--"):
                    assert word.partition("=")[0] in told[key], f"{page.name}: {line}"
                    seen += 1
    assert seen > 10

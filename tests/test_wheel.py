"""What is in a wheel: the built client, compressed, with the notices of all that it bundles."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from tools import web

ROOT = Path(__file__).resolve().parent.parent
STATIC = "rondel/server/static/"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[zipfile.ZipFile]:
    if not web.is_built():
        pytest.skip("the client is not built: make client")
    folder = tmp_path_factory.mktemp("wheel")
    (path,) = WheelBuilder(str(ROOT)).build(directory=str(folder), versions=["standard"])
    with zipfile.ZipFile(path) as opened:
        yield opened


@pytest.mark.slow
def test_the_wheel_holds_the_client_in_all_its_shapes(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    assert STATIC + "index.html" in names
    scripts = {name for name in names if name.startswith(STATIC + "assets/") and name.endswith(".js")}
    long = {name for name in scripts if wheel.getinfo(name).file_size >= 1000}
    assert len(long) > 8
    assert {name + ending for name in long for ending in (".br", ".gz")} <= names


@pytest.mark.slow
def test_the_wheel_holds_the_notices_of_what_the_client_bundles(wheel: zipfile.ZipFile) -> None:
    notices = wheel.read(STATIC + "licences.txt").decode()
    for package in ("svelte", "d3-zoom", "d3-selection", "@fontsource/cinzel", "@fontsource/eb-garamond"):
        assert f"\n{package} " in notices
    assert "SIL OPEN FONT LICENSE" in notices.upper()
    assert "Rich Harris" in notices or "Svelte Contributors" in notices


@pytest.mark.slow
def test_the_wheel_holds_all_of_every_game(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    there = {
        path for path in (ROOT / "src/rondel/games").rglob("*") if path.is_file() and "__pycache__" not in path.parts
    }
    assert {path.relative_to(ROOT / "src").as_posix() for path in there} <= names
    assert any(name.endswith("licenses/LICENSE") for name in names)


DRAW = """
import numpy as np
import rondel
from rondel import games
from rondel.research.zoo import TurnEnv
print(rondel.__file__)
for name in games.OWN:
    env = TurnEnv(name, name, render_mode="rgb_array")
    env.reset(seed=1)
    print(name, len(np.unique(env.render().reshape(-1, 3), axis=0)) > 10)
"""


@pytest.mark.slow
def test_an_installed_wheel_draws_the_boards(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    """The boards lie elsewhere in the working copy: what is installed must bring them along."""
    wheel.extractall(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", DRAW],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    where, *drawn = done.stdout.splitlines()
    assert where.startswith(str(tmp_path))
    assert drawn == ["imperial True", "struggle True", "imperunde True", "colonial True"]

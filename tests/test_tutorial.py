"""The page "write your own game", followed word for word: its files are written, its commands typed."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import urllib.request
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import tutorial

PAGE = tutorial.PAGE.read_text(encoding="utf-8")
INSTALLED_ALREADY = "make install"
"""What a reader types first; here the scratch clone borrows what this environment has installed."""
LAST = "make play"


class Reader:
    """Somebody with a clone who does as the page says."""

    def __init__(self, clone: Path) -> None:
        self.clone = clone
        self.environment = {
            **{name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
            "RONDEL_HOME": str(clone / "home"),
            "PIP_NO_INDEX": "1",  # everything that is needed is there
            "PIP_NO_BUILD_ISOLATION": "0",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        }
        self.installed()

    def installed(self) -> None:
        """What `make install` leaves behind: .venv with Rondel in it."""
        folder = self.clone / ".venv"
        venv.create(folder, with_pip=False, symlinks=True)
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        borrowed = f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n"
        (folder / "lib" / version / "site-packages" / "borrowed.pth").write_text(borrowed)
        for name, module in (("pip", "pip"), ("rondel", "rondel")):
            script = folder / "bin" / name
            script.write_text(f'#!/bin/sh\nexec "{folder}/bin/python" -m {module} "$@"\n')
            script.chmod(0o755)

    def writes(self) -> None:
        for name, text in tutorial.files(PAGE).items():
            path = self.clone / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def types(self, command: str, answers: str = "") -> str:
        done = subprocess.run(
            command,
            shell=True,
            cwd=self.clone,
            env=self.environment,
            input=answers,
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        return done.stdout


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    """The page read up to and with the command that installs the game."""
    reader = Reader(tmp_path_factory.mktemp("clone"))
    commands = tutorial.commands(PAGE)
    assert commands[0] == INSTALLED_ALREADY
    install = next(number for number, command in enumerate(commands) if "pip install" in command)
    for command in commands[1:install]:
        reader.types(command)
    reader.writes()
    reader.types(commands[install])
    return reader


@pytest.fixture(scope="module")
def site(reader: Reader) -> Iterator[str]:
    """What `make play` starts, without the browser: its address."""
    assert tutorial.commands(PAGE)[-1] == LAST
    process = subprocess.Popen(
        [reader.clone / ".venv" / "bin" / "python", "-m", "rondel", "play", "--no-browser", "--port", "0"],
        cwd=reader.clone,
        env=reader.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    address = None
    said = ""
    while address is None:
        line = process.stdout.readline()
        said += line
        assert line, f"the server did not start:\n{said}"
        address = re.search(r"http://127\.0\.0\.1:\d+/", line)
    yield address[0]
    process.terminate()
    process.wait(timeout=30)


def test_the_code_on_the_page_is_that_of_the_tested_game() -> None:
    assert tutorial.synchronised(PAGE) == PAGE, "python -m tests.tutorial --write"
    written = tutorial.files(PAGE)
    names = [
        path.relative_to(tutorial.FERRY) for path in tutorial.FERRY.rglob("*.*") if path.suffix in (".py", ".toml")
    ]
    assert len(names) == 4
    for name in names:
        there = (tutorial.FERRY / name).read_text(encoding="utf-8")
        assert written[tutorial.PACKAGE + name.as_posix()] == there, "python -m tests.tutorial --write"


@pytest.mark.slow
def test_the_game_conforms(reader: Reader) -> None:
    (command,) = [command for command in tutorial.commands(PAGE) if "conformance" in command]
    assert "ferry: 200 random games" in reader.types(command)


@pytest.mark.slow
def test_the_game_plays_by_itself(reader: Reader) -> None:
    for word, said in (("sim", "100 of 100 games finished"), ("arena", "random")):
        (command,) = [command for command in tutorial.commands(PAGE) if f"rondel {word} " in command]
        assert said in reader.types(command)


@pytest.mark.slow
def test_the_game_plays_in_the_terminal(reader: Reader) -> None:
    (command,) = [command for command in tutorial.commands(PAGE) if "terminal" in command]
    said = reader.types(command, "1\n" * 200)
    assert "To which harbour do you go?" in said
    assert "1. " in said, "somebody has won"


@pytest.mark.slow
def test_the_game_is_on_the_start_page_and_can_be_played_there(site: str) -> None:
    with urllib.request.urlopen(f"{site}api/games") as answer:
        games = {game["name"]: game for game in json.loads(answer.read())}
    assert list(games)[-1] == "ferry"
    asked = {
        "game": "ferry",
        "seats": [{"kind": "human", "name": "Anna"}, {"kind": "bot", "bot": "random", "name": "Ben"}],
    }
    request = urllib.request.Request(
        f"{site}api/tables", json.dumps(asked).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        table = json.loads(answer.read())
    with urllib.request.urlopen(f"{site}api/tables/{table['id']}/observation?seat=0") as answer:
        seen = json.loads(answer.read())
    assert [choice["notation"] for choice in seen["choices"]] == ["go north", "go south"]

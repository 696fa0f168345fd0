"""The page "write your own game", followed word for word: its files are written, its commands typed."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator

import pytest

from tests import tutorial
from tests.tutorial import Reader

PAGE = tutorial.PAGE.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    reader = Reader(tmp_path_factory.mktemp("clone"))
    reader.reads()
    return reader


@pytest.fixture(scope="module")
def site(reader: Reader) -> Iterator[str]:
    with reader.plays() as address:
        yield address


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

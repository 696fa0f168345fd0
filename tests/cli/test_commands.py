"""The commands, as a person or a script calls them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest


def run(*words: str, code: int = 0, stdin: str = "") -> str:
    command = [sys.executable, "-m", "rondel", *words]
    answer = subprocess.run(command, input=stdin, capture_output=True, text=True, check=False, timeout=120)
    assert answer.returncode == code, answer.stderr + answer.stdout
    assert "Traceback" not in answer.stderr
    return answer.stdout if code == 0 else answer.stderr


def test_sim_prints_one_object() -> None:
    result = json.loads(run("sim", "imperial", "--players", "3", "--games", "5", "--seed", "1", "--json"))
    assert list(result) == [
        "game", "players", "games", "finished", "actions", "seconds", "actions_per_second", "compiled",
    ]  # fmt: skip
    assert (result["game"], result["players"], result["games"], result["finished"]) == ("imperial", 3, 5, 5)
    again = json.loads(run("sim", "imperial", "--players", "3", "--games", "5", "--seed", "1", "--json"))
    assert again["actions"] == result["actions"], "the same seed plays the same games"


def test_arena_prints_one_object_in_the_order_given() -> None:
    words = ("arena", "imperial", "--seats", "random", "heuristic", "random", "--games", "6", "--seed", "2", "--json")
    result = json.loads(run(*words))
    assert list(result) == ["game", "games", "finished", "seats"]
    assert [row["bot"] for row in result["seats"]] == ["random", "heuristic", "random"]
    for row in result["seats"]:
        assert 0 <= row["low"] <= row["win_share"] <= row["high"] <= 1
    assert sum(row["win_share"] for row in result["seats"]) == pytest.approx(1, abs=0.01)
    assert json.loads(run(*words)) == result


def test_a_game_in_a_file(tmp_path: Path) -> None:
    file = str(tmp_path / "game.rondel")
    assert "to act: seat" in run("new", "imperial", file, "-p", "2", "--seed", "abc", "-n", "Ada", "-n", "Ben")
    assert (tmp_path / "game.rondel.seed").read_text() == "abc\n"
    seen = json.loads(run("show", file, "--seat", "0", "--json"))
    assert seen["view"]["player"][0]["money"] is not None
    assert seen["view"]["player"][1]["money"] is None
    before = (tmp_path / "game.rondel").read_bytes()
    assert "no action is written" in run("move", file, "italy flies", code=2)
    assert "it has nothing to decide" in run("move", file, "done", "--seat", str(1 - seen["to_act"][0]), code=2)
    assert "not-this-decision" in run("move", file, "done", code=2)
    assert "there is no seat 7" in run("move", file, "done", "--seat", "7", code=2)
    assert (tmp_path / "game.rondel").read_bytes() == before
    run("move", file, "austria-hungary", "advances", "to", "factory")
    run("move", file, "1")
    assert "factory" in run("log", file)
    assert "every action is legal" in run("verify", file)
    assert "Fabrik" in run("log", file, "--lang", "de")
    assert "no texts in 'xx'" in run("log", file, "--lang", "xx", code=2)
    assert "exists already" in run("new", "imperial", file, code=2)
    assert "once the game is over" in run("log", file, "--notation", code=2)


def test_verify_checks_every_roll() -> None:
    golden = str(Path(__file__).parent.parent / "golden" / "imperial-4.rondel")
    assert "4 rolls, all as the seed says" in run("verify", golden)
    assert "4 rolls" in run("verify", golden, "--seed", "golden imperial-4")
    assert "not the seed" in run("verify", golden, "--seed", "guess", code=2)


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    golden = (Path(__file__).parent.parent / "golden" / "imperial-4.rondel").read_bytes()
    middle = golden.index(b"\n", len(golden) // 2) - 3  # of a line, wherever lines end
    for name, content in (("cut", golden[:middle]), ("binary", b"\xff\xfe\x00"), ("empty", b"")):
        path = tmp_path / name
        path.write_bytes(content)
        assert str(path) in run("verify", str(path), code=2)
        assert path.read_bytes() == content
    assert "No such file" in run("verify", str(tmp_path / "nowhere"), code=2)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("sim", "chess"), "no game is called 'chess'; there are imperial"),
        (("sim", "imperial", "-p", "7"), "imperial is for 2 to 6 players, not 7"),
        (("sim", "imperial", "-o", "speed=9"), "imperial has no option 'speed'"),
        (("sim", "imperial", "-o", "bonds=50"), "option bonds: '50' is not one of 48, 54"),
        (("sim", "imperial", "-o", "bonds"), "an option is name=value"),
        (("sim", "imperial", "-o", "bonds=48", "-o", "bonds=54"), "option bonds is given twice"),
        (("arena", "imperial", "--seats", "genius", "random"), "no bot is called 'genius'"),
        (("arena", "imperial", "--seats", "random"), "not 1"),
    ],
)
def test_bad_words_get_a_clear_error(words: tuple[str, ...], problem: str) -> None:
    message = run(*words, code=2)
    assert problem in message
    assert len(message.strip().splitlines()) == 1


def test_options_are_read_in_one_way() -> None:
    words = ("-o", "deal=experienced", "-o", "investor-card=false", "-o", "chips=15", "-o", "open-money=true")
    assert json.loads(run("sim", "imperial", "-p", "2", "-g", "2", *words, "--json"))["finished"] == 2


def test_a_game_in_the_terminal(tmp_path: Path) -> None:
    file = str(tmp_path / "mine.rondel")
    words = ("terminal", "imperial", "-p", "2", "--file", file)
    first = run(*words, stdin="help\nshow\nwhy\nwhat 1\nfly\nwhy fly\nrules taxes\n1\nquit\n")
    assert "take back your last action" in first
    assert "no action is written 'fly'" in first
    again = run(*words, stdin="log\nback\nwhy done\nquit\n")
    assert "1 " in again
    assert "every action is legal" in run("verify", file)


def test_a_whole_game_in_the_terminal() -> None:
    """Always the first choice, until the game is over."""
    assert "1. " in run("terminal", "imperial", "-p", "2", stdin="1\n" * 3000 + "quit\n")


def test_version() -> None:
    assert run("--version").startswith("rondel 0.")

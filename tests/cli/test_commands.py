"""The commands, as a person or a script calls them."""

import json
from pathlib import Path
from typing import Any

import pytest

import rondel
from rondel import games
from rondel.kernel import record
from rondel.kernel.flow import CHANCE
from tests.command import call


def run(*words: str, code: int = 0, stdin: str = "") -> str:
    answer = call(*words, stdin=stdin)
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
    assert list(result) == ["game", "games", "finished", "mean_actions", "seats", "bots", "by_seat"]
    assert [row["bot"] for row in result["bots"]] == ["heuristic", "random"], "the best first, each name once"
    assert sum(row["win_share"] for row in result["by_seat"]) == pytest.approx(1, abs=0.01)
    assert [row["bot"] for row in result["seats"]] == ["random", "heuristic", "random"]
    for row in result["seats"]:
        assert 0 <= row["low"] <= row["win_share"] <= row["high"] <= 1
    assert sum(row["win_share"] for row in result["seats"]) == pytest.approx(1, abs=0.01)
    assert without_times(json.loads(run(*words))) == without_times(result)


def without_times(result: dict[str, Any]) -> dict[str, Any]:
    """What an arena tells, but for how long the bots thought."""
    bots = [{key: value for key, value in row.items() if not key.endswith("ms")} for row in result["bots"]]
    return {**result, "bots": bots}


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


def test_arena_takes_every_seats() -> None:
    words = ("--seats", "random", "--seats", "heuristic", "--seats", "random", "random")
    result = json.loads(run("arena", "imperial", *words, "--games", "2", "--json"))
    assert [row["bot"] for row in result["seats"]] == ["random", "heuristic", "random", "random"]


def test_show_leaves_out_neither_seat_0_nor_what_costs_nothing(tmp_path: Path) -> None:
    file = str(tmp_path / "game.rondel")
    run("new", "imperial", file, "-p", "3", "--seed", "q", "-n", "A", "-n", "B", "-n", "C")
    shown = run("show", file, "--seat", "0")
    seen = json.loads(run("show", file, "--seat", "0", "--json"))["view"]
    owners = [bond["owner"] for nation in seen["nation"].values() for bond in nation["bonds"]]
    assert shown.count("owner 0") == owners.count(0) > 0
    assert "wheel: factory 0, production-1 0" in shown


def test_show_tells_why_others_are_not_allowed(tmp_path: Path) -> None:
    file = str(tmp_path / "game.rondel")
    run("new", "colonial", file, "-p", "3", "--seed", "q")
    run("move", file, "lay a", "--seat", "1")
    seen = json.loads(run("show", file, "--seat", "1", "--json"))
    assert [each["notation"] for each in seen["refused"]] == ["lay a"]
    assert "-  lay a: " in run("show", file, "--seat", "1")
    assert "-  lay a: " not in run("show", file)


def test_show_leaves_out_no_ships(tmp_path: Path) -> None:
    """Lands and sea areas have columns of their own in one table."""
    file = str(tmp_path / "game.rondel")
    run("new", "imperunde", file, "-p", "3", "--seed", "q")
    run("move", file, "1")
    shown = run("show", file)
    seen = json.loads(run("show", file, "--json"))["view"]["area"]
    assert sum(bool(area.get("ships")) for area in seen.values()) == 1
    assert shown.count("frigate 1") == 1
    assert sum("infantry" in row for row in shown.splitlines()) >= 3, "and the lands are still there"
    assert [row.split() for row in shown.splitlines() if "peace" in row][1] == ["1", "peace", "peace"]
    assert " relation  0      1      2 " in shown, "who is at peace with whom"


def test_show_tells_messages_and_reasons_in_words(tmp_path: Path) -> None:
    file = str(tmp_path / "game.rondel")
    run("new", "colonial", file, "-p", "3", "--seed", "q")
    shown = " ".join(run("show", file, "--seat", "0", "--lang", "fr").split())
    assert "reason." not in shown
    assert "params" not in shown
    assert "Vous n’avez pas de Marchandise au Marché." in shown


GOLDEN = Path(__file__).parent.parent / "golden"


def test_convert_brings_a_file_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from rondel.cli import commands, common

    game = rondel.load("imperial")
    file = tmp_path / "old.rondel"
    text = (GOLDEN / "imperial-3.rondel").read_text(encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    monkeypatch.setattr(type(game), "rules", game.rules + 1)
    with pytest.raises(common.Complaint, match=f"written under rules {game.rules - 1}.*rondel convert"):
        common.read_match(file)
    commands.convert(file, None)
    assert file.read_text(encoding="utf-8") == text.replace(f"rules {game.rules - 1}\n", f"rules {game.rules}\n")
    assert common.read_match(file).over


def test_convert_names_the_line_that_no_longer_holds(tmp_path: Path) -> None:
    lines = (GOLDEN / "imperial-3.rondel").read_text(encoding="utf-8").split("\n")
    actions = [number for number, line in enumerate(lines) if line.startswith("0> ")]
    del lines[actions[3]]
    file = tmp_path / "old.rondel"
    file.write_text("\n".join(lines), encoding="utf-8")
    assert "it does not replay under the present rules: line " in run("convert", str(file), code=2)
    assert file.read_text(encoding="utf-8") == "\n".join(lines)


def test_convert_leaves_a_file_of_today_alone(tmp_path: Path) -> None:
    file = str(tmp_path / "game.rondel")
    run("new", "imperial", file, "-p", "3")
    assert "nothing to convert" in run("convert", file)
    assert "now under rules" in run("convert", file, "--to", str(tmp_path / "copy.rondel"))
    assert (tmp_path / "copy.rondel").read_bytes() == Path(file).read_bytes()


def test_check_tables_without_a_database(tmp_path: Path) -> None:
    assert "there is no database" in run("check-tables", "--database", str(tmp_path / "none.db"), code=2)


def test_advice_for_a_game_in_a_file(tmp_path: Path) -> None:
    file = str(tmp_path / "game.rondel")
    run("new", "imperial", file, "-p", "2", "--seed", "abc")
    advice = json.loads(run("advise", file, "--simulations", "8", "--json"))
    assert 2 <= len(advice["choices"]) <= 6
    assert advice["choices"][0]["chances"] is None, "of so few games no chance is told"
    assert advice["choices"][0]["reasons"]
    said = run("advise", file, "--simulations", "150")
    assert said.startswith(f"Player {advice['seat'] + 1}: "), "who asks, and what was asked"
    (chances,) = {line.count("you ") for line in said.splitlines() if "Chance of winning: " in line}
    assert chances == 1, "one of the seats is whoever asks"
    assert "Danach vielleicht: " in run("advise", file, "--simulations", "8", "--lang", "de")


def test_nobody_is_advised_where_a_game_is_over() -> None:
    assert "name an earlier --position" in run("advise", str(GOLDEN / "imperial-3.rondel"), code=2)


def test_a_coach_in_the_terminal() -> None:
    said = run("terminal", "struggle", "-p", "2", stdin="advise\nhelp\nquit\n")  # whose games are the shortest
    assert "Chance of winning: you " in said
    assert "Heuristic 2 " in said, "opponents are told apart"
    assert "what a coach would do, and why" in said
    assert "log [all]" in said, "brackets are not eaten"


def test_a_terminal_refuses_what_it_cannot_do() -> None:
    assert "no bot is called 'nobody'" in run("terminal", "imperial", "--bot", "nobody", code=2)
    file = str(GOLDEN / "imperial-3.rondel")
    assert "holds a game of imperial, not of struggle" in run("terminal", "struggle", "--file", file, code=2)


def test_a_program_that_cannot_be_read_is_refused() -> None:
    words = ("arena", "imperial", "--program", "robbie='", "--seats", "robbie", "random", "--games", "1")
    assert "no closing quotation" in run(*words, code=2)


@pytest.mark.slow
def test_whoever_looks_at_his_own_running_game_learns_nothing_of_others_cards(tmp_path: Path) -> None:
    """Two games that differ in a card that only seat 2 has seen: looked at by seat 0 they are the same."""
    match = record.parse((GOLDEN / "imperunde-4.rondel").read_text(encoding="utf-8"), games.load)
    position = 1850  # where seat 2 draws a card
    found: dict[str, list[Any]] = {"mine": [], "all": []}
    for number, card in enumerate(("armistice", "declaration-of-war")):
        twin = match.branch(position)
        twin.replay(CHANCE, match.game.catalogue.parse(f"draws {card}"))
        file = tmp_path / f"{number}.rondel"
        file.write_text(twin.text(), encoding="utf-8")
        for whose, seats in (("mine", ("0",)), ("all", ("0", "1"))):
            words = [word for seat in seats for word in ("--seat", seat)]
            answer = call("analyse", str(file), *words, "--simulations", "60", "--json")
            found[whose].append(json.loads(answer.stdout)["moments"])
            assert ("what is hidden in it is used" in answer.stderr.replace("\n", " ")) == (whose == "all")
    assert found["mine"][0] == found["mine"][1]
    assert found["all"][0] != found["all"][1], "whoever owns the file may look at all of it"


def test_an_analysis_says_what_it_had_no_time_for() -> None:
    file = str(GOLDEN / "imperial-end-15.rondel")
    hasty = json.loads(run("analyse", file, "--simulations", "1", "--json"))
    patient = json.loads(run("analyse", file, "--simulations", "2000", "--json"))
    assert hasty["untried"] > patient["untried"]
    assert sum(hasty["decisions"]) + hasty["untried"] == sum(patient["decisions"]) + patient["untried"]
    assert "there was no time" in run("analyse", file, "--simulations", "1")


def test_an_analysis_keeps_to_its_games_and_to_its_time() -> None:
    file = str(Path(__file__).parent.parent / "golden" / "imperial-end-15.rondel")
    assert json.loads(run("analyse", file, "--simulations", "40", "--json"))["games"] <= 60
    hurried = json.loads(run("analyse", file, "--simulations", "1000000", "--seconds", "0.5", "--json"))
    assert hurried["games"] < 100_000


def test_balance_tells_what_each_seat_wins() -> None:
    words = ("balance", "imperial", "-p", "3", "--bot", "random", "-g", "6", "-o", "end=15")
    found = json.loads(run(*words, "--json"))
    assert [row["seat"] for row in found["by_seat"]] == [0, 1, 2]
    assert sum(row["win_share"] for row in found["by_seat"]) == pytest.approx(1, abs=0.01)
    assert found["actions"]["shortest"] <= found["actions"]["mean"] <= found["actions"]["longest"]
    assert 0 <= found["leader_at_half_time"]["won"] <= 1
    assert "who led alone at half-time" in run(*words)


def test_a_finished_game_is_looked_back_at(tmp_path: Path) -> None:
    golden = Path(__file__).parent.parent / "golden" / "colonial-4.rondel"
    told = run("report", str(golden))
    assert "The New World" in told
    assert "Turn 6" in told
    assert "of 100" in told
    file = str(tmp_path / "game.rondel")
    run("new", "imperial", file, "-p", "3", "--seed", "q")
    assert "the game goes on" in run("report", file, code=2)

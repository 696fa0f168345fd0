"""Tournaments: all against all, the ladder, pictures, programs over the API, and what decides among equals."""

import json
import random
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rondel import games
from rondel.bots import Bot, SearchBot, Sight
from rondel.cli import balance, league, plots, remote
from rondel.cli.arena import FoulError, Played, Result, play, player
from rondel.cli.common import Complaint
from rondel.kernel.bot import Policy
from rondel.kernel.flow import State
from tests.cli.test_commands import run

EXAMPLE = Path(__file__).parents[2] / "examples" / "remote_bot.py"


def result(names: list[str], *winners: int) -> Result:
    """Games that these bots won."""
    found = Result("imperial", names)
    for number, winner in enumerate(winners):
        played = Played(number, list(range(len(names))))
        played.finished = True
        played.ranks = [1 if bot == winner else 2 for bot in range(len(names))]
        played.scores = [2 - rank for rank in played.ranks]
        found.played.append(played)
    return found


STRENGTH = {"weak": 1, "middle": 2, "strong": 3}


def meet(one: str, other: str) -> league.Meeting:
    """The stronger wins three of four games."""
    stronger = 0 if STRENGTH[one] > STRENGTH[other] else 1
    wins = [stronger] * 3 + [1 - stronger]
    return league.meeting((one, other), 2, 4, lambda names, games: result(names, *wins[:games]))


def test_in_a_round_robin_every_pair_meets_and_the_best_comes_first() -> None:
    found = league.round_robin("imperial", ["middle", "weak", "strong"], 2, meet).to_json()
    pairs = [(each["first"], each["second"]) for each in found["meetings"]]
    assert pairs == [("middle", "weak"), ("middle", "strong"), ("weak", "strong")]
    assert [row["bot"] for row in found["standings"]] == ["strong", "middle", "weak"]
    assert [row["games"] for row in found["standings"]] == [8, 8, 8]
    assert [row["win_share"] for row in found["standings"]] == [0.75, 0.5, 0.25]
    assert found["standings"][0]["rating"]["mu"] > 25 > found["standings"][2]["rating"]["mu"]


def test_on_a_ladder_one_climbs_as_long_as_one_wins() -> None:
    found = league.ladder("imperial", ["middle", "weak", "strong"], 2, meet).to_json()
    pairs = [(each["first"], each["second"]) for each in found["meetings"]]
    assert pairs == [("weak", "middle"), ("strong", "weak"), ("strong", "middle")]
    assert [row["bot"] for row in found["standings"]] == ["strong", "middle", "weak"]
    assert found["form"] == "ladder"


def test_of_an_odd_number_of_seats_either_has_more_in_half_of_the_games() -> None:
    asked: list[tuple[list[str], int]] = []

    def play(names: list[str], games: int) -> Result:
        asked.append((names, games))
        return result(names, *[0] * games)

    met = league.meeting(("a", "b"), 3, 5, play)
    assert asked == [(["a", "b", "a"], 3), (["b", "a", "b"], 2)]
    assert (met.games, met.won) == (5, 3)


def test_pairs_meet_from_the_command_line(tmp_path: Path) -> None:
    picture = tmp_path / "pairs.svg"
    words = ("arena", "imperial", "--seats", "random", "heuristic", "-p", "3", "-g", "4", "-o", "end=15", "-w", "1")
    found = json.loads(run(*words, "--round-robin", "--plot", str(picture), "--json"))
    assert found["players"] == 3
    assert [row["bot"] for row in found["standings"]] == ["heuristic", "random"]
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    assert "heuristic won" in run(*words, "--ladder")


def test_pictures_are_svg_or_png(tmp_path: Path) -> None:
    rows = result(["a", "b"], 0, 0, 1).standings()
    plots.bars(tmp_path / "a.png", "a", rows)
    plots.bars(tmp_path / "a.svg", "a", rows)
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert "dashed" in (tmp_path / "a.svg").read_text() or (tmp_path / "a.svg").read_text().count("<path") > 4
    plots.crosstable(tmp_path / "b.png", "b", league.round_robin("imperial", list(STRENGTH), 2, meet).to_json())
    assert (tmp_path / "b.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(Complaint, match=r"ends in \.svg or \.png"):
        plots.check(tmp_path / "a.pdf")
    with pytest.raises(Complaint, match="no folder"):
        plots.check(tmp_path / "nowhere" / "a.svg")


class Needy(Policy[State]):
    """A policy that wants more than it is given."""

    def __init__(self, rng: random.Random, wish: str) -> None:
        super().__init__(rng)
        self.wish = wish


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--seats", "random", "heuristic", "--round-robin", "--ladder"), "not both"),
        (("--seats", "random", "random", "--round-robin"), "each once"),
        (("--seats", "random", "--ladder"), "at least two"),
        (("--seats", "random", "heuristic", "--plot", "x.pdf"), "ends in .svg or .png"),
        (("--seats", "random", "heuristic", "--players", "3"), "--players is for --round-robin and --ladder"),
        (("--seats", "random", "builtins:str"), "it cannot choose"),
        (("--seats", "random", "datetime:date"), "cannot be made with a generator alone"),
        (("--seats", "random", "tests.cli.test_arena:Needy+5"), "cannot be made with a generator alone"),
        (("--seats", "random", ":Bot"), "no bot is called ':Bot'"),
        (("--seats", "robbie", "random", "--program", "robbie"), "NAME=COMMAND"),
        (("--seats", "robbie", "random", "--program", "robbie=nobody-knows-it"), "nobody-knows-it: No such file"),
        (("--seats", "robbie", "search+x", "--program", "robbie=python x.py"), "behind the + stands how many games"),
    ],
)
def test_bad_tournaments_are_refused_before_the_first_game(words: tuple[str, ...], problem: str) -> None:
    assert problem in run("arena", "imperial", *words, code=2)


@pytest.mark.slow
def test_programs_play_over_the_api() -> None:
    """The example of the docs sits at tables of the arena's own site, on every seat in turn."""
    game = games.load("imperial")
    programs = {"robbie": f"{sys.executable} {EXAMPLE}"}
    done: list[int] = []
    found = remote.play(game, ["robbie", "heuristic"], programs, 2, 1, {"end": 15}, lambda: done.append(1))
    assert (found.games, found.finished, len(done)) == (2, 2, 2)
    assert [each.place for each in found.played] == [[0, 1], [1, 0]]
    assert found.wins == [0.0, 2.0], "who plays at random loses"


class Brave(Bot):
    """Takes the last choice."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def choose(self, sight: Sight) -> int:
        return sight.choices[-1]


@pytest.mark.slow
def test_programs_meet_bots_of_any_kind(caplog: pytest.LogCaptureFixture) -> None:
    """A search, and one of somebody's own, which no other site lets sit down."""
    names = ["robbie", "search+4", f"{__name__}:Brave"]
    programs = {"robbie": f"{sys.executable} {EXAMPLE}"}
    found = remote.play(games.load("imperial"), names, programs, 1, 1, {"end": 15}, lambda: None)
    assert (found.games, found.finished) == (1, 1)
    assert "failed" not in caplog.text
    with remote.House() as house, pytest.raises(Complaint, match="unknown-bot"):
        house.ask("/gatherings", {"game": "imperial", "seats": [{"kind": "bot", "bot": names[2]}] * 2, "options": {}})


@pytest.mark.slow
def test_a_program_that_fails_is_told_of() -> None:
    game = games.load("imperial")
    fails = f"{sys.executable} -c \"raise SystemExit('not made for this')\""
    with pytest.raises(Complaint, match=r"robbie ended before it sat down.*not made for this"):
        remote.play(game, ["robbie", "random"], {"robbie": fails}, 1, 1, {}, lambda: None)


@pytest.mark.slow
def test_a_program_that_ends_without_a_word_is_not_waited_for() -> None:
    begun = time.monotonic()
    with pytest.raises(Complaint, match="robbie ended before it sat down: exit code 0"):
        remote.play(games.load("imperial"), ["robbie", "random"], {"robbie": "true"}, 1, 1, {}, lambda: None)
    assert time.monotonic() - begun < remote.TO_SIT_DOWN


class Cheat(Bot):
    """Does what is never on offer."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def choose(self, sight: Sight) -> int:
        return -1


def test_nobody_does_what_is_not_on_offer() -> None:
    cheat = f"{__name__}:Cheat"
    with pytest.raises(FoulError, match=r"Cheat chose -1, which was not on offer \(game 0, seat 0\)"):
        play(games.load("imperial"), [cheat, "random"], 1, 1, {}, lambda: None)


def test_what_winners_do_is_counted() -> None:
    found = result(["a", "a"], 0, 0, 1)
    for each in found.played:
        winner = each.ranks.index(1)
        each.uses[winner] = {"build": 2, "pass": 1}
        each.uses[1 - winner] = {"pass": 3}
        each.powers = {"france": winner, "italy": 1 - winner}
    assert [(row["power"], row["win_share"]) for row in balance.powers(found)] == [("france", 1.0), ("italy", 0.0)]
    rows = {row["use"]: row for row in balance.uses(found)}
    assert (rows["build"]["seats"], rows["build"]["win_share"]) == (0.5, 1.0)
    assert (rows["build"]["by_winners"], rows["build"]["by_others"]) == (2.0, 0.0)
    assert (rows["pass"]["by_winners"], rows["pass"]["by_others"]) == (1.0, 3.0)
    assert rows["pass"]["win_share"] == 0.5


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("imperial", ("advance taxation", "buy france", "deal-flag france")),
        ("struggle", ("buy", "play britain")),
        ("imperunde", ("deal-home great-britain", "buy-army infantry")),
        ("colonial", ("lay a", "use explorer", "explore")),
    ],
)
def test_tiles_cards_spaces_and_powers_are_told_of_in_every_game(name: str, told: tuple[str, ...]) -> None:
    game = games.load(name)
    found = play(game, ["random"] * 3, 2, 1, game.sim_options, lambda: None, watch=True)
    used = {use for each in found.played for uses in each.uses for use in uses}
    assert used >= set(told), sorted(used)


def test_bots_of_a_tournament_think_in_seconds_of_the_processor() -> None:
    """On a machine that does something else besides, a level is as strong as on one that does not."""
    bot = player(games.load("imperial"), "hard", "1")
    assert isinstance(bot, SearchBot)
    assert bot.budget.clock is time.process_time


@pytest.mark.parametrize(
    ("game", "powers", "begins"),
    [("imperial", 6, False), ("struggle", 3, False), ("imperunde", 3, True), ("colonial", 0, True)],
)
def test_what_everybody_begins_with_is_noted(game: str, powers: int, begins: bool) -> None:
    """Nations and homelands count as they were dealt, not as they stand when all is over; and who begins is known."""
    found = play(games.load(game), ["random"] * 3, 2, 1, {}, lambda: None, watch=True)
    for each in found.played:
        assert len(each.powers) == powers
        assert not powers or set(each.powers.values()) == {0, 1, 2}
        assert (each.first is not None) == begins
    places = found.by_place()
    assert len(places) == (3 if begins else 0)
    assert not begins or sum(row["win_share"] for row in places) == pytest.approx(1, abs=0.01)

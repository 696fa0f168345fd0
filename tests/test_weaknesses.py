"""What bots should not do is counted: by watchers that see each decision before it is carried out."""

import json
from pathlib import Path

import pytest

from rondel import games
from rondel.kernel import flow
from tests.games.colonial.positions import play as act
from tests.games.colonial.positions import position as colonial
from tests.games.imperial.positions import position as imperial
from tests.games.imperunde.positions import position as imperunde
from tools.weaknesses import FIRST, WATCHERS, Colonial, Imperial, ImpeRunde, Struggle, main


def seen(watcher: Imperial | Colonial | ImpeRunde | Struggle, state: flow.State, notation: str) -> dict[str, list[int]]:
    """What is counted when this is done; only what happened at all."""
    seat = flow.to_act(state)[0]
    watcher.see(state, seat, flow.legal(state, seat), watcher.game.catalogue.parse(notation))
    return {weakness: counted for weakness, counted in watcher.counts.items() if counted[1]}


def test_a_winning_end_that_is_missed() -> None:
    text = "germany power 24 chips sweden norway bonds 4 25"
    missed = seen(Imperial(), imperial(text, turn="germany"), "germany advances to investor")
    assert missed == {"winning ends that were missed": [1, 1]}
    taken = seen(Imperial(), imperial(text, turn="germany"), "germany advances to taxation")
    assert taken == {"winning ends that were missed": [0, 1]}


def test_a_production_that_makes_nothing() -> None:
    busy = seen(
        Imperial(), imperial("germany treasury 12 bonds 4 12", turn="germany"), "germany advances to production-1"
    )
    assert busy == {"productions that make nothing": [0, 1]}


def test_diplomacy_for_one_who_is_ahead() -> None:
    state = colonial("seat 0 diplomacy 5\nseat 1 prestige 8\nseat 2 prestige 3", "0 plays f", seats=3)
    act(state, "use ambassador")
    raised = "Diplomacy raised for the leader or for one who is ahead"
    assert seen(Colonial(), state, "raise the diplomacy of seat 1")[raised] == [1, 1]
    assert seen(Colonial(), state, "soothe the nation").get(raised) is None


def test_a_loan_with_money_for_all_free_places() -> None:
    what = "loans taken with money for all free places"
    rich = imperunde("home 0 brazil\nmoney 0 30\n0 peru posts 1", "income")
    assert seen(ImpeRunde(), rich, "borrow 5")[what] == [1, 1]
    rich.money[0] = 3
    assert seen(ImpeRunde(), rich, "borrow 5")[what] == [0, 1], "two places are free, for four doubloons"


def test_a_fort_and_a_winner_who_repaid_late() -> None:
    watcher = ImpeRunde()
    state = imperunde("home 0 brazil\ntarget 3\nmoney 0 20\ndebt 0 5\n0 peru posts 3", "income")
    seen(watcher, state, "neither repay nor borrow")
    assert watcher.owing == {0: state.round}
    state.round += 1
    state.debt[0] = 0
    watcher.end(state, 0)
    assert watcher.counts["winners who had the posts a round before, but debts"] == [1, 1]
    assert watcher.counts["seats that build a fort"][0] == 0


def test_attacks_tiles_and_requests_of_struggle() -> None:
    watcher = Struggle()
    state = watcher.game.setup(3)
    for notation in ("attack neutral 2 in africa", "attack france in africa", "buy reserve", "buy reserve", "refuse"):
        found = next(each for each in range(len(watcher.game.catalogue))
                     if watcher.game.catalogue[each].notation.startswith(notation))  # fmt: skip
        watcher.see(state, 0, [found], found)
    assert watcher.counts["attacks on neutrals, of all attacks"] == [1, 2]
    assert watcher.counts["kinds of tiles that are bought"][0] == 1
    assert watcher.counts["requests to allies that are refused"] == [1, 1]


def test_games_are_watched_and_the_counts_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "weaknesses.jsonl"
    words = ["weaknesses", "imperial", "--bot", "random", "--games", "1", "--players", "2", "--add", str(file)]
    monkeypatch.setattr("sys.argv", words)
    assert main() == 0
    kept = json.loads(file.read_text())
    assert set(kept["counts"]) == set(kept["first"]) == set(FIRST["imperial"])
    assert kept["counts"]["games that their ender does not win"][1] == 1
    assert "1 games of 2 players" in capsys.readouterr().out
    assert set(WATCHERS) <= set(games.NAMES)

"""What bots should not do is counted: by watchers that see each decision before it is carried out."""

import json
from pathlib import Path

import pytest

from rondel import games
from rondel.kernel import flow
from tests.games.colonial.positions import play as act
from tests.games.colonial.positions import position as colonial
from tests.games.imperial.positions import position as imperial
from tools.weaknesses import FIRST, WATCHERS, Colonial, Imperial, main


def seen(watcher: Imperial | Colonial, state: flow.State, notation: str) -> dict[str, list[int]]:
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

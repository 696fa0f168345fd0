"""Data sets: what is recorded replays, in both formats, and says what it is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rondel as rondel_package
from rondel import games
from rondel.kernel.flow import CHANCE
from rondel.kernel.record import Match
from rondel.research import data
from rondel.research.flat import flat
from tests.command import call

parquet = pytest.importorskip("pyarrow.parquet")


@pytest.mark.parametrize("name", games.OWN)
def test_both_formats_hold_the_same_games(name: str, tmp_path: Path) -> None:
    game = games.load(name)
    bots = ["heuristic", *["random"] * (game.players[0] - 1)]
    options = game.sim_options
    found = []
    for suffix in (".parquet", ".jsonl"):
        path = tmp_path / f"games{suffix}"
        data.record(path, name, 2, bots, seed=3, options=options)
        found.append(list(data.read(path)))
    assert found[0] == found[1]
    first, second = found[0]
    assert first.bots == bots
    assert second.bots == [bots[-1], *bots[:-1]], "the bots sit one seat further on"
    for row in found[0]:
        decided = sum(1 for _ in data.replay(row))
        assert decided == sum(seat != CHANCE for seat in row.seats)
        assert sorted(row.ranks)[0] == 1


def test_several_processes_write_the_same_file(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"seed": 3, "options": {"end": 15}}
    for number in (1, 2):
        data.record(tmp_path / f"{number}.jsonl", "imperial", 3, ["easy", "random"], workers=number, **settings)
    assert (tmp_path / "1.jsonl").read_bytes() == (tmp_path / "2.jsonl").read_bytes()


def test_other_libraries_read_it_as_its_card_says(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    data.record(path, "imperial", 2, ["random"] * 2, options={"end": 15})
    table = parquet.read_table(path).to_pylist()
    row = table[1]
    assert row["actions"] == list(data.read(path))[1].actions
    for seat, action, legal in zip(row["seats"], row["actions"], row["legal"], strict=True):
        assert action in legal if seat != CHANCE else not legal
    said = (tmp_path / "games.parquet.md").read_text(encoding="utf-8")
    assert 'pandas.read_parquet("games.parquet")' in said
    assert f'`rondel.load("{row["game"]}").catalogue[number].notation`' in said
    assert rondel_package.load(row["game"]).catalogue[row["actions"][0]].notation


def test_chance_is_that_of_a_match_with_the_seed(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    data.record(path, "imperial", 1, ["random"] * 3, seed=8, options={"end": 15})
    row = next(data.read(path))
    match = Match(games.load("imperial"), 3, {"end": 15}, seed="8/0")
    match.roll()
    for seat, action in zip(row.seats, row.actions, strict=True):
        if seat != CHANCE:
            match.play(seat, action)
            match.roll()
    assert [entry.action for entry in match.entries] == row.actions
    assert games.load("imperial").scores(match.state) == row.scores


def test_decisions_hold_what_the_seat_could_observe(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    data.record(path, "colonial", 1, ["random"] * 3, seed=1, options={"turn-limit": 12})
    place = flat("colonial").names.index("seat")
    brought: dict[int, float] = {}
    for decision in data.decisions(path):
        assert decision.action in decision.legal
        assert decision.observation[place] == decision.seat
        assert decision.observation.dtype == np.int16
        brought[decision.seat] = decision.reward
    assert sum(brought.values()) == pytest.approx(0)


def test_a_file_may_be_named_in_words(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    data.record(str(path), "imperial", 1, ["random"] * 2, options={"end": 15})
    assert list(data.read(str(path))) == list(data.read(path))
    assert next(data.decisions(str(path))).legal
    with pytest.raises(ValueError, match="number: at least 1, not -1"):
        data.record(path, "imperial", -1, ["random"] * 2)


def test_a_damaged_data_set_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    data.record(path, "imperial", 1, ["random"] * 2, options={"end": 15})
    row = json.loads(path.read_text())
    row["actions"][3] = 0
    path.write_text(json.dumps(row) + "\n")
    with pytest.raises(data.DataError, match=r"cannot be played|other actions"):
        list(data.decisions(path))
    path.write_text("nonsense\n")
    with pytest.raises(data.DataError, match=r"games\.jsonl"):
        list(data.read(path))
    path.write_text('{"game": "imperial"}\n')
    with pytest.raises(data.DataError, match="missing"):
        list(data.read(path))
    with pytest.raises(data.DataError, match=r"\.parquet or \.jsonl"):
        list(data.read(tmp_path / "games.csv"))


def test_the_command_writes_a_data_set_and_its_card(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    words = ["record", "imperial", "--games", "2", "--seats", "random", "random", "-o", "end=15", "--out", str(path)]
    answer = call(*words)
    assert answer.returncode == 0, answer.stderr
    assert len(list(data.read(path))) == 2
    card = (tmp_path / "games.parquet.md").read_text(encoding="utf-8")
    assert "2 games of imperial (2 players" in card
    assert "--seats random random --seed 1 -o end=15" in card


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["imperial", "--out", "games.csv"], ".parquet or .jsonl"),
        (["imperial", "--out", "no/such/folder/games.jsonl"], "No such file"),
        (["imperial", "--seats", "genius", "random", "--out", "games.jsonl"], "no bot is called"),
        (["imperial", "--players", "9", "--out", "games.jsonl"], "2 to 6 players"),
        (["imperial", "--players", "3", "--seats", "random", "random", "--out", "games.jsonl"], "2 bots in --seats"),
        (["chess", "--out", "games.jsonl"], "no game is called"),
    ],
)
def test_the_command_complains_in_one_line(words: list[str], complaint: str) -> None:
    answer = call("record", *words)
    assert answer.returncode == 2
    assert complaint in answer.stderr
    assert "Traceback" not in answer.stderr

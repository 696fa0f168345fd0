"""Tuning weights by self-play: what is better is kept, what is not is dropped, and it goes on where it was."""

import json
import random
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from rondel import games
from rondel.bots.train import ALL, Duel, Training, arrangements, as_toml, changed, fight, mirrored, one_game, some_games
from rondel.cli.train import Players
from rondel.games.imperial.bot import Heuristic
from rondel.kernel.bot import read_weights
from tests.cli.test_commands import run


def always(share: float) -> Callable[[str, list[list[float]], int, range, str], float]:
    """Instead of games: the first wins this share of them."""

    def play(name: str, weights: list[list[float]], seats: int, numbers: range, seed: str) -> float:
        return share * len(numbers)

    return play


def test_seats_are_shared_out_evenly() -> None:
    for seats in (2, 3, 4, 5, 6):
        table = arrangements(seats)
        assert sum(sum(each) for each in table) * 2 == seats * len(table)
        for seat in range(seats):
            assert sum(each[seat] for each in table) * 2 == len(table)


@pytest.mark.parametrize("name", games.NAMES)
def test_every_game_has_weights_that_make_a_difference(name: str) -> None:
    policy = games.load(name).policy
    assert policy is not None
    usual = policy(random.Random(0)).usual()
    assert len(usual) >= 10
    assert policy(random.Random(0)).weights == list(usual.values())


def test_a_game_is_the_same_under_the_same_seed() -> None:
    policy = games.load("imperial").policy
    assert policy is not None
    usual = list(policy(random.Random(0)).usual().values())
    other = [2.0 * value for value in usual]
    found = [one_game("imperial", [usual, other], (0, 1, 0, 1), f"s{seed}") for seed in (1, 1, 2)]
    assert found[0] == found[1]
    assert all(0.0 <= each <= 1.0 for each in found)


def test_tables_of_every_size_are_played_in_turn() -> None:
    usual = list(Training("imperial", 1, ALL, 480).best.values())
    other = [2.0 * value for value in usual]
    sizes = games.load("imperial").players
    number = len(sizes) + 1
    played = [
        one_game("imperial", [usual, other], arrangements(sizes[each % len(sizes)])[each // len(sizes)], f"1/{each}")
        for each in range(number)
    ]
    assert some_games("imperial", [usual, other], ALL, range(number), "1") == sum(played)
    assert "all numbers of players" in as_toml(Training("imperial", 1, ALL, 480), "rondel train", Duel(6.0, 10))
    run("train", "imperial", "--all-players", "--players", "4", code=2)


def test_a_duel_ends_early_only_where_it_is_clear() -> None:
    assert fight("imperial", [[], []], 4, 960, "1", always(0.4)).played == 120
    assert fight("imperial", [[], []], 4, 960, "1", always(0.9)).played == 120
    assert fight("imperial", [[], []], 4, 960, "1", always(0.56)).played > 240
    assert fight("imperial", [[], []], 4, 600, "1", always(0.4), early=False).played == 600


def test_only_what_wins_is_kept() -> None:
    training = Training("imperial", 1, 4, 480)
    first = dict(training.best)
    training.try_one(always(0.5))
    assert training.best == first
    assert not training.kept
    training.try_one(always(0.8))
    assert training.best != first
    assert training.kept[0]["change"] == 2
    assert training.first == first


def test_it_goes_on_where_it_was() -> None:
    one = Training("imperial", 7, 4, 480)
    for share in (0.8, 0.4, 0.9):
        one.try_one(always(share))
    other = Training("imperial", 7, 4, 480)
    other.try_one(always(0.8))
    other = Training.from_json(other.to_json())
    other.try_one(always(0.4))
    other.try_one(always(0.9))
    assert other.to_json() == one.to_json()


def test_the_opposite_of_what_lost_clearly_is_tried() -> None:
    training = Training("imperial", 3, 4, 480)
    first = dict(training.best)
    training.try_one(always(0.2))
    tried = changed(first, random.Random("3/change/0"))
    opposite = mirrored(first, tried)
    training.try_one(always(0.8))
    assert training.best == opposite
    for name, value in first.items():
        assert (tried[name] - value) * (opposite[name] - value) <= 0.0


def test_another_training_is_not_taken_up() -> None:
    data = Training("imperial", 7, 4, 480).to_json()
    data["best"]["charm"] = 1.0
    with pytest.raises(ValueError, match="other names"):
        Training.from_json(data)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--players", "9"), "2 to 7"),
        (("--output", "nowhere/weights.toml"), "there is no such folder"),
        (("--state", "list.json"), "does not hold how far a training is"),
        (("--state", "empty.json"), "it says nothing of 'game'"),
        (("--state", "empty.json", "--value"), "it says nothing of 'whose'"),
        (("--state", "broken.json"), "does not hold how far a training is"),
        (("--state", "broken.json", "--value"), "does not hold how far a training is"),
        (("--state", "other.json"), "something in it is of another kind"),
        (("--state", "nowhere/state.json"), "there is no such folder"),
        (("--state", "folder.json"), "Is a directory"),
    ],
)
def test_bad_trainings_are_refused_before_the_first_game(tmp_path: Path, words: tuple[str, ...], problem: str) -> None:
    for name, text in (("list", "[]"), ("empty", "{}"), ("broken", "{")):
        (tmp_path / f"{name}.json").write_text(text)
    other = {**Training("struggle", 1, 4, 960).to_json(), "first": 5}
    (tmp_path / "other.json").write_text(json.dumps(other))
    (tmp_path / "folder.json").mkdir()
    words = tuple(str(tmp_path / word) if word.endswith(".json") else word for word in words)
    assert problem in run("train", "struggle", "--changes", "1", *words, code=2)


def test_changes_touch_few_weights() -> None:
    weights = {str(number): 1.0 for number in range(20)}
    for seed in range(30):
        differ = [name for name, value in changed(weights, random.Random(seed)).items() if value != weights[name]]
        assert 1 <= len(differ) <= 3


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    training = Training("imperial", 1, 4, 480)
    training.try_one(always(0.8))
    text = as_toml(training, "rondel train imperial", Duel(70.0, 100))
    assert "70.0% of 100 games" in text
    file = tmp_path / "weights.toml"
    file.write_text(text)
    assert read_weights(file, training.first) == pytest.approx(training.best)
    assert tomllib.loads(text)["weights"].keys() == training.best.keys()


def test_weights_of_another_policy_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "weights.toml"
    assert read_weights(file, {"calm": 1.0}) == {"calm": 1.0}
    file.write_text("[weights]\nfury = 2.0\n")
    with pytest.raises(ValueError, match="fury"):
        read_weights(file, {"calm": 1.0})


def test_where_games_are_played_changes_nothing() -> None:
    """On a cluster neither: tests/research/test_examples.py."""
    weights = dict(Heuristic(random.Random(0)).usual())
    other = {**weights, "taxes": 0.0}
    asked = ("imperial", [list(weights.values()), list(other.values())], 2, range(42), "1")
    with Players("here") as here, Players("cores:2") as elsewhere:
        assert here.play(*asked) == elsewhere.play(*asked) == some_games(*asked)


def test_another_place_is_refused() -> None:
    with pytest.raises(ValueError, match="no place is called 'moon'"):
        Players("moon")

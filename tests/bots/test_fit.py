"""What positions are worth: fitted to games, shipped as data, refused where it does not fit the features."""

import json
import tomllib
from pathlib import Path

import pytest

from rondel.bots.fit import Fit, Sample, as_toml, begun, columns, error, one_game, some_games
from rondel.kernel.values import Values, read_values

NAMES = ["any", "gold"]


def empty(stages: int = 3) -> Values:
    return Values(NAMES, [[0.0, 0.0] for _ in range(stages)])


def samples() -> list[Sample]:
    """Gold counts ten at the beginning and one at the end; everybody begins with five."""
    return [
        Sample(stage / 4, [1.0, float(gold)], 5.0 + gold * (10.0 - 4.5 * stage / 4))
        for stage in range(9)
        for gold in range(7)
    ]


def test_weights_change_between_the_stages() -> None:
    values = Values(NAMES, [[0.0, 10.0], [0.0, 4.0], [0.0, 1.0]])
    assert values.of(0.0, [1.0, 2.0]) == 20.0
    assert values.of(0.5, [1.0, 2.0]) == 14.0
    assert values.of(1.75, [1.0, 2.0]) == 3.5
    assert values.of(2.0, [1.0, 2.0]) == 2.0


def test_what_is_fitted_is_what_was_there() -> None:
    pytest.importorskip("numpy")
    found = Fit(empty())
    found.add(samples())
    values = found.solve(ridge=1e-6)
    assert [row[1] for row in values.rows] == pytest.approx([10.0, 5.5, 1.0], abs=0.01)
    assert [row[0] for row in values.rows] == pytest.approx([5.0, 5.0, 5.0], abs=0.01)
    left, whole = error(values, samples())
    assert left < 0.001 < whole
    row = columns(values, samples()[10])
    assert sum(weight * part for weight, part in zip([w for r in values.rows for w in r], row, strict=True)) == (
        pytest.approx(values.of(samples()[10].stage, samples()[10].features))
    )


def test_what_is_sure_counts_as_it_is() -> None:
    pytest.importorskip("numpy")
    found = Fit(empty(), ["gold"])
    found.add([Sample(0.5, [1.0, float(gold)], 7.0 + gold) for gold in (0, 0, 0, 3)])
    values = found.solve(ridge=1e-6)
    assert [row[1] for row in values.rows] == [1.0, 1.0, 1.0]
    assert values.of(0.5, [1.0, 20.0]) == pytest.approx(27.0, abs=0.01)


def test_what_can_only_help_is_never_counted_as_harm() -> None:
    """Who has gold left over had no use for it: fitted freely gold seems to harm, and land takes part of the blame."""
    pytest.importorskip("numpy")
    names = ["any", "gold", "land"]
    nothing = Values(names, [[0.0] * 3 for _ in range(3)])
    seen = [
        Sample(stage / 4, [1.0, float(gold), float(land)], 5.0 + 2.0 * land - 0.5 * gold)
        for stage in range(9)
        for gold in range(4)
        for land in range(5)
        if gold + land < 6
    ]
    free, bound = Fit(nothing), Fit(nothing, signs={"gold": 1, "land": 1})
    free.add(seen)
    bound.add(seen)
    assert all(row[1] < -0.4 for row in free.solve(ridge=1e-6).rows)
    rows = bound.solve(ridge=1e-6).rows
    assert [row[1] for row in rows] == [0.0, 0.0, 0.0]
    assert all(row[2] > 2.0 for row in rows)
    only_land = Fit(Values(["any", "land"], [[0.0] * 2 for _ in range(3)]))
    only_land.add([Sample(each.stage, [each.features[0], each.features[2]], each.score) for each in seen])
    again = only_land.solve(ridge=1e-6).rows
    assert [row[0] for row in rows] == pytest.approx([row[0] for row in again], abs=0.01)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    found = Fit(empty())
    found.add(samples())
    found.test = samples()
    file = tmp_path / "value.toml"
    file.write_text(as_toml(found.solve(), found, "rondel train purse --value"))
    assert "# rondel train purse --value" in file.read_text()
    assert set(tomllib.loads(file.read_text())["value"]) == set(NAMES)
    assert read_values(file, NAMES, 3).rows == found.solve().rows
    with pytest.raises(ValueError, match="other features: silver"):
        read_values(file, [*NAMES, "silver"], 3)
    with pytest.raises(ValueError, match="other features: gold"):
        read_values(file, ["any"], 3)
    with pytest.raises(ValueError, match="each of 4 stages"):
        read_values(file, NAMES, 4)


def test_without_a_file_nothing_counts(tmp_path: Path) -> None:
    assert read_values(tmp_path / "none.toml", NAMES, 3).of(1.0, [1.0, 5.0]) == 0.0


@pytest.mark.parametrize("name", ["struggle", "imperunde", "colonial"])
def test_a_game_gives_positions_with_the_scores_of_its_end(name: str) -> None:
    found = one_game(name, 3, "1")
    assert len(found) >= 3
    assert len(found) % 3 == 0
    assert len({sample.score for sample in found}) <= 3
    again = one_game(name, 3, "1")
    assert [(each.stage, each.features, each.score) for each in found] == [
        (each.stage, each.features, each.score) for each in again
    ]


def test_a_fit_goes_on_where_it_was() -> None:
    pytest.importorskip("numpy")
    games = [[[each.stage, each.score + extra, *each.features] for each in samples()] for extra in range(7)]
    whole, first, second = Fit(empty()), Fit(empty()), Fit(empty())
    for rows in games:
        whole.take(rows)
    for rows in games[:3]:
        first.take(rows)
    second.take_up(json.loads(json.dumps(first.to_json())))
    for rows in games[3:]:
        second.take(rows)
    assert second.games == whole.games == 7
    assert second.solve().rows == whole.solve().rows
    assert len(second.test) == len(whole.test) == 2 * len(samples()), "every fifth game is for the test"
    with pytest.raises(ValueError, match="begin anew"):
        Fit(Values(["any", "silver"], [[0.0, 0.0]] * 3)).take_up(first.to_json())


def test_games_to_fit_are_the_same_wherever_they_are_played() -> None:
    both = some_games("colonial", 3, range(2), 1)
    assert both[1:] == some_games("colonial", 3, range(1, 2), 1)
    assert both[0] != both[1]


def test_a_game_without_features_is_refused() -> None:
    with pytest.raises(ValueError, match="no features to fit"):
        begun("imperial")

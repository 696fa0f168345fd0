"""Observations: every number has a name, nothing is cut off, and nothing hidden is told."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rondel import games
from rondel.games.imperial.components import NATION
from rondel.games.struggle.components import COUNTER_PRINT
from rondel.kernel import flow
from rondel.research import secrecy
from rondel.research.flat import HIDDEN, Flat, flat
from rondel.research.layout import Builder, LayoutError, layout
from rondel.research.limits import COUNTERS, LIMITS, Limits
from rondel.research.pages import layout_page

PAGES = Path(__file__).parents[2] / "docs" / "research"


@pytest.mark.parametrize("name", games.OWN)
def test_nothing_hidden_is_observed(name: str) -> None:
    assert secrecy.check(name, 60) > 0


def test_a_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check itself can fail: an observation that shows all purses is caught, with the name of the number."""
    open_plan = replace(flat("imperial").plan, secrets=lambda state, seat: [*state.money[:12], 0, 0])
    leaky = Flat(games.load("imperial"), open_plan)
    monkeypatch.setattr(secrecy, "flat", lambda name: leaky)
    with pytest.raises(secrecy.Leak, match=r"money\[\d\]"):
        secrecy.check("imperial", 60)


def test_a_view_that_leaks_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.load("imperial")
    honest = type(game).views

    def open_purses(self: Any, state: Any, seats: list[int]) -> list[dict[str, Any]]:
        views = honest(self, state, seats)
        for view in views:
            for player, money in zip(view["player"], state.money, strict=False):
                player["money"] = money
        return views

    monkeypatch.setattr(type(game), "views", open_purses)
    with pytest.raises(secrecy.Leak, match=r"player\[\d\].money"):
        secrecy.check("imperial", 60)


@pytest.mark.parametrize("name", games.OWN)
def test_no_list_is_longer_than_its_limit(name: str) -> None:
    """What is observed is all there is: no list was cut off, at any number of players, under any options."""
    found = layout(name)
    counts = {number.name for number in found.numbers if number.kind == "count" and number.name.endswith(".count")}
    most = {each: found.limits.lists[_path(each.removesuffix(".count"), found.limits)] for each in counts}
    for state in secrecy.positions(found.game, 60, random.Random(2)):
        row = found.observe(state, 0)
        for each, limit in most.items():
            assert row[found.place[each]] <= limit, each


def _path(name: str, limits: Limits) -> str:
    """The declared path of a list."""
    words = [word.split("[")[0] + "[]" * word.count("[") for word in name.split(".")]
    for path in limits.lists:
        parts = path.split(".")
        if len(parts) == len(words) and all(one in ("*", other) for one, other in zip(parts, words, strict=True)):
            return path
    raise AssertionError(f"no limit for {name}")


@pytest.mark.parametrize("name", games.OWN)
def test_ids_are_in_their_range(name: str) -> None:
    found = layout(name)
    most = np.array([len(number.values) if number.kind == "id" else 10**6 for number in found.numbers])
    least = np.array([-1 if number.kind == "id" else -(10**6) for number in found.numbers])
    for state in secrecy.positions(found.game, 30, random.Random(3)):
        for seat in range(state.seats):
            row = found.observe(state, seat)
            assert np.all(row < most)
            assert np.all(row >= least)


def test_numbers_stand_where_their_names_say() -> None:
    found = layout("imperial")
    state = next(secrecy.positions(found.game, 1, random.Random(5)))
    view = found.game.view(state, 1)
    row = found.observe(state, 1)
    for nation in NATION.ids:
        assert row[found.place[f"nation.{nation}.treasury"]] == view["nation"][nation]["treasury"]
    assert row[found.place["player[1].money"]] == view["player"][1]["money"]
    assert row[found.place["player[1].money.known"]] == 1
    assert row[found.place["player[0].money.known"]] == 0
    assert row[found.place["player[0].money"]] == 0
    assert found.named(row)["decision"] == type(state.pending[-1]).__name__


def test_only_vectors_of_views_are_spread_out() -> None:
    wrong = np.zeros((2, len(flat("imperial"))))
    with pytest.raises(ValueError, match="1654 numbers of a view of imperial, not 1594"):
        layout("imperial").one_hot(wrong)
    with pytest.raises(ValueError, match="not 827"):
        layout("imperial").one_hot(np.zeros((2, 827)))  # as many numbers in all as one vector has


def test_flat_numbers_stand_where_their_names_say() -> None:
    short = flat("imperial")
    game = short.game
    state: Any = next(secrecy.positions(game, 1, random.Random(5)))
    row = short.observe(state, 1)
    place = {name: at for at, name in enumerate(short.names)}
    assert row[place["money[1]"]] == state.money[1]
    assert row[place["money[0]"]] == HIDDEN
    assert row[place["treasury[3]"]] == state.treasury(3)
    area = game.fields["army"].axes[0]
    for number, id_ in enumerate(area.ids):
        for nation, nation_id in enumerate(NATION.ids):
            assert row[place[f"army.{id_}.{nation_id}"]] == state.army[number * len(NATION) + nation]
        assert row[place[f"factories.{id_}"]] == state.factories >> number & 1
    assert [row[place[f"acts[{seat}]"]] for seat in range(2)] == [seat in flow.to_act(state) for seat in range(2)]


def test_one_hot_spreads_ids() -> None:
    found = layout("colonial")
    rows = np.stack([found.observe(each, 0) for each in secrecy.positions(found.game, 6, random.Random(1))])
    spread = found.one_hot(rows)
    ids = [number for number in found.numbers if number.kind == "id"]
    assert spread.shape == (6, len(found) - len(ids) + sum(len(number.values) for number in ids))
    assert set(np.unique(spread[:, : len(ids[0].values)])) <= {0.0, 1.0}
    assert np.all(spread[:, : len(ids[0].values)].sum(axis=1) == 1)


@pytest.mark.parametrize("name", games.OWN)
def test_the_page_says_what_is_observed(name: str) -> None:
    page = (PAGES / f"{name}-observation.md").read_text(encoding="utf-8")
    assert page == layout_page(layout(name)), "run python -m rondel.research.pages"


@pytest.mark.parametrize("name", games.OWN)
def test_every_limit_is_of_something(name: str) -> None:
    """A path that is declared and does not exist is a mistake in writing."""
    limits = LIMITS[name]
    asked: set[str] = set()

    class Listening(dict[str, Any]):
        def __contains__(self, path: object) -> bool:
            asked.add(str(path))
            return super().__contains__(path)

        def get(self, path: str, default: Any = None) -> Any:
            asked.add(path)
            return super().get(path, default)

    heard = Limits(Listening(limits.lists), Listening(limits.keys), Listening(limits.left_out))
    Builder(heard).part(games.load(name).view_type, "")
    assert {*limits.lists, *limits.keys, *limits.left_out} <= asked


def test_the_counters_of_struggle_are_all_named() -> None:
    assert tuple(dict.fromkeys(COUNTER_PRINT)) == COUNTERS


def test_a_list_without_a_limit_is_refused() -> None:
    with pytest.raises(LayoutError, match="how long"):
        Builder(Limits()).part(list[int], "numbers", "numbers")

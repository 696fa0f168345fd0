"""Families of actions know their places; events and options know what they were."""

from __future__ import annotations

import pytest

from rondel import games
from rondel.kernel.catalogue import Catalogue
from rondel.kernel.events import SEAT, Events, Kind
from rondel.kernel.game import Option

CITY = Kind("city", ("rome", "paris"))


def test_a_family_is_a_flat_list_with_places() -> None:
    catalogue = Catalogue()
    alone = catalogue.add("pass", "pass")
    march = catalogue.family("march", "march {start} to {goal}", lambda a, b: a != b, start=CITY, goal=CITY)
    pay = catalogue.family("pay", "pay {amount}", amount=(1, 5))
    assert [action >= 0 for action in march] == [False, True, True, False]
    assert catalogue[march[2]].notation == "march paris to rome"
    assert catalogue[pay[1]].args == {"amount": 5}
    assert [catalogue.places[action] for action in (alone, march[1], march[2], *pay)] == [-1, 1, 2, 0, 1]


def test_defining_an_event_is_registering_it() -> None:
    events = Events()
    drew = events.add("drew", secret=("city",), seat=SEAT, city=CITY)
    assert events["drew"] is drew
    assert drew.face({"seat": 1, "city": "rome"}, 1)["params"]["city"] == "rome"
    assert drew.face({"seat": 1, "city": "rome"}, 0)["params"]["city"] is None
    with pytest.raises(ValueError, match="two events"):
        events.add("drew", seat=SEAT)
    with pytest.raises(ValueError, match="no fields"):
        events.add("lost", secret=("town",), seat=SEAT)
    with pytest.raises(LookupError, match="no event is called 'hand-shown'"):
        events["hand-shown"]


def test_a_default_that_changed_still_speaks_for_older_files() -> None:
    option = Option("ties", (True, False), False, earlier={1: True})
    assert [option.default_under(rules) for rules in (1, 2, 3)] == [True, False, False]


def test_a_game_file_names_only_what_is_unusual() -> None:
    game = games.load("imperial")
    assert game.unusual(game.settle(4, {"bonds": 54})) == {"bonds": 54}

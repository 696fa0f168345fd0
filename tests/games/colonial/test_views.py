"""What a seat sees: hidden cards, odds, and plain lists of what can be won and lost."""

import random
from typing import Any

import pytest

from rondel.games.colonial import GAME
from rondel.kernel.flow import SPECTATOR
from tests.games.colonial.positions import play, position


def ways(text: str, list_: str, seat: int = 0) -> list[str]:
    found = GAME.view(position(text, at="0 plays a"), seat)["ways"][list_]
    return [way["key"].removeprefix("way.") for way in found]


def test_cards_face_down_are_seen_by_their_owner_alone() -> None:
    table = position(at="turn")
    table.program[:5] = [2, 0, 1, 5, -1]
    table.shown = 1
    assert GAME.view(table, 0)["player"][0]["cards"] == ["c", "a", "b", "f", None]
    for viewer in (1, 2, SPECTATOR):
        assert GAME.view(table, viewer)["player"][0]["cards"] == ["c", "hidden", "hidden", "hidden", None]
        assert GAME.view(table, viewer)["player"][0]["hand"] is None


def test_an_imagined_world_keeps_what_was_shown() -> None:
    table = position(at="turn")
    table.program[:5] = [2, 0, 1, 5, -1]
    table.shown = 2
    seen = set()
    for seed in range(60):
        twin = GAME.imagine(table, 1, random.Random(seed))
        assert twin.program[:2] == [2, 0]
        assert len(set(twin.program[:4])) == 4
        assert twin.program[4] == -1
        seen.add(tuple(twin.program[2:4]))
    assert len(seen) == 12  # every order of two of the four other cards
    assert GAME.imagine(table, 0, random.Random(1)).program == table.program


def test_a_territory_tells_its_odds() -> None:
    area = GAME.view(position("seat 0 navigation 1\n new-granada counters 0 1"), 0)["area"]["caribbean"]
    assert (area["required"], area["chance"]) == (2, 0.896)
    assert GAME.view(position(), SPECTATOR)["area"]["caribbean"]["chance"] is None


def test_what_each_character_could_do_now() -> None:
    seen = GAME.view(position("seat 0 treasury 1", at="0 plays a"), 0)["characters"]
    assert seen["explorer"]["barred"] is None
    assert seen["explorer"]["now"] == {"key": "now.explorer", "params": {"area": "senegal", "percent": 90}}
    assert seen["scientist"]["barred"]["code"] == "reason.too-little-treasury"
    assert seen["trader"]["barred"]["code"] == "reason.no-goods"
    assert len(seen) == 12


@pytest.mark.parametrize(
    ("text", "character", "said"),
    [
        ("seat 0 treasury 4 navigation 1 navy 3", "scientist", {"tracks": ["navigation", "logistics", "economy"]}),
        ("seat 0 treasury 1 logistics 1\n brazil counters 0 1", "viceroy", {"n": 3, "paid": 1}),
        ("cape counters 0 2", "conqueror", {"areas": ["cape"]}),
        ("merchants 1 2\n seat 2 fleets 0", "conqueror", {"seats": [1]}),
        ("seat 0 treasury 5\n guinea counters 0 3 colony 0", "governor", {"areas": ["guinea"], "price": 5}),
        ("brazil counters 0 1\n china counters 1 3", "merchant", {"goods": 1, "charters": 3, "fleets": 2}),
        ("seat 1 privateers 0 2\n brazil counters 0 1", "merchant", {"raiders": 2}),
        ("seat 0 economy 2", "financier", {"most": 7}),
        ("seat 0 economy 1 goods 3", "trader", {"treasury": 6}),
        ("seat 2 loans 1", "rebel", {"seats": [2]}),
        ("brazil counters 0 1 unrest 1", "missionary", {"areas": ["brazil"]}),
        ("seat 0 unrest 2", "ambassador", {"level": 3, "most": 5, "markers": 2}),
        ("seat 1 diplomacy 2", "sovereign", {"seats": [1]}),
    ],
)
def test_each_character_tells_what_he_could_do(text: str, character: str, said: dict[str, Any]) -> None:
    now = GAME.view(position(text, at="0 plays a"), 0)["characters"][character]["now"]
    assert {key: now["params"][key] for key in said} == said


def test_the_places_that_a_seat_fills() -> None:
    assert GAME.view(position(at="turn"), 0)["places"] == [0, 1, 2, 3]
    assert GAME.view(position(at="turn"), SPECTATOR)["places"] == []
    five: dict[str, Any] = {"five-programmed": True}
    assert GAME.view(position(at="turn", **five), 0)["places"] == [0, 1, 2, 3, 4]
    rebels = position("seat 0 unrest 4", at="turn")
    assert GAME.view(rebels, 0)["places"] == []
    assert GAME.view(rebels, 1)["places"] == [0, 1, 2, 3]
    assert GAME.view(position("seat 0 unrest 4", at="turn", **five), 0)["places"] == [4]
    assert GAME.view(position(at="0 plays a"), 0)["places"] == []


def test_ways_to_earn() -> None:
    text = "seat 0 treasury 6 goods 2 diplomacy 4\n seat 1 prestige 1\n"
    text += "levant counters 0 3 colony 0\n patagonia counters 0 1"
    assert ways(text, "treasury") == ["sell", "ship", "borrow"]
    assert ways(text, "prestige") == ["explore", "explore", "explore", "colony", "city", "war", "world-tour"]
    text = "seat 1 loans 2\n brazil counters 0 1\n congo counters 1 2\n senegal counters 0 2"
    assert ways(text, "treasury") == ["ship", "borrow"]
    assert ways("seat 0 fleets 3\n" + text, "treasury") == ["ship", "charter", "borrow"]
    assert ways(text, "prestige") == ["colony", "settle", "world-tour"]
    assert "abolish" in ways(text + "\n mozambique counters 0 2", "prestige")
    assert ways("seat 0 prestige 10 loans 3", "prestige")[-1] == "repay-to-win"


def test_what_others_could_do_to_me() -> None:
    text = """seat 0 diplomacy 2 loans 3 unrest 3
        seat 1 privateers 0 1
        brazil counters 0 1 unrest 2"""
    risks = ways(text, "risks")
    assert risks.count("attacked") == 2
    assert risks.count("domestic") == 2
    assert {"raiders", "rebellion", "revolution-near", "interest"} <= set(risks)
    assert "revolution-due" in ways("seat 0 unrest 4", "risks")


def test_takeovers_pirates_and_rebels_are_told_of() -> None:
    text = "seat 1 treasury 2 logistics 0\n seat 2 treasury 0\n congo counters 0 1"
    [risk] = GAME.view(position(text, at="0 plays a"), 0)["ways"]["risks"]
    assert risk["key"] == "way.takeover"
    assert risk["params"] == {"seat": 1, "area": "congo", "resources": ["ivory"], "n": 2}
    assert ways(text.replace("congo counters 0 1", "congo counters 0 2"), "risks") == []
    assert ways("cape counters 0 2 colony 0", "risks") == ["stir"]
    assert ways("cape counters 0 2 colony 0 mission", "risks") == []
    assert ways("merchants 0", "risks") == ["pirates"]
    assert GAME.view(position("merchants 0", at="0 plays a", **{"pro-pirate": False}), 0)["ways"]["risks"] == []


def test_the_warning_speaks_at_three_markers() -> None:
    assert "revolution-near" not in ways("seat 0 unrest 2", "risks")
    assert "revolution-near" in ways("seat 0 unrest 3", "risks")


def test_a_war_an_offer_and_a_cargo_are_shown_to_all() -> None:
    table = position("seat 0 diplomacy 4 squadrons 2\n seat 1 squadrons 2\n congo counters 0 2 1 2", at="0 plays f")
    play(table, "use sovereign", "declare war on seat 1")
    war = GAME.view(table, SPECTATOR)["war"]
    assert (war["attacker"], war["defender"], war["year"], war["areas"]) == (0, 1, 1, ["congo"])
    table = position("seat 0 treasury 2\n seat 1 goods 2", at="0 plays a")
    play(table, "offer an exchange", "exchange with seat 1", "give 2 treasury", "ask 1 goods")
    trade = GAME.view(table, 2)["trade"]
    assert trade == {"seat": 0, "partner": 1, "give": 2, "give_goods": 0, "ask": 0, "ask_goods": 1}
    table = position("brazil counters 0 1", at="0 plays c")
    play(table, "use merchant")
    assert GAME.view(table, 2)["cargo"] == {"seat": 0, "loaded": 0, "fleets": 2}


def test_a_preview_tells_figures_and_odds() -> None:
    table = position("seat 0 treasury 3", at="0 plays a")
    play(table, "use explorer")
    preview = GAME.preview(table, 0, GAME.catalogue.parse("explore senegal"))
    assert sum(weight for _, weight in preview.odds) == 3**10
    changed = {(figure["name"], figure["params"]["seat"]): figure["after"] for figure in preview.figures}
    assert changed == {("figure.treasury", 0): 2}


def test_the_last_lay_does_not_give_the_others_cards_away() -> None:
    table = position(at="turn")
    for seat in (0, 1):
        for card in "abcd":
            GAME.apply(table, seat, GAME.catalogue.parse(f"lay {card}"))
    for card in "abc":
        GAME.apply(table, 2, GAME.catalogue.parse(f"lay {card}"))
    assert not GAME.preview(table, 2, GAME.catalogue.parse("lay d")).known

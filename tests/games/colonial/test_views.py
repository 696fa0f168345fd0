"""What a seat sees: hidden cards, odds, and plain lists of what can be won and lost."""

import random

from rondel.games.colonial import GAME
from rondel.games.colonial.views import imagine
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
        twin = imagine(table, 1, random.Random(seed))
        assert twin.program[:2] == [2, 0]
        assert len(set(twin.program[:4])) == 4
        assert twin.program[4] == -1
        seen.add(tuple(twin.program[2:4]))
    assert len(seen) == 12  # every order of two of the four other cards
    assert imagine(table, 0, random.Random(1)).program == table.program


def test_a_territory_tells_its_odds() -> None:
    area = GAME.view(position("seat 0 navigation 1\n new-granada counters 0 1"), 0)["area"]["caribbean"]
    assert (area["required"], area["chance"]) == (2, 0.896)
    assert GAME.view(position(), SPECTATOR)["area"]["caribbean"]["chance"] is None


def test_what_each_character_could_do_now() -> None:
    seen = GAME.view(position("seat 0 treasury 1", at="0 plays a"), 0)["characters"]
    assert seen["explorer"] is None
    assert seen["scientist"]["code"] == "reason.too-little-treasury"
    assert seen["trader"]["code"] == "reason.no-goods"
    assert len(seen) == 12


def test_ways_to_earn() -> None:
    text = "seat 0 treasury 6 goods 2 diplomacy 4\n seat 1 prestige 1\n"
    text += "levant counters 0 3 colony 0\n patagonia counters 0 1"
    assert ways(text, "treasury") == ["sell", "ship", "borrow"]
    assert ways(text, "prestige") == ["explore", "colony", "city", "war"]
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

"""The drawn boards say what the rules say: same ids, and a border or a line exactly where two areas are neighbours."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import shapely

from boards import drawing, geography, make, rules

SIZES = {"imperial": 54, "struggle": 18, "imperunde": 105, "colonial": 31}


@pytest.fixture(scope="module", params=geography.GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def board(game: str) -> make.Json:
    return make.make(game)


def test_the_stored_board_is_what_the_tool_makes(game: str, board: make.Json) -> None:
    stored = json.loads((make.WEB / game / "board.json").read_text(encoding="utf-8"))
    assert stored == json.loads(json.dumps(board)), f"run: python -m boards.make {game}"


def test_the_stored_picture_is_what_the_tool_makes(game: str) -> None:
    stored = (make.WEB.parent / "start" / "boards" / f"{game}.svg").read_text(encoding="utf-8")
    assert stored == drawing.picture(geography.load(game)), f"run: python -m boards.make {game}"


def test_every_area_of_the_rules_is_drawn_and_no_other(game: str, board: make.Json) -> None:
    drawn = [area["id"] for area in board["areas"]]
    assert len(drawn) == SIZES[game]
    assert sorted(drawn) == sorted(rules.rows(game))
    assert all("_" not in area and area == area.lower() for area in drawn)


def exceptions(game: str) -> set[rules.Pair]:
    """Areas that touch on the board and are no neighbours in the rules.

    In Struggle of Empires no rule asks whether two home countries touch, and all colonies are reached by sea alike.
    """
    if game != "struggle":
        return set()
    rows = rules.rows(game)
    homes = {id_ for id_, row in rows.items() if "kind" not in row}
    colonies = {id_ for id_, row in rows.items() if row.get("kind") == "colony"}
    return {frozenset((one, other)) for group in (homes, colonies) for one in group for other in group if one < other}


def drawn_lines(game: str, board: make.Json) -> set[rules.Pair]:
    """Areas that a line joins: a lane, a dashed link, a canal, which names the land it is dug through."""
    lines = {frozenset(row["between"]) for row in board["scenery"] if row.get("between")}
    joined = {row["land"]: frozenset(row["joins"]) for row in rules.canals(game).values()}
    return lines | {joined[row["land"]] for row in board["scenery"] if row["kind"] == "canal"}


def test_a_border_or_a_line_is_drawn_exactly_where_the_rules_say_adjacent(game: str, board: make.Json) -> None:
    lengths = geography.drawn_borders(geography.load(game))
    borders = {pair for pair, length in lengths.items() if length >= geography.POINT_CONTACT[game]} - exceptions(game)
    lines = drawn_lines(game, board)
    if game == "struggle":  # not a neighbour, but the sea where attacks on it are fought
        assert rules.rows(game)["ottoman-empire"]["zone"] == "mediterranean"
        lines.remove(frozenset(("ottoman-empire", "mediterranean")))
    adjacent = rules.adjacent(game)
    assert (borders | lines) - adjacent == set(), "drawn but not adjacent"
    assert adjacent - (borders | lines) == set(), "adjacent but not drawn"
    assert borders & lines == set(), "a line where there is a border already"


def test_lanes_of_colonial_are_its_borders_by_sea() -> None:
    by_sea = {frozenset((id_, other)) for id_, row in rules.rows("colonial").items() for other in row["by-sea"]}
    assert drawn_lines("colonial", make.make("colonial")) == by_sea


def test_a_border_that_is_missing_in_the_rules_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison can fail: without Rome and Naples in the rules, their border on the board is one too many."""
    there = rules.adjacent("imperial")
    monkeypatch.setattr(rules, "adjacent", lambda game: there - {frozenset(("rome", "naples"))})
    with pytest.raises(AssertionError, match="drawn but not adjacent"):
        test_a_border_or_a_line_is_drawn_exactly_where_the_rules_say_adjacent("imperial", make.make("imperial"))


def test_names_and_places_lie_on_the_board(game: str, board: make.Json) -> None:
    for area in board["areas"]:
        assert set(area["name"]) == {"en", "fr", "de"}
        for language in ("en", "fr", "de"):
            assert area["label"][language]["lines"]
            assert area["label"][language]["size"] > 5, (area["id"], language)
        points = [area["label"]["at"]]
        slots = area.get("slots") or []
        if isinstance(slots, list):
            points += slots
        for x, y in points:
            assert 0 <= x <= board["width"]
            assert 0 <= y <= board["height"]


def test_imperial_has_cities_ports_and_chips() -> None:
    board = make.make("imperial")
    areas = {area["id"]: area for area in board["areas"]}
    provinces = [area for area in areas.values() if area["kind"] == "province"]
    assert len(provinces) == 30
    assert all("city" in area and "nation" in area for area in provinces)
    assert sum("port" in area for area in provinces) == 15
    assert all(area["port"]["sea"] in area["neighbours"] for area in provinces if "port" in area)
    assert all("chip" in area for area in areas.values() if area["kind"] != "province")
    assert all(len(area["slots"]) == 12 for area in areas.values())


def test_shapes_lie_inside_the_frame(game: str) -> None:
    drawn = geography.load(game)
    frame = shapely.box(-1, -1, drawn.width + 1, drawn.height + 1)
    assert [feature.id for feature in drawn.features if not frame.contains(feature.outline)] == []


def test_boards_are_small_enough_to_load_quickly() -> None:
    for game in geography.GAMES:
        assert Path(make.WEB / game / "board.json").stat().st_size < 250_000

"""The drawn boards say what the rules say: same ids, and a border exactly where two areas are neighbours."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boards import make

SIZES = {"imperial": 54, "struggle": 16, "imperunde": 105, "colonial": 31}


@pytest.fixture(scope="module", params=make.GAMES)
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
    assert stored == make.picture(game), f"run: python -m boards.make {game}"


def test_every_area_of_the_rules_is_drawn_and_no_other(game: str, board: make.Json) -> None:
    drawn = [area["id"] for area in board["areas"]]
    assert len(drawn) == len(set(drawn))
    borders, links = make.load_adjacency(game)
    named = {area for pair in borders | links for area in pair}
    assert named <= set(drawn)
    assert len(drawn) >= SIZES[game]
    assert all("_" not in area and area == area.lower() for area in drawn)


def test_a_border_is_drawn_exactly_where_the_rules_say_adjacent(game: str) -> None:
    _, features = make.load(game)
    borders, _links = make.load_adjacency(game)
    lengths = make.drawn_borders(game, features)
    shortest = make.POINT_CONTACT[game]
    # Struggle of Empires: borders between two home countries are no rule, and colonies move as one group.
    free = {f["properties"]["id"] for f in features if f["properties"]["kind"] == "country"}
    colonies = {f["properties"]["id"] for f in features if f["properties"].get("role") == "colony"}
    drawn = {
        pair
        for pair, length in lengths.items()
        if length >= shortest and not (game == "struggle" and (pair <= free or pair <= colonies))
    }
    wanted = {pair for pair in borders if not (game == "struggle" and pair <= colonies)}
    assert drawn - wanted == set(), "drawn but not adjacent"
    assert wanted - drawn == set(), "adjacent but not drawn"


def test_every_link_is_a_drawn_line(game: str, board: make.Json) -> None:
    _, links = make.load_adjacency(game)
    if game == "imperunde":  # canals name the land they are dug through
        assert len([row for row in board["scenery"] if row["kind"] == "canal"]) == len(links)
        return
    lines = {frozenset(row["between"]) for row in board["scenery"] if row.get("between")}
    assert links <= lines


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


def test_shapes_are_closed_and_inside_the_frame(game: str) -> None:
    head, features = make.load(game)
    for feature in features:
        for ring in make.rings(feature["geometry"]):
            assert ring[0] == ring[-1]
            assert all(-1 <= x <= head["width"] + 1 and -1 <= y <= head["height"] + 1 for x, y in ring)


def test_boards_are_small_enough_to_load_quickly() -> None:
    for game in make.GAMES:
        assert Path(make.WEB / game / "board.json").stat().st_size < 250_000

"""What the rules say of each map, read from the one place where it stands: data/map.toml in the game's folder."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

GAMES_FOLDER = Path(__file__).parent.parent / "src" / "rondel" / "games"
TABLES = ("areas", "regions", "countries", "lands", "seas", "territories")

Json = dict[str, Any]
Pair = frozenset[str]


def rows(game: str) -> dict[str, Json]:
    """Every area of a game, by its id."""
    tables = _map(game)
    return {id_: row for table in TABLES for id_, row in tables.get(table, {}).items()}


def adjacent(game: str) -> set[Pair]:
    """The areas that the rules call neighbours; those of a canal too, which may be dug."""
    borders = {
        frozenset((id_, other))
        for id_, row in rows(game).items()
        for other in (*row["borders"], *row.get("corrected", ()))
    }
    return borders | {frozenset(canal["joins"]) for canal in canals(game).values()}


def neighbours(game: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for pair in adjacent(game):
        one, other = sorted(pair)
        found.setdefault(one, []).append(other)
        found.setdefault(other, []).append(one)
    return {id_: sorted(others) for id_, others in found.items()}


def canals(game: str) -> dict[str, Json]:
    found: dict[str, Json] = _map(game).get("canals", {})
    return found


def printed(game: str, id_: str) -> Json:
    """What is printed on an area of the board, in the board's own words; nothing for scenery."""
    row = rows(game).get(id_, {})
    match game:
        case "imperial":
            return {"nation": row.get("home"), "anchor": row.get("anchor")}
        case "struggle":
            return {"vp": row.get("points"), "naval_stage_zone": row.get("zone"), "color": row.get("colour")}
        case "imperunde":
            return {"value": row.get("value")}
        case "colonial" if row:
            native = {"difficulty": row["difficulty"], "native_power": row["native-power"]}
            return {"continent": row["continent"], "resources": row["resources"], **native}
    return {}


def _map(game: str) -> Json:
    return tomllib.loads((GAMES_FOLDER / game / "data" / "map.toml").read_text(encoding="utf-8"))

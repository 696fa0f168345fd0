"""Turn the geography of a game into the board.json that its Board.svelte draws.

    python -m boards.make            # all four games
    python -m boards.make imperial

What comes from where: outlines and places for names and pieces from data/<game>.geojson; neighbours and all that is
printed on an area from the game's own data/map.toml; German names from data/names_de.toml.
"""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path
from typing import Any

import shapely

from boards import rules
from boards.drawing import path, picture
from boards.geography import DATA, GAMES, PLAYABLE, Feature, Geography, borders, load, outlines, place_slots
from boards.lettering import label

WEB = Path(__file__).parent.parent / "web" / "src" / "games"

Json = dict[str, Any]

# What a board keeps of the properties of a feature, under the same names.
KEEP = (
    "role", "nation", "region", "panel", "value", "vp", "vp_badge", "color", "capital", "sea", "naval_stage_zone",
    "continent", "difficulty", "difficulty_badge", "native_power", "native_power_badge", "resource_spots", "badge_r",
    "between", "wraps", "land", "angle", "style", "chip", "city",
)  # fmt: skip


def make_area(geography: Geography, feature: Feature, german: dict[str, str], neighbours: dict[str, list[str]]) -> Json:
    game, properties = geography.game, dict(feature.properties)
    if properties.get("resource_spots"):
        spots = zip(properties["resources"], properties["resource_spots"], strict=True)
        properties["resource_spots"] = [{"resource": resource, "point": point} for resource, point in spots]
    out: Json = {"id": feature.id, "kind": feature.kind}
    out["name"] = {
        "en": properties["name"],
        "fr": properties.get("name_fr", properties["name"]),
        "de": (properties.get("name_de") or german.get(feature.id, properties["name"])).replace("\u00ad", ""),
    }
    out |= {key: properties[key] for key in KEEP if properties.get(key) not in (None, [])}
    out["path"] = path(feature.outline)
    if text := label(game, properties, german):
        out["label"] = text
    if properties.get("port"):
        out["port"] = {"sea": properties["anchor"], "at": properties["port"]}
    if properties.get("slots"):
        out["slots"] = properties["slots"]
        if properties.get("slot_radius"):
            out["radius"] = properties["slot_radius"]
    elif game == "imperunde" and geography.area_of(feature):
        out["slots"], out["radius"] = place_slots(feature.outline, properties["label"])
    if feature.id in neighbours:
        out["neighbours"] = neighbours[feature.id]
    return out


def places(feature: Feature, german: dict[str, str]) -> Json:
    """Names that are written on the map and mean nothing to the rules."""
    items = [
        {
            "at": [point.x, point.y],
            "size": item["font"],
            "name": {"en": item["name"], "fr": item["name_fr"], "de": german.get(item["name"], item["name"])},
        }
        for point, item in zip(shapely.get_parts(feature.outline), feature.properties["items"], strict=True)
    ]
    return {"id": feature.id, "kind": "places", "items": items}


def make(game: str) -> Json:
    geography = load(game)
    german = tomllib.loads((DATA / "names_de.toml").read_text(encoding="utf-8")).get(game, {})
    german_places = german.pop("places", {})
    neighbours = rules.neighbours(game)
    areas: list[Json] = []
    scenery: list[Json] = []
    for feature in geography.features:
        if feature.kind == "places":
            scenery.append(places(feature, german_places))
        else:
            target = areas if feature.kind in PLAYABLE[game] else scenery
            target.append(make_area(geography, feature, german, neighbours))
    drawn = borders(geography.without("panel", "box", "lake"))
    return {
        "game": game,
        "width": geography.width,
        "height": geography.height,
        "areas": areas,
        "scenery": scenery,
        "borders": {kind: path(lines) for kind, lines in drawn.items()},
        "outlines": {nation: path(shape) for nation, shape in outlines(geography.features).items()},
    }


def write(game: str) -> Path:
    small = WEB.parent / "start" / "boards" / f"{game}.svg"
    small.parent.mkdir(parents=True, exist_ok=True)
    small.write_text(picture(load(game)), encoding="utf-8")
    board = make(game)
    target = WEB / game / "board.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    parts = [f'"{key}":{json.dumps(board[key])}' for key in ("game", "width", "height")]
    for key in ("areas", "scenery"):
        rows = ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in board[key])
        parts.append(f'"{key}":[\n{rows}\n]')
    for key in ("borders", "outlines"):
        parts.append(f'"{key}":{json.dumps(board[key], separators=(",", ":"))}')
    target.write_text("{" + ",\n".join(parts) + "}\n", encoding="utf-8")
    return target


def main() -> None:
    for game in sys.argv[1:] or GAMES:
        target = write(game)
        print(f"{target.name} of {game}: {target.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()

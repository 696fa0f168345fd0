"""Turn the geography of a game into the board.json that its Board.svelte draws.

    python -m boards.make            # all four games
    python -m boards.make imperial

Input: data/<game>.geojson (outlines that share their border vertices, and places for names and pieces),
data/<game>.adjacency.json (what the rules call neighbours), data/names_de.toml. Only the standard library.
"""

from __future__ import annotations

import itertools
import json
import math
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
DATA = HERE / "data"
WEB = HERE.parent / "web" / "src" / "games"
GAMES = ("imperial", "struggle", "imperunde", "colonial")

# The kinds of feature that a player can act in; everything else is scenery.
PLAYABLE = {
    "imperial": {"province", "neutral", "sea"},
    "struggle": {"region", "country"},
    "imperunde": {"homeland", "land", "colony", "sea"},
    "colonial": {"territory"},
}
# Two areas that touch along less than this meet in a point: the rules do not call them neighbours.
POINT_CONTACT = {"imperial": 0.5, "struggle": 5.0, "imperunde": 7.0, "colonial": 5.0}
IMPERUNDE_SIZE = 1600
IMPERUNDE_RIM = 174.0  # 90 degrees plus the latitude of the rim

Point = tuple[float, float]
Ring = list[Point]
Edge = tuple[Point, Point]
Json = dict[str, Any]


def load(game: str) -> tuple[Json, list[Json]]:
    """The head and the features of a game's geography, in board units."""
    text = json.loads((DATA / f"{game}.geojson").read_text(encoding="utf-8"))
    head = text["properties"].get("board", text["properties"])
    features = text["features"]
    for feature in features:
        for properties in (feature["properties"], *feature["properties"].get("items", [])):
            for key in ("name_fr", "label_lines_fr"):
                if key in properties:
                    properties[key] = typeset(properties[key])
    if game == "imperunde":
        head = {**head, "width": IMPERUNDE_SIZE, "height": IMPERUNDE_SIZE}
        for feature in features:
            feature["geometry"] = project_geometry(feature["geometry"])
            if "label" in feature["properties"]:
                feature["properties"]["label"] = list(project(feature["properties"]["label"]))
    return head, features


def typeset(french: Any) -> Any:
    """Apostrophes as French sets them."""
    return [typeset(line) for line in french] if isinstance(french, list) else str(french).replace("'", "’")


def load_adjacency(game: str) -> tuple[set[frozenset[str]], set[frozenset[str]]]:
    """Neighbours by a drawn border, and neighbours by a drawn line (lanes, canals, dashed links)."""
    text = json.loads((DATA / f"{game}.adjacency.json").read_text(encoding="utf-8"))
    return {frozenset(pair) for pair in text["borders"]}, {frozenset(pair) for pair in text["links"]}


def project(point: list[float]) -> Point:
    """ImpeRunde's round board: the South Pole in the middle, the distance to it kept."""
    longitude, latitude = math.radians(point[0]), point[1]
    scale = IMPERUNDE_SIZE / 2 / (IMPERUNDE_RIM + 6)
    radius = (90 + latitude) * scale
    middle = IMPERUNDE_SIZE / 2
    return round(middle + radius * math.sin(longitude), 1), round(middle - radius * math.cos(longitude), 1)


def project_geometry(geometry: Json) -> Json:
    def walk(node: Any) -> Any:
        return project(node) if isinstance(node[0], int | float) else [walk(child) for child in node]

    return {"type": geometry["type"], "coordinates": walk(geometry["coordinates"])}


def rings(geometry: Json) -> list[Ring]:
    """All closed rings of a shape, without points that stand twice in a row."""
    kind, coordinates = geometry["type"], geometry["coordinates"]
    if kind == "Polygon":
        raw = coordinates
    elif kind == "MultiPolygon":
        raw = [ring for polygon in coordinates for ring in polygon]
    else:
        raw = []
    return [tidy(ring) for ring in raw]


def lines(geometry: Json) -> list[Ring]:
    kind, coordinates = geometry["type"], geometry["coordinates"]
    if kind == "LineString":
        return [tidy(coordinates)]
    if kind == "MultiLineString":
        return [tidy(line) for line in coordinates]
    return []


def tidy(points: list[list[float]]) -> Ring:
    out: Ring = []
    for x, y, *_ in points:
        if not out or out[-1] != (x, y):
            out.append((x, y))
    return out


def edges(feature: Json) -> Iterator[Edge]:
    for ring in rings(feature["geometry"]):
        for a, b in itertools.pairwise(ring):
            yield (a, b) if a < b else (b, a)


def owners(features: list[Json]) -> dict[Edge, list[Json]]:
    """Which features lie on either side of each piece of border."""
    sides: dict[Edge, list[Json]] = defaultdict(list)
    for feature in features:
        for edge in edges(feature):
            sides[edge].append(feature)
    return sides


def drawn_borders(game: str, features: list[Json]) -> dict[frozenset[str], float]:
    """Length of the border that is drawn between each two playable areas.

    In Struggle of Empires a region is its land together with its sea.
    """
    length: dict[frozenset[str], float] = defaultdict(float)
    for (a, b), sides in owners([f for f in features if f["properties"]["kind"] != "panel"]).items():
        names = {area_of(game, side["properties"]) for side in sides} - {None}
        if len(names) == 2:
            length[frozenset(str(name) for name in names)] += math.dist(a, b)
    return length


def area_of(game: str, properties: Json) -> str | None:
    if game == "struggle" and properties["kind"] == "sea":
        region = properties.get("region")
        return str(region) if region else None
    return str(properties["id"]) if properties["kind"] in PLAYABLE[game] else None


# Drawing


def number(value: float) -> str:
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def path(rings_: list[Ring], closed: bool = True) -> str:
    """SVG path data with relative steps, which is shorter than absolute points."""
    out: list[str] = []
    for ring in rings_:
        x, y = ring[0]
        out.append(f"M{number(x)},{number(y)}")
        steps: list[str] = []
        for nx, ny in ring[1:-1] if closed else ring[1:]:
            dx, dy = round(nx - x, 1), round(ny - y, 1)
            steps.append(f"{number(dx)},{number(dy)}")
            x, y = nx, ny
        if steps:
            out.append("l" + " ".join(steps).replace(" -", "-").replace(",-", "-"))
        if closed:
            out.append("Z")
    return "".join(out)


def chain(pieces: set[Edge]) -> list[Ring]:
    """Join pieces of border into lines as long as possible."""
    at: dict[Point, list[Edge]] = defaultdict(list)
    for edge in sorted(pieces):
        at[edge[0]].append(edge)
        at[edge[1]].append(edge)
    left = set(pieces)
    out: list[Ring] = []

    def walk(start: Point) -> Ring:
        line, here = [start], start
        while True:
            edge = next((e for e in at[here] if e in left), None)
            if edge is None:
                return line
            left.discard(edge)
            here = edge[1] if edge[0] == here else edge[0]
            line.append(here)
            if len(at[here]) != 2:
                return line

    for point in sorted(at):
        if len(at[point]) != 2:
            while any(e in left for e in at[point]):
                out.append(walk(point))
    while left:
        out.append(walk(min(left)[0]))
    return out


def is_water(game: str, properties: Json) -> bool:
    return properties["kind"] in ("sea", "lake")


def border_kind(game: str, one: Json, two: Json) -> str:
    """coast, sea, frontier (between two nations or lands) or province (within one nation)."""
    wet = is_water(game, one) + is_water(game, two)
    if wet == 2:
        return "sea"
    if wet == 1:
        return "coast"
    if game == "imperial" and one.get("nation") and one.get("nation") == two.get("nation"):
        return "province"
    return "frontier"


def draw_borders(game: str, features: list[Json]) -> Json:
    by_kind: dict[str, set[Edge]] = defaultdict(set)
    drawn = [f for f in features if f["properties"]["kind"] not in ("panel", "box", "lake")]
    for edge, sides in owners(drawn).items():
        if len(sides) == 2:
            by_kind[border_kind(game, sides[0]["properties"], sides[1]["properties"])].add(edge)
    return {kind: path(chain(pieces), closed=False) for kind, pieces in sorted(by_kind.items())}


def draw_outlines(features: list[Json]) -> Json:
    """The outline of each nation as one shape: where only one side of a border is its own."""
    by_nation: dict[str, set[Edge]] = defaultdict(set)
    for edge, sides in owners(features).items():
        for nation in {side["properties"].get("nation") for side in sides} - {None}:
            if len(sides) == 1 or not all(side["properties"].get("nation") == nation for side in sides):
                by_nation[nation].add(edge)
    return {nation: path(chain(pieces)) for nation, pieces in by_nation.items()}


# Names and places


def wrap(name: str, count: int) -> list[str]:
    """The name on so many lines that the longest is as short as possible; hyphens may end a line."""
    words = re.findall(r"[^\s\u00ad-]+[\u00ad-]?|-", name)
    best = [name.replace("\u00ad", "")]
    for cuts in itertools.combinations(range(1, len(words)), min(count, len(words)) - 1):
        ends = [0, *cuts, len(words)]
        trial = [join(words[a:b]) for a, b in itertools.pairwise(ends)]
        if max(map(len, trial)) < max(map(len, best)):
            best = trial
    return best


def join(words: list[str]) -> str:
    """Words of one line; a soft hyphen shows only at its end."""
    line = " ".join(words).replace("- ", "-").replace("\u00ad ", "")
    return line.replace("\u00ad", "-")


LETTER = 0.5  # the width of a letter of the map's own typefaces, as a share of its size
WIDE_LETTER = 0.58


def fit(name: str, width: float, height: float, largest: float, most_lines: int, letter: float = WIDE_LETTER) -> Json:
    """The largest type in which a name fits its box."""
    best: tuple[float, list[str]] = (0.0, [name.replace("\u00ad", "")])
    for count in range(1, most_lines + 1):
        text = wrap(name, count)
        size = min(largest, width / (letter * max(map(len, text))), height / (1.15 * len(text)))
        if size > best[0] + 0.3:
            best = (size, text)
    return {"size": round(best[0], 1), "lines": best[1]}


def label(game: str, p: Json, names: dict[str, str]) -> Json | None:
    at = p.get("label")
    if at is None:
        return None
    german = names.get(p["id"], p["name"])
    if game == "imperial":
        lines_en = p.get("label_lines") or [p["name"]]
        size_en = p.get("label_size") or 12
        lines_fr = p.get("label_lines_fr") or [p["name_fr"]]
        size_fr = p.get("label_size_fr") or size_en
        width = max(0.6 * size_en * max(map(len, lines_en)), 0.6 * size_fr * max(map(len, lines_fr)))
        height = max(1.2 * size_en * len(lines_en), 1.2 * size_fr * len(lines_fr))
        return {
            "at": at,
            "en": {"size": size_en, "lines": lines_en},
            "fr": {"size": size_fr, "lines": lines_fr},
            "de": fit(german or p["name"], width, max(height, 2.3 * size_en), size_en, 2, LETTER),
        }
    box = p.get("label_size")
    width, height = box if isinstance(box, list) else (14.0 * len(p["name"]), 30.0)
    largest = float(p.get("label_font") or p.get("font") or 13)
    most = 3 if game == "imperunde" else 2
    if game == "imperunde":
        width, height = (120.0, 60.0) if p["kind"] == "sea" else (78.0, 40.0)
        largest = 15.0 if p["kind"] == "sea" else 13.0
    return {
        "at": at,
        "en": fit(p["name"], width, height, largest, most),
        "fr": fit(str(p.get("name_fr", p["name"])), width, height, largest, most),
        "de": fit(str(p.get("name_de", german)), width, height, largest, most),
    }


def inside(point: Point, shape: list[Ring]) -> bool:
    x, y = point
    odd = False
    for ring in shape:
        for (ax, ay), (bx, by) in itertools.pairwise(ring):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                odd = not odd
    return odd


def clearance(point: Point, shape: list[Ring]) -> float:
    x, y = point
    best = math.inf
    for ring in shape:
        for (ax, ay), (bx, by) in itertools.pairwise(ring):
            dx, dy = bx - ax, by - ay
            along = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
            best = min(best, math.hypot(x - ax - along * dx, y - ay - along * dy))
    return best


def place_slots(shape: list[Ring], label_at: Point, wanted: int = 8) -> tuple[list[list[float]], float]:
    """Places for pieces inside an area whose data name none: a grid, nearest to the name first."""
    xs = [x for ring in shape for x, _ in ring]
    ys = [y for ring in shape for _, y in ring]
    for radius in (12.0, 9.0, 7.0, 5.0, 3.5):
        spots: list[Point] = []
        y = min(ys) + radius
        while y < max(ys):
            x = min(xs) + radius
            while x < max(xs):
                clear_of_label = abs(x - label_at[0]) > 34 or abs(y - label_at[1]) > 14
                if clear_of_label and inside((x, y), shape) and clearance((x, y), shape) >= radius:
                    spots.append((x, y))
                x += 2.2 * radius
            y += 2.2 * radius
        if len(spots) >= wanted or radius == 3.5:
            spots.sort(key=lambda s: math.dist(s, label_at))
            return [[round(x, 1), round(y, 1)] for x, y in spots[:wanted]], radius
    return [], 0.0


# What a board keeps of the geography's own fields, under the same names.
KEEP = (
    "role", "nation", "region", "panel", "value", "vp", "vp_badge", "color", "capital", "sea", "naval_stage_zone",
    "continent", "difficulty", "difficulty_badge", "native_power", "native_power_badge", "resource_spots", "badge_r",
    "between", "wraps", "land", "angle", "style", "chip", "city",
)  # fmt: skip


def make_area(game: str, feature: Json, names: dict[str, str], neighbours: dict[str, list[str]]) -> Json:
    p = feature["properties"]
    shape = rings(feature["geometry"])
    out: Json = {"id": p["id"], "kind": p["kind"]}
    out["name"] = {
        "en": p["name"],
        "fr": p.get("name_fr", p["name"]),
        "de": (p.get("name_de") or names.get(p["id"], p["name"])).replace("\u00ad", ""),
    }
    for key in KEEP:
        if p.get(key) not in (None, []):
            out[key] = p[key]
    out["path"] = path(shape) if shape else path(lines(feature["geometry"]), closed=False)
    text = label(game, p, names)
    if text:
        out["label"] = text
    if p.get("port"):
        out["port"] = {"sea": p["port"]["sea"], "at": p["port"]["point"]}
    if p.get("slots"):
        out["slots"] = p["slots"]
        if p.get("slot_radius"):
            out["radius"] = p["slot_radius"]
    elif game == "imperunde" and area_of(game, p) and shape:
        out["slots"], out["radius"] = place_slots(shape, tuple(p["label"]))
    if p["id"] in neighbours:
        out["neighbours"] = neighbours[p["id"]]
    return out


def places(feature: Json, translations: dict[str, str]) -> Json:
    items = [
        {
            "at": at,
            "size": item["font"],
            "name": {
                "en": item["name"],
                "fr": item["name_fr"],
                "de": translations.get(item["name"], item["name"]),
            },
        }
        for at, item in zip(feature["geometry"]["coordinates"], feature["properties"]["items"], strict=True)
    ]
    return {"id": feature["properties"]["id"], "kind": "places", "items": items}


def make(game: str) -> Json:
    head, features = load(game)
    table = tomllib.loads((DATA / "names_de.toml").read_text(encoding="utf-8")).get(game, {})
    translations = table.pop("places", {})
    borders, links = load_adjacency(game)
    neighbours: dict[str, list[str]] = defaultdict(list)
    for pair in borders | links:
        a, b = sorted(pair)
        neighbours[a].append(b)
        neighbours[b].append(a)
    neighbours = {key: sorted(value) for key, value in neighbours.items()}
    areas: list[Json] = []
    scenery: list[Json] = []
    for feature in features:
        kind = feature["properties"]["kind"]
        if kind == "places":
            scenery.append(places(feature, translations))
            continue
        target = areas if kind in PLAYABLE[game] else scenery
        target.append(make_area(game, feature, table, neighbours))
    return {
        "game": game,
        "width": head["width"],
        "height": head["height"],
        "areas": areas,
        "scenery": scenery,
        "borders": draw_borders(game, features),
        "outlines": draw_outlines(features),
    }


# Small pictures for the start page

PAPER, INK, SEA = "#f3e7c9", "#47504c", "#d3e2dc"
NATION_WASH = {
    "austria-hungary": "#ecc968", "italy": "#a3c586", "france": "#9db8db", "great-britain": "#e29c8a",
    "germany": "#b7b1a2", "russia": "#c0a5cb",
}  # fmt: skip
REGION_WASH = {
    "Africa": "#e5c98a", "Europe": "#c3cf9b", "Asia": "#e6d59a", "Oceania": "#dcbfa6", "North America": "#d6c294",
    "South America": "#bfcb98", "East Indies": "#d9b98c",
}  # fmt: skip
HOMELAND_WASH = "#d58f6c"


def wash(game: str, p: Json) -> str | None:
    """The colour of a feature in the small picture; None where it is not drawn."""
    if p["kind"] in ("panel", "box", "label", "places", "link", "lane", "river", "canal"):
        return None
    if is_water(game, p):
        return SEA
    if p.get("nation"):
        return NATION_WASH[p["nation"]]
    if p["kind"] == "homeland":
        return HOMELAND_WASH
    if p.get("region") in REGION_WASH:
        return REGION_WASH[p["region"]]
    return PAPER if game == "imperial" or p.get("role") in ("decor", "impassable") else str(p.get("fill", PAPER))


def coarse(ring: Ring, grid: float) -> Ring:
    """A ring on a coarse grid: neighbours stay neighbours, since they share the points that are rounded."""
    out: Ring = []
    for x, y in ring:
        point = (round(x / grid) * grid, round(y / grid) * grid)
        if not out or out[-1] != point:
            out.append(point)
    return out


def picture(game: str) -> str:
    head, features = load(game)
    width, height = head["width"], head["height"]
    grid = width / 640
    groups: dict[str, list[Ring]] = defaultdict(list)
    for feature in features:
        colour = wash(game, feature["properties"])
        if colour is not None:
            shapes = [coarse(ring, grid) for ring in rings(feature["geometry"])]
            groups[colour] += [ring for ring in shapes if len(ring) > 3]
    shores = [coarse(line, grid) for line in chain(coast_edges(game, features))]
    shore = path([line for line in shores if len(line) > 1], closed=False)
    layers = [f'<rect width="{width}" height="{height}" fill="{SEA}"/>']
    for spread, opacity in ((34, 0.2), (16, 0.3)):
        scaled = spread * width / 1600
        layers.append(
            f'<path d="{shore}" fill="none" stroke="#7fa9ae" stroke-opacity="{opacity}" '
            f'stroke-width="{scaled:.0f}" stroke-linejoin="round"/>'
        )
    edge = f'stroke="{INK}" stroke-width="{width / 1000:.1f}" stroke-linejoin="round"'
    for colour, shapes in sorted(groups.items(), key=lambda group: group[0] != SEA):
        fill = "none" if colour == SEA else colour
        line = 'stroke="#6b8f95" stroke-opacity=".5"' if colour == SEA else edge
        layers.append(f'<path d="{path(shapes)}" fill="{fill}" fill-rule="evenodd" {line}/>')
    body = "".join(layers)
    if game == "imperunde":
        body = (
            f'<rect width="{width}" height="{height}" fill="{PAPER}"/><clipPath id="c"><circle cx="{width / 2:.0f}" '
            f'cy="{height / 2:.0f}" r="{width / 2 * IMPERUNDE_RIM / (IMPERUNDE_RIM + 6):.0f}"/></clipPath>'
            f'<g clip-path="url(#c)">{body}</g><circle cx="{width / 2:.0f}" cy="{height / 2:.0f}" '
            f'r="{width / 2 - 14:.0f}" fill="none" stroke="#5a3420" stroke-width="24"/>'
        )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{body}</svg>\n'


def coast_edges(game: str, features: list[Json]) -> set[Edge]:
    drawn = [f for f in features if f["properties"]["kind"] not in ("panel", "box", "lake")]
    return {
        edge
        for edge, sides in owners(drawn).items()
        if len(sides) == 2 and border_kind(game, sides[0]["properties"], sides[1]["properties"]) == "coast"
    }


def write(game: str) -> Path:
    (WEB.parent / "start" / "boards").mkdir(parents=True, exist_ok=True)
    (WEB.parent / "start" / "boards" / f"{game}.svg").write_text(picture(game), encoding="utf-8")
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
        print(f"{target.relative_to(HERE.parent)}  {target.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()

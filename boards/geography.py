"""The geography of a game, from data/<game>.geojson: outlines that share their border points. Shapely does the work."""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy
import shapely
from shapely.geometry import LineString, MultiLineString, Point, shape
from shapely.geometry.base import BaseGeometry

from boards import rules

DATA = Path(__file__).parent / "data"
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

Json = dict[str, Any]


@dataclass(frozen=True)
class Feature:
    """Something on the board: what it is, and its outline in board units."""

    properties: Json
    outline: BaseGeometry

    @property
    def id(self) -> str:
        return str(self.properties["id"])

    @property
    def kind(self) -> str:
        return str(self.properties["kind"])

    @property
    def is_water(self) -> bool:
        return self.kind in ("sea", "lake")


@dataclass(frozen=True)
class Geography:
    game: str
    width: int
    height: int
    features: list[Feature]

    def area_of(self, feature: Feature) -> str | None:
        """The area of the rules that a feature belongs to. In Struggle of Empires a region is its land and its sea."""
        if self.game == "struggle" and feature.kind == "sea":
            region = feature.properties.get("region")
            return str(region) if region else None
        return feature.id if feature.kind in PLAYABLE[self.game] else None

    def without(self, *kinds: str) -> list[Feature]:
        return [feature for feature in self.features if feature.kind not in kinds]


def load(game: str) -> Geography:
    text = json.loads((DATA / f"{game}.geojson").read_text(encoding="utf-8"))
    head = text["properties"].get("board", text["properties"])
    if game == "imperunde":
        head = {"width": IMPERUNDE_SIZE, "height": IMPERUNDE_SIZE}
    return Geography(game, head["width"], head["height"], [_feature(game, row) for row in text["features"]])


def _feature(game: str, row: Json) -> Feature:
    properties = {**row["properties"], **rules.printed(game, row["properties"]["id"])}
    for named in (properties, *properties.get("items", [])):
        for key in ("name_fr", "label_lines_fr"):
            if key in named:
                named[key] = _typeset(named[key])
    outline = shape(row["geometry"])
    if game == "imperunde":
        outline = shapely.transform(outline, _project)
        if "label" in properties:
            properties["label"] = _project(numpy.array([properties["label"]], dtype=float))[0].tolist()
    return Feature(properties, shapely.remove_repeated_points(outline))


def _typeset(french: Any) -> Any:
    """Apostrophes as French sets them."""
    return [_typeset(line) for line in french] if isinstance(french, list) else str(french).replace("'", "’")


def _project(points: Any) -> Any:
    """ImpeRunde's round board: the South Pole in the middle, the distance to it kept."""
    middle = IMPERUNDE_SIZE / 2
    longitude, radius = numpy.radians(points[:, 0]), (90 + points[:, 1]) * middle / (IMPERUNDE_RIM + 6)
    x, y = middle + radius * numpy.sin(longitude), middle - radius * numpy.cos(longitude)
    return numpy.round(numpy.stack([x, y], axis=1), 1)


# Borders


def shared_borders(features: list[Feature]) -> Iterator[tuple[Feature, Feature, MultiLineString]]:
    """Every two features that touch along a line, and that line."""
    solid = [feature for feature in features if feature.outline.area]
    edges = [feature.outline.boundary for feature in solid]
    tree = shapely.STRtree(edges)
    for one, edge in enumerate(edges):
        for other in sorted(int(found) for found in tree.query(edge) if found > one):
            common = lines_of(shapely.intersection(edge, edges[other]))
            if common.length:
                yield solid[one], solid[other], common


def lines_of(geometry: BaseGeometry) -> MultiLineString:
    """The lines of a shape, as long as possible, without the points in which it merely touches."""
    lines = [part for part in shapely.get_parts(geometry) if part.length]
    merged = shapely.line_merge(MultiLineString(lines))
    return MultiLineString(list(shapely.get_parts(merged)))


def drawn_borders(geography: Geography) -> dict[frozenset[str], float]:
    """Length of the border that is drawn between each two areas of the rules."""
    length: dict[frozenset[str], float] = {}
    for one, other, line in shared_borders(geography.without("panel")):
        areas = {geography.area_of(one), geography.area_of(other)} - {None}
        if len(areas) == 2:
            pair = frozenset(str(area) for area in areas)
            length[pair] = length.get(pair, 0.0) + line.length
    return length


def border_kind(one: Feature, other: Feature) -> str:
    """coast, sea, frontier (between two nations or lands) or province (within one nation)."""
    if one.is_water or other.is_water:
        return "sea" if one.is_water and other.is_water else "coast"
    nation = one.properties.get("nation")
    return "province" if nation and nation == other.properties.get("nation") else "frontier"


def borders(features: list[Feature]) -> dict[str, MultiLineString]:
    """All borders of each kind, joined into lines as long as possible."""
    by_kind: dict[str, list[LineString]] = {}
    for one, other, line in shared_borders(features):
        by_kind.setdefault(border_kind(one, other), []).extend(line.geoms)
    return {kind: lines_of(MultiLineString(lines)) for kind, lines in sorted(by_kind.items())}


def outlines(features: list[Feature]) -> dict[str, BaseGeometry]:
    """Each nation as one shape."""
    by_nation: dict[str, list[BaseGeometry]] = {}
    for feature in features:
        if nation := feature.properties.get("nation"):
            by_nation.setdefault(nation, []).append(feature.outline)
    return {nation: shapely.coverage_union_all(parts) for nation, parts in by_nation.items()}


# Places for pieces


def place_slots(outline: BaseGeometry, label: list[float], wanted: int = 8) -> tuple[list[list[float]], float]:
    """Places for pieces inside an area whose data name none: a grid, nearest to the name first."""
    left, top, right, bottom = outline.bounds
    shapely.prepare(outline)
    for radius in (12.0, 9.0, 7.0, 5.0, 3.5):
        columns = numpy.arange(left + radius, right, 2.2 * radius)
        spots = [
            (float(x), float(y))
            for y, x in itertools.product(numpy.arange(top + radius, bottom, 2.2 * radius), columns)
            if (abs(x - label[0]) > 34 or abs(y - label[1]) > 14)
            and outline.contains(Point(x, y))
            and outline.boundary.distance(Point(x, y)) >= radius
        ]
        if len(spots) >= wanted or radius == 3.5:
            spots.sort(key=lambda spot: math.dist(spot, label))
            return [[round(x, 1), round(y, 1)] for x, y in spots[:wanted]], radius
    return [], 0.0

"""Shapes as SVG path data, and the small pictures of the start page."""

from __future__ import annotations

import shapely
from shapely.geometry import LineString, MultiLineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from boards.geography import IMPERUNDE_RIM, Feature, Geography, borders


def path(geometry: BaseGeometry) -> str:
    """SVG path data with relative steps, which is shorter than absolute points."""
    match geometry:
        case Polygon():
            return "".join(_line(list(ring.coords)[:-1]) + "Z" for ring in (geometry.exterior, *geometry.interiors))
        case LineString():
            return _line(list(geometry.coords))
        case MultiPolygon() | MultiLineString():
            return "".join(path(part) for part in geometry.geoms)
    return ""


def _line(points: list[tuple[float, ...]]) -> str:
    x, y = points[0]
    steps: list[str] = []
    for next_x, next_y in points[1:]:
        steps.append(f"{_number(round(next_x - x, 1))},{_number(round(next_y - y, 1))}")
        x, y = next_x, next_y
    line = ("l" + " ".join(steps)).replace(" -", "-").replace(",-", "-") if steps else ""
    return f"M{_number(points[0][0])},{_number(points[0][1])}{line}"


def _number(value: float) -> str:
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


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


def wash(game: str, feature: Feature) -> str | None:
    """The colour of a feature in the small picture; None where it is not drawn."""
    properties = feature.properties
    if not feature.outline.area or feature.kind in ("panel", "box"):
        return None
    if feature.is_water:
        return SEA
    if nation := properties.get("nation"):
        return NATION_WASH[nation]
    if feature.kind == "homeland":
        return HOMELAND_WASH
    if properties.get("region") in REGION_WASH:
        return REGION_WASH[properties["region"]]
    plain = game == "imperial" or properties.get("role") in ("decor", "impassable")
    return PAPER if plain else str(properties.get("fill", PAPER))


def coarse(geometry: BaseGeometry, grid: float) -> str:
    """A shape on a coarse grid: neighbours stay neighbours, since they share the points that are rounded."""
    rounded = shapely.remove_repeated_points(shapely.set_precision(geometry, grid, mode="pointwise"))
    kept = [part for part in shapely.get_parts(rounded) if part.area or (isinstance(part, LineString) and part.length)]
    return "".join(path(part) for part in kept)


def picture(geography: Geography) -> str:
    game, width, height = geography.game, geography.width, geography.height
    grid = width / 640
    groups: dict[str, str] = {}
    for feature in geography.features:
        colour = wash(game, feature)
        if colour is not None:
            groups[colour] = groups.get(colour, "") + coarse(feature.outline, grid)
    shore = coarse(borders(geography.without("panel", "box", "lake"))["coast"], grid)
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
        layers.append(f'<path d="{shapes}" fill="{fill}" fill-rule="evenodd" {line}/>')
    body = "".join(layers)
    if game == "imperunde":
        body = _round(body, width, height)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{body}</svg>\n'


def _round(body: str, width: int, height: int) -> str:
    """ImpeRunde's board is a disc in a frame."""
    middle = f'cx="{width / 2:.0f}" cy="{height / 2:.0f}"'
    return (
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/><clipPath id="c"><circle {middle} '
        f'r="{width / 2 * IMPERUNDE_RIM / (IMPERUNDE_RIM + 6):.0f}"/></clipPath>'
        f'<g clip-path="url(#c)">{body}</g><circle {middle} '
        f'r="{width / 2 - 14:.0f}" fill="none" stroke="#5a3420" stroke-width="24"/>'
    )

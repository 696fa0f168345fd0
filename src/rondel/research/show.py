"""The table as words and as a picture: what everybody sees of it."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from rondel.kernel import flow
from rondel.kernel.flow import CHANCE, SPECTATOR, State
from rondel.kernel.game import Game

WIDTH = 1000
"""Of a picture, in pixels."""
LINE = 18
WORDS = 13
"""The size of what is written below the board."""
NAMES = (8, 13)
"""The least and the largest size of the names of areas."""
SEA, LAND, FRAME, INK, FADED, PAPER = "#b9d3de", "#e9dfc3", "#d8d2bf", "#3a3226", "#6d6350", "#f6f1e3"
SEAT_COLOURS = ("#b02f28", "#2d5a9e", "#3d7a3b", "#d8a41c", "#6b3d90", "#47443f", "#d8702c")
COLOURS = {
    "austria-hungary": "#d8a41c",
    "italy": "#3d7a3b",
    "france": "#2d5a9e",
    "great-britain": "#b02f28",
    "germany": "#47443f",
    "russia": "#6b3d90",
    "britain": "#b02f28",
    "prussia": "#47443f",
    "spain": "#d8a41c",
    "austria": "#8f8a7a",
    "united-provinces": "#d8702c",
}
Mark = tuple[str, str]
"""A piece on the board: its colour, and what is written on it."""


def text(game: Game[Any], state: State, language: str = "en") -> str:
    """Who must decide what, and the figures that everybody sees."""
    texts = game.texts(language)
    lines = [f"{texts.say(f'game.{game.name}.title')}: {_situation(game, state, texts)}"]
    for key, params, value in game.figures(state, SPECTATOR):
        lines.append(f"  {texts.say(key, params)}: {value}")
    return "\n".join(lines)


def _situation(game: Game[Any], state: State, texts: Any) -> str:
    if not state.pending:
        return f"over; scores {game.scores(state)}, ranks {game.ranks(state)}"
    awaited = state.pending[-1].awaited(state)
    seats = ", ".join("chance" if seat == CHANCE else f"seat {seat}" for seat in flow.to_act(state))
    return f"{seats} to act: {texts.say(awaited.key, awaited.params)}"


@cache
def board(name: str) -> dict[str, Any]:
    """The drawn board: in the package, or in the working copy that the package lies in."""
    packed = Path(__file__).parent / "boards" / f"{name}.json"
    drawn = [folder / "web" / "src" / "games" / name / "board.json" for folder in Path(__file__).parents]
    for path in (packed, *drawn):
        if path.exists():
            found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            return found
    raise FileNotFoundError(f"{packed}: there is no board of {name} in this package")


_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def rings(path: str, scale: float) -> list[list[tuple[float, float]]]:
    """The outlines of a drawn area: `M x,y l dx,dy ... Z`, once or several times."""
    found = []
    for part in path.split("M")[1:]:
        numbers = [float(each) for each in _NUMBER.findall(part)]
        x, y = numbers[0], numbers[1]
        points = [(x * scale, y * scale)]
        for place in range(2, len(numbers) - 1, 2):
            x, y = x + numbers[place], y + numbers[place + 1]
            points.append((x * scale, y * scale))
        if len(points) > 2:
            found.append(points)
    return found


@cache
def ground(name: str) -> tuple[Image.Image, dict[str, list[list[tuple[float, float]]]], dict[str, tuple[float, float]]]:
    """The empty board, the outlines of its areas, and where each has its pieces."""
    drawn = board(name)
    scale = WIDTH / drawn["width"]
    image = Image.new("RGB", (WIDTH, round(drawn["height"] * scale)), SEA)
    pen = ImageDraw.Draw(image)
    shapes: dict[str, list[list[tuple[float, float]]]] = {}
    centres: dict[str, tuple[float, float]] = {}
    for each in [*drawn["scenery"], *drawn["areas"]]:
        fill = SEA if each["kind"] == "sea" else FRAME if each in drawn["scenery"] else LAND
        outlines = rings(each["path"], scale) if "path" in each else []
        for ring in outlines:
            pen.polygon(ring, fill=fill if each.get("role") != "frame" else SEA, outline=INK)
    for each in drawn["areas"]:
        shapes[each["id"]] = rings(each["path"], scale)
        x, y = each["label"]["at"]
        centres[each["id"]] = (x * scale, y * scale)
    return image, shapes, centres


@cache
def font(size: int) -> Any:
    """Letters of a size, as they come with Pillow."""
    return ImageFont.load_default(size)


def _names(pen: ImageDraw.ImageDraw, name: str) -> None:
    """What the areas are called, above the place of their pieces."""
    drawn = board(name)
    scale = WIDTH / drawn["width"]
    for each in drawn["areas"]:
        label = each["label"]
        words, size = "\n".join(label["en"]["lines"]), round(label["en"]["size"] * scale)
        at = label["at"][0] * scale, label["at"][1] * scale - 2
        letters = font(max(NAMES[0], min(size, NAMES[1])))
        pen.multiline_text(at, words, fill=FADED, font=letters, anchor="md", align="center", spacing=0)


def picture(game: Game[Any], state: State) -> NDArray[np.uint8]:
    """The board with its pieces, and a line for each player, as an array of colours."""
    image, shapes, centres = ground(game.name)
    view = game.view(state, SPECTATOR)
    owners, marks = PIECES[game.name](view)
    lines = text(game, state).split("\n")[:1] + _players(game, state)
    signs = [[], *[signs_of(game.name, view, seat) for seat in range(state.seats)]]
    whole = Image.new("RGB", (WIDTH, image.height + LINE * (len(lines) + 1)), PAPER)
    whole.paste(image, (0, 0))
    pen = ImageDraw.Draw(whole)
    for area, colour in owners.items():
        for ring in shapes.get(area, []):
            pen.polygon(ring, fill=_pale(colour), outline=INK)
    _names(pen, game.name)
    for area, (x, y) in centres.items():
        for place, (colour, label) in enumerate(marks.get(area, [])):
            _piece(pen, x + 15 * (place % 4 - 1.5), y + 14 * (place // 4) + 6, colour, label)
    for place, line in enumerate(lines):
        top = image.height + LINE // 2 + LINE * place
        for number, colour in enumerate(signs[place]):
            pen.rectangle((8 + 14 * number, top + 2, 18 + 14 * number, top + 12), fill=colour)
        pen.text((10 + 14 * len(signs[place]), top), line, fill=INK, font=font(WORDS))
    return np.asarray(whole, dtype=np.uint8).copy()


def _players(game: Game[Any], state: State) -> list[str]:
    scores = game.scores(state) if not state.pending else None
    acting = flow.to_act(state)
    return [
        f"seat {seat}{' decides' if seat in acting else ''}{f': {scores[seat]}' if scores is not None else ''}"
        for seat in range(state.seats)
    ]


def signs_of(name: str, view: dict[str, Any], seat: int) -> list[str]:
    """The colours of the pieces that a seat commands: its own, or those of its nations or powers."""
    if name == "imperial":
        return [COLOURS[nation] for nation, each in view["nation"].items() if each["government"] == seat]
    if name == "struggle":
        return [COLOURS[power] for power, each in view["power"].items() if each["seat"] == seat]
    return [SEAT_COLOURS[seat]]


def _pale(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return (red + 2 * 233) // 3, (green + 2 * 223) // 3, (blue + 2 * 195) // 3


def _piece(pen: ImageDraw.ImageDraw, x: float, y: float, colour: str, label: str) -> None:
    pen.rectangle((x - 7, y - 6, x + 7, y + 6), fill=colour, outline=INK)
    pen.text((x, y), label, fill="#ffffff", font=font(10), anchor="mm")


Pieces = tuple[dict[str, str], dict[str, list[Mark]]]
"""The colours of the areas that belong to somebody, and the pieces in every area."""


def imperial_pieces(view: dict[str, Any]) -> Pieces:
    owners = {id_: COLOURS[area["chip"]] for id_, area in view["area"].items() if area["chip"] is not None}
    marks: dict[str, list[Mark]] = {}
    for id_, area in view["area"].items():
        found = [("#8a5a2b", "F")] if area["factory"] else []
        found += [(COLOURS[nation], f"{n['hostile'] + n['friendly']}") for nation, n in area["armies"].items()]
        found += [(COLOURS[nation], f"~{n}") for nation, n in area["fleets"].items()]
        marks[id_] = found
    return owners, marks


def struggle_pieces(view: dict[str, Any]) -> Pieces:
    marks: dict[str, list[Mark]] = {}
    for id_, area in view["area"].items():
        found: list[Mark] = [(COLOURS.get(power, INK), f"+{n}") for power, n in area["control"].items()]
        for sign, kind in (("", "armies"), ("~", "navies"), ("#", "forts")):
            found += [(COLOURS.get(power, INK), f"{sign}{n}") for power, n in area[kind].items()]
        marks[id_] = found
    return {}, marks


def imperunde_pieces(view: dict[str, Any]) -> Pieces:
    owners: dict[str, str] = {}
    marks: dict[str, list[Mark]] = {}
    for id_, area in view["area"].items():
        if "ships" in area:
            found = [(_party(party), f"~{sum(ships.values())}") for party, ships in area["ships"].items() if ships]
        else:
            if area["owner"] is not None:
                owners[id_] = SEAT_COLOURS[area["owner"]]
            colour = owners.get(id_, INK)
            troops = sum(area["units"].values())
            found = [(colour, f"{troops}")] if troops else []
            found += [("#8a5a2b", f"P{area['posts']}")] if area["posts"] else []
        marks[id_] = found
    return owners, marks


def _party(party: str) -> str:
    """The colour of a party at sea: a player's, or that of nobody."""
    seat = party.removeprefix("seat-")
    return SEAT_COLOURS[int(seat)] if seat.isdigit() else INK


def colonial_pieces(view: dict[str, Any]) -> Pieces:
    owners = {id_: SEAT_COLOURS[area["colony"]] for id_, area in view["area"].items() if area["colony"] is not None}
    marks: dict[str, list[Mark]] = {}
    for id_, area in view["area"].items():
        found: list[Mark] = [(SEAT_COLOURS[int(seat)], f"{n}") for seat, n in area["counters"].items()]
        found += [("#a08a20", f"*{area['tokens']}")] if area["tokens"] else []
        marks[id_] = found
    return owners, marks


PIECES = {
    "imperial": imperial_pieces,
    "struggle": struggle_pieces,
    "imperunde": imperunde_pieces,
    "colonial": colonial_pieces,
}

"""Names on the board: on how many lines, and how large, they fit their box."""

from __future__ import annotations

import itertools
import re
from typing import Any

Json = dict[str, Any]


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

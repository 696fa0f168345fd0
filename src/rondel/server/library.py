"""The words of the games: text catalogues, and the rules as pages."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt

from rondel import games
from rondel.kernel.game import SHARED_TEXTS
from rondel.kernel.texts import LANGUAGES, read_catalogue, typeset
from rondel.server.errors import Refusal
from rondel.server.seating import find_game

_TITLE = re.compile(r"^## +(?P<title>.*?)\s*\{#(?P<id>[a-z0-9-]+)\}\s*$")
_ANCHOR = re.compile(r"\s*\{#(?P<id>[a-z0-9-]+)\}\s*$")


def language(name: str) -> str:
    if name not in LANGUAGES:
        raise Refusal(404, "unknown-language", f"there are no texts in {name[:20]!r}; there are {', '.join(LANGUAGES)}")
    return name


@lru_cache(maxsize=64)
def _catalogue(folder: Path, lang: str, stamp: float) -> dict[str, str]:
    return read_catalogue(folder, lang)


def _texts(folder: Path, lang: str) -> dict[str, str]:
    """A catalogue, read anew when its file has changed; none is an empty one."""
    path = folder / f"{lang}.toml"
    return _catalogue(folder, lang, path.stat().st_mtime) if path.is_file() else {}


def shared_texts(lang: str) -> dict[str, str]:
    """The words of the table, and the title and blurb of every game."""
    texts = dict(_texts(SHARED_TEXTS, language(lang)))
    for name in games.NAMES:
        prefix = f"game.{name}."
        try:
            own = _texts(games.load(name).folder / "texts", lang)
        except games.GameError:
            continue
        texts.update({key: text for key, text in own.items() if key.startswith(prefix)})
    return texts


def game_texts(lang: str, game: str) -> dict[str, str]:
    found = find_game(game)
    texts = _texts(found.folder / "texts", language(lang))
    return {**texts, **found.derived_texts(texts)}


def rules(game: str, lang: str) -> dict[str, Any]:
    """The rules in a language, by chapters, and the player aid; in English where there is no translation yet."""
    folder = find_game(game).folder
    for each in (language(lang), "en"):
        path = folder / "rules" / f"{each}.md"
        if path.is_file():
            aid = folder / "aid" / f"{each}.md"
            stamps = (path.stat().st_mtime, aid.stat().st_mtime if aid.is_file() else 0.0)
            return _rules(path, aid, each, stamps)
    raise Refusal(404, "no-rules", f"the rules of {game} are not written yet")


@lru_cache(maxsize=32)
def _rules(path: Path, aid: Path, lang: str, stamps: tuple[float, float]) -> dict[str, Any]:
    return {
        "language": lang,
        "chapters": chapters(typeset(lang, path.read_text(encoding="utf-8"))),
        "aid": _render(typeset(lang, aid.read_text(encoding="utf-8"))) if stamps[1] else "",
    }


def chapters(markdown: str) -> list[dict[str, str]]:
    """Split at `## Title {#id}`. What stands before the first of them, if anything, is the chapter `introduction`."""
    found: list[tuple[str, str, list[str]]] = [("introduction", "", [])]
    for line in markdown.splitlines():
        title = _TITLE.match(line)
        if title:
            found.append((title["id"], title["title"], []))
        elif line.startswith("# ") and not found[0][1] and len(found) == 1:
            found[0] = ("introduction", _ANCHOR.sub("", line[2:]).strip(), found[0][2])
        else:
            found[-1][2].append(line)
    if not "".join(found[0][2]).strip():
        del found[0]
    return [{"id": id_, "title": title, "html": _render("\n".join(lines))} for id_, title, lines in found]


def _render(markdown: str) -> str:
    """HTML out of our own Markdown; raw HTML in it is shown, not obeyed. `### Title {#x}` gets the id chapter-x."""
    renderer = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = renderer.parse(markdown)
    for heading, title in pairwise(tokens):
        if heading.type == "heading_open" and (anchor := _ANCHOR.search(title.content)) and title.children:
            heading.attrSet("id", "chapter-" + anchor["id"])
            last = title.children[-1]
            last.content = _ANCHOR.sub("", last.content)
    return str(renderer.renderer.render(tokens, renderer.options, {}))

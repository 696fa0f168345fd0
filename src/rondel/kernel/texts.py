"""Keys with parameters become words: catalogues in English, French and German.

{x}             the value
{x:nation}      the text at the key nation.<value>; {x:nation.the} the one at nation.the.<value>
{x:seat}        the player's name
{n|army|armies} the first word for one (in French also for none), the second for more
{x?some|none}   the first if the value is there, the second if it is hidden, empty or zero
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "fr", "de")
_HOLE = re.compile(r"\{([a-z_0-9]+)(?::([a-z0-9.-]+)|\|([^{}|]*)\|([^{}|]*)|\?([^{}|]*)\|([^{}|]*))?\}")


def flatten(tree: dict[str, Any], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for key, value in tree.items():
        if isinstance(value, dict):
            flat.update(flatten(value, f"{prefix}{key}."))
        else:
            flat[prefix + key] = str(value)
    return flat


def read_catalogue(folder: str | Path, language: str) -> dict[str, str]:
    path = Path(folder) / f"{language}.toml"
    return flatten(tomllib.loads(path.read_text(encoding="utf-8")))


class Texts:
    """The catalogue of one language: the shared one, and a game's on top."""

    def __init__(self, language: str, *catalogues: dict[str, str]) -> None:
        self.language = language
        self.catalogue: dict[str, str] = {}
        for catalogue in catalogues:
            self.catalogue.update(catalogue)
        self.missing: set[str] = set()

    def text(self, key: str, params: dict[str, Any] | None = None, names: list[str] | None = None) -> str:
        """The text at a key with its holes filled; the key itself where there is none."""
        template = self.catalogue.get(key)
        if template is None:
            self.missing.add(key)
            return key
        if "{" not in template:
            return template
        values = params or {}
        return _HOLE.sub(lambda hole: self._fill(hole, values, names), template)

    def say(self, key: str, params: dict[str, Any] | None = None, names: list[str] | None = None) -> str:
        """A whole sentence: as `text`, with a capital first letter."""
        text = self.text(key, params, names)
        return text[:1].upper() + text[1:]

    def _fill(self, hole: re.Match[str], params: dict[str, Any], names: list[str] | None) -> str:
        name, spec, one, many, some, none = hole.groups()
        if name not in params:
            self.missing.add("{" + name + "}")
            return hole.group(0)
        value = params[name]
        if some is not None:
            return str(some if value else none)
        if one is not None:
            single = value in (0, 1) if self.language == "fr" else value == 1
            return str(one if single else many)
        if spec is None:
            return "?" if value is None else str(value)
        if isinstance(value, list):
            return ", ".join(self._name(spec, each, names) for each in value) or self.text("none")
        return self._name(spec, value, names)

    def _name(self, spec: str, value: Any, names: list[str] | None) -> str:
        if isinstance(value, str) and value.startswith("seat-"):
            spec, value = "seat", int(value[5:])  # an account that belongs to a player
        if spec == "seat" and value is not None:
            if names is not None and 0 <= value < len(names):
                return str(names[value])
            return self.text("seat", {"n": value + 1})
        if value is None:
            return self.text(f"{spec}.none") if f"{spec}.none" in self.catalogue else self.text("none")
        return self.text(f"{spec}.{str(value).lower()}")

"""Keys with parameters become words: catalogues in English, French and German.

{x}              the value; a number with the language's decimal sign and a true minus
{x:+} {x:.2}     a number with its sign; with two decimals
{x:-y}           the number less another one: what it was before it changed by y
{x:nation}       the text at the key nation.<value>; {x:nation.the} that at nation.the.<value>, a form of the name
{x:seat}         the player's name
{n|army|armies}  the first word for one (in French for all below two), the second for more
{x?some|none}    the first if the value is there, the second if it is hidden, empty or zero
{x:seat!}        the player's name, and `you` where it is the reader's own seat; {x:account.to!} the form `to` of it
{x!take|takes}   the first if it is the reader's own seat, the second if not

Words of a choice may hold holes of their own. Several values are joined by commas and `and`. Where a name meets the
word before it, the language has its way: d’Anna, du Portugal, im Kongo. docs/developers/texts.md tells the rest.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, Final

LANGUAGES = ("en", "fr", "de")

_WORDS: Final = r"(?:[^{}|]|\{[^{}]*\})*"
_HOLE: Final = re.compile(r"\{([a-z_0-9]+)(?::([a-z0-9.+-]+)(!?)|([|?!])(" + _WORDS + r")\|(" + _WORDS + r"))?\}")

# Where a hole's words meet the word before them. French: a vowel swallows the last letter of these.
_ELIDED: Final = re.compile(r"(?:^|[\s(«’])(?:[dlnst]e|la|que|jusque|lorsque|puisque)$", re.IGNORECASE)
_VOWELS: Final = frozenset("aeiouàâäéèêëîïôöùûüœæAEIOUÀÂÄÉÈÊËÎÏÔÖÙÛÜŒÆ")
# A preposition and the article after it become one word.
_CONTRACTED: Final[dict[str, dict[str, str]]] = {
    "en": {},
    "fr": {"de le": "du", "de les": "des", "à le": "au", "à les": "aux"},
    "de": {
        "in dem": "im", "in das": "ins", "an dem": "am", "an das": "ans", "von dem": "vom", "zu dem": "zum",
        "zu der": "zur", "bei dem": "beim",
    },
}  # fmt: skip
_DECIMAL_SIGN: Final = {"en": ".", "fr": ",", "de": ","}

_NBSP: Final = "\u00a0"
_THIN: Final = "\u202f"
_BEFORE_WIDE: Final = re.compile(r"(?<=\S) (?=(?::(?!-)|»))")
_BEFORE_THIN: Final = re.compile(r"(?<=\S) (?=[;!?](?:[\s»)}|*]|$))")
_AFTER_QUOTE: Final = re.compile(r"« ")
_PERCENT: Final = re.compile(r"(?<=[}\d]) (?=%)")
_COUNTED: Final = re.compile(r"(?<=[}\d]) (?=\{[a-z_0-9]+\||(?:M|or|millions?|pièces?|points?|doublons?)\b)")


def typeset(language: str, text: str) -> str:
    """Spaces at which a line must not be broken: before French marks of two parts, around quotes, after a number."""
    text = _PERCENT.sub(_NBSP, text)
    if language != "fr":
        return text
    text = _AFTER_QUOTE.sub("«" + _NBSP, _BEFORE_WIDE.sub(_NBSP, text))
    return _COUNTED.sub(_NBSP, _BEFORE_THIN.sub(_THIN, text))


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
    flat = flatten(tomllib.loads(path.read_text(encoding="utf-8")))
    return {key: typeset(language, text) for key, text in flat.items()}


class Hole:
    """What stands between braces in a template."""

    def __init__(self, whole: str, name: str, spec: str | None, own: bool, sign: str, words: tuple[str, str]) -> None:
        self.whole = whole
        self.name = name
        self.spec = spec
        self.kind, _, self.form = (spec or "").partition(".")
        self.own = own
        self.sign = sign
        self.words = words


def holes(template: str) -> list[Hole]:
    """The holes of a template, with those within the words of a choice."""
    found: list[Hole] = []
    for hole in _parts(template):
        if isinstance(hole, Hole):
            found.append(hole)
            for words in hole.words:
                found += holes(words)
    return found


def _parts(template: str) -> list[str | Hole]:
    parts: list[str | Hole] = []
    end = 0
    for match in _HOLE.finditer(template):
        if match.start() > end:
            parts.append(template[end : match.start()])
        name, spec, own, sign, first, second = match.groups()
        parts.append(Hole(match.group(0), name, spec, bool(own), sign or "", (first or "", second or "")))
        end = match.end()
    if end < len(template):
        parts.append(template[end:])
    return parts


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


NOBODY: Final[frozenset[int | str]] = frozenset()


def reader(seat: int, view: dict[str, Any] | None = None) -> frozenset[int | str]:
    """The values that mean the reader: the seat, its account, and what a view says that the seat plays (`own`)."""
    if seat < 0:
        return NOBODY
    own = view.get("own") if view else None
    return frozenset((seat, f"seat-{seat}", own) if isinstance(own, str) else (seat, f"seat-{seat}"))


class Texts:
    """The catalogue of one language: the shared one, and a game's on top."""

    def __init__(self, language: str, *catalogues: dict[str, str]) -> None:
        self.language = language
        self.catalogue: dict[str, str] = {}
        for catalogue in catalogues:
            self.catalogue.update(catalogue)
        self.missing: set[str] = set()
        self._read: dict[str, list[str | Hole]] = {}

    def text(
        self,
        key: str,
        params: dict[str, Any] | None = None,
        names: list[str] | None = None,
        me: frozenset[int | str] = NOBODY,
    ) -> str:
        """The text at a key with its holes filled for the reader `me`; the key itself where there is none."""
        template = self.catalogue.get(key)
        if template is None:
            self.missing.add(key)
            return key
        return self.fill(template, params or {}, names, me)

    def say(
        self,
        key: str,
        params: dict[str, Any] | None = None,
        names: list[str] | None = None,
        me: frozenset[int | str] = NOBODY,
    ) -> str:
        """A whole sentence: as `text`, with a capital first letter."""
        return capital(self.text(key, params, names, me))

    def fill(self, template: str, params: dict[str, Any], names: list[str] | None, me: frozenset[int | str]) -> str:
        if "{" not in template:
            return template
        parts = self._read.get(template)
        if parts is None:
            parts = self._read[template] = _parts(template)
        said = ""
        for part in parts:
            if isinstance(part, str):
                said += part
            else:
                said = self._join(said, self._hole(part, params, names, me), part)
        return said

    def number(self, value: Any, spec: str = "") -> str:
        """A number as the language writes it; other values as they are."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            return str(value)
        if spec.startswith("."):
            said = f"{abs(value):.{int(spec[1:])}f}"
        else:
            said = str(abs(int(value)) if value == int(value) else abs(value))
        sign = "−" if value < 0 else "+" if spec == "+" else ""
        return sign + said.replace(".", _DECIMAL_SIGN[self.language])

    def _join(self, before: str, said: str, hole: Hole) -> str:
        """Add the words of a hole to those before it."""
        if not said or before[-1:] not in (" ", _NBSP, _THIN):
            return before + said
        if before[-2:-1] in (".", "!", "?"):
            return before + capital(said)
        if self.language == "fr" and said[0] in _VOWELS and _ELIDED.search(before[:-1]):
            return before[:-2] + "’" + said
        contracted = _CONTRACTED[self.language]
        if contracted and hole.kind not in ("seat", ""):
            word = before[:-1].rpartition(" ")[2]
            article, blank, rest = said.partition(" ")
            both = contracted.get(f"{word.lower()} {article}")
            if both is not None and blank:
                return before[: -1 - len(word)] + (capital(both) if word[0].isupper() else both) + " " + rest
        return before + said

    def _hole(self, hole: Hole, params: dict[str, Any], names: list[str] | None, me: frozenset[int | str]) -> str:
        if hole.name not in params:
            self.missing.add("{" + hole.name + "}")
            return hole.whole
        value = params[hole.name]
        if hole.sign:
            return self.fill(hole.words[0 if self._first(hole.sign, value, me) else 1], params, names, me)
        spec = hole.spec
        if spec is None or spec[0] in "+.":
            return "?" if value is None else self.number(value, spec or "")
        if spec[0] == "-":
            change = params.get(spec[1:])
            return "?" if value is None or change is None else self.number(value - change)
        if not isinstance(value, list):
            return self._name(hole, spec, value, names, me if hole.own else NOBODY)
        each = [self._name(hole, spec, one, names, me if hole.own else NOBODY) for one in value]
        if len(each) < 2:
            return each[0] if each else self.text("none")
        return f"{', '.join(each[:-1])} {self.text('and')} {each[-1]}"

    def _first(self, sign: str, value: Any, me: frozenset[int | str]) -> bool:
        """Whether the first words of a choice are said."""
        if sign == "?":
            return bool(value)
        if sign == "!":
            return value in me
        number = value if isinstance(value, int | float) else 0
        return abs(number) < 2 if self.language == "fr" else number == 1

    def _name(self, hole: Hole, spec: str, value: Any, names: list[str] | None, me: frozenset[int | str]) -> str:
        if value is None:
            return self.text(f"{spec}.none") if f"{spec}.none" in self.catalogue else self.text("none")
        if value in me:
            return self.text(f"me.{hole.form}" if f"me.{hole.form}" in self.catalogue else "me.name")
        if hole.kind == "seat":
            return self.seat(int(value), names)
        if isinstance(value, str) and value.startswith("seat-"):
            return self.seat(int(value[5:]), names)  # an account that belongs to a player
        return self.text(f"{spec}.{str(value).lower()}")

    def seat(self, seat: int, names: list[str] | None) -> str:
        """A player's name. Who gave none is called by the number of the seat, and a bot of the command line
        (`heuristic 2`) by its kind, written as a name is."""
        if names is not None and 0 <= seat < len(names) and names[seat] != f"player {seat + 1}":
            name = names[seat]
            return capital(name) if name.endswith(f" {seat + 1}") else name
        return self.text("seat", {"n": seat + 1})

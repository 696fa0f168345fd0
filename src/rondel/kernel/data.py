"""Tables and maps from data files, checked when a game is imported: errors name file and key.

An owner of a printed game can correct the data without touching code, in `$RONDEL_DATA/<game>/`. A file
`corrections.toml` there holds single values, under the name of the data file they belong to (`[map.territories.congo]`
for the table `[territories.congo]` of `map.toml`); it is short enough to be passed around. A file of the same name as a
data file is read instead of the whole of it.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable
from itertools import compress
from pathlib import Path
from typing import Any, Final

from mypy_extensions import i64


class DataError(ValueError):
    """A data file that cannot be right, with its name and the key."""

    def __init__(self, file: str, key: str, problem: str) -> None:
        super().__init__(f"{file}: {key}: {problem}" if key else f"{file}: {problem}")
        self.file = file
        self.key = key


class Table:
    """A table of a data file: it knows where it stands, so that every complaint can say so."""

    def __init__(self, file: str, key: str, content: dict[str, Any]) -> None:
        self.file = file
        self.key = key
        self.content = content
        self._asked: set[str] = set()

    def fail(self, key: str, problem: str) -> DataError:
        return DataError(self.file, f"{self.key}.{key}".strip("."), problem)

    def _get(self, key: str, wanted: type | tuple[type, ...], words: str) -> Any:
        self._asked.add(key)
        if key not in self.content:
            raise self.fail(key, "is missing")
        value = self.content[key]
        if not isinstance(value, wanted) or (isinstance(value, bool) and wanted is int):
            raise self.fail(key, f"should be {words}, not {value!r}")
        return value

    def number(self, key: str, low: int = 0, high: int = 1_000_000) -> int:
        value: int = self._get(key, int, "a whole number")
        if not low <= value <= high:
            raise self.fail(key, f"should be from {low} to {high}, not {value}")
        return value

    def word(self, key: str, among: tuple[str, ...] | None = None) -> str:
        value: str = self._get(key, str, "a word")
        if among is not None and value not in among:
            raise self.fail(key, f"unknown {value!r}; known are {', '.join(among)}")
        return value

    def flag(self, key: str) -> bool:
        value: bool = self._get(key, bool, "true or false")
        return value

    def words(self, key: str, among: tuple[str, ...] | None = None) -> list[str]:
        values: list[Any] = self._get(key, list, "a list of words")
        for value in values:
            if not isinstance(value, str):
                raise self.fail(key, f"should be a list of words, not {values!r}")
            if among is not None and value not in among:
                raise self.fail(key, f"unknown {value!r}")
        return values

    def numbers(self, key: str) -> list[int]:
        values: list[Any] = self._get(key, list, "a list of whole numbers")
        for value in values:
            if not isinstance(value, int) or isinstance(value, bool):
                raise self.fail(key, f"should be a list of whole numbers, not {values!r}")
        return values

    def table(self, key: str) -> Table:
        return Table(self.file, f"{self.key}.{key}".strip("."), self._get(key, dict, "a table"))

    def tables(self) -> list[tuple[str, Table]]:
        """All tables in this one, in the order of the file."""
        return [(key, self.table(key)) for key in self.content if isinstance(self.content[key], dict)]

    def rows(self, key: str) -> list[Table]:
        """An array of tables."""
        rows = self._get(key, list, "an array of tables")
        for row in rows:
            if not isinstance(row, dict):
                raise self.fail(key, f"should be an array of tables, not {row!r}")
        return [Table(self.file, f"{self.key}.{key}[{i}]".strip("."), row) for i, row in enumerate(rows)]

    def has(self, key: str) -> bool:
        self._asked.add(key)
        return key in self.content

    def only(self, *more: str) -> None:
        """Complain about a key nobody asked for: most likely a typo."""
        for key in self.content:
            if key not in self._asked and key not in more:
                raise self.fail(key, "unknown key")


CORRECTIONS = "corrections.toml"


def read(game: str, folder: str | Path, name: str, also: tuple[str, ...] = (), free: bool = False) -> Table:
    """The data file `name` of a game, from the owner's folder if it has one, else from `folder`; then corrected.

    What a correction names must be there, or in a table beside it: else it is a slip, and would change nothing. `also`:
    keys that may stand in any table. `free`: an owner may add what he likes, and the game checks it.
    """
    path = Path(folder) / name
    own = os.environ.get("RONDEL_DATA")
    if not own:
        return Table(str(path), "", _toml(path))
    mine = Path(own) / game
    if (mine / name).is_file():
        path = mine / name
    content = _toml(path)
    if not (mine / CORRECTIONS).is_file():
        return Table(str(path), "", content)
    corrections = _toml(mine / CORRECTIONS)
    for stem in corrections:
        if not (Path(folder) / f"{stem}.toml").is_file():
            raise DataError(str(mine / CORRECTIONS), stem, f"{game} has no data file {stem}.toml")
    part = corrections.get(path.stem)
    if part is None:
        return Table(str(path), "", content)
    if not isinstance(part, dict):
        raise DataError(str(mine / CORRECTIONS), path.stem, f"should be a table, not {part!r}")
    try:
        _correct(content, part, [], also, free)
    except LookupError as error:
        problem = f"unknown key: nothing of that name stands there in {path.name}"
        raise DataError(str(mine / CORRECTIONS), f"{path.stem}.{error.args[0]}", problem) from None
    return Table(f"{path}, corrected by {mine / CORRECTIONS}", "", content)


def plain(path: Path) -> Table:
    """A file that nobody corrects."""
    return Table(str(path), "", _toml(path))


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise DataError(str(path), "", f"cannot be read: {error.strerror}") from None
    except tomllib.TOMLDecodeError as error:
        raise DataError(str(path), "", f"is not TOML: {error}") from None


def _correct(
    content: dict[str, Any], part: dict[str, Any], beside: list[dict[str, Any]], also: tuple[str, ...], free: bool
) -> None:
    """Lay the values of `part` over those of `content`, table by table; LookupError names what is not there.

    `beside`: the tables beside `content`, which may have keys that it could have too.
    """
    tables = [each for each in content.values() if isinstance(each, dict)]
    for key, value in part.items():
        if not (free or key in content or key in also or any(key in each for each in beside)):
            raise LookupError(key)
        old = content.get(key)
        if isinstance(old, dict) and isinstance(value, dict):
            try:
                _correct(old, value, tables, also, free or key in also)
            except LookupError as error:
                raise LookupError(f"{key}.{error.args[0]}") from None
        else:
            content[key] = value


class Graph:
    """Areas with numbers in the order of the file, and who borders whom.

    Every area is a table with a list `borders`; a border must run both ways.
    """

    def __init__(self, areas: Table, *more_keys: str) -> None:
        rows = areas.tables()
        self.ids: tuple[str, ...] = tuple(id_ for id_, _ in rows)
        self.index = {id_: i for i, id_ in enumerate(self.ids)}
        self.borders: list[tuple[int, ...]] = []
        for id_, row in rows:
            names = row.words("borders", self.ids)
            if id_ in names:
                raise row.fail("borders", "an area does not border itself")
            if len(set(names)) < len(names):
                raise row.fail("borders", "the same area twice")
            self.borders.append(tuple(self.index[name] for name in names))
        for id_, row in rows:
            for other in row.words("borders"):
                if self.index[id_] not in self.borders[self.index[other]]:
                    raise row.fail("borders", f"{id_} borders {other}, but {other} does not border {id_}")
        self.mask: list[int] = []
        for neighbours in self.borders:
            bits = 0
            for area in neighbours:
                bits |= 1 << area
            self.mask.append(bits)


FEW: Final = 40


def filled(counts: bytearray) -> Iterable[int]:
    """The places of a long list of counts where there is something, lowest first."""
    found: list[int] = []
    rest = counts.lstrip(b"\0")  # skipping what is empty at once is far faster than looking at it, where little is full
    while rest:
        if len(found) == FEW:
            return compress(range(len(counts)), counts)
        found.append(len(counts) - len(rest))
        rest = rest[1:].lstrip(b"\0")
    return found


WORD: Final = 60
"""Numbers of no more bits are handled without making objects, once compiled."""


def count(mask: int) -> int:
    """How many bits are set, of WORD at most; once compiled, `int.bit_count` makes an object of the number first."""
    rest: i64 = mask
    found: i64 = 0
    while rest:
        rest &= rest - 1
        found += 1
    return found


_PART: Final = (1 << WORD) - 1
_PRIME: Final = 67
_BIT_OF: Final[list[int]] = [0] * _PRIME
"""[power of two, modulo a prime for which all of them differ] -> which one it is."""
for _bit in range(WORD):
    _BIT_OF[(1 << _bit) % _PRIME] = _bit


def bits(mask: int) -> list[int]:
    """The numbers of the bits that are set, lowest first."""
    found: list[int] = []
    word: i64 = mask & _PART
    while word:
        found.append(_BIT_OF[(word & -word) % _PRIME])
        word &= word - 1
    rest = mask >> WORD
    if rest:
        for bit in bits(rest):
            found.append(WORD + bit)
    return found

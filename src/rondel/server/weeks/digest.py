"""What a notice says: whose turn it is, until when, and what happened since, in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from rondel.games import load
from rondel.kernel.story import PLAIN
from rondel.kernel.texts import Texts, reader
from rondel.server.access import Person
from rondel.server.tables import Tables
from rondel.server.weeks.pace import local

LINES = 12
"""So many things that happened are told, the last ones."""


@dataclass(slots=True)
class Turn:
    """A table that waits for somebody."""

    table: str
    seat: int
    game: str
    number: int
    """The message with which the turn began."""
    due: int | None = None
    zone: str = "UTC"
    happened: list[str] = field(default_factory=list)
    more: int = 0
    """How many things besides."""


@lru_cache(maxsize=16)
def texts_of(game: str, language: str) -> Texts:
    return load(game).texts(language)


def told(item: dict[str, Any], texts: Texts, names: list[str], me: frozenset[int | str]) -> str:
    key: str = item["key"]
    if key.startswith("did.") and key not in texts.catalogue:
        key = "action." + key[4:]
    return texts.say(key, item["params"], names, me)


async def add_story(tables: Tables, turn: Turn, person: str, language: str) -> None:
    """What happened since the person's own last choice before this turn."""
    async with tables.use(turn.table) as live:
        before = zip(live.match.entries, live.numbers, strict=True)
        own = [i for i, (entry, number) in enumerate(before, 1) if entry.seat == turn.seat and number < turn.number]
        start = own[-1] if own else live.match.stored
        names = [seat.name for seat in live.seats]
        me = reader(turn.seat, live.game.view(live.match.state, turn.seat))
    items = await tables.story(turn.table, turn.seat, start, Person(person))
    texts = texts_of(turn.game, language)
    lines = [told(item, texts, names, me) for item in items if item["weight"] >= PLAIN]
    turn.happened, turn.more = lines[-LINES:], max(0, len(lines) - LINES)


def until(turn: Turn, texts: Texts) -> str:
    """The deadline in words, where there is one."""
    if turn.due is None:
        return ""
    moment = local(turn.due, ZoneInfo(turn.zone))
    return texts.text(
        "notice.until", {"day": day(moment, texts.language), "hour": f"{moment:%H:%M}", "zone": turn.zone}
    )


MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def day(moment: datetime, language: str) -> str:
    if language == "en":
        return f"{moment.day} {MONTHS[moment.month - 1]}"
    return f"{moment.day}.{moment.month}." if language == "de" else f"{moment:%d/%m}"


def title(turn: Turn, texts: Texts) -> str:
    return texts.text(f"game.{turn.game}.title")


def subject(turns: list[Turn], language: str) -> str:
    texts = texts_of(turns[0].game, language)
    if len(turns) == 1:
        return texts.text("notice.one", {"game": title(turns[0], texts)})
    return texts.text("notice.several", {"n": len(turns)})


def paragraphs(turns: list[Turn], language: str, base: str) -> list[list[str]]:
    """For each table: its title, the deadline, what happened, and where it is."""
    told_of = []
    for turn in turns:
        texts = texts_of(turn.game, language)
        lines = [" · ".join(each for each in (title(turn, texts), until(turn, texts)) if each)]
        if turn.more:
            lines.append(texts.text("notice.more", {"n": turn.more}))
        lines += turn.happened
        lines.append(f"{base.rstrip('/')}/#/table/{turn.table}")
        told_of.append(lines)
    return told_of

"""Every game of the package through the conformance suite: 100 stretches of random play, and some whole games.

Most of what can go wrong goes wrong in the middle of a game, and most of a random game is plain play. So stretches of
a few actions begin at positions all along the recorded games; every decision in them is saved and loaded, and about two
of each are checked in full. Whole games take the player counts, then the options in pairs. `make fuzz` plays thousands
of whole games.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from rondel import games
from rondel.kernel.conformance import Checker, Shadow, check, chief_settings
from rondel.kernel.events import EventKind
from rondel.kernel.game import viewers
from rondel.kernel.record import Match, parse
from tests.games.remake import GOLDEN

STRETCHES = 72
ACTIONS = 12
SHARES = 4
EACH_KIND = 4
"""So often each kind of event is looked at, where it happened in recorded games."""


def records(name: str) -> list[Path]:
    return sorted(GOLDEN.glob(f"{name}-*.rondel"))


def afresh(path: Path) -> tuple[Match, Match]:
    """A recorded game, and the same before its first action."""
    whole = parse(path.read_text(encoding="utf-8"), games.load)
    return whole, Match(whole.game, whole.state.seats, whole.state.options, whole.names, whole.commitment, whole.seed)


def positions(path: Path, count: int) -> Iterator[Match]:
    """So many positions of a recorded game, spread evenly from its beginning to its end."""
    whole, match = afresh(path)
    cuts = {whole.position * number // count for number in range(count)}
    for position, entry in enumerate(whole.entries):
        if position in cuts:
            yield match.fork()
        match.play(entry.seat, entry.action)


def followed(path: Path) -> Iterator[Match]:
    """A recorded game after each of its actions."""
    whole, match = afresh(path)
    for entry in whole.entries:
        match.play(entry.seat, entry.action)
        yield match


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", [path for name in games.NAMES for path in records(name)], ids=lambda path: str(path.stem)
)
def test_stretches_from_a_recorded_game_conform(path: Path) -> None:
    name = path.stem.partition("-")[0]
    count = -(-STRETCHES // len(records(name)))
    checker = Checker(games.load(name), seed=1)
    for number, match in enumerate(positions(path, count)):
        checker.go_on(match, f"{path.stem}/{number}", limit=ACTIONS, rate=2 / ACTIONS, thorough=True)
    assert checker.report.games == count
    assert checker.report.full_checks >= count // 2


def happenings(name: str) -> Iterator[Match]:
    """Recorded games right after something happened, so that each kind of event comes up a few times."""
    left: dict[str, int] = {}
    for path in records(name):
        for match in followed(path):
            kinds = {event.kind.name for event in match.entries[-1].events or ()}
            if not match.over and any(left.get(kind, EACH_KIND) for kind in kinds):
                left |= {kind: max(0, left.get(kind, EACH_KIND) - 1) for kind in kinds}
                yield match


def look_for_what_events_tell(name: str) -> int:
    """AssertionError if anybody is told something that is otherwise in a world that looks the same."""
    looked = 0
    for match in happenings(name):
        for viewer in viewers(match.state):
            shadow = Shadow(match, viewer, random.Random(f"{match.position}/{viewer}"))
            shadow.position -= 1
            shadow.follow()
            looked += 1
    return looked


@pytest.mark.parametrize("name", games.NAMES)
def test_no_kind_of_event_tells_what_is_hidden(name: str) -> None:
    assert look_for_what_events_tell(name) > 100


SECRET = [
    (name, kind)
    for name in games.NAMES
    for kind in import_module(f"rondel.games.{name}.events").EVENTS.kinds.values()
    if kind.secret
]


@pytest.mark.parametrize(("name", "kind"), SECRET, ids=lambda each: getattr(each, "name", each))
def test_a_kind_of_event_that_is_made_public_by_hand_is_found(
    name: str, kind: EventKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kind, "secret", ())
    with pytest.raises(AssertionError, match="the log tells seat"):
        look_for_what_events_tell(name)


@pytest.mark.slow
@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize("name", games.NAMES)
def test_whole_games_conform(name: str, share: int) -> None:
    game = games.load(name)
    numbers = range(len(chief_settings(game)))
    first, last = (len(numbers) * number // SHARES for number in (share, share + 1))
    report = check(game, games=last - first, first=first, rate=0.0005, thorough=0)
    assert report.games == last - first > 0

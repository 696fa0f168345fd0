"""Every game of the package through the conformance suite: 400 stretches of random play, and some whole games.

Most of what can go wrong goes wrong in the middle of a game, and most of a random game is plain play. So stretches of
a few actions begin at positions all along the recorded games; every decision in them is saved and loaded, and about two
of each are checked in full. Whole games take the player counts, then the options in pairs. `make fuzz` plays thousands
of whole games.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rondel import games
from rondel.kernel.conformance import Checker, check, chief_settings
from rondel.kernel.record import Match, parse
from tests.games.remake import GOLDEN

STRETCHES = 400
ACTIONS = 12
SHARES = 4


def records(name: str) -> list[Path]:
    return sorted(GOLDEN.glob(f"{name}-*.rondel"))


def positions(path: Path, count: int) -> Iterator[Match]:
    """So many positions of a recorded game, spread evenly from its beginning to its end."""
    whole = parse(path.read_text(encoding="utf-8"), games.load)
    match = Match(whole.game, whole.state.seats, whole.state.options, whole.names, whole.commitment, whole.seed)
    cuts = {whole.position * number // count for number in range(count)}
    for position, entry in enumerate(whole.entries):
        if position in cuts:
            yield match.fork()
        match.play(entry.seat, entry.action)


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
    assert checker.report.full_checks > count


@pytest.mark.slow
@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize("name", games.NAMES)
def test_whole_games_conform(name: str, share: int) -> None:
    game = games.load(name)
    numbers = range(len(chief_settings(game)))
    first, last = (len(numbers) * number // SHARES for number in (share, share + 1))
    report = check(game, games=last - first, first=first, rate=0.0005, thorough=0)
    assert report.games == last - first > 0

"""Every game of the package through the conformance suite: 1,000 random games each, over all settings."""

import pytest

from rondel import games
from rondel.kernel.conformance import check

SHARES = 8


@pytest.mark.slow
@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize("name", games.NAMES)
def test_conforms(name: str, share: int) -> None:
    number = 1000 // SHARES
    report = check(games.load(name), games=number, first=share * number, rate=0.004, thorough=1 if share == 0 else 0)
    assert report.games == number

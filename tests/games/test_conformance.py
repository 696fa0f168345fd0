"""Every game of the package through the conformance suite: 1,000 random games each, over all settings."""

import pytest

from rondel import games
from rondel.kernel.conformance import check

SHARES = 8
RATE = {"imperial": 0.004, "struggle": 0.006, "imperunde": 0.001, "colonial": 0.0012}
"""Of the positions, checked in full: four or five of each game, long or short. `make fuzz` checks more."""


@pytest.mark.slow
@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize("name", games.NAMES)
def test_conforms(name: str, share: int) -> None:
    number = 1000 // SHARES
    thorough = 1 if share == 0 else 0
    report = check(games.load(name), games=number, first=share * number, rate=RATE[name], thorough=thorough)
    assert report.games == number

"""Nobody is told over the wire what is hidden, in any of the four games; the long form is `wire.py`."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from rondel.kernel.events import EventKind
from tests.server import wire
from tests.server.site import Site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("site"))
    yield site
    site.stop()


@pytest.mark.parametrize("game", wire.TITLES)
def test_nobody_is_told_over_the_wire_what_is_hidden(site: Site, game: str) -> None:
    site.patient()
    assert wire.check(site, game, 0.55, random.Random(game)) > 100


def test_a_secret_that_is_told_is_found(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """The examination itself: an event that shows everybody its secret part is noticed."""
    site.patient()
    monkeypatch.setattr(EventKind, "face", lambda self, params, viewer: {"kind": self.name, "params": params})
    with pytest.raises(AssertionError, match="is told what is hidden"):
        wire.check(site, "imperunde", 0.6, random.Random(1))

"""Nobody is told what is hidden: messages, patches, the stored log, previews, refusals and errors, in every game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rondel import games
from rondel.kernel.record import Entry
from tests.kernel import ferry
from tests.server.secrecy import check_secrecy


@pytest.fixture
def with_ferry(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests' own game is installed."""
    monkeypatch.setattr(games, "_MODULES", {**games._MODULES, "ferry": "tests.kernel.ferry"})


@pytest.mark.parametrize("name", [*games.NAMES, "ferry"])
def test_nobody_is_told_what_is_hidden(name: str, tmp_path: Path, with_ferry: None) -> None:
    game = games.load(name)
    seats = max(3, game.players[0])
    assert check_secrecy(game, seats, {}, f"spy/{name}", 60, tmp_path) > 100


@pytest.mark.parametrize(("name", "event"), [("ferry", "drew"), ("colonial", "card-laid"), ("imperunde", "card-dealt")])
def test_a_secret_made_public_is_found(
    name: str, event: str, tmp_path: Path, with_ferry: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = games.load(name)
    monkeypatch.setattr(game.events[event], "secret", ())
    with pytest.raises(AssertionError, match="what is hidden"):
        check_secrecy(game, max(3, game.players[0]), {}, "leak", 60, tmp_path)


def test_a_secret_choice_told_live_is_found(tmp_path: Path, with_ferry: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages that would say what the log keeps to itself."""
    from rondel.server.audience import Moved

    def bare(self: Any, viewer: int) -> dict[str, Any]:
        entry: Entry = self.entry
        return {"n": self.number, "type": "moved", "action": self.game.catalogue[entry.action].to_json()}

    monkeypatch.setattr(Moved, "told", bare)
    monkeypatch.setattr(Moved, "is_open", lambda self: False)
    with pytest.raises(AssertionError, match="is told what is hidden from it"):
        check_secrecy(ferry.GAME, 3, {}, "live", 30, tmp_path)

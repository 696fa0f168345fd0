"""“Done” says what it ends: wherever it is offered in the recorded games, the button has words of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from rondel import games
from rondel.kernel import flow, record
from rondel.kernel.texts import LANGUAGES, read_catalogue

GOLDEN = Path(__file__).resolve().parents[1] / "golden"


@pytest.mark.parametrize("name", ["imperial", "struggle", "imperunde", "colonial"])
def test_done_says_what_it_ends(name: str) -> None:
    game = games.load(name)
    asked: set[str] = set()
    for path in sorted(GOLDEN.glob(f"{name}-[345].rondel"))[:2]:
        match = record.parse(path.read_text(encoding="utf-8"), games.load)
        state = match.until(0).state
        for entry in match.entries:
            for seat in flow.to_act(state):
                if seat >= 0 and any(game.catalogue[action].kind == "done" for action in flow.legal(state, seat)):
                    asked.add(state.pending[-1].prompt(state, seat).key.split(".")[-1])
            flow.play(state, entry.seat, entry.action)
    for language in LANGUAGES:
        known = read_catalogue(game.folder / "texts", language)
        assert [key for key in sorted(asked) if f"ending.{key}" not in known] == []

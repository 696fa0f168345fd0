"""Recorded games, with all their events, replay byte for byte. Remade only on purpose, by tests/games/remake.py."""

import json
from pathlib import Path

import pytest

from rondel import games
from rondel.kernel.record import parse, verify

GOLDEN = Path(__file__).parent.parent / "golden"


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.rondel")), ids=lambda path: path.stem)
def test_golden_game(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    match = parse(text, games.load)
    assert match.text(events=True) == text
    assert match.over
    assert verify(match, match.seed) > 0
    state = match.game.load(json.loads(json.dumps(match.game.save(match.state))))
    assert match.game.scores(state) == match.game.scores(match.state)


@pytest.mark.parametrize("name", games.NAMES)
def test_there_is_a_golden_game_for_every_player_count(name: str) -> None:
    there = {path.stem for path in GOLDEN.glob(f"{name}-*.rondel")}
    assert {f"{name}-{seats}" for seats in games.load(name).players} <= there

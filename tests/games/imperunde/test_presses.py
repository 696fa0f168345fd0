"""A whole game through the forms of the page takes few presses."""

from __future__ import annotations

from tests.games.imperunde.presses import play


def test_a_game_asks_a_seat_for_at_most_200_presses() -> None:
    for hand in play(3):
        assert hand.decisions > 200, "a whole game"
        assert hand.presses <= 200, hand

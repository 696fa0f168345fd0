"""ImpeRunde (Lars-Michael Stock, 2018) for 3 to 6 players."""

from rondel.games.imperunde.game import GAME

__all__ = ["GAME"]

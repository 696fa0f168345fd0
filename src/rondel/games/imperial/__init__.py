"""Imperial (Mac Gerdts, 2006) for 2 to 6 players."""

from rondel.games.imperial.game import GAME

__all__ = ["GAME"]

"""Struggle of Empires (Martin Wallace, 2004) for 2 to 7 players."""

from rondel.games.struggle.game import GAME

__all__ = ["GAME"]

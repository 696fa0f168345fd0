"""Colonial: Europe's Empires Overseas (Christophe Pont, 2011) for 2 to 6 players."""

from rondel.games.colonial.game import GAME

__all__ = ["GAME"]

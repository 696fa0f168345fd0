"""Rondel: the great board games of empire, as a place, a library and a laboratory."""

from rondel.games import load

__version__ = "0.1.0"
__all__ = ["__version__", "load"]

"""Rondel: the great board games of empire."""

__version__ = "0.1.0"

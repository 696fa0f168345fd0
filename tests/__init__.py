"""Tests; the folders mirror src/rondel."""

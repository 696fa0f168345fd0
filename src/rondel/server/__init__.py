"""The place: tables over HTTP and WebSocket, stored durably, with bots at the empty seats."""

from __future__ import annotations

from rondel.server.run import run
from rondel.server.settings import Settings

__all__ = ["Settings", "run"]

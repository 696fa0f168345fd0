"""What goes over a live line, byte by byte."""

from __future__ import annotations


def frame(text: bytes) -> bytes:
    """A text as a whole WebSocket message of a server: neither masked nor compressed."""
    length = len(text)
    if length < 126:
        return b"\x81%c%b" % (length, text)
    if length < 65536:
        return b"\x81\x7e" + length.to_bytes(2, "big") + text
    return b"\x81\x7f" + length.to_bytes(8, "big") + text

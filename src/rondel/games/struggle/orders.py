"""The standing orders that a player may leave: see rondel.kernel.orders."""

from __future__ import annotations

from typing import Final

from rondel.kernel.orders import OrderKind

ORDERS: Final = (
    OrderKind(
        "bid", ("bidding",), {"up-to": ("bid",)}, "gold", otherwise=("pass",), until=("auction-won", "war-ended")
    ),
    OrderKind("auction", ("bidding",), {"pass": ("pass",)}, until=("auction-won", "war-ended")),
    OrderKind("help", ("answer",), {"refuse": ("refuse",), "accept": ("accept",)}, until=("attacked", "war-ended")),
    OrderKind("sea", ("naval-choice",), {"decline": ("decline",), "fight": ("fight",)}, until=("war-ended",)),
)

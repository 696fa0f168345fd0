"""The standing orders that a player may leave: see rondel.kernel.orders."""

from __future__ import annotations

from typing import Final

from rondel.kernel.orders import OrderKind

ORDERS: Final = (
    OrderKind("debt", (), {"repay": ("repay-all", "repay")}, "n", True, until=("turn-began",)),
    OrderKind(
        "trade", ("trade-answer",), {"refuse": ("refuse",), "accept": ("accept",)}, until=("turn-began",), asker="seat"
    ),
    OrderKind(
        "charter",
        ("charter-answer",),
        {"accept": ("accept",), "refuse": ("refuse",)},
        until=("turn-began",),
        asker="merchant",
    ),
    OrderKind("raid", ("raid",), {"hold": ("hold",), "raid": ("raid",)}, until=("turn-began", "war-declared")),
    OrderKind("war", ("ask-surrender",), {"fight-on": ("fight-on",), "surrender": ("surrender",)}),
)

"""The standing orders that a player may leave: see rondel.kernel.orders."""

from __future__ import annotations

from typing import Final

from rondel.kernel.orders import OrderKind

ORDERS: Final = (
    OrderKind("cards", ("window", "on-table"), {"pass": ("pass",)}, until=("attacked", "card-played", "round-began")),
    OrderKind("debt", ("budget",), {"repay": ("repay",)}, "amount", True, ("keep-debt",), ("round-began",)),
    OrderKind("target", ("vote-target",), {"reject": ("reject",), "agree": ("agree",)}, until=("round-began",)),
    OrderKind("talks", ("close-talks",), {"close": ("close",)}, until=("round-began",)),
)

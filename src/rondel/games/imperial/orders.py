"""The standing orders that a player may leave: see rondel.kernel.orders."""

from __future__ import annotations

from typing import Final

from rondel.kernel.orders import OrderKind

ORDERS: Final = (
    OrderKind("invest", ("invest",), {"pass": ("pass",)}, until=("flag-taken", "taxed")),
    OrderKind("swiss-bank", ("swiss-bank",), {"let-pass": ("let-pass",), "force-stop": ("force-stop",)}),
    OrderKind(
        "fight",
        ("encounter", "challenge"),
        {"peace": ("peace",), "fight": ("fight-all", "fight")},
        until=("fought", "flag-taken"),
    ),
)

"""Figures for Prometheus, at /api/metrics: read when they are asked for, so that counting costs next to nothing.

They are answered to this machine itself, or to whoever brings the token `RONDEL_METRICS_TOKEN`.
"""

from __future__ import annotations

import hmac
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import Response

from rondel.server import errors
from rondel.server.limits import is_here

if TYPE_CHECKING:
    from prometheus_client import Metric

    from rondel.server.tables import Tables

TIMES = (0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)


class Figures(Collector):
    """Of one process."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.registry = CollectorRegistry()
        self.moves = Histogram(
            "rondel_move_seconds", "from asking to stored, of moves that were", buckets=TIMES, registry=self.registry
        )
        self.registry.register(self)

    def collect(self) -> Iterator[Metric]:
        tables = self.tables
        cached = list(tables.memory.cached.values())
        watchers = sum(len(group) for live in cached for group in live.audience.watchers.values())
        yield GaugeMetricFamily("rondel_tables_in_memory", "tables held in memory", len(cached))
        yield GaugeMetricFamily("rondel_watchers", "live lines", watchers)
        yield GaugeMetricFamily(
            "rondel_writes_waiting", "changes that wait for the writer", tables.store.writer.jobs.qsize()
        )
        yield CounterMetricFamily("rondel_commits", "transactions written", tables.store.writer.commits)
        yield CounterMetricFamily("rondel_jobs_taken_up", "jobs that another process had left", tables.jobs.taken_up)
        yield CounterMetricFamily("rondel_jobs_failed", "jobs that failed, and are tried again", tables.jobs.failed)
        yield GaugeMetricFamily("rondel_bots_moving", "tables at which bots are to act", len(tables.drivers.busy()))
        listening = not tables.store.shared or tables.notices.listening.is_set()
        yield GaugeMetricFamily("rondel_listening", "1: changes of other processes are heard", int(listening))
        refusals = CounterMetricFamily("rondel_refusals", "requests not carried out", labels=["status"])
        for status, count in sorted(errors.COUNTED.items()):
            refusals.add_metric([str(status)], count)
        yield refusals

    def page(self) -> bytes:
        return bytes(generate_latest(self.registry))


def may_read(request: Request) -> bool:
    token = os.environ.get("RONDEL_METRICS_TOKEN", "")
    if token:
        given = request.headers.get("authorization", "")
        return hmac.compare_digest(given.encode(), f"Bearer {token}".encode())
    through_a_proxy = any(name in request.headers for name in ("x-forwarded-for", "forwarded", "x-real-ip"))
    return request.client is not None and is_here(request.client.host) and not through_a_proxy


async def answer(request: Request) -> Response:
    if not may_read(request):
        raise errors.Refusal(403, "not-yours", "the figures are for the host of this server")
    tables: Tables = request.app.state.tables
    return Response(tables.figures.page(), media_type="text/plain; version=0.0.4; charset=utf-8")

"""The application: storage, tables, addresses and the client, put together."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from pydantic import TypeAdapter
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

import rondel
from rondel.server import advice, api, company, described, gate, lessons, metrics, schema, site
from rondel.server.errors import Refusal
from rondel.server.front import Front, describe_moves
from rondel.server.identity import Identity
from rondel.server.invitations import Invitations
from rondel.server.lobby import Lobby
from rondel.server.mails import Mails
from rondel.server.network import Network
from rondel.server.outside import Outside
from rondel.server.people import People
from rondel.server.settings import Settings
from rondel.server.static import PLAIN_PAGE, Client
from rondel.server.storage import Store
from rondel.server.tables import Tables
from rondel.server.weeks import api as weeks_api
from rondel.server.weeks.absence import Absence
from rondel.server.weeks.deals import Deals
from rondel.server.weeks.notes import Notes
from rondel.server.weeks.notices import Notices
from rondel.server.weeks.outages import Outages
from rondel.server.weeks.plans import Plans
from rondel.server.weeks.ratings import Ratings
from rondel.server.weeks.tournaments import Tournaments

logger = logging.getLogger("rondel.server")


def create_app(settings: Settings | None = None) -> FastAPI:
    settings = settings or Settings()
    store = Store(settings.database, settings.lease)
    tables = Tables(settings, store)
    people = People(store)
    people.ended = lambda person, session, but: site.end_lines(tables, person, session, but)
    tables.notices.on("ended", lambda told: people.has_ended(told["person"], told["session"], told["but"]))
    invitations = Invitations(store, people)
    network = Network(set())

    async def look_again() -> None:
        await people.look_again()
        tables.memory.look_around()

    outside = Outside(store, look_again)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await store.start()
        await people.start()
        for login in settings.administrators:
            if not await people.appoint(login):
                logger.warning("nobody has the login %r yet: no administrator by that name", login)
        await outages.start()
        await notices.start()
        await tables.start()
        outside.start()
        yield
        await outside.stop()
        await network.close()
        await notices.stop()
        await tables.stop()
        await outages.stop()
        await store.stop()

    app = Rondel(
        title="Rondel",
        version=rondel.__version__,
        summary="The great board games of empire: tables over HTTP and WebSocket",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.tables = tables
    app.state.settings = settings
    app.state.people = people
    app.state.invitations = invitations
    app.state.network = network
    app.state.lobby = Lobby(tables, people, invitations)
    outages = Outages(store)
    app.state.absence = Absence(tables, app.state.lobby, outages)
    app.state.mails = Mails(settings)
    notices = Notices(settings, store, tables, app.state.mails)
    app.state.notices = notices
    app.state.notes = Notes(store)
    app.state.ratings = Ratings(store)
    app.state.deals = Deals(tables, app.state.absence)
    app.state.plans = Plans(tables)
    app.state.tournaments = Tournaments(tables, app.state.lobby)
    app.state.site = site.Site(store)
    front = Front(app.framework, tables)
    app.gate = gate.Gate(Identity(front, people, settings.site), settings, network.hosts)
    gate.install(app)
    app.include_router(api.router)
    app.include_router(lessons.router)
    app.include_router(advice.router)
    app.include_router(site.router)
    app.include_router(company.router)
    app.include_router(weeks_api.router)

    app.add_api_route("/api/metrics", metrics.answer, include_in_schema=False)

    @app.get("/api/docs", include_in_schema=False)
    async def docs() -> Response:
        headers = {"content-security-policy": PLAIN_PAGE}
        return Response(described.page(app.openapi()), media_type="text/html", headers=headers)

    @app.api_route("/api/{rest:path}", methods=["GET", "POST", "PUT", "PATCH", "DELETE"], include_in_schema=False)
    async def unknown(rest: str) -> Response:
        raise Refusal(404, "not-found", f"there is nothing at /api/{rest[:80]}")

    app.mount("/", Client(settings.static))
    return app


class Rondel(FastAPI):
    """The framework, and before it what every request passes; moves and live lines never reach the framework."""

    gate: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.gate(scope, receive, send)

    async def framework(self, scope: Scope, receive: Receive, send: Send) -> None:
        await super().__call__(scope, receive, send)

    def openapi(self) -> dict[str, Any]:
        """The description of the interface, with what front.py answers: moves, and the messages of the live line."""
        if self.openapi_schema is None:
            described = super().openapi()
            known = described["components"]["schemas"]
            template = "#/components/schemas/{model}"
            more: tuple[tuple[str, Any], ...] = (("LiveMessage", schema.LiveMessage), ("Move", schema.Move))
            for name, kind in more:
                model = TypeAdapter(kind).json_schema(ref_template=template, mode="serialization")
                for each, definition in model.pop("$defs", {}).items():
                    known.setdefault(each, definition)
                known[name] = model
            for name in ("HTTPValidationError", "ValidationError"):
                known.pop(name, None)
            paths = described["paths"]
            paths["/api/tables/{table}/moves"] = {"post": describe_moves(paths["/api/tables/{table}/takeback"]["post"])}
            for operation in [each for path in described["paths"].values() for each in path.values()]:
                if "HTTPValidationError" in str(operation["responses"].get("422")):
                    error = {"schema": {"$ref": template.format(model="Error")}}
                    operation["responses"]["422"]["content"] = {"application/json": error}
            self.openapi_schema = described
        return self.openapi_schema

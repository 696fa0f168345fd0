"""The application: storage, tables, addresses and the client, put together."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from pydantic import TypeAdapter
from starlette.datastructures import State
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
from rondel.server.winners import Winners

logger = logging.getLogger("rondel.server")
REFERENCE = "#/components/schemas/{model}"


def create_app(settings: Settings | None = None) -> FastAPI:
    settings = settings or Settings()
    services = Services(settings)
    app = Rondel(
        title="Rondel",
        version=rondel.__version__,
        summary="The great board games of empire: tables over HTTP and WebSocket",
        lifespan=services.running,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state = State(vars(services))
    front = Front(app.framework, services.tables)
    app.gate = gate.Gate(Identity(front, services.people, settings.site), settings, services.network.hosts)
    gate.install(app)
    _add_addresses(app)
    app.mount("/", Client(settings.static))
    return app


def _add_addresses(app: FastAPI) -> None:
    for part in (api, lessons, advice, site, company, weeks_api):
        app.include_router(part.router)
    app.add_api_route("/api/metrics", metrics.answer, include_in_schema=False)

    @app.get("/api/docs", include_in_schema=False)
    async def docs() -> Response:
        headers = {"content-security-policy": PLAIN_PAGE}
        return Response(described.page(app.openapi()), media_type="text/html", headers=headers)

    @app.api_route("/api/{rest:path}", methods=["GET", "POST", "PUT", "PATCH", "DELETE"], include_in_schema=False)
    async def unknown(rest: str) -> Response:
        raise Refusal(404, "not-found", f"there is nothing at /api/{rest[:80]}")


class Services:
    """All that the addresses ask for, by the names in `app.state`; it begins and ends with the application."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database, settings.lease)
        self.tables = Tables(settings, self.store)
        self.people = _people_of(self.store, self.tables)
        self.invitations = Invitations(self.store, self.people)
        self.network = Network(set())
        self.lobby = Lobby(self.tables, self.people, self.invitations)
        self.winners = Winners(self.store)
        self.outages = Outages(self.store)
        self.absence = Absence(self.tables, self.lobby, self.outages)
        self.mails = Mails(settings)
        self.notices = Notices(settings, self.store, self.tables, self.mails)
        self.notes = Notes(self.store)
        self.ratings = Ratings(self.store)
        self.deals = Deals(self.tables, self.absence)
        self.plans = Plans(self.tables)
        self.tournaments = Tournaments(self.tables, self.lobby)
        self.site = site.Site(self.store)
        self.outside = Outside(self.store, self._look_again)

    @asynccontextmanager
    async def running(self, _: FastAPI) -> AsyncIterator[None]:
        await self.store.start()
        await self.people.start()
        await self._appoint_administrators()
        await self.outages.start()
        await self.notices.start()
        await self.tables.start()
        self.outside.start()
        yield
        await self.outside.stop()
        await self.network.close()
        await self.notices.stop()
        await self.tables.stop()
        await self.outages.stop()
        await self.store.stop()

    async def _appoint_administrators(self) -> None:
        for login in self.settings.administrators:
            if not await self.people.appoint(login):
                logger.warning("nobody has the login %r yet: no administrator by that name", login)

    async def _look_again(self) -> None:
        await self.people.look_again()
        self.tables.memory.look_around()


def _people_of(store: Store, tables: Tables) -> People:
    """The people of the site; when a session of theirs ends, in whatever process, its lines to the tables do too."""
    people = People(store)
    people.ended = lambda person, session, but: site.end_lines(tables, person, session, but)
    tables.notices.on("ended", lambda told: people.has_ended(told["person"], told["session"], told["but"]))
    return people


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
            _add_models(described["components"]["schemas"])
            paths = described["paths"]
            paths["/api/tables/{table}/moves"] = {"post": describe_moves(paths["/api/tables/{table}/takeback"]["post"])}
            _name_our_errors(paths)
            self.openapi_schema = described
        return self.openapi_schema


def _add_models(known: dict[str, Any]) -> None:
    more: tuple[tuple[str, Any], ...] = (("LiveMessage", schema.LiveMessage), ("Move", schema.Move))
    for name, kind in more:
        model = TypeAdapter(kind).json_schema(ref_template=REFERENCE, mode="serialization")
        for each, definition in model.pop("$defs", {}).items():
            known.setdefault(each, definition)
        known[name] = model
    for name in ("HTTPValidationError", "ValidationError"):
        known.pop(name, None)


def _name_our_errors(paths: dict[str, Any]) -> None:
    """A bad request is answered by an error of ours, not by the framework's."""
    for operation in [each for path in paths.values() for each in path.values()]:
        if "HTTPValidationError" in str(operation["responses"].get("422")):
            error = {"schema": {"$ref": REFERENCE.format(model="Error")}}
            operation["responses"]["422"]["content"] = {"application/json": error}

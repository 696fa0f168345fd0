"""Results and ratings: who was placed where, and how strong that makes people, per game, by openskill.

A result is stored in the transaction of the move that ends the game. Ratings are worked out from the results in their
order, and stored nowhere: a season is what openskill makes of it. Games of at least two people count; the bots at their
tables are rated too, each level as one player, and are not listed.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import BigInteger, Column, String, Table, Text, select, update
from sqlalchemy.engine import Connection

from rondel.server.people import PERSONS
from rondel.server.rows import EXPORTING, FORGETTING, INHERITING, insert_new, metadata
from rondel.server.seating import is_bot, is_lesson, new_id

if TYPE_CHECKING:
    from rondel.server.rows import Seat
    from rondel.server.storage import Store

RESULTS = Table(
    "results",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("game", String(40), nullable=False, index=True),
    Column("ended", BigInteger, nullable=False),
    Column("places", Text, nullable=False),  # JSON: for each seat who, and the place
    sqlite_with_rowid=False,
)

Places = list[tuple[str, int]]
"""Who (a person, or `bot:` and its level), and the place; 1 is first."""
BOT = "bot:"


class Rated(msgspec.Struct):
    mu: float
    sigma: float
    games: int = 0
    wins: int = 0

    @property
    def points(self) -> float:
        """What one can be sure of: three deviations below the mean."""
        return self.mu - 3 * self.sigma


def places_of(seats: list[Seat], ranks: list[int]) -> Places:
    """Who played; nobody, if fewer than two people did."""
    who = [
        seat.person or (BOT + (seat.bot or "") if is_bot(seat) else "") for seat in seats
    ]  # a seat that a bot holds for somebody is still hers
    people = {each for each in who if each and not each.startswith(BOT)}
    if len(people) < 2 or is_lesson(seats) or not all(who):
        return []
    return list(zip(who, ranks, strict=True))


def note_result(connection: Connection, table: str, game: str, at: int, places: Places) -> None:
    row = {"table_id": table, "game": game, "ended": at, "places": msgspec.json.encode(places).decode()}
    insert_new(connection, RESULTS, [row])


def season(results: list[Places]) -> dict[str, Rated]:
    """The ratings after some games, one after the other; each with openskill's own Plackett-Luce."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    rated: dict[str, Rated] = {}
    for places in results:
        before = [rated.setdefault(who, Rated(model.mu, model.sigma)) for who, _ in places]
        teams = [[model.create_rating([each.mu, each.sigma])] for each in before]
        after = model.rate(teams, ranks=[float(place) for _, place in places])
        for (who, place), (new,) in zip(places, after, strict=True):
            old = rated[who]
            rated[who] = Rated(new.mu, new.sigma, old.games + 1, old.wins + (place == 1))
    return rated


class Ratings:
    def __init__(self, store: Store) -> None:
        self.store = store

    def _results(self, game: str) -> list[Any]:
        with self.store.engine.connect() as connection:
            query = select(RESULTS).where(RESULTS.c.game == game).order_by(RESULTS.c.ended, RESULTS.c.table_id)
            return list(connection.execute(query).all())

    def _names(self, people: set[str]) -> dict[str, str]:
        with self.store.engine.connect() as connection:
            query = select(PERSONS.c.id, PERSONS.c.name).where(PERSONS.c.id.in_(people))
            return {row.id: row.name for row in connection.execute(query).all()}

    def _standings(self, game: str) -> list[dict[str, Any]]:
        found = season([_places(row) for row in self._results(game)])
        names = self._names({who for who in found if not who.startswith(BOT)})
        listed = [(who, each) for who, each in found.items() if who in names]
        listed.sort(key=lambda pair: -pair[1].points)
        return [
            {
                "person": who,
                "name": names[who],
                "points": round(each.points, 1),
                "mu": round(each.mu, 2),
                "sigma": round(each.sigma, 2),
                "games": each.games,
                "wins": each.wins,
            }
            for who, each in listed
        ]

    async def standings(self, game: str) -> list[dict[str, Any]]:
        """Everybody who has played a game to its end with others, the strongest first."""
        return await asyncio.to_thread(self._standings, game)

    async def of(self, person: str, games: tuple[str, ...]) -> dict[str, Any] | None:
        """A player's page: what she is called, how she stands, and how her last games ended. None: nobody is that."""

        def read() -> dict[str, Any] | None:
            name = self._names({person}).get(person)
            if name is None:
                return None
            standings, results = [], []
            for game in games:
                own = [each for each in self._standings(game) if each["person"] == person]
                standings += [{**each, "game": game} for each in own]
                for row in self._results(game):
                    places = _places(row)
                    place = next((place for who, place in places if who == person), None)
                    if place is not None:
                        about = {"table": row.table_id, "game": game, "ended": row.ended, "place": place}
                        results.append({**about, "players": len(places)})
            results.sort(key=lambda each: -each["ended"])
            return {"name": name, "standings": standings, "results": results[:50]}

        return await asyncio.to_thread(read)


GONE = "gone"
"""Somebody who is no longer there, in results that others share."""


def _rename(connection: Connection, person: str, other: str) -> None:
    for row in connection.execute(select(RESULTS).where(RESULTS.c.places.contains(f'"{person}"'))).all():
        places = [(other if who == person else who, place) for who, place in _places(row)]
        which = RESULTS.c.table_id == row.table_id
        connection.execute(update(RESULTS).where(which).values(places=msgspec.json.encode(places).decode()))


def forget(connection: Connection, person: str) -> None:
    """Her games stay the others'; nobody knows any more that they were hers."""
    _rename(connection, person, f"{GONE}-{new_id()[:8]}")


def export(connection: Connection, person: str) -> list[dict[str, Any]]:
    rows = connection.execute(select(RESULTS).where(RESULTS.c.places.contains(f'"{person}"'))).all()
    return [
        {"table_id": row.table_id, "game": row.game, "ended": row.ended, "place": dict(_places(row))[person]}
        for row in rows
    ]


FORGETTING.append(forget)
INHERITING.append(_rename)
EXPORTING["results"] = export


def _places(row: Any) -> Places:
    places: Places = msgspec.json.decode(row.places, type=list[tuple[str, int]])
    return places

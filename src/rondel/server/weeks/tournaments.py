"""Tournaments: several rounds over several tables, with a page of standings.

Whoever wants to joins while it is open, and gives a share to the dice of all her tables. When the host begins, the
first round is drawn; the next one when the last table of a round is over. A round, its tables and the job that founds
them are one transaction, and so are a result and the round that comes of it: whatever dies when, nothing is lost or
doubled.

Points are the share of the others at a table who were placed behind one, an equal counting half: so tables of different
size compare. Then count victories, and the points of those whom one met. Who leaves is drawn no more; at a table that
she leaves a bot plays on, and the table brings her nothing. A table that is deleted counts half a point for everybody.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from typing import Any, Literal

import msgspec
from sqlalchemy import BigInteger, Column, String, Table, Text, delete, insert, select, update
from sqlalchemy.engine import Connection

from rondel.kernel import chance
from rondel.kernel.game import OptionError
from rondel.kernel.record import is_share
from rondel.server.access import HOUSE, Person, forbidden
from rondel.server.errors import Refusal
from rondel.server.gathering import GATHERINGS, Gathering, Place, row_of
from rondel.server.lobby import Lobby
from rondel.server.offers import bad_share
from rondel.server.rows import EXPORTING, GONE
from rondel.server.seating import find_game, new_id
from rondel.server.storage import JOBS, Job, insert_jobs, metadata, now
from rondel.server.tables import Tables
from rondel.server.weeks import pairing
from rondel.server.weeks.absence import copied, stand_in
from rondel.server.weeks.pairing import Kind

TOURNAMENTS = Table(
    "tournaments",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("host", String(16), nullable=False),
    Column("state", String(10), nullable=False, index=True),
    Column("body", Text, nullable=False),  # JSON
    Column("updated", BigInteger, nullable=False),
)
TOURNAMENT_TABLES = Table(
    "tournament_tables",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("tournament", String(16), nullable=False),
    sqlite_with_rowid=False,
)

ROUND, RESULT = "round", "result"
MOST_PLAYERS = 64
MOST_ROUNDS = 20
MOST_OPEN = 5
"""So many tournaments one person may have that are not over."""
LISTED = 100

State = Literal["open", "running", "over"]


class Entrant(msgspec.Struct):
    person: str
    name: str
    share: str
    left: bool = False


class Board(msgspec.Struct):
    """A table of a round."""

    table: str
    seats: list[str | None]
    """Who sat down; none: a bot."""
    state: Literal["running", "over", "gone"] = "running"
    places: list[int] = []
    """By seat; 0: she left it, and has no place."""


class Tournament(msgspec.Struct):
    id: str
    name: str
    host: str
    game: str
    options: dict[str, Any]
    kind: Kind
    size: int
    """People at a table, at most."""
    rounds: int
    """Of a Swiss; a round robin goes on until everybody has met everybody."""
    pace: str
    made: int
    state: State = "open"
    entrants: list[Entrant] = []
    played: list[list[Board]] = []

    @property
    def active(self) -> list[str]:
        return [each.person for each in self.entrants if not each.left]

    def entrant(self, person: str) -> Entrant | None:
        return next((each for each in self.entrants if each.person == person), None)

    def meetings(self) -> pairing.Meetings:
        met: pairing.Meetings = Counter()
        for board in self.boards():
            for pair in combinations([each for each in board.seats if each is not None], 2):
                met[frozenset(pair)] += 1
        return met

    def boards(self) -> list[Board]:
        return [board for round_ in self.played for board in round_]

    def points(self) -> dict[str, float]:
        found = dict.fromkeys((each.person for each in self.entrants), 0.0)
        for board in self.boards():
            for seat, person in enumerate(board.seats):
                if person in found:
                    found[person] += points_at(board, seat)
        return found


def points_at(board: Board, seat: int) -> float:
    if board.state == "gone":
        return 0.5
    if board.state == "running" or not board.places[seat]:
        return 0.0
    last = max(board.places) + 1
    places = [place or last for place in board.places]  # whoever left is behind everybody
    return pairing.share_beaten(board.places[seat], places)


def standings(tournament: Tournament) -> list[dict[str, Any]]:
    points, met = tournament.points(), tournament.meetings()
    wins: Counter[str] = Counter()
    games: Counter[str] = Counter()
    for board in tournament.boards():
        for seat, person in enumerate(board.seats):
            if person is not None and board.state != "running":
                games[person] += 1
                wins[person] += board.state == "over" and board.places[seat] == 1
    rows = []
    for each in tournament.entrants:
        strength = sum(points.get(other, 0.0) * met[frozenset((each.person, other))] for other in points)
        rows.append((points[each.person], wins[each.person], strength, each))
    rows.sort(key=lambda row: (-round(row[0], 6), -row[1], -round(row[2], 6), row[3].name.casefold()))
    return [
        {
            "person": each.person,
            "name": each.name,
            "place": 1 + sum(_better(other, row) for other in rows),
            "points": round(own, 2),
            "wins": won,
            "strength": round(strength, 2),
            "games": games[each.person],
            "left": each.left,
        }
        for row in rows
        for own, won, strength, each in (row,)
    ]


def _better(other: tuple[float, int, float, Entrant], row: tuple[float, int, float, Entrant]) -> bool:
    def key(each: tuple[float, int, float, Entrant]) -> tuple[float, int, float]:
        return round(each[0], 6), each[1], round(each[2], 6)

    return key(other) > key(row)


# --- drawing ----------------------------------------------------------------------------------------------------------


def next_round(tournament: Tournament) -> list[list[str]] | None:
    """Who meets whom next; None: it is over."""
    players, met = tournament.active, tournament.meetings()
    done = len(tournament.played)
    if len(players) < 2 or done >= MOST_ROUNDS:
        return None
    rng = random.Random(f"{tournament.id}/{done}")
    if tournament.kind == "swiss":
        if done >= tournament.rounds:
            return None
        return pairing.draw(players, tournament.size, "swiss", met, tournament.points(), rng)
    if pairing.all_met(players, met):
        return None
    if tournament.size == 2:
        return _next_of_circle(tournament, players)
    return pairing.draw(players, tournament.size, "round-robin", met, {}, rng)


def _next_of_circle(tournament: Tournament, players: list[str]) -> list[list[str]] | None:
    """The next round of pairs in which somebody meets somebody; who has nobody to meet plays a bot."""
    roster = [each.person for each in tournament.entrants]
    turn = len(roster) - 1 + len(roster) % 2
    met = tournament.meetings()
    for number in range(len(tournament.played), len(tournament.played) + turn):
        pairs = [[each for each in pair if each in players] for pair in pairing.circle(roster, number)]
        if any(len(pair) == 2 and not met[frozenset(pair)] for pair in pairs):
            return [pair for pair in pairs if pair]
    return None


def seat_round(tournament: Tournament, tables: list[list[str]]) -> list[Board]:
    """The tables of a round with their seats; bots sit where the game needs somebody."""
    sat: Counter[tuple[str, int]] = Counter()
    for board in tournament.boards():
        for seat, person in enumerate(board.seats):
            if person is not None:
                sat[person, seat] += 1
    rng = random.Random(f"{tournament.id}/{len(tournament.played)}/seats")
    least = find_game(tournament.game).players[0]
    boards = []
    for table in tables:
        bots = [f"bot {number}" for number in range(max(0, least - len(table)))]
        order = pairing.seat([*table, *bots], sat, rng)
        boards.append(Board(new_id(), [None if each in bots else each for each in order]))
    return boards


class Tournaments:
    def __init__(self, tables: Tables, lobby: Lobby) -> None:
        self.tables = tables
        self.lobby = lobby
        self.store = tables.store
        tables.jobs.on(ROUND, self._found)
        tables.jobs.on(RESULT, self._result)

    # --- reading --------------------------------------------------------------------------------------------------

    async def all(self) -> list[Tournament]:
        """The last touched first; those that are over last."""

        def read() -> list[Tournament]:
            query = select(TOURNAMENTS.c.body).order_by(TOURNAMENTS.c.state == "over", TOURNAMENTS.c.updated.desc())
            with self.store.engine.connect() as connection:
                return [decode(body) for body in connection.execute(query.limit(LISTED)).scalars()]

        return await asyncio.to_thread(read)

    async def find(self, number: str) -> Tournament:
        def read() -> str | None:
            with self.store.engine.connect() as connection:
                return connection.execute(select(TOURNAMENTS.c.body).where(TOURNAMENTS.c.id == number)).scalar()

        body = await asyncio.to_thread(read)
        if body is None:
            raise unknown()
        return decode(body)

    # --- before it begins -----------------------------------------------------------------------------------------

    async def open(
        self,
        person: Person,
        name: str,
        game: str,
        options: dict[str, Any],
        kind: Kind,
        size: int,
        rounds: int,
        pace: str,
    ) -> Tournament:
        self.tables.policy.check_found(person)
        rules = find_game(game)
        if size not in rules.players:
            raise Refusal(422, "bad-size", f"{game} is played by {rules.players[0]} to {rules.players[-1]}, not {size}")
        try:
            for seats in range(rules.players[0], size + 1):
                settled = rules.settle(seats, options)
        except OptionError as error:
            raise Refusal(422, "bad-options", str(error)) from None
        made = Tournament(new_id(), name, person.id, rules.name, settled, kind, size, rounds, pace, now())

        def write(connection: Connection) -> None:
            mine = (TOURNAMENTS.c.host == person.id, TOURNAMENTS.c.state != "over")
            if person != HOUSE and len(connection.execute(select(TOURNAMENTS.c.id).where(*mine)).all()) >= MOST_OPEN:
                raise Refusal(429, "too-many-tournaments", f"you have {MOST_OPEN} tournaments that are not over")
            connection.execute(insert(TOURNAMENTS).values(**row(made)))

        await self.store.writer.submit(write)
        return made

    async def change(self, number: str, change: Callable[[Tournament, Connection], Any]) -> Any:
        """Change a tournament, one at a time."""
        return await self.store.writer.submit(lambda connection: self._change(connection, number, change))

    def _change(self, connection: Connection, number: str, change: Callable[[Tournament, Connection], Any]) -> Any:
        query = select(TOURNAMENTS.c.body).where(TOURNAMENTS.c.id == number).with_for_update()
        body = connection.execute(query).scalar()
        if body is None:
            raise unknown()
        tournament = decode(body)
        result = change(tournament, connection)
        connection.execute(update(TOURNAMENTS).where(TOURNAMENTS.c.id == number).values(**row(tournament)))
        return result

    async def join(self, person: Person, number: str, share: str) -> None:
        if not is_share(share):
            raise bad_share()

        def change(tournament: Tournament, _: Connection) -> None:
            if tournament.state != "open":
                raise Refusal(409, "tournament-begun", "the tournament has begun")
            if tournament.entrant(person.id) is not None:
                raise Refusal(409, "joined", "you take part already")
            if len(tournament.entrants) >= MOST_PLAYERS:
                raise Refusal(409, "full", f"{MOST_PLAYERS} take part already")
            tournament.entrants.append(Entrant(person.id, person.name, share))

        await self.change(number, change)

    async def leave(self, person: Person, number: str) -> None:
        """Before it begins as if she had never come; later she is drawn no more, and bots play on for her."""
        await self._leave(person.id, number)

    async def _leave(self, person: str, number: str) -> None:
        def change(tournament: Tournament, _: Connection) -> list[str]:
            found = tournament.entrant(person)
            if found is None or found.left or tournament.state == "over":
                raise Refusal(409, "not-joined", "you do not take part, or no longer")
            if tournament.state == "open":
                tournament.entrants.remove(found)
                return []
            found.left = True
            return [board.table for board in tournament.boards() if person in board.seats and board.state == "running"]

        for table in await self.change(number, change):
            await self._give_up(person, table)

    async def _give_up(self, person: str, table: str) -> None:
        """A bot plays on, for nobody."""
        try:
            async with self.tables.use(table) as live:
                seats = copied(live.seats)
                mine = [each for each in seats if each.person == person]
                for each in mine:
                    each.kind, each.bot, each.person = "bot", stand_in(live.game.name), None
                if mine and not live.match.over:
                    await self.lobby.seat(live, seats)
        except Refusal as refusal:
            if refusal.status != 404:
                raise

    # --- rounds ---------------------------------------------------------------------------------------------------

    async def begin(self, person: Person, number: str) -> None:
        def change(tournament: Tournament, connection: Connection) -> None:
            check_host(person, tournament)
            if tournament.state != "open":
                raise Refusal(409, "tournament-begun", "the tournament has begun")
            if len(tournament.entrants) < 2:
                raise Refusal(409, "nobody-there", "two players must take part at least")
            tournament.state = "running"
            self._go_on(tournament, connection)

        await self.change(number, change)

    async def end(self, person: Person, number: str) -> None:
        """The host ends it, with the standings as they are; one that has not begun is gone."""

        def change(tournament: Tournament, _: Connection) -> bool:
            check_host(person, tournament)
            gone = tournament.state == "open"
            tournament.state = "over"
            return gone

        if await self.change(number, change):
            gone = delete(TOURNAMENTS).where(TOURNAMENTS.c.id == number)
            await self.store.writer.submit(lambda connection: connection.execute(gone).rowcount)

    def _go_on(self, tournament: Tournament, connection: Connection) -> None:
        """Draw the next round, if every table of the last one is done; with the last round it is over."""
        if tournament.state != "running" or any(board.state == "running" for board in tournament.boards()):
            return
        tables = next_round(tournament)
        if tables is None:
            tournament.state = "over"
            return
        boards = seat_round(tournament, tables)
        tournament.played.append(boards)
        for board in boards:
            connection.execute(insert(GATHERINGS).values(**row_of(self._gathering(tournament, board))))
            connection.execute(insert(TOURNAMENT_TABLES).values(table_id=board.table, tournament=tournament.id))
        number = len(tournament.played)
        about = {"tables": [board.table for board in boards]}
        insert_jobs(connection, [Job(f"{ROUND}-{tournament.id}-{number}", ROUND, None, about)])

    def _gathering(self, tournament: Tournament, board: Board) -> Gathering:
        game = find_game(tournament.game)
        bot = stand_in(game.name)
        places = []
        for person in board.seats:
            entrant = tournament.entrant(person) if person is not None else None
            if entrant is None:
                places.append(Place("bot", bot, None, bot))
            else:
                places.append(Place("human", None, entrant.person, entrant.name, entrant.share))
        options = game.settle(len(places), dict(tournament.options))
        about = (tournament.host, game.name, options, places, True, True, False, chance.new_seed(), now())
        return Gathering(board.table, *about, begun=True, pace=tournament.pace, hints=False)

    async def _found(self, job: Job) -> None:
        """The tables of a round that was drawn."""
        for table in job.about["tables"]:
            gathering = await self.lobby.find(table)
            if gathering is not None:
                await self.lobby.see_to_it(gathering)
        await self.tables.jobs.finish(job)

    async def _result(self, job: Job) -> None:
        """A table is over, or gone."""
        table, number = job.about["table"], job.about["tournament"]
        places = await self._places(table)

        def change(tournament: Tournament, connection: Connection) -> None:
            board = next((each for each in tournament.boards() if each.table == table), None)
            if board is None or board.state != "running":
                return
            if places is None:
                board.state = "gone"
            else:
                board.state = "over"
                board.places = [
                    place if person is None or holder == person else 0
                    for person, (holder, place) in zip(board.seats, places, strict=True)
                ]
            self._go_on(tournament, connection)

        def write(connection: Connection) -> None:
            try:
                self._change(connection, number, change)
            except Refusal as refusal:
                if refusal.status != 404:
                    raise

        await self.tables.jobs.finish(job, write)

    async def _places(self, table: str) -> list[tuple[str | None, int]] | None:
        """For each seat whose it is and the place; None: the table is gone."""
        try:
            async with self.tables.use(table) as live:
                ranks = live.game.ranks(live.match.state)
                return [(seat.person, place) for seat, place in zip(live.seats, ranks, strict=True)]
        except Refusal as refusal:
            if refusal.status not in (404, 409, 500):  # of other rules, or damaged: nobody plays it to its end
                raise
            return None

    # --- when a person goes, or becomes another -------------------------------------------------------------------

    async def hand_over(self, person: str, heir: Person | None) -> None:
        """She takes part as her heir; without one, she has left, and her name is gone."""

        def numbers() -> list[str]:
            query = select(TOURNAMENTS.c.id).where(TOURNAMENTS.c.body.contains(f'"{person}"'))
            with self.store.engine.connect() as connection:
                return list(connection.execute(query).scalars())

        for number in await asyncio.to_thread(numbers):
            if heir is None:
                try:
                    await self._leave(person, number)
                except Refusal as refusal:
                    if refusal.status not in (404, 409):
                        raise
            await self.change(number, lambda tournament, _: rename(tournament, person, heir))


def rename(tournament: Tournament, person: str, heir: Person | None) -> None:
    other = heir.id if heir is not None else f"gone-{new_id()[:8]}"
    twice = heir is not None and tournament.entrant(heir.id) is not None  # she takes part as herself already
    if tournament.host == person:
        tournament.host = heir.id if heir is not None else ""
    for each in tournament.entrants:
        if each.person == person and twice:
            each.left = True
        elif each.person == person:
            each.person, each.name = other, heir.name if heir is not None else "?"
    for board in tournament.boards() if not twice else []:
        board.seats = [other if each == person else each for each in board.seats]


def note_end(connection: Connection, table: str) -> None:
    """If a table belongs to a tournament, its result is to be counted: in the transaction that ends it."""
    query = select(TOURNAMENT_TABLES.c.tournament).where(TOURNAMENT_TABLES.c.table_id == table)
    number = connection.execute(query).scalar()
    if number is None:
        return
    job = Job(f"{RESULT}-{table}", RESULT, None, {"table": table, "tournament": number})
    if connection.execute(select(JOBS.c.id).where(JOBS.c.id == job.id)).first() is None:
        insert_jobs(connection, [job])


def export(connection: Connection, person: str) -> list[dict[str, Any]]:
    bodies = connection.execute(select(TOURNAMENTS.c.body).where(TOURNAMENTS.c.body.contains(f'"{person}"')))
    return [
        {"id": each.id, "name": each.name, "game": each.game, "hosting": each.host == person, "share": own.share}
        if (own := each.entrant(person)) is not None
        else {"id": each.id, "name": each.name, "game": each.game, "hosting": each.host == person}
        for each in map(decode, bodies.scalars())
    ]


GONE.append(note_end)
EXPORTING["tournaments"] = export


def check_host(person: Person, tournament: Tournament) -> None:
    if person != HOUSE and not person.admin and not (person.is_known and person.id == tournament.host):
        raise forbidden("only the host may do this")


def unknown() -> Refusal:
    return Refusal(404, "unknown-tournament", "there is no such tournament")


def decode(body: str) -> Tournament:
    found: Tournament = msgspec.json.decode(body, type=Tournament)
    return found


def row(tournament: Tournament) -> dict[str, Any]:
    body = msgspec.json.encode(tournament).decode()
    return {
        "id": tournament.id,
        "host": tournament.host,
        "state": tournament.state,
        "body": body,
        "updated": now(),
    }

"""`rondel admin`: looking after the tables of a server."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rondel.cli.common import Complaint

if TYPE_CHECKING:
    from types import ModuleType

app = typer.Typer(
    name="admin",
    help="Look after a server: back up, restore, repair, list.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)

Database = Annotated[str | None, typer.Option(help="A file or a database URL; by default a file in your data folder.")]


@contextmanager
def upkeep(database: str | None, alone: bool = False) -> Iterator[tuple[ModuleType, str]]:
    """The tools, and the address of the database; `alone`: no server may use it (SQLite) meanwhile."""
    try:
        from sqlalchemy.exc import SQLAlchemyError

        from rondel.server import upkeep as tools
        from rondel.server.run import hold
        from rondel.server.settings import database_url
    except ImportError as error:
        raise Complaint(f"this needs more packages ({error.name} is missing): pip install 'rondel[server]'") from None
    url = database_url(database)
    lock = hold(url) if alone else None
    try:
        yield tools, url
    except tools.UpkeepError as error:
        raise Complaint(str(error)) from None
    except SQLAlchemyError as error:
        raise Complaint(f"the database fails: {str(error).splitlines()[0]}") from None
    finally:
        if lock is not None:
            lock.close()


def when(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The file to write, for example rondel-2026-11-16.backup.")],
    database: Database = None,
) -> None:
    """Write everything that is stored to one file, while the server runs; it restores into SQLite and PostgreSQL."""
    with upkeep(database) as (tools, url):
        rows = tools.backup(url, file)
    print(f"{file}: {rows} rows")


@app.command()
def restore(file: Annotated[Path, typer.Argument(help="A backup.")], database: Database = None) -> None:
    """Fill a new database from a backup."""
    with upkeep(database, alone=True) as (tools, url):
        rows = tools.restore(file, url)
    print(f"{rows} rows restored; check them with: rondel check-tables")


@app.command()
def repair(
    database: Database = None,
    write: Annotated[bool, typer.Option("--write", help="Do it; without this, only tell.")] = False,
    cut: Annotated[
        bool, typer.Option("--cut", help="Cut a record that cannot be replayed where it ends to make sense.")
    ] = False,
) -> None:
    """Find damaged tables, and mend them from their records. Stop the server and make a backup first."""
    with upkeep(database, alone=write) as (tools, url):
        tables, repairs = tools.repair(url, write, cut)
    for each in repairs:
        what = each.done or "not mended" + ("" if cut else "; --cut may")
        print(f"{each.table}: {each.problem}: {what}{'' if write or not each.done else ' (with --write)'}")
    print(f"{tables} tables, {len(repairs)} findings")
    if any(not each.done for each in repairs) or (repairs and not write):
        sys.exit(1)


@app.command()
def tables(
    database: Database = None,
    most: Annotated[int, typer.Option(help="So many, the last touched first.")] = 50,
    delete: Annotated[str | None, typer.Option(help="Delete the table of this id.")] = None,
) -> None:
    """List the tables, or delete one."""
    with upkeep(database) as (tools, url):
        if delete is not None:
            if not tools.delete_table(url, delete):
                raise Complaint(f"there is no table {delete!r}")
            print(f"{delete} is deleted")
            return
        for each in tools.list_tables(url, most):
            names = ", ".join(seat.name for seat in each.seats)
            state = "over" if each.over else "running"
            print(f"{each.id}  {when(each.updated)}  {each.game:10} {state:8} {each.position:5}  {names}")


@app.command()
def users(
    database: Database = None,
    most: Annotated[int, typer.Option(help="So many, the last seen first.")] = 50,
    find: Annotated[str, typer.Option(help="Those whose name, login or mail address holds this.")] = "",
    appoint: Annotated[str | None, typer.Option(help="Make the account of this login an administrator's.")] = None,
    dismiss: Annotated[
        str | None, typer.Option(help="The account of this login is no administrator's any more.")
    ] = None,
    reset: Annotated[
        str | None, typer.Option(help="A link by which the owner of this login sets a new password, once.")
    ] = None,
    sign_out: Annotated[str | None, typer.Option(help="End all sessions of the person of this login or id.")] = None,
    delete: Annotated[
        str | None,
        typer.Option(
            help="Remove the person of this login or id and what is kept of her; stop an SQLite server first."
        ),
    ] = None,
) -> None:
    """List the people of a site, or look after one."""
    with upkeep(database, alone=delete is not None) as (_, url):
        from rondel.server import register

        for login, admin in ((appoint, True), (dismiss, False)):
            if login is not None:
                if not register.appoint_user(url, login, admin):
                    raise Complaint(f"nobody has the login {login!r}")
                print(f"{login} is {'an' if admin else 'no'} administrator {'now' if admin else 'any more'}")
                return
        if reset is not None:
            token = register.new_password_token(url, reset)
            if token is None:
                raise Complaint(f"nobody has the login {reset!r}")
            print(f"within an hour, behind the address of the site: /#/reset/{token}")
        elif sign_out is not None:
            if not register.end_sessions(url, sign_out):
                raise Complaint(f"nobody has the login or id {sign_out!r}")
            print(f"{sign_out} is signed out everywhere")
        elif delete is not None:
            if not register.delete_user(url, delete):
                raise Complaint(f"nobody has the login or id {delete!r}")
            print(f"{delete} is removed")
        else:
            for each in register.list_users(url, most, find):
                kind = "program" if each.owner else "admin" if each.admin else "account" if each.login else "guest"
                seen = when(each.seen) if each.seen else "never".ljust(19)
                print(f"{each.id}  {seen}  {kind:8} {each.seats:4}  {each.name}  {each.login or ''} {each.mail or ''}")


@app.command()
def reports(
    database: Database = None,
    settle: Annotated[str | None, typer.Option(help="Settle the report of this id.")] = None,
    remove: Annotated[bool, typer.Option(help="With --settle: the line is removed.")] = False,
    silence: Annotated[
        int, typer.Option(min=0, max=365, help="With --settle: who said it says nothing for so many days.")
    ] = 0,
) -> None:
    """What was said and reported, or what is made of a report."""
    with upkeep(database) as (_, url):
        from rondel.server import register
        from rondel.server.errors import Refusal

        if settle is not None:
            try:
                register.settle_report(url, settle, remove, silence)
            except Refusal as refusal:
                raise Complaint(refusal.message) from None
            print(f"{settle} is settled")
            return
        for each in register.list_reports(url):
            state = "settled" if each["settled"] else "open"
            line = each["lines"][-1]["text"]
            about = f"{each['name']} ({each['person']}), reported by {each['by_name']} as {each['why']}"
            print(f"{each['id']}  {when(each['made'])}  {state:8} {each['game']:10} {about}: {line!r} {each['words']}")


@app.command()
def audit(
    database: Database = None,
    most: Annotated[int, typer.Option(help="So many, the last ones.")] = 100,
) -> None:
    """Who did what: deletions, backups, repairs, and what else matters later."""
    with upkeep(database) as (tools, url):
        for at, who, what, about in tools.audit_lines(url, most):
            print(f"{when(at)}  {who:20} {what:16} {json.dumps(about, ensure_ascii=False)}")

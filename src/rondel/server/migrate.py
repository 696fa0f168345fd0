"""Bring a database to the newest schema, step by step, with Alembic."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Engine, inspect, text

HEAD = "weeks_0007"
"""The newest revision; a test compares it with the folder."""


def current(engine: Engine) -> str | None:
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def migrate(engine: Engine, to: str = HEAD) -> None:
    if current(engine) == to:
        return  # the usual case, without loading Alembic
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    with engine.execution_options(writes=True).begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, to)

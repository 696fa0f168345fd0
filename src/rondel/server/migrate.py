"""Bring a database to the newest schema, step by step, with Alembic."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Engine, inspect, text

HEAD = "analysis_0009"
"""The newest revision; a test compares it with the folder."""

ONE_AT_A_TIME = 0x726F6E64656C
"""A lock of PostgreSQL that whoever migrates holds."""


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
        if connection.dialect.name == "postgresql":  # several processes may start at once: the others find it done
            connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": ONE_AT_A_TIME})
        config.attributes["connection"] = connection
        command.upgrade(config, to)

"""Alembic runs this file. The connection comes from `rondel.server.migrate`, or from `alembic -x database=URL`."""

from __future__ import annotations

from alembic import context

from rondel.server.storage import make_engine, metadata


def run() -> None:
    connection = context.config.attributes.get("connection")
    if connection is not None:
        context.configure(connection=connection, target_metadata=metadata, transactional_ddl=False)
        context.run_migrations()
        return
    engine = make_engine(context.get_x_argument(as_dictionary=True)["database"])
    with engine.execution_options(writes=True).begin() as own:
        context.configure(connection=own, target_metadata=metadata, transactional_ddl=False)
        context.run_migrations()


run()

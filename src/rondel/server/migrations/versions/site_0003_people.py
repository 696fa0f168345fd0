"""People: who they are, whose seat it is, tables that gather, and moves that are known again by a key."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "site_0003"
down_revision = "scale_0003"


def upgrade() -> None:
    op.add_column("tables", sa.Column("host", sa.String(16), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("visible", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("talk", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("tables", sa.Column("shares", sa.Text, nullable=False, server_default="[]"))
    op.add_column("tables", sa.Column("since", sa.Integer, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("person", sa.String(16)))
    op.create_index("ix_seats_person", "seats", ["person"])
    op.add_column("entries", sa.Column("key", sa.String(40)))
    op.create_table(
        "admitted",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("person", sa.String(16), primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_admitted_person", "admitted", ["person"])
    op.create_table(
        "persons",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("login", sa.String(80), unique=True),
        sa.Column("password", sa.String(200)),
        sa.Column("mail", sa.String(254)),
        sa.Column("admin", sa.Boolean, nullable=False),
    )
    op.create_index("ix_persons_mail", "persons", ["mail"])
    op.create_table(
        "sessions",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("id", sa.String(16), nullable=False, unique=True),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("device", sa.String(200), nullable=False),
    )
    op.create_index("ix_sessions_person", "sessions", ["person"])
    op.create_table(
        "tickets",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("ends", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_tickets_person", "tickets", ["person"])
    op.create_table(
        "gatherings",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("host", sa.String(16), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("visible", sa.Boolean, nullable=False),
        sa.Column("talk", sa.Boolean, nullable=False),
        sa.Column("when_full", sa.Boolean, nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("begun", sa.Boolean, nullable=False),
        sa.Column("after", sa.String(16)),
    )
    op.create_index("ix_gatherings_begun", "gatherings", ["begun"])
    op.create_index("ix_gatherings_after", "gatherings", ["after"])
    op.create_table(
        "invitations",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("nonce", sa.String(32), nullable=False),
    )
    op.create_table(
        "offers",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("by", sa.String(16), nullable=False),
        sa.Column("to", sa.String(16), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_offers_table_id", "offers", ["table_id"])
    op.create_table("secrets", sa.Column("name", sa.String(20), primary_key=True), sa.Column("value", sa.String(64)))


def downgrade() -> None:
    for name in ("secrets", "offers", "invitations", "gatherings", "tickets", "sessions", "persons", "admitted"):
        op.drop_table(name)
    op.drop_index("ix_seats_person", "seats")
    for table, column in (
        ("entries", "key"),
        ("seats", "person"),
        ("tables", "since"),
        ("tables", "shares"),
        ("tables", "talk"),
        ("tables", "visible"),
        ("tables", "host"),
    ):
        op.drop_column(table, column)

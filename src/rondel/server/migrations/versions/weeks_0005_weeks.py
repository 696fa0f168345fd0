"""Games over weeks: pace and clocks, votes, notices, standing orders, notes, deals, ratings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "weeks_0005"
down_revision = "site_0004"

NEW = ("votes", "outages", "subscriptions", "quiet", "told", "notes", "deals", "results")


def upgrade() -> None:
    op.add_column("tables", sa.Column("pace", sa.Text, nullable=False, server_default="{}"))
    op.add_column("tables", sa.Column("clocks", sa.Text, nullable=False, server_default="{}"))
    op.add_column("gatherings", sa.Column("pace", sa.Text, nullable=False, server_default="{}"))
    op.create_table(
        "votes",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("ballots", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("ends", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_votes_table_id", "votes", ["table_id"])
    op.create_table(
        "outages",
        sa.Column("began", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("keys", sa.Text, nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("token", sa.String(40), nullable=False, unique=True),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("problem", sa.String(200), nullable=False),
    )
    op.create_index("ix_subscriptions_person", "subscriptions", ["person"])
    op.create_index("ix_subscriptions_table_id", "subscriptions", ["table_id"])
    op.create_table(
        "quiet",
        sa.Column("person", sa.String(16), primary_key=True),
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("kind", sa.String(10), primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "told",
        sa.Column("person", sa.String(16), primary_key=True),
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("turn", sa.Integer, primary_key=True),
        sa.Column("sent", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "notes",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("person", sa.String(16), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "deals",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_deals_table_id", "deals", ["table_id"])
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("places", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_results_game", "results", ["game"])


def downgrade() -> None:
    for name in NEW:
        op.drop_table(name)
    op.drop_column("gatherings", "pace")
    op.drop_column("tables", "clocks")
    op.drop_column("tables", "pace")

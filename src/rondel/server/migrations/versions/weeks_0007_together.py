"""Plans that players try out; talk that is muted, reported and silenced; tournaments."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "weeks_0007"
down_revision = "coach_0006"

NEW = ("plans", "mutes", "silenced", "reports", "tournaments", "tournament_tables")


def upgrade() -> None:
    op.create_table(
        "plans",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("person", sa.String(16), primary_key=True),
        sa.Column("seat", sa.SmallInteger, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "mutes",
        sa.Column("person", sa.String(16), primary_key=True),
        sa.Column("other", sa.String(16), primary_key=True),
        sa.Column("made", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "silenced",
        sa.Column("person", sa.String(16), primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("by", sa.String(16), nullable=False),
        sa.Column("about", sa.String(16), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("settled", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_reports_settled", "reports", ["settled"])
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("host", sa.String(16), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_tournaments_state", "tournaments", ["state"])
    op.create_table(
        "tournament_tables",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("tournament", sa.String(16), nullable=False),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    for name in NEW:
        op.drop_table(name)

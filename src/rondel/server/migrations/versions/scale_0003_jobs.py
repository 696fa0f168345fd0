"""What is to be done later, and who did what."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "scale_0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "jobs",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), index=True),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False, index=True),
        sa.Column("claimed_by", sa.String(40), nullable=False),
        sa.Column("claimed_until", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "audit",
        sa.Column("number", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=True),
        sa.Column("at", sa.BigInteger, nullable=False, index=True),
        sa.Column("who", sa.String(80), nullable=False),
        sa.Column("what", sa.String(40), nullable=False),
        sa.Column("about", sa.Text, nullable=False),
    )
    _bots_go_on()


def _bots_go_on() -> None:
    """A bot that is to act in a running table has a job from now on."""
    connection = op.get_bind()
    bots = {
        (table, seat)
        for table, seat in connection.execute(sa.text("SELECT table_id, seat FROM seats WHERE kind = 'bot'")).all()
    }
    if not bots:
        return
    running = sa.text("SELECT id, message, to_act FROM tables WHERE NOT over").columns(
        sa.column("id", sa.String), sa.column("message", sa.Integer), sa.column("to_act", sa.String)
    )
    for table, message, to_act in connection.execute(running).all():
        try:
            acting = json.loads(to_act)
        except ValueError:
            continue  # a row that cannot be read
        if any((table, seat) in bots for seat in acting):
            connection.execute(
                sa.text(
                    "INSERT INTO jobs (id, kind, table_id, about, due, claimed_by, claimed_until, tries) "
                    "VALUES (:id, 'bot', :table, '{}', 0, '', 0, 0)"
                ),
                {"id": f"bot-{table}-{message}", "table": table},
            )


def downgrade() -> None:
    op.drop_table("audit")
    op.drop_table("jobs")

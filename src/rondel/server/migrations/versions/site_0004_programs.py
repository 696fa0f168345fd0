"""Programs with tokens of their own, passkeys, and tries that all processes count together."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "site_0004"
down_revision = "site_0003"


def upgrade() -> None:
    op.add_column("persons", sa.Column("owner", sa.String(16)))
    op.create_index("ix_persons_owner", "persons", ["owner"])
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), primary_key=True),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("count", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger),
    )
    op.create_index("ix_passkeys_person", "passkeys", ["person"])
    op.create_table(
        "tries",
        sa.Column("kind", sa.String(20), primary_key=True),
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("times", sa.Text, nullable=False),
        sa.Column("ends", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_tries_ends", "tries", ["ends"])


def downgrade() -> None:
    op.drop_table("tries")
    op.drop_table("passkeys")
    op.drop_index("ix_persons_owner", "persons")
    op.drop_column("persons", "owner")

"""From where a table was played on."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "analysis_0009"
down_revision = "site_0008"


def upgrade() -> None:
    op.add_column("tables", sa.Column("origin", sa.Text, nullable=False, server_default="{}"))


def downgrade() -> None:
    op.drop_column("tables", "origin")

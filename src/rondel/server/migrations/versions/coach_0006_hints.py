"""Whether a coach may be asked at a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "coach_0006"
down_revision = "weeks_0005"


def upgrade() -> None:
    op.add_column("tables", sa.Column("hints", sa.Boolean))
    op.add_column("gatherings", sa.Column("hints", sa.Boolean))


def downgrade() -> None:
    op.drop_column("gatherings", "hints")
    op.drop_column("tables", "hints")

"""Who said a line, and to whom it was said: seats may be another's later."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "site_0008"
down_revision = "weeks_0007"


def upgrade() -> None:
    op.add_column("chat", sa.Column("person", sa.String(16)))
    op.add_column("chat", sa.Column("heard", sa.Text, nullable=False, server_default="[]"))
    op.create_index("ix_chat_person", "chat", ["person"])


def downgrade() -> None:
    op.drop_index("ix_chat_person", "chat")
    op.drop_column("chat", "heard")
    op.drop_column("chat", "person")

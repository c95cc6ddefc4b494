"""Whom people have blocked."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables to this revision."""
    op.create_table(
        "blocks",
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("blocked_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["blocked_id"], ["people.id"], name="blocks_blocked_id_exists", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="blocks_person_id_exists", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person_id", "blocked_id", name="blocks_key"),
    )
    op.create_index("blocks_blocked_id", "blocks", ["blocked_id"])


def downgrade() -> None:
    """Take them back to the one before."""
    op.drop_index("blocks_blocked_id", "blocks")
    op.drop_table("blocks")

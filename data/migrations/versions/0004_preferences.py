"""How people like to play."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables to this revision."""
    op.create_table(
        "preferences",
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("settings", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="preferences_person_id_exists", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person_id", name="preferences_key"),
    )


def downgrade() -> None:
    """Take them back to the one before."""
    op.drop_table("preferences")

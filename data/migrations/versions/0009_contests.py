"""Hands of score pads that were contested, what became of that, and what the keepers are told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables to this revision."""
    op.create_table(
        "pad_contests",
        sa.Column("pad_id", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("hand", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=True),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("decided", sa.Integer(), nullable=True),
        sa.Column("decider_id", sa.BigInteger(), nullable=True),
        sa.Column("channel", sa.BigInteger(), nullable=True),
        sa.Column("message", sa.BigInteger(), nullable=True),
        sa.Column("begun", sa.BigInteger(), nullable=True),
        sa.Column("shown", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["pad_id"], ["pads.id"], name="pad_contests_pad_id_exists", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="pad_contests_person_id_exists"),
        sa.ForeignKeyConstraint(["decider_id"], ["people.id"], name="pad_contests_decider_id_exists"),
        sa.PrimaryKeyConstraint("pad_id", "seq", name="pad_contests_key"),
    )
    op.create_index("pad_contests_person_id", "pad_contests", ["person_id"])


def downgrade() -> None:
    """Take them back to the one before."""
    op.drop_table("pad_contests")

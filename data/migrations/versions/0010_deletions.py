"""Whose data was taken out of this database, what tells it from others, and ways to all that somebody did."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables to this revision."""
    op.create_table(
        "deletions",
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("person_id", "at", name="deletions_key"),
    )
    op.create_table(
        "origins",
        sa.Column("mark", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mark", name="origins_key"),
    )
    op.execute("INSERT INTO origins (mark) VALUES (lower(hex(randomblob(8))))")
    somebodys = sa.text("person_id IS NOT NULL")
    op.create_index("events_person_id_table_id_seq", "events", ["person_id", "table_id", "seq"], sqlite_where=somebodys)
    op.create_index("pad_hands_person_id", "pad_hands", ["person_id"])
    op.create_index("pad_changes_person_id", "pad_changes", ["person_id"])


def downgrade() -> None:
    """Take them back to the one before."""
    for table in ("pad_changes", "pad_hands"):
        op.drop_index(f"{table}_person_id", table)
    op.drop_index("events_person_id_table_id_seq", "events")
    op.drop_table("origins")
    op.drop_table("deletions")

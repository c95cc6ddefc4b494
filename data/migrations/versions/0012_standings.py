"""Ratings come from another model, and results know when they were entered: all standings are worked out anew, once.

The results of pads are made anew as well, for they go by when hands were played.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

RESULTS = ("hand_results", "game_results")


def upgrade() -> None:
    """Bring the tables to this revision."""
    for table in RESULTS:
        with op.batch_alter_table(table, recreate="always") as batch:
            batch.add_column(sa.Column("entered", sa.BigInteger(), nullable=True))
    op.execute("UPDATE pads SET recorded = 0")
    op.execute("UPDATE folds SET stale = 1, changes = changes + 1")


def downgrade() -> None:
    """Take them back to the one before: standings are worked out anew as well."""
    for table in RESULTS:
        with op.batch_alter_table(table) as batch:
            batch.drop_column("entered")
    op.execute("UPDATE pads SET recorded = 0")
    op.execute("UPDATE folds SET stale = 1, changes = changes + 1")

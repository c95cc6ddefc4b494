"""Ratings come from another model: all standings are worked out anew, once."""

from __future__ import annotations

from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables to this revision."""
    op.execute("UPDATE folds SET stale = 1, changes = changes + 1")


def downgrade() -> None:
    """Take them back to the one before: the ratings of its model are worked out anew as well."""
    op.execute("UPDATE folds SET stale = 1, changes = changes + 1")

"""Whom moderators keep from the tables of their server, and what they did there."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables to this revision."""
    op.create_table(
        "bans",
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="bans_person_id_exists", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("guild", "person_id", name="bans_key"),
    )
    op.create_index("bans_person_id", "bans", ["person_id"])
    op.create_table(
        "acts",
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("act", sa.Text(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("whom_id", sa.BigInteger(), nullable=True),
        sa.Column("table_id", sa.BigInteger(), nullable=True),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="acts_person_id_exists"),
        sa.ForeignKeyConstraint(["whom_id"], ["people.id"], name="acts_whom_id_exists"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="acts_table_id_exists", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="acts_key"),
        sqlite_autoincrement=True,
    )
    op.create_index("acts_guild_id", "acts", ["guild", "id"])


def downgrade() -> None:
    """Take them back to the one before."""
    op.drop_table("acts")
    op.drop_table("bans")

"""Club nights, and what was brought into them or taken out."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Bring the tables to this revision."""
    op.create_table(
        "nights",
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=True),
        sa.Column("began", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.Column("ender_id", sa.BigInteger(), nullable=True),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.Column("message_channel", sa.BigInteger(), nullable=True),
        sa.Column("message", sa.BigInteger(), nullable=True),
        sa.Column("interaction", sa.BigInteger(), nullable=True),
        sa.Column("id", _ID, autoincrement=True, nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="nights_person_id_exists"),
        sa.ForeignKeyConstraint(["ender_id"], ["people.id"], name="nights_ender_id_exists"),
        sa.PrimaryKeyConstraint("id", name="nights_key"),
        sa.UniqueConstraint("interaction", name="nights_interaction_unique"),
        sqlite_autoincrement=True,
    )
    op.create_index("nights_guild", "nights", ["guild"])
    op.create_index("nights_channel", "nights", ["channel"])
    op.create_table(
        "night_parts",
        sa.Column("night_id", sa.BigInteger(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("belongs", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["night_id"], ["nights.id"], name="night_parts_night_id_exists", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("night_id", "source", "number", name="night_parts_key"),
    )


def downgrade() -> None:
    """Take them back to the one before."""
    op.drop_table("night_parts")
    op.drop_table("nights")

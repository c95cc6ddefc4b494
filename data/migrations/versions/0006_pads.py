"""Score pads: who keeps them, who plays, their hands, every change of them, and what is not entered yet."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _pad(name: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["pad_id"], ["pads.id"], name=f"{name}_pad_id_exists", ondelete="CASCADE")


def upgrade() -> None:
    """Bring the tables to this revision."""
    op.create_table(
        "pads",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("options", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("given", sa.Integer(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("message_channel", sa.BigInteger(), nullable=True),
        sa.Column("message", sa.BigInteger(), nullable=True),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.Column("id", _ID, autoincrement=True, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pads_key"),
        sqlite_autoincrement=True,
    )
    op.create_index("pads_guild", "pads", ["guild"])
    op.create_table(
        "pad_keepers",
        sa.Column("pad_id", sa.BigInteger(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        _pad("pad_keepers"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="pad_keepers_person_id_exists"),
        sa.PrimaryKeyConstraint("pad_id", "person_id", name="pad_keepers_key"),
    )
    op.create_index("pad_keepers_person_id", "pad_keepers", ["person_id"])
    op.create_table(
        "pad_players",
        sa.Column("pad_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        _pad("pad_players"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="pad_players_person_id_exists"),
        sa.PrimaryKeyConstraint("pad_id", "number", name="pad_players_key"),
    )
    op.create_index("pad_players_person_id", "pad_players", ["person_id"])
    op.create_table(
        "pad_hands",
        sa.Column("pad_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("rev", sa.Integer(), nullable=False),
        sa.Column("players", sa.Text(), nullable=False),
        sa.Column("dealer", sa.Integer(), nullable=False),
        sa.Column("told", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("entry", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("brought", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("points", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=True),
        sa.Column("entered", sa.BigInteger(), nullable=False),
        sa.Column("played", sa.BigInteger(), nullable=False),
        _pad("pad_hands"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="pad_hands_person_id_exists"),
        sa.PrimaryKeyConstraint("pad_id", "number", name="pad_hands_key"),
    )
    op.create_table(
        "pad_changes",
        sa.Column("pad_id", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("hand", sa.Integer(), nullable=True),
        sa.Column("before", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("after", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("person_id", sa.BigInteger(), nullable=True),
        sa.Column("interaction", sa.BigInteger(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        _pad("pad_changes"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="pad_changes_person_id_exists"),
        sa.PrimaryKeyConstraint("pad_id", "seq", name="pad_changes_key"),
        sa.UniqueConstraint("interaction", name="pad_changes_interaction_unique"),
    )
    op.create_table(
        "pad_drafts",
        sa.Column("pad_id", sa.BigInteger(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("hand", sa.Integer(), nullable=False),
        sa.Column("base", sa.Integer(), nullable=False),
        sa.Column("players", sa.Text(), nullable=False),
        sa.Column("dealer", sa.Integer(), nullable=False),
        sa.Column("played", sa.BigInteger(), nullable=True),
        sa.Column("typed", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.Column("id", _ID, autoincrement=True, nullable=False),
        _pad("pad_drafts"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="pad_drafts_person_id_exists", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pad_drafts_key"),
        sa.UniqueConstraint("pad_id", "person_id", "hand", name="pad_drafts_pad_id_person_id_hand_unique"),
        sqlite_autoincrement=True,
    )


def downgrade() -> None:
    """Take them back to the one before."""
    for table in ("pad_drafts", "pad_changes", "pad_hands", "pad_players", "pad_keepers", "pads"):
        op.drop_table(table)

"""The first tables: guild settings, tables, seats, events, outbox."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables to this revision."""
    op.create_table(
        "guilds",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("settings", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild", name="guilds_key"),
    )
    op.create_table(
        "tables",
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("options", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("settings", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("thread", sa.BigInteger(), nullable=True),
        sa.Column("host", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("message_channel", sa.BigInteger(), nullable=True),
        sa.Column("message", sa.BigInteger(), nullable=True),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.PrimaryKeyConstraint("id", name="tables_key"),
        sqlite_autoincrement=True,
    )
    for column in ("channel", "guild", "status", "thread"):
        op.create_index(f"tables_{column}", "tables", [column])
    op.create_table(
        "events",
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("public", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("hidden", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("interaction", sa.BigInteger(), nullable=True),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="events_table_id_exists", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "seq", name="events_key"),
        sa.UniqueConstraint("interaction", name="events_interaction_unique"),
    )
    op.create_table(
        "outbox",
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("payload", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=True),
        sa.Column("message", sa.BigInteger(), nullable=True),
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="outbox_table_id_exists", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="outbox_key"),
        sa.UniqueConstraint("table_id", "kind", "key", name="outbox_table_id_kind_key_unique"),
        sqlite_autoincrement=True,
    )
    op.create_index("outbox_state_due", "outbox", ["state", "due"])
    op.create_table(
        "seats",
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("points", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="seats_table_id_exists", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "seat", name="seats_key"),
    )
    op.create_index("seats_user_id", "seats", ["user_id"])


def downgrade() -> None:
    """Take them back to the one before."""
    for table in ("seats", "outbox", "events", "tables", "guilds"):
        op.drop_table(table)

"""When the bot was there: between these times clocks stand still; the work that a message was posted for; the points
that late comers of score pads start with; pads and club nights that were deleted.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables to this revision."""
    op.create_table(
        "runs",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("began", sa.BigInteger(), nullable=False),
        sa.Column("last", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="runs_key"),
    )
    op.create_index("runs_last", "runs", ["last"])
    with op.batch_alter_table("pad_players", recreate="always") as players:
        players.add_column(sa.Column("start", sa.Text(), nullable=True))
    op.drop_index("pads_unrecorded", "pads")
    with op.batch_alter_table("pads", recreate="always", table_kwargs={"sqlite_autoincrement": True}) as pads:
        pads.add_column(sa.Column("deleted", sa.BigInteger(), nullable=True))
    op.create_index("pads_unrecorded", "pads", ["id"], sqlite_where=sa.text("recorded < seq"))
    with op.batch_alter_table("nights", recreate="always", table_kwargs={"sqlite_autoincrement": True}) as nights:
        nights.add_column(sa.Column("deleted", sa.BigInteger(), nullable=True))
        nights.add_column(sa.Column("deleter_id", sa.BigInteger(), nullable=True))
        nights.create_foreign_key("nights_deleter_id_exists", "people", ["deleter_id"], ["id"])
    op.create_index("work_message", "work", ["message"], sqlite_where=sa.text("message IS NOT NULL"))


def downgrade() -> None:
    """Take them back to the one before."""
    op.drop_index("work_message", "work")
    with op.batch_alter_table("nights", recreate="always", table_kwargs={"sqlite_autoincrement": True}) as nights:
        nights.drop_constraint("nights_deleter_id_exists", type_="foreignkey")
        nights.drop_column("deleter_id")
        nights.drop_column("deleted")
    op.drop_index("pads_unrecorded", "pads")
    with op.batch_alter_table("pads", recreate="always", table_kwargs={"sqlite_autoincrement": True}) as pads:
        pads.drop_column("deleted")
    op.create_index("pads_unrecorded", "pads", ["id"], sqlite_where=sa.text("recorded < seq"))
    with op.batch_alter_table("pad_players", recreate="always") as players:
        players.drop_column("start")
    op.drop_index("runs_last", "runs")
    op.drop_table("runs")

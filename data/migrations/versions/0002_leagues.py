"""The tables of leagues, and of the weekly cup."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from data.migrations.columns import ID, keys, numbers, optional_numbers, people, texts

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables to this revision."""
    op.create_table(
        "leagues",
        *numbers("guild", "channel"),
        *texts("name", "game"),
        *numbers("seats"),
        sa.Column("options", sa.JSON(none_as_null=True), nullable=False),
        *numbers("clock", "starts", "ends", "advance", "stage", "stage_ms"),
        sa.Column("previous", sa.BigInteger(), nullable=True),
        sa.Column("status", sa.Text(), nullable=False),
        *optional_numbers("began", "ended"),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        *optional_numbers("message_channel", "message", "person_id", "interaction"),
        sa.Column("id", ID, nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="leagues_person_id_exists"),
        sa.PrimaryKeyConstraint("id", name="leagues_key"),
        sa.UniqueConstraint("interaction", name="leagues_interaction_unique"),
        sqlite_autoincrement=True,
    )
    op.create_index("leagues_guild", "leagues", ["guild"])
    op.create_table(
        "league_acts",
        *numbers("league_id", "at"),
        sa.Column("kind", sa.Text(), nullable=False),
        *optional_numbers("person_id", "whom_id"),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("amount", sa.Text(), nullable=True),
        sa.Column("id", ID, nullable=False),
        sa.ForeignKeyConstraint(["league_id"], ["leagues.id"], name="league_acts_league_id_exists", ondelete="CASCADE"),
        *people("league_acts", "person_id", "whom_id"),
        sa.PrimaryKeyConstraint("id", name="league_acts_key"),
    )
    op.create_index("league_acts_league_id", "league_acts", ["league_id"])
    op.create_index("league_acts_person_id", "league_acts", ["person_id"])
    op.create_index("league_acts_whom_id", "league_acts", ["whom_id"])
    op.create_table(
        "league_entrants",
        sa.Column("league_id", sa.BigInteger(), nullable=False),
        *keys("stage", "person_id"),
        *numbers("entered"),
        sa.Column("state", sa.Text(), nullable=False),
        *optional_numbers("group_number", "place", "since", "final_place"),
        sa.Column("final_points", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["league_id"], ["leagues.id"], name="league_entrants_league_id_exists", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="league_entrants_person_id_exists"),
        sa.PrimaryKeyConstraint("league_id", "stage", "person_id", name="league_entrants_key"),
    )
    op.create_index("league_entrants_person_id", "league_entrants", ["person_id"])
    op.create_table(
        "league_tables",
        sa.Column("league_id", sa.BigInteger(), nullable=False),
        *keys("stage", "group_number", "number"),
        sa.Column("table_id", sa.BigInteger(), nullable=True),
        sa.Column("void", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["league_id"], ["leagues.id"], name="league_tables_league_id_exists", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="league_tables_table_id_exists", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("league_id", "stage", "group_number", "number", name="league_tables_key"),
    )
    op.create_index("league_tables_table_id", "league_tables", ["table_id"])
    op.create_table(
        "cup_results",
        *keys("week", "guild", "person_id"),
        *numbers("permille"),
        *optional_numbers("group_number"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="cup_results_person_id_exists", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("week", "guild", "person_id", name="cup_results_key"),
    )
    op.create_index("cup_results_person_id", "cup_results", ["person_id"])


def downgrade() -> None:
    """Take them back to the one before."""
    for table in ("cup_results", "league_tables", "league_entrants", "league_acts", "leagues"):
        op.drop_table(table)

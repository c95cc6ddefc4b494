"""The tables of leagues."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _numbers(*names: str) -> list[sa.Column[int]]:
    """Columns of whole numbers, none of which may be missing."""
    return [sa.Column(name, sa.BigInteger(), nullable=False) for name in names]


def _optional(*names: str) -> list[sa.Column[int]]:
    """Columns of whole numbers that may be missing."""
    return [sa.Column(name, sa.BigInteger(), nullable=True) for name in names]


def _texts(*names: str) -> list[sa.Column[str]]:
    """Columns of texts, none of which may be missing."""
    return [sa.Column(name, sa.Text(), nullable=False) for name in names]


def _keys(*names: str) -> list[sa.Column[int]]:
    """Columns of whole numbers of a key that we give."""
    return [sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=False) for name in names]


def _people(table: str, *names: str) -> list[sa.ForeignKeyConstraint]:
    """The constraints of columns that name people."""
    return [sa.ForeignKeyConstraint([name], ["people.id"], name=f"{table}_{name}_exists") for name in names]


def upgrade() -> None:
    """Bring the tables to this revision."""
    op.create_table(
        "leagues",
        *_numbers("guild", "channel"),
        *_texts("name", "game"),
        *_numbers("seats", "clock", "starts", "ends"),
        sa.Column("previous", sa.BigInteger(), nullable=True),
        sa.Column("status", sa.Text(), nullable=False),
        *_optional("began", "ended"),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        *_optional("message_channel", "message", "person_id", "interaction"),
        sa.Column("id", _ID, nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="leagues_person_id_exists"),
        sa.PrimaryKeyConstraint("id", name="leagues_key"),
        sa.UniqueConstraint("interaction", name="leagues_interaction_unique"),
        sqlite_autoincrement=True,
    )
    op.create_index("leagues_guild", "leagues", ["guild"])
    op.create_table(
        "league_acts",
        *_numbers("league_id", "at"),
        sa.Column("kind", sa.Text(), nullable=False),
        *_optional("person_id", "whom_id"),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("amount", sa.Text(), nullable=True),
        sa.Column("id", _ID, nullable=False),
        sa.ForeignKeyConstraint(["league_id"], ["leagues.id"], name="league_acts_league_id_exists", ondelete="CASCADE"),
        *_people("league_acts", "person_id", "whom_id"),
        sa.PrimaryKeyConstraint("id", name="league_acts_key"),
    )
    op.create_index("league_acts_league_id", "league_acts", ["league_id"])
    op.create_index("league_acts_person_id", "league_acts", ["person_id"])
    op.create_index("league_acts_whom_id", "league_acts", ["whom_id"])
    op.create_table(
        "league_entrants",
        sa.Column("league_id", sa.BigInteger(), nullable=False),
        *_keys("person_id"),
        *_numbers("entered"),
        sa.Column("state", sa.Text(), nullable=False),
        *_optional("group_number", "place", "since", "final_place"),
        sa.Column("final_points", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["league_id"], ["leagues.id"], name="league_entrants_league_id_exists", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="league_entrants_person_id_exists"),
        sa.PrimaryKeyConstraint("league_id", "person_id", name="league_entrants_key"),
    )
    op.create_index("league_entrants_person_id", "league_entrants", ["person_id"])
    op.create_table(
        "league_tables",
        sa.Column("league_id", sa.BigInteger(), nullable=False),
        *_keys("group_number", "number"),
        sa.Column("table_id", sa.BigInteger(), nullable=True),
        sa.Column("void", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["league_id"], ["leagues.id"], name="league_tables_league_id_exists", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="league_tables_table_id_exists", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("league_id", "group_number", "number", name="league_tables_key"),
    )
    op.create_index("league_tables_table_id", "league_tables", ["table_id"])


def downgrade() -> None:
    """Take them back to the one before."""
    for table in ("league_tables", "league_entrants", "league_acts", "leagues"):
        op.drop_table(table)

"""Consents of players of a score pad; guests as people of their server; days of hands; messages of nights' ends."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

DATED: dict[str, dict[str, bool]] = {"pad_hands": {}, "pad_drafts": {"sqlite_autoincrement": True}}


CARD: dict[str, type[sa.Integer]] = {"card_begun": sa.BigInteger, "card": sa.BigInteger, "card_shown": sa.Integer}


def upgrade() -> None:
    """Bring the tables to this revision."""
    op.create_table(
        "pad_consents",
        sa.Column("pad_id", sa.BigInteger(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("guest", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("by_id", sa.BigInteger(), nullable=True),
        sa.Column("asked", sa.BigInteger(), nullable=False),
        sa.Column("told", sa.BigInteger(), nullable=True),
        sa.Column("channel", sa.BigInteger(), nullable=True),
        sa.Column("message", sa.BigInteger(), nullable=True),
        sa.Column("begun", sa.BigInteger(), nullable=True),
        sa.Column("shown", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["pad_id"], ["pads.id"], name="pad_consents_pad_id_exists", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="pad_consents_person_id_exists"),
        sa.ForeignKeyConstraint(["by_id"], ["people.id"], name="pad_consents_by_id_exists"),
        sa.PrimaryKeyConstraint("pad_id", "person_id", name="pad_consents_key"),
    )
    op.create_index("pad_consents_person_id", "pad_consents", ["person_id"])
    with op.batch_alter_table("people", recreate="always") as people:
        people.add_column(sa.Column("guild", sa.BigInteger(), nullable=True))
        people.add_column(sa.Column("folded", sa.Text(), nullable=True))
    op.create_index("people_guild_folded", "people", ["guild", "folded"], unique=True)
    op.execute(sa.text("UPDATE pads SET recorded = 0"))
    with op.batch_alter_table("pad_players", recreate="always") as players:
        players.add_column(sa.Column("source_pad", sa.BigInteger(), nullable=True))
        players.add_column(sa.Column("source_number", sa.Integer(), nullable=True))
    op.create_index("pad_players_source_pad", "pad_players", ["source_pad"])
    for table, how in DATED.items():
        with op.batch_alter_table(table, recreate="always", table_kwargs=how) as batch:
            batch.add_column(sa.Column("day", sa.Text(), nullable=True))
    with op.batch_alter_table("nights", recreate="always", table_kwargs={"sqlite_autoincrement": True}) as batch:
        for name, kind in CARD.items():
            batch.add_column(sa.Column(name, kind(), nullable=True))


def downgrade() -> None:
    """Take them back to the one before."""
    with op.batch_alter_table("nights", recreate="always", table_kwargs={"sqlite_autoincrement": True}) as batch:
        for name in CARD:
            batch.drop_column(name)
    for table, how in DATED.items():
        with op.batch_alter_table(table, recreate="always", table_kwargs=how) as batch:
            batch.drop_column("day")
    op.drop_index("pad_players_source_pad", "pad_players")
    with op.batch_alter_table("pad_players", recreate="always") as players:
        players.drop_column("source_number")
        players.drop_column("source_pad")
    op.drop_index("people_guild_folded", "people")
    with op.batch_alter_table("people", recreate="always") as people:
        people.drop_column("folded")
        people.drop_column("guild")
    op.drop_table("pad_consents")

"""Results of hands and games, seasons, and what is worked out from them; tables and pads owe their results."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_JSON = sa.JSON(none_as_null=True)


def _number(name: str, *, null: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), nullable=null, autoincrement=False if not null else "auto")


def _count(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=False, autoincrement=False)


def _text(name: str, *, null: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=null)


def _flag(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean(), nullable=False)


def _person(table: str, *, cascade: bool = False) -> sa.ForeignKeyConstraint:
    gone = "CASCADE" if cascade else None
    return sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=f"{table}_person_id_exists", ondelete=gone)


def upgrade() -> None:
    """Bring the tables to this revision."""
    op.create_table(
        "hand_results",
        *(_text("source"), _number("origin"), _count("number"), _number("guild"), _text("game"), _number("at")),
        *(_text("state"), _flag("friendly")),
        sa.PrimaryKeyConstraint("source", "origin", "number", name="hand_results_key"),
    )
    op.create_table(
        "hand_result_parts",
        *(_text("source"), _number("origin"), _count("number"), _count("part"), _count("seat"), _text("kind")),
        *(_number("person_id", null=True), _text("points"), sa.Column("feats", _JSON, nullable=False)),
        _person("hand_result_parts"),
        sa.PrimaryKeyConstraint("source", "origin", "number", "part", name="hand_result_parts_key"),
    )
    op.create_table(
        "game_results",
        *(_text("source"), _number("origin"), _number("guild"), _text("game"), _number("at"), _count("hands")),
        *(_text("state"), _flag("friendly")),
        sa.PrimaryKeyConstraint("source", "origin", name="game_results_key"),
    )
    op.create_table(
        "game_result_parts",
        *(_text("source"), _number("origin"), _count("part"), _count("seat"), _count("side"), _text("kind")),
        *(_number("person_id", null=True), _text("points"), _count("place"), _flag("won"), _text("stay")),
        _person("game_result_parts"),
        sa.PrimaryKeyConstraint("source", "origin", "part", name="game_result_parts_key"),
    )
    op.create_table(
        "seasons",
        *(_number("guild"), _count("number"), _text("name"), _number("began")),
        sa.PrimaryKeyConstraint("guild", "number", name="seasons_key"),
    )
    op.create_table(
        "standings",
        *(_number("guild"), _text("game"), _count("season"), _number("person_id"), _count("hands"), _count("at_pads")),
        *(
            _text("points"),
            _text("best", null=True),
            _text("best_source", null=True),
            _number("best_origin", null=True),
        ),
        *(sa.Column("best_number", sa.Integer(), nullable=True), _count("games"), _count("wins"), _count("streak")),
        *(_count("longest"), _count("friendly"), sa.Column("feats", _JSON, nullable=False), _count("rated")),
        *(sa.Column("mu", sa.Float(), nullable=False), sa.Column("sigma", sa.Float(), nullable=False)),
        _person("standings", cascade=True),
        sa.PrimaryKeyConstraint("guild", "game", "season", "person_id", name="standings_key"),
    )
    op.create_table(
        "rated_games",
        *(_number("guild"), _text("game"), _count("season"), _number("person_id"), _number("at"), _text("source")),
        *(_number("origin"), _count("place")),
        *(sa.Column("mu", sa.Float(), nullable=False), sa.Column("sigma", sa.Float(), nullable=False)),
        _person("rated_games", cascade=True),
        sa.PrimaryKeyConstraint(
            *("guild", "game", "season", "person_id", "at", "source", "origin"), name="rated_games_key"
        ),
    )
    op.create_table(
        "folds",
        *(_number("guild"), _text("game"), _flag("stale"), _count("changes"), _count("made"), _number("hand_at")),
        *(_text("hand_source"), _number("hand_origin"), _count("hand_number"), _number("game_at")),
        *(_text("game_source"), _number("game_origin")),
        sa.PrimaryKeyConstraint("guild", "game", name="folds_key"),
    )
    for table, columns in _INDEXES:
        op.create_index(f"{table}_{'_'.join(columns)}", table, list(columns))
    with op.batch_alter_table("pads", recreate="always", table_kwargs={"sqlite_autoincrement": True}) as pads:
        pads.add_column(sa.Column("recorded", sa.Integer(), nullable=False, server_default="0"))
    with op.batch_alter_table("pads", recreate="always", table_kwargs={"sqlite_autoincrement": True}) as pads:
        pads.alter_column("recorded", server_default=None)
    op.create_index("pads_unrecorded", "pads", ["id"], sqlite_where=sa.text("recorded < seq"))
    op.execute(
        "INSERT INTO work (table_id, guild, kind, key, seq, payload, due, tries, state) "
        "SELECT id, guild, 'record', '', seq, '{}', 0, 0, 'due' FROM tables WHERE guild <> 0 AND (status = 'over' "
        "OR EXISTS (SELECT 1 FROM hands WHERE hands.table_id = tables.id) "
        "OR EXISTS (SELECT 1 FROM work w WHERE w.table_id = tables.id AND w.kind = 'backfill' "
        "AND w.state <> 'cancelled'))"
    )


_INDEXES = (
    ("hand_results", ("guild", "game", "at", "source", "origin", "number")),
    ("game_results", ("guild", "game", "at", "source", "origin")),
    ("rated_games", ("guild", "game", "at", "source", "origin")),
    ("hand_result_parts", ("person_id",)),
    ("game_result_parts", ("person_id",)),
    ("standings", ("person_id",)),
    ("rated_games", ("person_id",)),
    ("folds", ("stale",)),
)


def downgrade() -> None:
    """Take them back to the one before: what is owed of results goes with them."""
    op.execute("DELETE FROM work WHERE kind = 'record'")
    op.drop_index("pads_unrecorded", "pads")
    with op.batch_alter_table("pads", recreate="always", table_kwargs={"sqlite_autoincrement": True}) as pads:
        pads.drop_column("recorded")
    for table in (
        *("folds", "rated_games", "standings", "seasons"),
        *("game_result_parts", "game_results", "hand_result_parts", "hand_results"),
    ):
        op.drop_table(table)

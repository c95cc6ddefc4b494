"""The whole schema, but for leagues."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

import sqlalchemy as sa
from alembic import op

from data.migrations.columns import ID, numbers, optional_numbers, people, texts

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_JSON = sa.JSON(none_as_null=True)


def _where(condition: str) -> dict[str, Any]:
    return {f"{dialect}_where": sa.text(condition) for dialect in ("sqlite", "postgresql")}


def upgrade() -> None:
    """Bring the tables to this revision."""
    op.create_table(
        "deletions",
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("person_id", "at", name="deletions_key"),
    )
    op.create_table(
        "folds",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        *numbers("changes", "changes_folded", "hand_at"),
        sa.Column("hand_source", sa.Text(), nullable=False),
        *numbers("hand_origin", "hand_number", "game_at"),
        sa.Column("game_source", sa.Text(), nullable=False),
        sa.Column("game_origin", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "game", name="folds_key"),
    )
    op.create_table(
        "game_results",
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("origin", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        *numbers("at", "hands"),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("friendly", sa.Boolean(), nullable=False),
        sa.Column("entered", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("source", "origin", name="game_results_key"),
    )
    op.create_index(
        "game_results_guild_game_at_source_origin", "game_results", ["guild", "game", "at", "source", "origin"]
    )
    op.create_table(
        "guilds",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("settings", _JSON, nullable=False),
        *numbers("version", "updated"),
        sa.PrimaryKeyConstraint("guild", name="guilds_key"),
    )
    op.create_table(
        "hand_results",
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("origin", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("friendly", sa.Boolean(), nullable=False),
        sa.Column("entered", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("source", "origin", "number", name="hand_results_key"),
    )
    op.create_index(
        "hand_results_guild_game_at_source_origin_number",
        "hand_results",
        ["guild", "game", "at", "source", "origin", "number"],
    )
    origins = op.create_table(
        "origins", sa.Column("mark", sa.Text(), nullable=False), sa.PrimaryKeyConstraint("mark", name="origins_key")
    )
    op.bulk_insert(origins, [{"mark": token_hex(8)}])  # what tells this database from others
    op.create_table(
        "pads",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("options", _JSON, nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("last_player_number", sa.BigInteger(), nullable=False),
        sa.Column("deleted", sa.BigInteger(), nullable=True),
        sa.Column("game", sa.Text(), nullable=False),
        *numbers("rules_version", "guild", "channel"),
        *optional_numbers("message_channel", "message"),
        *numbers("recorded", "seq", "created", "updated"),
        sa.Column("id", ID, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pads_key"),
        sqlite_autoincrement=True,
    )
    op.create_index("pads_guild", "pads", ["guild"])
    op.create_table(
        "people",
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=True),
        sa.Column("folded", sa.Text(), nullable=True),
        sa.Column("id", ID, nullable=False),
        sa.PrimaryKeyConstraint("id", name="people_key"),
        sa.UniqueConstraint("user_id", name="people_user_id_unique"),
    )
    op.create_index("people_guild_folded", "people", ["guild", "folded"], unique=True)
    op.create_table(
        "leases",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="leases_key"),
    )
    op.create_table(
        "runs",
        *numbers("began", "last", "shard", "shard_count"),
        sa.Column("id", ID, nullable=False),
        sa.PrimaryKeyConstraint("id", name="runs_key"),
    )
    op.create_index("runs_last", "runs", ["last"])
    op.create_table(
        "seasons",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("began", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("guild", "number", name="seasons_key"),
    )
    op.create_table(
        "bans",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        *numbers("person_id", "at"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="bans_person_id_exists", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("guild", "person_id", name="bans_key"),
    )
    op.create_index("bans_person_id", "bans", ["person_id"])
    op.create_table(
        "blocks",
        *numbers("person_id", "blocked_id", "at"),
        sa.ForeignKeyConstraint(["blocked_id"], ["people.id"], name="blocks_blocked_id_exists", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="blocks_person_id_exists", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person_id", "blocked_id", name="blocks_key"),
    )
    op.create_index("blocks_blocked_id", "blocks", ["blocked_id"])
    op.create_table(
        "game_result_parts",
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("origin", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("part", sa.BigInteger(), autoincrement=False, nullable=False),
        *numbers("seat", "side"),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=True),
        sa.Column("points", sa.Text(), nullable=False),
        sa.Column("place", sa.BigInteger(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("stay", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="game_result_parts_person_id_exists"),
        sa.PrimaryKeyConstraint("source", "origin", "part", name="game_result_parts_key"),
    )
    op.create_index("game_result_parts_person_id", "game_result_parts", ["person_id"])
    op.create_table(
        "hand_result_parts",
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("origin", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("part", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=True),
        sa.Column("points", sa.Text(), nullable=False),
        sa.Column("feats", _JSON, nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="hand_result_parts_person_id_exists"),
        sa.PrimaryKeyConstraint("source", "origin", "number", "part", name="hand_result_parts_key"),
    )
    op.create_index("hand_result_parts_person_id", "hand_result_parts", ["person_id"])
    op.create_table(
        "nights",
        *numbers("guild", "channel"),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=True),
        sa.Column("began", sa.BigInteger(), nullable=False),
        *optional_numbers("ended", "ender_id", "deleted", "deleter_id"),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        *optional_numbers("message_channel", "message", "interaction"),
        sa.Column("id", ID, nullable=False),
        sa.ForeignKeyConstraint(["deleter_id"], ["people.id"], name="nights_deleter_id_exists"),
        sa.ForeignKeyConstraint(["ender_id"], ["people.id"], name="nights_ender_id_exists"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="nights_person_id_exists"),
        sa.PrimaryKeyConstraint("id", name="nights_key"),
        sa.UniqueConstraint("interaction", name="nights_interaction_unique"),
        sqlite_autoincrement=True,
    )
    op.create_index("nights_channel", "nights", ["channel"])
    op.create_index("nights_guild", "nights", ["guild"])
    op.create_table(
        "pad_changes",
        sa.Column("pad_id", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("hand", sa.BigInteger(), nullable=True),
        sa.Column("before", _JSON, nullable=True),
        sa.Column("after", _JSON, nullable=True),
        *optional_numbers("person_id", "interaction"),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["pad_id"], ["pads.id"], name="pad_changes_pad_id_exists", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="pad_changes_person_id_exists"),
        sa.PrimaryKeyConstraint("pad_id", "seq", name="pad_changes_key"),
        sa.UniqueConstraint("interaction", name="pad_changes_interaction_unique"),
    )
    op.create_index("pad_changes_person_id", "pad_changes", ["person_id"])
    op.create_table(
        "pad_consents",
        sa.Column("pad_id", sa.BigInteger(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("player", sa.BigInteger(), nullable=False),
        sa.Column("guest", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("by_id", sa.BigInteger(), nullable=True),
        sa.Column("asked_at", sa.BigInteger(), nullable=False),
        sa.Column("informed_at", sa.BigInteger(), nullable=True),
        sa.Column("is_named", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["by_id"], ["people.id"], name="pad_consents_by_id_exists"),
        sa.ForeignKeyConstraint(["pad_id"], ["pads.id"], name="pad_consents_pad_id_exists", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="pad_consents_person_id_exists"),
        sa.PrimaryKeyConstraint("pad_id", "person_id", name="pad_consents_key"),
    )
    op.create_index("pad_consents_person_id", "pad_consents", ["person_id"])
    op.create_table(
        "pad_contests",
        sa.Column("pad_id", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("hand", sa.BigInteger(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=True),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        *optional_numbers("decided", "decider_id"),
        sa.ForeignKeyConstraint(["decider_id"], ["people.id"], name="pad_contests_decider_id_exists"),
        sa.ForeignKeyConstraint(["pad_id"], ["pads.id"], name="pad_contests_pad_id_exists", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="pad_contests_person_id_exists"),
        sa.PrimaryKeyConstraint("pad_id", "seq", name="pad_contests_key"),
    )
    op.create_index("pad_contests_person_id", "pad_contests", ["person_id"])
    op.create_table(
        "pad_drafts",
        *numbers("pad_id", "person_id", "hand", "base"),
        sa.Column("players", sa.Text(), nullable=False),
        sa.Column("dealer", sa.BigInteger(), nullable=False),
        sa.Column("played", sa.BigInteger(), nullable=True),
        sa.Column("day", sa.Text(), nullable=True),
        sa.Column("typed", _JSON, nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.ForeignKeyConstraint(["pad_id"], ["pads.id"], name="pad_drafts_pad_id_exists", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="pad_drafts_person_id_exists", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pad_drafts_key"),
        sa.UniqueConstraint("pad_id", "person_id", "hand", name="pad_drafts_pad_id_person_id_hand_unique"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "pad_hands",
        sa.Column("pad_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("rev", sa.BigInteger(), nullable=False),
        sa.Column("players", sa.Text(), nullable=False),
        sa.Column("dealer", sa.BigInteger(), nullable=False),
        sa.Column("account", _JSON, nullable=False),
        sa.Column("entry", _JSON, nullable=False),
        sa.Column("outcome", _JSON, nullable=False),
        sa.Column("points", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=True),
        *numbers("entered", "played"),
        sa.Column("day", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["pad_id"], ["pads.id"], name="pad_hands_pad_id_exists", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="pad_hands_person_id_exists"),
        sa.PrimaryKeyConstraint("pad_id", "number", name="pad_hands_key"),
    )
    op.create_index("pad_hands_person_id", "pad_hands", ["person_id"])
    op.create_table(
        "pad_keepers",
        *numbers("pad_id", "person_id", "place"),
        sa.ForeignKeyConstraint(["pad_id"], ["pads.id"], name="pad_keepers_pad_id_exists", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="pad_keepers_person_id_exists"),
        sa.PrimaryKeyConstraint("pad_id", "person_id", name="pad_keepers_key"),
    )
    op.create_index("pad_keepers_person_id", "pad_keepers", ["person_id"])
    op.create_table(
        "pad_players",
        sa.Column("pad_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=True),
        sa.Column("guest", sa.Text(), nullable=False),
        sa.Column("place", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("start", sa.Text(), nullable=True),
        *optional_numbers("source_pad", "source_number"),
        sa.ForeignKeyConstraint(["pad_id"], ["pads.id"], name="pad_players_pad_id_exists", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="pad_players_person_id_exists"),
        sa.PrimaryKeyConstraint("pad_id", "number", name="pad_players_key"),
    )
    op.create_index("pad_players_person_id", "pad_players", ["person_id"])
    op.create_index("pad_players_source_pad", "pad_players", ["source_pad"])
    op.create_table(
        "preferences",
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("settings", _JSON, nullable=False),
        *numbers("version", "updated"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="preferences_person_id_exists", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person_id", name="preferences_key"),
    )
    op.create_table(
        "rated_games",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("season", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("origin", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("place", sa.BigInteger(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="rated_games_person_id_exists", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint(
            "guild", "game", "season", "person_id", "at", "source", "origin", name="rated_games_key"
        ),
    )
    op.create_index(
        "rated_games_guild_game_at_source_origin", "rated_games", ["guild", "game", "at", "source", "origin"]
    )
    op.create_index("rated_games_person_id", "rated_games", ["person_id"])
    op.create_table(
        "standings",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("season", sa.BigInteger(), autoincrement=False, nullable=False),
        *numbers("person_id", "hands", "at_pads"),
        sa.Column("points", sa.Text(), nullable=False),
        sa.Column("best", sa.Text(), nullable=True),
        sa.Column("best_source", sa.Text(), nullable=True),
        *optional_numbers("best_origin", "best_number"),
        *numbers("games", "wins", "streak", "longest", "friendly"),
        sa.Column("feats", _JSON, nullable=False),
        sa.Column("rated", sa.BigInteger(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="standings_person_id_exists", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("guild", "game", "season", "person_id", name="standings_key"),
    )
    op.create_index("standings_person_id", "standings", ["person_id"])
    op.create_table(
        "tables",
        sa.Column("rules_version", sa.BigInteger(), nullable=False),
        sa.Column("options", _JSON, nullable=False),
        sa.Column("settings", _JSON, nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("thread", sa.BigInteger(), nullable=True),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        *optional_numbers("deleted", "message_channel", "message"),
        sa.Column("shown_seq", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        *numbers("guild", "seq", "rev", "created", "updated"),
        sa.Column("id", ID, nullable=False),
        sa.ForeignKeyConstraint(["host_id"], ["people.id"], name="tables_host_id_exists"),
        sa.PrimaryKeyConstraint("id", name="tables_key"),
        sqlite_autoincrement=True,
    )
    op.create_index("tables_channel_status_id", "tables", ["channel", "status", "id"])
    op.create_index("tables_deleted", "tables", ["deleted"], **_where("deleted IS NOT NULL"))
    op.create_index("tables_guild", "tables", ["guild"])
    op.create_index("tables_guild_created", "tables", ["guild", "created"])
    op.create_index("tables_status", "tables", ["status"])
    op.create_index("tables_thread_status_id", "tables", ["thread", "status", "id"])
    op.create_table(
        "acts",
        *numbers("guild", "at"),
        sa.Column("act", sa.Text(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        *optional_numbers("whom_id", "table_id"),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="acts_person_id_exists"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="acts_table_id_exists", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["whom_id"], ["people.id"], name="acts_whom_id_exists"),
        sa.PrimaryKeyConstraint("id", name="acts_key"),
        sqlite_autoincrement=True,
    )
    op.create_index("acts_guild_id", "acts", ["guild", "id"])
    op.create_table(
        "matches",
        *texts("secret"),
        *numbers("person_id", "interaction"),
        sa.Column("id", ID, nullable=False),
        *people("matches", "person_id"),
        sa.PrimaryKeyConstraint("id", name="matches_key"),
        sa.UniqueConstraint("interaction", name="matches_interaction_unique"),
        sqlite_autoincrement=True,
    )
    op.create_index("matches_person_id", "matches", ["person_id"])
    op.create_table(
        "deals",
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("options", _JSON, nullable=False),
        *numbers("seats", "seat", "dealer"),
        sa.Column("secret", sa.Text(), nullable=False),
        *numbers("opens", "closes"),
        sa.Column("closed", sa.BigInteger(), nullable=True),
        sa.Column("packs", _JSON, nullable=False),
        *optional_numbers("guild", "channel", "table_id", "hand"),
        sa.Column("points", sa.Text(), nullable=True),
        *optional_numbers("match_id"),
        sa.Column("id", ID, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="deals_match_id_exists", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="deals_table_id_exists", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="deals_key"),
        sqlite_autoincrement=True,
    )
    op.create_index("deals_closes", "deals", ["closes"])
    op.create_index("deals_day", "deals", ["game", "opens"], unique=True, **_where("kind = 'daily'"))
    op.create_index("deals_guild", "deals", ["guild"])
    op.create_index("deals_match_id", "deals", ["match_id"])
    op.create_index("deals_hand", "deals", ["table_id", "hand"], unique=True, **_where("table_id IS NOT NULL"))
    op.create_table(
        "deal_tries",
        sa.Column("deal_id", sa.BigInteger(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=False),
        *optional_numbers("table_id", "guild"),
        sa.Column("mark", sa.Text(), nullable=True),
        sa.Column("points", sa.Text(), nullable=True),
        sa.Column("streak", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["deal_id"], ["deals.id"], name="deal_tries_deal_id_exists", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="deal_tries_person_id_exists", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="deal_tries_table_id_exists", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("deal_id", "person_id", name="deal_tries_key"),
    )
    op.create_index("deal_tries_deal_id_guild", "deal_tries", ["deal_id", "guild"])
    op.create_index("deal_tries_mark", "deal_tries", ["deal_id", "mark"], unique=True, **_where("mark IS NOT NULL"))
    op.create_index("deal_tries_person_id", "deal_tries", ["person_id"])
    op.create_index("deal_tries_table_id", "deal_tries", ["table_id"])
    op.create_table(
        "events",
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("seat", sa.BigInteger(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("public", _JSON, nullable=False),
        sa.Column("hidden", _JSON, nullable=True),
        *optional_numbers("interaction", "person_id"),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="events_person_id_exists"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="events_table_id_exists", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "seq", name="events_key"),
        sa.UniqueConstraint("interaction", name="events_interaction_unique"),
    )
    op.create_index(
        "events_person_id_table_id_seq",
        "events",
        ["person_id", "table_id", "seq"],
        **_where("person_id IS NOT NULL"),
    )
    op.create_table(
        "hands",
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        *numbers("first", "last"),
        sa.Column("points", sa.Text(), nullable=False),
        sa.Column("how", _JSON, nullable=False),
        sa.Column("log", _JSON, nullable=False),
        sa.Column("start", _JSON, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="hands_table_id_exists", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "number", name="hands_key"),
    )
    op.create_table(
        "night_parts",
        sa.Column("night_id", sa.BigInteger(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("belongs", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["night_id"], ["nights.id"], name="night_parts_night_id_exists", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("night_id", "source", "number", name="night_parts_key"),
    )
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("hand", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("compared", sa.BigInteger(), nullable=False),
        sa.Column("missed_moves", _JSON, nullable=False),
        sa.Column("closest_moves", _JSON, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="reviews_person_id_exists"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="reviews_table_id_exists", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "hand", "person_id", name="reviews_key"),
    )
    op.create_index("reviews_person_id", "reviews", ["person_id"])
    op.create_table(
        "seats",
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("points", sa.Text(), nullable=False),
        sa.Column("level", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="seats_person_id_exists"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="seats_table_id_exists", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "seat", name="seats_key"),
    )
    op.create_index("seats_person_id", "seats", ["person_id"])
    op.create_table(
        "silly_moves",
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("level", sa.Text(), nullable=False),
        *numbers("seed", "worlds"),
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column("move", sa.Text(), nullable=False),
        sa.Column("view", _JSON, nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="silly_moves_person_id_exists"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="silly_moves_table_id_exists", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "seq", name="silly_moves_key"),
    )
    op.create_index("silly_moves_person_id", "silly_moves", ["person_id"])
    op.create_table(
        "work",
        *optional_numbers("table_id", "pad_id", "night_id"),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("payload", _JSON, nullable=False),
        *numbers("due", "tries"),
        sa.Column("state", sa.Text(), nullable=False),
        *optional_numbers("channel", "message", "begun_at"),
        sa.Column("id", ID, nullable=False),
        sa.ForeignKeyConstraint(["night_id"], ["nights.id"], name="work_night_id_exists", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["pad_id"], ["pads.id"], name="work_pad_id_exists", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="work_table_id_exists", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="work_key"),
        sa.UniqueConstraint("table_id", "kind", "key", name="work_table_id_kind_key_unique"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "work_guild",
        "work",
        ["guild", "kind", "key"],
        unique=True,
        **_where("table_id IS NULL AND pad_id IS NULL AND night_id IS NULL"),
    )
    op.create_index("work_digests", "work", ["state"], **_where("kind = 'post_digest'"))
    op.create_index("work_guild_state", "work", ["guild", "state"])
    op.create_index("work_message", "work", ["message"], **_where("message IS NOT NULL"))
    op.create_index("work_night", "work", ["night_id", "kind", "key"], unique=True, **_where("night_id IS NOT NULL"))
    op.create_index("work_pad", "work", ["pad_id", "kind", "key"], unique=True, **_where("pad_id IS NOT NULL"))
    op.create_index("work_state_due", "work", ["state", "due"])


def downgrade() -> None:
    """Take them back to the one before."""
    tables = (
        *(
            "work",
            "silly_moves",
            "seats",
            "reviews",
            "night_parts",
            "hands",
            "events",
            "deal_tries",
            "deals",
            "matches",
            "acts",
            "tables",
        ),
        *("standings", "rated_games", "preferences", "pad_players", "pad_keepers", "pad_hands", "pad_drafts"),
        *("pad_contests", "pad_consents", "pad_changes", "nights", "hand_result_parts", "game_result_parts"),
        *("blocks", "bans", "seasons", "runs", "leases", "people", "pads", "origins", "hand_results", "guilds"),
        *("game_results", "folds", "deletions"),
    )
    for table in tables:
        op.drop_table(table)

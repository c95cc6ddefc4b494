"""People in rows of their own, hands that are kept, and the outbox as work that falls due.

Tables are made anew, so that every constraint has a name. Names leave the events. A played table gets work to write its
hands.
"""

from __future__ import annotations

import json
from collections import defaultdict
from importlib import import_module

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_JSON = sa.JSON(none_as_null=True)

NAMED = "('leave', 'next', 'agree', 'end')"
"""The events whose text was the name of whoever did it; that of a join was, too, unless it seated a computer player."""

STAND_IN = "Stand-in for "
"""How the name of a computer player began that took a person's seat; the person's name followed."""


def upgrade() -> None:
    """Bring the tables to this revision."""
    for table, columns in _INDEXES.items():
        for column in columns:
            op.drop_index(f"{table}_{column}", table)
    for table in ("tables", "seats", "events", "outbox"):
        op.rename_table(table, f"old_{table}")
    _make()
    _people()
    _copy()
    _agreed()
    _drawn()
    _count_on("tables", "old_tables")
    _count_on("work", "old_outbox")
    for table in ("outbox", "events", "seats", "tables"):
        op.drop_table(f"old_{table}")
    for table, columns in {"tables": _INDEXES["tables"], "seats": ("person_id",), "work": ("state_due",)}.items():
        for column in columns:
            op.create_index(f"{table}_{column}", table, ["state", "due"] if column == "state_due" else [column])


_INDEXES = {
    "tables": ("channel", "guild", "status", "thread"),
    "seats": ("user_id",),
    "outbox": ("state_due",),
}


def _make() -> None:
    op.create_table(
        "people",
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("id", _ID, nullable=False),
        sa.PrimaryKeyConstraint("id", name="people_key"),
        sa.UniqueConstraint("user_id", name="people_user_id_unique"),
    )
    op.create_table(
        "tables",
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("options", _JSON, nullable=False),
        sa.Column("settings", _JSON, nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("thread", sa.BigInteger(), nullable=True),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("message_channel", sa.BigInteger(), nullable=True),
        sa.Column("message", sa.BigInteger(), nullable=True),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.Column("id", _ID, nullable=False),
        sa.ForeignKeyConstraint(["host_id"], ["people.id"], name="tables_host_id_exists"),
        sa.PrimaryKeyConstraint("id", name="tables_key"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("points", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="seats_person_id_exists"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="seats_table_id_exists", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "seat", name="seats_key"),
    )
    op.create_table(
        "events",
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("public", _JSON, nullable=False),
        sa.Column("hidden", _JSON, nullable=True),
        sa.Column("interaction", sa.BigInteger(), nullable=True),
        sa.Column("person_id", sa.BigInteger(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="events_person_id_exists"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="events_table_id_exists", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "seq", name="events_key"),
        sa.UniqueConstraint("interaction", name="events_interaction_unique"),
    )
    op.create_table(
        "hands",
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.Column("points", sa.Text(), nullable=False),
        sa.Column("how", _JSON, nullable=False),
        sa.Column("log", _JSON, nullable=False),
        sa.Column("start", _JSON, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="hands_table_id_exists", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "number", name="hands_key"),
    )
    op.create_table(
        "work",
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("payload", _JSON, nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=True),
        sa.Column("message", sa.BigInteger(), nullable=True),
        sa.Column("id", _ID, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="work_table_id_exists", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="work_key"),
        sa.UniqueConstraint("table_id", "kind", "key", name="work_table_id_kind_key_unique"),
        sqlite_autoincrement=True,
    )


def _people() -> None:
    """A row for everybody whose number stands anywhere, with the name that was written last."""
    connection = op.get_bind()
    everybody = sa.text(
        "SELECT host FROM old_tables UNION SELECT user_id FROM old_events WHERE user_id IS NOT NULL "
        "UNION SELECT user_id FROM old_seats WHERE user_id IS NOT NULL"
    )
    seated = sa.text("SELECT user_id, name FROM old_seats WHERE user_id IS NOT NULL ORDER BY table_id")
    names: dict[int, str] = dict.fromkeys(connection.scalars(everybody), "")
    names |= {row.user_id: row.name for row in connection.execute(seated)}
    said = (
        "SELECT user_id, kind, text, public FROM old_events "
        f"WHERE user_id IS NOT NULL AND kind IN ('join', 'word', {NAMED[1:-1]}) ORDER BY at"
    )
    for user, kind, text, public in connection.execute(sa.text(said)):
        also = json.loads(public)
        if not also.get("computer"):
            names[user] = also.get("by", names[user]) if kind == "word" else text
    if names:
        rows = [{"user": user, "name": name} for user, name in names.items()]
        connection.execute(sa.text("INSERT INTO people (user_id, name) VALUES (:user, :name)"), rows)


def _copy() -> None:
    person = "(SELECT people.id FROM people WHERE people.user_id = {})".format
    same = (
        "rules_version, options, settings, channel, thread, status, message_channel, message, shown, game, guild, seq"
    )
    op.execute(
        f"INSERT INTO tables (id, host_id, {same}, created, updated) "
        f"SELECT id, {person('host')}, {same}, created, updated FROM old_tables ORDER BY id"
    )
    op.execute(
        "INSERT INTO seats (table_id, seat, person_id, kind, name, points) "
        f"SELECT table_id, seat, {person('old_seats.user_id')}, kind, "
        f"CASE WHEN user_id IS NOT NULL THEN '' WHEN name LIKE '{STAND_IN}%' THEN 'Computer ' || (seat + 1) "
        "ELSE name END, points FROM old_seats"
    )
    op.execute(
        "INSERT INTO events (table_id, seq, kind, seat, text, public, hidden, interaction, person_id, at) "
        "SELECT table_id, seq, kind, seat, "
        f"CASE WHEN kind IN {NAMED} THEN '' "
        "WHEN kind = 'join' AND user_id IS NOT NULL AND public = '{}' THEN '' "
        f"WHEN kind = 'join' AND text LIKE '{STAND_IN}%' THEN 'Computer ' || (seat + 1) ELSE text END, "
        """CASE WHEN kind = 'end' AND user_id IS NULL THEN '{"deserted": true}' """
        "WHEN kind = 'word' THEN '{}' ELSE public END, "
        f"hidden, interaction, {person('old_events.user_id')}, at FROM old_events"
    )
    same = "id, table_id, kind, key, seq, payload, due, tries, state, channel, message"
    op.execute(
        f"INSERT INTO work (guild, {same}) SELECT (SELECT guild FROM tables WHERE tables.id = table_id), {same} "
        "FROM old_outbox ORDER BY id"
    )
    op.execute(
        "INSERT INTO work (table_id, guild, kind, key, seq, payload, due, tries, state) "
        "SELECT id, guild, 'backfill', '', 0, '{}', 0, 0, 'due' FROM tables WHERE EXISTS ("
        "SELECT 1 FROM events WHERE events.table_id = tables.id AND events.kind = 'reveal' AND events.text = '0')"
    )
    # Until now computer players and lobbies were looked after in memory alone.
    op.execute(
        "INSERT INTO work (table_id, guild, kind, key, seq, payload, due, tries, state) "
        "SELECT id, guild, 'computer', '', seq, '{}', 0, 0, 'due' FROM tables WHERE status = 'playing' AND EXISTS ("
        "SELECT 1 FROM seats WHERE seats.table_id = tables.id AND seats.kind <> 'person')"
    )
    op.execute(
        "INSERT INTO work (table_id, guild, kind, key, seq, payload, due, tries, state) "
        f"SELECT id, guild, 'expire', '', seq, '{{}}', updated + {24 * 3600 * 1000}, 0, 'due' FROM tables "
        "WHERE status = 'lobby'"
    )


def _agreed() -> None:
    """Who agreed to a table's end is named by seat, no more by the person's number."""
    connection = op.get_bind()
    seats: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for table, user, seat in connection.execute(sa.text("SELECT table_id, user_id, seat FROM old_seats")):
        seats[table][user] = seat
    found = sa.text("SELECT id, settings FROM old_tables WHERE settings LIKE '%agree_to_end%'")
    for table, settings in connection.execute(found).all():
        read = json.loads(settings)
        read["agree_to_end"] = sorted(seats[table][user] for user in read["agree_to_end"] if user in seats[table])
        changed = {"table": table, "settings": json.dumps(read)}
        connection.execute(sa.text("UPDATE tables SET settings = :settings WHERE id = :table"), changed)


def _drawn() -> None:
    """Delete the source of a draw, which the events before it hold: a typed word has one place only."""
    connection = op.get_bind()
    found = sa.text("SELECT table_id, seq, public FROM old_events WHERE kind IN ('start', 'chance')")
    rows: list[dict[str, object]] = []
    for table, seq, public in connection.execute(found):
        read = json.loads(public)
        read.pop("contributions", None)
        rows.append({"table": table, "seq": seq, "public": json.dumps(read, separators=(",", ":"))})
    if rows:
        changed = sa.text("UPDATE events SET public = :public WHERE table_id = :table AND seq = :seq")
        connection.execute(changed, rows)


def _count_on(table: str, old: str) -> None:
    """A number that was given once is not given again, even if its row has gone since."""
    if op.get_bind().dialect.name == "sqlite":
        op.execute(f"DELETE FROM sqlite_sequence WHERE name = '{table}'")
        op.execute(
            f"INSERT INTO sqlite_sequence (name, seq) SELECT '{table}', seq FROM sqlite_sequence WHERE name = '{old}'"
        )


def downgrade() -> None:
    """Take them back to the one before: names return as they are now, hands and the kinds of work that are new go."""
    for table, columns in {"tables": _INDEXES["tables"], "seats": ("person_id",), "work": ("state_due",)}.items():
        for column in columns:
            op.drop_index(f"{table}_{column}", table)
    for table in ("guilds", "tables", "seats", "events"):
        op.rename_table(table, f"new_{table}")
    import_module("data.migrations.versions.0001_the_first_tables").upgrade()
    op.execute("INSERT INTO guilds SELECT * FROM new_guilds")
    user = "(SELECT {} FROM people WHERE people.id = {})".format
    same = (
        "rules_version, options, settings, channel, thread, status, message_channel, message, shown, game, guild, seq"
    )
    op.execute(
        f"INSERT INTO tables (id, host, {same}, created, updated) "
        f"SELECT id, {user('user_id', 'host_id')}, {same}, created, updated FROM new_tables ORDER BY id"
    )
    op.execute(
        "INSERT INTO seats (table_id, seat, user_id, kind, name, points) "
        f"SELECT table_id, seat, {user('user_id', 'person_id')}, kind, "
        f"coalesce({user('people.name', 'person_id')}, name), points FROM new_seats"
    )
    op.execute(
        "INSERT INTO events (table_id, seq, kind, seat, text, public, hidden, interaction, user_id, at) "
        f"SELECT table_id, seq, kind, seat, CASE WHEN kind IN {NAMED} OR kind = 'join' AND text = '' "
        f"THEN coalesce({user('people.name', 'person_id')}, 'everybody has left') ELSE text END, "
        f"public, hidden, interaction, {user('user_id', 'person_id')}, at FROM new_events"
    )
    same = "id, table_id, kind, key, seq, payload, due, tries, state, channel, message"
    op.execute(f"INSERT INTO outbox ({same}) SELECT {same} FROM work WHERE kind IN ('refresh', 'ping') ORDER BY id")
    for table in ("work", "hands", "new_events", "new_seats", "new_tables", "new_guilds", "people"):
        op.drop_table(table)

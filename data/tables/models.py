"""The tables of tables: seats, events, hands, work that falls due, and the bot's runs."""

from __future__ import annotations

from typing import Annotated, Final

from annotated_types import Ge
from sqlalchemy import BigInteger, Index, Text, UniqueConstraint
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field

from data.engine import columns
from data.tables.events import EventKind, SeatLevel
from data.tables.records import SeatKind, TableStatus
from data.tables.settings import TableSettings
from data.tables.work import WorkKind, WorkState

TableKey = Annotated[
    columns.Number, Field(sa_type=BigInteger, primary_key=True, foreign_key="tables.id", ondelete="CASCADE")
]


class KindText(TypeDecorator[WorkKind]):
    """A kind of work, kept as TEXT."""

    impl = Text
    cache_ok = True

    def process_result_value(self, value: str | None, dialect: Dialect) -> WorkKind | None:
        """Return the kind that the text names."""
        return None if value is None else WorkKind(value)


class StateText(TypeDecorator[WorkState]):
    """A state of work, kept as TEXT."""

    impl = Text
    cache_ok = True

    def process_result_value(self, value: str | None, dialect: Dialect) -> WorkState | None:
        """Return the state that the text names."""
        return None if value is None else WorkState(value)


class RunRow(columns.Row, table=True):
    """A time in which a shard was there: its process ran, and it was connected to Discord.

    Between two runs of a shard the clocks of its servers stand still.
    """

    __tablename__ = "runs"

    began: columns.Whole
    last: columns.Whole = Field(sa_type=BigInteger, index=True)
    shard: columns.Whole
    shard_count: columns.Whole
    id: columns.RowId = None


class TableRow(columns.Row, table=True):
    """A table and how far its log has come. Its number is never reused, since old buttons bear it.

    `rev` counts the writes of the row. A write from an older `rev` is refused: it would restore settings that another
    writer has replaced.
    """

    __tablename__ = "tables"
    __table_args__ = (
        Index(None, "channel", "status", "id"),
        Index(None, "deleted", **columns.partial_index("deleted IS NOT NULL")),
        Index(None, "guild", "created"),
        Index(None, "thread", "status", "id"),
        {"sqlite_autoincrement": True},
    )

    rules_version: columns.Whole
    options: columns.JsonObject
    settings: TableSettings = Field(sa_type=columns.Json)
    channel: columns.Whole
    thread: columns.OptionalWhole = None
    host_id: columns.User = Field(sa_type=BigInteger, foreign_key="people.id")
    status: TableStatus = Field(sa_type=Text, index=True)
    deleted: columns.OptionalWhole = None
    message_channel: columns.OptionalWhole = None
    message: columns.OptionalWhole = None
    shown_seq: columns.Whole = 0
    game: columns.String
    guild: columns.Whole = Field(sa_type=BigInteger, index=True)
    seq: columns.Whole = 0
    rev: columns.Whole = 0
    created: columns.Whole
    updated: columns.Whole
    id: columns.RowId = None


CHANGEABLE: Final = frozenset(
    {
        *("rules_version", "options", "settings", "channel", "thread", "host_id", "status", "deleted"),
        *("message_channel", "message", "shown_seq"),
    }
)
"""The columns of a table that a step may change."""


class SeatRow(columns.Row, table=True):
    """A seat at a table and its points. `name` and `level` are of computer players; people have rows of their own."""

    __tablename__ = "seats"

    table_id: TableKey
    seat: columns.Key
    person_id: columns.User | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id", index=True)
    kind: Annotated[SeatKind, columns.TEXT]
    name: columns.String
    points: columns.Points = 0
    level: Annotated[SeatLevel | None, columns.TEXT] = None


class EventRow(columns.Row, table=True):
    """An event of a table's log. The key makes two writers safe; the interaction makes a click count once."""

    __tablename__ = "events"
    __table_args__ = (Index(None, "person_id", "table_id", "seq", **columns.partial_index("person_id IS NOT NULL")),)

    table_id: TableKey
    seq: Annotated[columns.Key, Ge(1)]
    kind: Annotated[EventKind, columns.TEXT]
    seat: columns.OptionalWhole = None
    text: columns.String = ""
    public: columns.JsonObject
    hidden: columns.OptionalJsonObject = None
    interaction: columns.Whole | None = Field(default=None, sa_type=BigInteger, unique=True)
    person_id: columns.User | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id")
    at: columns.Whole


class HandRow(columns.Row, table=True):
    """A hand that is over (records.NewHand)."""

    __tablename__ = "hands"

    table_id: TableKey
    number: columns.Key
    first: Annotated[columns.Whole, Ge(1)]
    last: Annotated[columns.Whole, Ge(1)]
    points: columns.SeatNumbers
    how: columns.JsonObject
    log: columns.JsonList
    start: columns.JsonObject


class ReviewRow(columns.Row, table=True):
    """The review of a hand for a player who played it (records.Review)."""

    __tablename__ = "reviews"

    table_id: TableKey
    hand: columns.Key
    person_id: columns.PersonKey
    compared: columns.Whole
    missed_moves: columns.JsonList
    closest_moves: columns.JsonList
    at: columns.Whole


class SillyMoveRow(columns.Row, table=True):
    """A computer player's move that a player called silly (records.SillyMove), and who did so first."""

    __tablename__ = "silly_moves"

    table_id: TableKey
    seq: columns.Key
    game: columns.String
    level: columns.String
    seed: columns.Whole
    worlds: columns.Whole
    version: columns.String
    move: columns.String
    view: columns.JsonObject
    person_id: columns.Whole | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id", index=True)
    at: columns.Whole


class WorkRow(columns.Row, table=True):
    """Something that falls due: for a table, a pad, a club night, or else a guild."""

    __tablename__ = "work"
    __table_args__ = (
        UniqueConstraint("table_id", "kind", "key"),
        Index("work_pad", "pad_id", "kind", "key", unique=True, **columns.partial_index("pad_id IS NOT NULL")),
        Index("work_night", "night_id", "kind", "key", unique=True, **columns.partial_index("night_id IS NOT NULL")),
        Index(
            *("work_guild", "guild", "kind", "key"),
            unique=True,
            **columns.partial_index("table_id IS NULL AND pad_id IS NULL AND night_id IS NULL"),
        ),
        Index(None, "state", "due"),
        Index(None, "guild", "state"),
        Index("work_digests", "state", **columns.partial_index(f"kind = '{WorkKind.POST_DIGEST}'")),
        Index(None, "message", **columns.partial_index("message IS NOT NULL")),
        {"sqlite_autoincrement": True},
    )

    table_id: columns.Whole | None = Field(
        default=None, sa_type=BigInteger, foreign_key="tables.id", ondelete="CASCADE"
    )
    pad_id: columns.Whole | None = Field(default=None, sa_type=BigInteger, foreign_key="pads.id", ondelete="CASCADE")
    night_id: columns.Whole | None = Field(
        default=None, sa_type=BigInteger, foreign_key="nights.id", ondelete="CASCADE"
    )
    guild: columns.Whole
    kind: WorkKind = Field(sa_type=KindText)
    key: columns.String = ""
    seq: columns.Whole = 0
    payload: columns.JsonObject
    due: columns.Whole
    tries: columns.Whole = 0
    state: WorkState = Field(default=WorkState.DUE, sa_type=StateText)
    channel: columns.OptionalWhole = None
    message: columns.OptionalWhole = None
    begun_at: columns.OptionalWhole = None
    id: columns.RowId = None

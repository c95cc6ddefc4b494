"""The tables of tables: seats, events, hands, work that falls due, and the bot's runs."""

from __future__ import annotations

from typing import Annotated, Any, Final

from annotated_types import Ge
from sqlalchemy import BigInteger, Index, Text, UniqueConstraint
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field

from data.engine.columns import Amount, Amounts, Id, Json, Row, User, Whole, where
from data.tables.events import EventKind, SeatLevel
from data.tables.records import SeatKind, TableStatus
from data.tables.settings import TableSettings
from data.tables.work import WorkKind, WorkState


class KindText(TypeDecorator[WorkKind]):
    """A kind of work, kept as TEXT."""

    impl = Text
    cache_ok = True

    def process_result_value(self, value: str | None, dialect: Dialect) -> WorkKind | None:
        """The kind that the text names."""
        return None if value is None else WorkKind(value)


class StateText(TypeDecorator[WorkState]):
    """A state of work, kept as TEXT."""

    impl = Text
    cache_ok = True

    def process_result_value(self, value: str | None, dialect: Dialect) -> WorkState | None:
        """The state that the text names."""
        return None if value is None else WorkState(value)


class RunRow(Row, table=True):
    """A time in which a shard was there: its process ran, and it was connected to Discord.

    Between two runs of a shard the clocks of its servers stand still.
    """

    __tablename__ = "runs"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel, which takes a name

    began: Whole = Field(sa_type=BigInteger)
    last: Whole = Field(sa_type=BigInteger, index=True)
    shard: Whole = Field(sa_type=BigInteger)
    shard_count: Whole = Field(sa_type=BigInteger)
    id: int | None = Field(default=None, sa_type=Id, primary_key=True)


class TableRow(Row, table=True):
    """A table and how far its log has come. Its number is never given again, for old buttons bear it.

    `rev` counts the writes of the row: a write from memory of an older `rev` is refused, for it would restore settings
    that another writer has replaced.
    """

    __tablename__ = "tables"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel, which takes a name
    __table_args__ = (
        Index(None, "deleted", **where("deleted IS NOT NULL")),
        Index(None, "guild", "created"),
        {"sqlite_autoincrement": True},
    )

    rules_version: int = Field(sa_type=BigInteger)
    options: dict[str, Any] = Field(sa_type=Json)
    settings: TableSettings = Field(sa_type=Json)
    channel: Whole = Field(sa_type=BigInteger, index=True)
    thread: Whole | None = Field(default=None, sa_type=BigInteger, index=True)
    host_id: User = Field(sa_type=BigInteger, foreign_key="people.id")
    status: TableStatus = Field(sa_type=Text, index=True)
    deleted: Whole | None = Field(default=None, sa_type=BigInteger)
    message_channel: Whole | None = Field(default=None, sa_type=BigInteger)
    message: Whole | None = Field(default=None, sa_type=BigInteger)
    shown: Whole = Field(default=0, sa_type=BigInteger)
    game: str = Field(sa_type=Text)
    guild: Whole = Field(sa_type=BigInteger, index=True)
    seq: Whole = Field(default=0, sa_type=BigInteger)
    rev: Whole = Field(default=0, sa_type=BigInteger)
    created: Whole = Field(sa_type=BigInteger)
    updated: Whole = Field(sa_type=BigInteger)
    id: int | None = Field(default=None, sa_type=Id, primary_key=True)


CHANGEABLE: Final = frozenset(
    {
        *("rules_version", "options", "settings", "channel", "thread", "host_id", "status", "deleted"),
        *("message_channel", "message", "shown"),
    }
)
"""The columns of a table that a step may change."""


class SeatRow(Row, table=True):
    """A seat at a table and its points. `name` and `level` are of computer players; people have rows of their own."""

    __tablename__ = "seats"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel, which takes a name

    table_id: Whole = Field(sa_type=BigInteger, primary_key=True, foreign_key="tables.id", ondelete="CASCADE")
    seat: Whole = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    person_id: User | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id", index=True)
    kind: SeatKind = Field(sa_type=Text)
    name: str = Field(sa_type=Text)
    points: int = Field(default=0, sa_type=Amount)
    level: SeatLevel | None = Field(default=None, sa_type=Text)


class EventRow(Row, table=True):
    """An event of a table's log. The key makes two writers safe; the interaction makes a click count once."""

    __tablename__ = "events"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel, which takes a name
    __table_args__ = (Index(None, "person_id", "table_id", "seq", **where("person_id IS NOT NULL")),)

    table_id: Whole = Field(sa_type=BigInteger, primary_key=True, foreign_key="tables.id", ondelete="CASCADE")
    seq: Annotated[Whole, Ge(1)] = Field(
        sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False}
    )
    kind: EventKind = Field(sa_type=Text)
    seat: Whole | None = Field(default=None, sa_type=BigInteger)
    text: str = Field(default="", sa_type=Text)
    public: dict[str, Any] = Field(sa_type=Json)
    hidden: dict[str, Any] | None = Field(default=None, sa_type=Json)
    interaction: Whole | None = Field(default=None, sa_type=BigInteger, unique=True)
    person_id: User | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id")
    at: Whole = Field(sa_type=BigInteger)


class HandRow(Row, table=True):
    """A hand that is over (records.NewHand)."""

    __tablename__ = "hands"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel, which takes a name

    table_id: Whole = Field(sa_type=BigInteger, primary_key=True, foreign_key="tables.id", ondelete="CASCADE")
    number: Whole = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    first: Annotated[Whole, Ge(1)] = Field(sa_type=BigInteger)
    last: Annotated[Whole, Ge(1)] = Field(sa_type=BigInteger)
    points: tuple[int, ...] = Field(sa_type=Amounts)
    how: dict[str, Any] = Field(sa_type=Json)
    log: list[dict[str, Any]] = Field(sa_type=Json)
    start: dict[str, Any] = Field(sa_type=Json)


class ReviewRow(Row, table=True):
    """The review of a hand for somebody who played it (records.Review)."""

    __tablename__ = "reviews"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel, which takes a name

    table_id: Whole = Field(sa_type=BigInteger, primary_key=True, foreign_key="tables.id", ondelete="CASCADE")
    hand: Whole = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    person_id: Whole = Field(
        sa_type=BigInteger,
        primary_key=True,
        foreign_key="people.id",
        index=True,
        sa_column_kwargs={"autoincrement": False},
    )
    compared: Whole = Field(sa_type=BigInteger)
    found: list[dict[str, Any]] = Field(sa_type=Json)
    closest: list[dict[str, Any]] = Field(sa_type=Json)
    at: Whole = Field(sa_type=BigInteger)


class SillyMoveRow(Row, table=True):
    """A computer player's move that somebody called silly (records.SillyMove), and who did so first."""

    __tablename__ = "silly_moves"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel

    table_id: Whole = Field(sa_type=BigInteger, primary_key=True, foreign_key="tables.id", ondelete="CASCADE")
    seq: Whole = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    game: str = Field(sa_type=Text)
    level: str = Field(sa_type=Text)
    seed: Whole = Field(sa_type=BigInteger)
    worlds: Whole = Field(sa_type=BigInteger)
    version: str = Field(sa_type=Text)
    move: str = Field(sa_type=Text)
    view: dict[str, Any] = Field(sa_type=Json)
    person_id: Whole | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id", index=True)
    at: Whole = Field(sa_type=BigInteger)


class WorkRow(Row, table=True):
    """Something that falls due: for a table, a pad, a club night, or else a guild."""

    __tablename__ = "work"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel, which takes a name
    __table_args__ = (
        UniqueConstraint("table_id", "kind", "key"),
        Index("work_pad", "pad_id", "kind", "key", unique=True, **where("pad_id IS NOT NULL")),
        Index("work_night", "night_id", "kind", "key", unique=True, **where("night_id IS NOT NULL")),
        Index(
            *("work_guild", "guild", "kind", "key"),
            unique=True,
            **where("table_id IS NULL AND pad_id IS NULL AND night_id IS NULL"),
        ),
        Index(None, "state", "due"),
        Index(None, "guild", "state"),
        Index("work_digests", "state", **where(f"kind = '{WorkKind.POST_DIGEST}'")),
        Index(None, "message", **where("message IS NOT NULL")),
        {"sqlite_autoincrement": True},
    )

    table_id: Whole | None = Field(default=None, sa_type=BigInteger, foreign_key="tables.id", ondelete="CASCADE")
    pad_id: Whole | None = Field(default=None, sa_type=BigInteger, foreign_key="pads.id", ondelete="CASCADE")
    night_id: Whole | None = Field(default=None, sa_type=BigInteger, foreign_key="nights.id", ondelete="CASCADE")
    guild: Whole = Field(sa_type=BigInteger)
    kind: WorkKind = Field(sa_type=KindText)
    key: str = Field(default="", sa_type=Text)
    seq: Whole = Field(default=0, sa_type=BigInteger)
    payload: dict[str, Any] = Field(sa_type=Json)
    due: Whole = Field(sa_type=BigInteger)
    tries: Whole = Field(default=0, sa_type=BigInteger)
    state: WorkState = Field(default=WorkState.DUE, sa_type=StateText)
    channel: Whole | None = Field(default=None, sa_type=BigInteger)
    message: Whole | None = Field(default=None, sa_type=BigInteger)
    id: int | None = Field(default=None, sa_type=Id, primary_key=True)

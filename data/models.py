"""The tables, defined once for reads, migrations and the hot append.

A SQLModel table does not validate, so the fields' class checks input. JSON is written whole. Amounts may outgrow 64
bits, so they are TEXT. No type is SQLite's own.
"""

from __future__ import annotations

from typing import Annotated, Any

from annotated_types import Ge, Le
from pydantic import BaseModel, ConfigDict, create_model
from sqlalchemy import JSON, BigInteger, Index, Integer, MetaData, Text, UniqueConstraint, text
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import registry
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field, SQLModel
from sqlmodel._compat import SQLModelConfig

from data.events import EventKind
from data.pad_records import ChangeKind, ConsentState, ContestOutcome, HandState, PadStatus, PlayerState
from data.records import Act, SeatKind, TableStatus
from data.table_settings import TableSettings
from data.work import WorkKind, WorkState

Whole = Annotated[int, Ge(0), Le(2**63 - 1)]
"""A snowflake, a count or a time: what a signed 64-bit column holds."""

User = Annotated[int, Ge(-(2**63) + 1), Le(2**63 - 1)]
"""Somebody's number at Discord, or with a minus that of the row of somebody whose data was taken out."""

Id: Any = BigInteger().with_variant(Integer(), "sqlite")
"""A number the database gives: SQLite counts only in columns of its type INTEGER, which has 64 bits there."""

Json: Any = JSON(none_as_null=True)
"""Written whole."""

NAMES = {
    "ix": "%(table_name)s_%(column_0_N_name)s",
    "uq": "%(table_name)s_%(column_0_N_name)s_unique",
    "fk": "%(table_name)s_%(column_0_N_name)s_exists",
    "pk": "%(table_name)s_key",
}
"""Every constraint has a name, so that a later migration can change it."""


class Amount(TypeDecorator[int]):
    """A whole number of any size, kept as TEXT. Sums and order are made in Python."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: int | None, dialect: Dialect) -> str | None:
        """The number's decimal text."""
        return None if value is None else str(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> int | None:
        """The number that the text stands for."""
        return None if value is None else int(value)


class Amounts(TypeDecorator[tuple[int, ...]]):
    """Whole numbers of any size, one a seat, kept as TEXT with spaces between them."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: tuple[int, ...] | None, dialect: Dialect) -> str | None:
        """The numbers' decimal texts."""
        return None if value is None else " ".join(map(str, value))

    def process_result_value(self, value: str | None, dialect: Dialect) -> tuple[int, ...] | None:
        """The numbers that the text stands for."""
        return None if value is None else tuple(map(int, value.split()))


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


class Fields(SQLModel, registry=registry(metadata=MetaData(naming_convention=NAMES))):
    """The base of all: a failed validation names a field and its fault, never its contents; printing shows none."""

    model_config = SQLModelConfig(strict=True, hide_input_in_errors=True, extra="forbid")

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    __str__ = __repr__


_PLAIN: dict[type[Fields], type[BaseModel]] = {}


def plain(fields: type[Fields]) -> type[BaseModel]:
    """The same fields with the same checks as a model of pydantic's own, which is three times as fast to validate."""
    if fields not in _PLAIN:
        _PLAIN[fields] = _made_plain(fields)
    return _PLAIN[fields]


def _made_plain(fields: type[Fields]) -> type[BaseModel]:
    checks: dict[str, Any] = {name: (field.annotation, field) for name, field in fields.model_fields.items()}
    config = ConfigDict(strict=True, hide_input_in_errors=True, extra="forbid")
    return create_model(fields.__name__, __config__=config, **checks)


class GuildFields(Fields):
    """A server's settings."""

    guild: Whole = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    settings: dict[str, Any] = Field(sa_type=Json)
    updated: Whole = Field(sa_type=BigInteger)


class GuildRow(GuildFields, table=True):
    """A server."""

    __tablename__ = "guilds"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel, which takes a name


class PersonFields(Fields):
    """A person: the only place for their name and their number at Discord, so that both can be taken out."""

    user_id: Whole | None = Field(default=None, sa_type=BigInteger, unique=True)
    name: str = Field(default="", sa_type=Text)
    guild: Whole | None = Field(default=None, sa_type=BigInteger)
    folded: str | None = Field(default=None, sa_type=Text)


class PersonRow(PersonFields, table=True):
    """Somebody who has sat at a table or done something there; or, where there is a `guild`, a guest of its pads: by
    their name, of which `folded` is what is compared (pad_records.guest_key).
    """

    __tablename__ = "people"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel, which takes a name
    __table_args__ = (Index("people_guild_folded", "guild", "folded", unique=True),)

    id: int | None = Field(default=None, sa_type=Id, primary_key=True)


class ErasureFields(Fields):
    """The erasure of a person's data: their row, which there may not have been, and when."""

    person_id: Whole = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    at: Whole = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})


class ErasureRow(ErasureFields, table=True):
    """The erasure of a person's data."""

    __tablename__ = "deletions"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel


class OriginRow(Fields, table=True):
    """The one row that tells this database, with all its copies, from others: rows of people count from 1 in each."""

    __tablename__ = "origins"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel

    mark: str = Field(sa_type=Text, primary_key=True)


class BlockFields(Fields):
    """Somebody does not want somebody else at tables of their own."""

    person_id: Whole = Field(sa_type=BigInteger, primary_key=True, foreign_key="people.id", ondelete="CASCADE")
    blocked_id: Whole = Field(
        sa_type=BigInteger, primary_key=True, foreign_key="people.id", ondelete="CASCADE", index=True
    )
    at: Whole = Field(sa_type=BigInteger)


class BlockRow(BlockFields, table=True):
    """A person on another's list."""

    __tablename__ = "blocks"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel, which takes a name


class PreferencesFields(Fields):
    """How a person likes to play."""

    person_id: Whole = Field(sa_type=BigInteger, primary_key=True, foreign_key="people.id", ondelete="CASCADE")
    settings: dict[str, Any] = Field(sa_type=Json)
    updated: Whole = Field(sa_type=BigInteger)


class PreferencesRow(PreferencesFields, table=True):
    """A person's preferences."""

    __tablename__ = "preferences"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel


class BanFields(Fields):
    """Somebody is kept from the tables of a server."""

    guild: Whole = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    person_id: Whole = Field(
        sa_type=BigInteger, primary_key=True, foreign_key="people.id", ondelete="CASCADE", index=True
    )
    at: Whole = Field(sa_type=BigInteger)


class BanRow(BanFields, table=True):
    """Somebody who is kept from the tables of a server."""

    __tablename__ = "bans"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel, which takes a name


class ActFields(Fields):
    """An act of a moderator: to whom, at which table, and why if they said so."""

    guild: Whole = Field(sa_type=BigInteger)
    at: Whole = Field(sa_type=BigInteger)
    act: Act = Field(sa_type=Text)
    person_id: User = Field(sa_type=BigInteger, foreign_key="people.id")
    whom_id: User | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id")
    table_id: Whole | None = Field(default=None, sa_type=BigInteger, foreign_key="tables.id", ondelete="CASCADE")
    words: str = Field(default="", sa_type=Text)


class ActRow(ActFields, table=True):
    """An act of a moderator."""

    __tablename__ = "acts"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel, which takes a name
    __table_args__ = (Index(None, "guild", "id"), {"sqlite_autoincrement": True})

    id: int | None = Field(default=None, sa_type=Id, primary_key=True)


class RunFields(Fields):
    """A time in which the bot was there: running, and connected to Discord. Between two of them clocks stand still."""

    began: Whole = Field(sa_type=BigInteger)
    last: Whole = Field(sa_type=BigInteger, index=True)


class RunRow(RunFields, table=True):
    """A time in which the bot was there."""

    __tablename__ = "runs"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel, which takes a name

    id: int | None = Field(default=None, sa_type=Id, primary_key=True)


class TableChanges(Fields):
    """Fields of a table that may change after it was opened."""

    rules_version: int = Field(sa_type=Integer)
    options: dict[str, Any] = Field(sa_type=Json)
    settings: TableSettings = Field(sa_type=Json)
    channel: Whole = Field(sa_type=BigInteger, index=True)
    thread: Whole | None = Field(default=None, sa_type=BigInteger, index=True)
    host_id: User = Field(sa_type=BigInteger, foreign_key="people.id")
    status: TableStatus = Field(sa_type=Text, index=True)
    message_channel: Whole | None = Field(default=None, sa_type=BigInteger)
    message: Whole | None = Field(default=None, sa_type=BigInteger)
    shown: Whole = Field(default=0, sa_type=Integer)


class TableFields(TableChanges):
    """A table and how far its log has come."""

    game: str = Field(sa_type=Text)
    guild: Whole = Field(sa_type=BigInteger, index=True)
    seq: Whole = Field(default=0, sa_type=Integer)
    created: Whole = Field(sa_type=BigInteger)
    updated: Whole = Field(sa_type=BigInteger)


class TableRow(TableFields, table=True):
    """A table. Its number is never given again, for old buttons bear it."""

    __tablename__ = "tables"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel, which takes a name
    __table_args__ = {"sqlite_autoincrement": True}

    id: int | None = Field(default=None, sa_type=Id, primary_key=True)


class SeatFields(Fields):
    """A seat at a table and its points. `name` is a computer player's; a person's is in their own row."""

    table_id: Whole = Field(sa_type=BigInteger, primary_key=True, foreign_key="tables.id", ondelete="CASCADE")
    seat: Whole = Field(sa_type=Integer, primary_key=True, sa_column_kwargs={"autoincrement": False})
    person_id: User | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id", index=True)
    kind: SeatKind = Field(sa_type=Text)
    name: str = Field(sa_type=Text)
    points: int = Field(default=0, sa_type=Amount)


class SeatRow(SeatFields, table=True):
    """A seat."""

    __tablename__ = "seats"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel, which takes a name


class EventFields(Fields):
    """An event of a table's log. The key makes two writers safe; the interaction makes a click count once."""

    table_id: Whole = Field(sa_type=BigInteger, primary_key=True, foreign_key="tables.id", ondelete="CASCADE")
    seq: Annotated[Whole, Ge(1)] = Field(sa_type=Integer, primary_key=True, sa_column_kwargs={"autoincrement": False})
    kind: EventKind = Field(sa_type=Text)
    seat: Whole | None = Field(default=None, sa_type=Integer)
    text: str = Field(default="", sa_type=Text)
    public: dict[str, Any] = Field(sa_type=Json)
    hidden: dict[str, Any] | None = Field(default=None, sa_type=Json)
    interaction: Whole | None = Field(default=None, sa_type=BigInteger, unique=True)
    person_id: User | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id")
    at: Whole = Field(sa_type=BigInteger)


class EventRow(EventFields, table=True):
    """An event."""

    __tablename__ = "events"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel, which takes a name
    __table_args__ = (Index(None, "person_id", "table_id", "seq", sqlite_where=text("person_id IS NOT NULL")),)


class HandFields(Fields):
    """A hand that is over (records.NewHand)."""

    table_id: Whole = Field(sa_type=BigInteger, primary_key=True, foreign_key="tables.id", ondelete="CASCADE")
    number: Whole = Field(sa_type=Integer, primary_key=True, sa_column_kwargs={"autoincrement": False})
    first: Annotated[Whole, Ge(1)] = Field(sa_type=Integer)
    last: Annotated[Whole, Ge(1)] = Field(sa_type=Integer)
    points: tuple[int, ...] = Field(sa_type=Amounts)
    how: dict[str, Any] = Field(sa_type=Json)
    log: list[dict[str, Any]] = Field(sa_type=Json)
    start: dict[str, Any] = Field(sa_type=Json)


class HandRow(HandFields, table=True):
    """A hand that is over."""

    __tablename__ = "hands"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel, which takes a name


class WorkFields(Fields):
    """Something that falls due: for a table, a pad, a club night, or else a guild."""

    table_id: Whole | None = Field(default=None, sa_type=BigInteger, foreign_key="tables.id", ondelete="CASCADE")
    pad_id: Whole | None = Field(default=None, sa_type=BigInteger, foreign_key="pads.id", ondelete="CASCADE")
    night_id: Whole | None = Field(default=None, sa_type=BigInteger, foreign_key="nights.id", ondelete="CASCADE")
    guild: Whole = Field(sa_type=BigInteger)
    kind: WorkKind = Field(sa_type=KindText)
    key: str = Field(default="", sa_type=Text)
    seq: Whole = Field(default=0, sa_type=Integer)
    payload: dict[str, Any] = Field(sa_type=Json)
    due: Whole = Field(sa_type=BigInteger)
    tries: Whole = Field(default=0, sa_type=Integer)
    state: WorkState = Field(default=WorkState.DUE, sa_type=StateText)
    channel: Whole | None = Field(default=None, sa_type=BigInteger)
    message: Whole | None = Field(default=None, sa_type=BigInteger)


class WorkRow(WorkFields, table=True):
    """Something that falls due."""

    __tablename__ = "work"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel, which takes a name
    __table_args__ = (
        UniqueConstraint("table_id", "kind", "key"),
        Index("work_pad", "pad_id", "kind", "key", unique=True, sqlite_where=text("pad_id IS NOT NULL")),
        Index("work_night", "night_id", "kind", "key", unique=True, sqlite_where=text("night_id IS NOT NULL")),
        Index(
            *("work_guild", "guild", "kind", "key"),
            unique=True,
            sqlite_where=text("table_id IS NULL AND pad_id IS NULL AND night_id IS NULL"),
        ),
        Index(None, "state", "due"),
        Index(None, "message", sqlite_where=text("message IS NOT NULL")),
        {"sqlite_autoincrement": True},
    )

    id: int | None = Field(default=None, sa_type=Id, primary_key=True)


class PadChanges(Fields):
    """Fields of a pad that may change after it was opened."""

    name: str = Field(sa_type=Text)
    options: dict[str, Any] = Field(sa_type=Json)
    status: PadStatus = Field(default="open", sa_type=Text)
    given: Whole = Field(default=0, sa_type=Integer)
    deleted: Whole | None = Field(default=None, sa_type=BigInteger)


class PadFields(PadChanges):
    """A score pad and how far its changes have come."""

    game: str = Field(sa_type=Text)
    rules_version: int = Field(sa_type=Integer)
    guild: Whole = Field(sa_type=BigInteger, index=True)
    channel: Whole = Field(sa_type=BigInteger)
    message_channel: Whole | None = Field(default=None, sa_type=BigInteger)
    message: Whole | None = Field(default=None, sa_type=BigInteger)
    recorded: Whole = Field(default=0, sa_type=Integer)
    seq: Whole = Field(default=0, sa_type=Integer)
    created: Whole = Field(sa_type=BigInteger)
    updated: Whole = Field(sa_type=BigInteger)


class PadRow(PadFields, table=True):
    """A pad. Its number is never given again, for old buttons bear it."""

    __tablename__ = "pads"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel, which takes a name
    __table_args__ = (
        Index("pads_unrecorded", "id", sqlite_where=text("recorded < seq")),
        {"sqlite_autoincrement": True},
    )

    id: int | None = Field(default=None, sa_type=Id, primary_key=True)


class PadKeeperFields(Fields):
    """Somebody who keeps a pad; they stand in the order of `place`."""

    pad_id: Whole = Field(sa_type=BigInteger, primary_key=True, foreign_key="pads.id", ondelete="CASCADE")
    person_id: Whole = Field(sa_type=BigInteger, primary_key=True, foreign_key="people.id", index=True)
    place: Whole = Field(sa_type=Integer)


class PadKeeperRow(PadKeeperFields, table=True):
    """A keeper of a pad."""

    __tablename__ = "pad_keepers"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel


class PadPlayerFields(Fields):
    """Somebody whose points a pad keeps. `name` is a guest's; a person's is in their own row."""

    pad_id: Whole = Field(sa_type=BigInteger, primary_key=True, foreign_key="pads.id", ondelete="CASCADE")
    number: Whole = Field(sa_type=Integer, primary_key=True, sa_column_kwargs={"autoincrement": False})
    person_id: User | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id", index=True)
    name: str = Field(sa_type=Text)
    place: Whole = Field(sa_type=Integer)
    state: PlayerState = Field(sa_type=Text)
    start: int | None = Field(default=None, sa_type=Amount)
    source_pad: Whole | None = Field(default=None, sa_type=BigInteger, index=True)
    source_number: Whole | None = Field(default=None, sa_type=Integer)


class PadPlayerRow(PadPlayerFields, table=True):
    """A player of a pad."""

    __tablename__ = "pad_players"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel


class PadHandFields(Fields):
    """A hand of a pad (pad_records.PadHand)."""

    pad_id: Whole = Field(sa_type=BigInteger, primary_key=True, foreign_key="pads.id", ondelete="CASCADE")
    number: Whole = Field(sa_type=Integer, primary_key=True, sa_column_kwargs={"autoincrement": False})
    rev: Whole = Field(sa_type=Integer)
    players: tuple[int, ...] = Field(sa_type=Amounts)
    dealer: Whole = Field(sa_type=Integer)
    told: dict[str, Any] = Field(sa_type=Json)
    entry: dict[str, Any] = Field(sa_type=Json)
    brought: dict[str, Any] = Field(sa_type=Json)
    points: tuple[int, ...] = Field(sa_type=Amounts)
    state: HandState = Field(sa_type=Text)
    person_id: Whole | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id", index=True)
    entered: Whole = Field(sa_type=BigInteger)
    played: Whole = Field(sa_type=BigInteger)
    day: str | None = Field(default=None, sa_type=Text)


class PadHandRow(PadHandFields, table=True):
    """A hand of a pad."""

    __tablename__ = "pad_hands"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel


class PadChangeFields(Fields):
    """A change of a pad. The key makes two writers safe; the interaction makes a click count once."""

    pad_id: Whole = Field(sa_type=BigInteger, primary_key=True, foreign_key="pads.id", ondelete="CASCADE")
    seq: Annotated[Whole, Ge(1)] = Field(sa_type=Integer, primary_key=True, sa_column_kwargs={"autoincrement": False})
    kind: ChangeKind = Field(sa_type=Text)
    hand: Whole | None = Field(default=None, sa_type=Integer)
    before: dict[str, Any] | None = Field(default=None, sa_type=Json)
    after: dict[str, Any] | None = Field(default=None, sa_type=Json)
    person_id: Whole | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id", index=True)
    interaction: Whole | None = Field(default=None, sa_type=BigInteger, unique=True)
    at: Whole = Field(sa_type=BigInteger)


class PadChangeRow(PadChangeFields, table=True):
    """A change of a pad."""

    __tablename__ = "pad_changes"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel


class PadContestFields(Fields):
    """A contest of a hand (pad_records.Contest), and its message to the keepers: due while `shown` is not `outcome`."""

    pad_id: Whole = Field(sa_type=BigInteger, primary_key=True, foreign_key="pads.id", ondelete="CASCADE")
    seq: Annotated[Whole, Ge(1)] = Field(sa_type=Integer, primary_key=True, sa_column_kwargs={"autoincrement": False})
    hand: Whole = Field(sa_type=Integer)
    person_id: Whole | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id", index=True)
    why: str = Field(sa_type=Text)
    at: Whole = Field(sa_type=BigInteger)
    outcome: ContestOutcome = Field(default="waits", sa_type=Text)
    decided: Whole | None = Field(default=None, sa_type=Integer)
    decider_id: Whole | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id")
    channel: Whole | None = Field(default=None, sa_type=BigInteger)
    message: Whole | None = Field(default=None, sa_type=BigInteger)
    begun: Whole | None = Field(default=None, sa_type=BigInteger)
    shown: str = Field(default="", sa_type=Text)


class PadContestRow(PadContestFields, table=True):
    """A contest."""

    __tablename__ = "pad_contests"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel


class PadConsentFields(Fields):
    """A consent to being a player (pad_records.PadConsent), and the message that asks: due while `shown` is not
    `state`.
    """

    pad_id: Whole = Field(sa_type=BigInteger, primary_key=True, foreign_key="pads.id", ondelete="CASCADE")
    person_id: User = Field(
        sa_type=BigInteger,
        primary_key=True,
        foreign_key="people.id",
        index=True,
        sa_column_kwargs={"autoincrement": False},
    )
    player: Whole = Field(sa_type=Integer)
    guest: str = Field(sa_type=Text)
    state: ConsentState = Field(sa_type=Text)
    seq: Annotated[Whole, Ge(1)] = Field(sa_type=Integer)
    by_id: User | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id")
    asked: Whole = Field(sa_type=BigInteger)
    told: Whole | None = Field(default=None, sa_type=BigInteger)
    channel: Whole | None = Field(default=None, sa_type=BigInteger)
    message: Whole | None = Field(default=None, sa_type=BigInteger)
    begun: Whole | None = Field(default=None, sa_type=BigInteger)
    shown: str = Field(default="", sa_type=Text)


class PadConsentRow(PadConsentFields, table=True):
    """A consent."""

    __tablename__ = "pad_consents"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel


class PadDraftFields(Fields):
    """A draft of a hand (pad_records.PadDraft)."""

    pad_id: Whole = Field(sa_type=BigInteger, foreign_key="pads.id", ondelete="CASCADE")
    person_id: Whole = Field(sa_type=BigInteger, foreign_key="people.id", ondelete="CASCADE")
    hand: Whole = Field(sa_type=Integer)
    base: Whole = Field(sa_type=Integer)
    players: tuple[int, ...] = Field(sa_type=Amounts)
    dealer: Whole = Field(sa_type=Integer)
    played: Whole | None = Field(default=None, sa_type=BigInteger)
    day: str | None = Field(default=None, sa_type=Text)
    typed: dict[str, Any] = Field(sa_type=Json)
    updated: Whole = Field(sa_type=BigInteger)


class PadDraftRow(PadDraftFields, table=True):
    """A draft. Its number is never given again, for old buttons bear it."""

    __tablename__ = "pad_drafts"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel
    __table_args__ = (UniqueConstraint("pad_id", "person_id", "hand"), {"sqlite_autoincrement": True})

    id: int | None = Field(default=None, sa_type=Id, primary_key=True)


METADATA = Fields.metadata
"""The tables of this module, and of those that add theirs (schema.py)."""

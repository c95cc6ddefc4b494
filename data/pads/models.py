"""The tables of score pads."""

from __future__ import annotations

from typing import Annotated, Final

from annotated_types import Ge
from sqlalchemy import BigInteger, UniqueConstraint
from sqlmodel import Field

from data.engine import columns
from data.pads.records import ChangeKind, ConsentState, ContestOutcome, HandState, PadStatus, PlayerState

PadKey = Annotated[
    columns.Number, Field(sa_type=BigInteger, primary_key=True, foreign_key="pads.id", ondelete="CASCADE")
]


class PadRow(columns.Row, table=True):
    """A score pad and how far its changes have come. Its number is never given again, for old buttons bear it."""

    __tablename__ = "pads"
    __table_args__ = ({"sqlite_autoincrement": True},)

    name: columns.String
    options: columns.JsonObject
    status: Annotated[PadStatus, columns.TEXT] = "open"
    last_player_number: columns.Whole = 0
    deleted: columns.OptionalWhole = None
    game: columns.String
    rules_version: columns.Whole
    guild: columns.Whole = Field(sa_type=BigInteger, index=True)
    channel: columns.Whole
    message_channel: columns.OptionalWhole = None
    message: columns.OptionalWhole = None
    recorded: columns.Whole = 0
    seq: columns.Whole = 0
    created: columns.Whole
    updated: columns.Whole
    id: columns.RowId = None


CHANGEABLE: Final = frozenset({"name", "options", "status", "last_player_number", "deleted"})
"""The columns of a pad that a step may change."""


class PadKeeperRow(columns.Row, table=True):
    """A user who keeps a pad; they stand in the order of `place`."""

    __tablename__ = "pad_keepers"

    pad_id: PadKey
    person_id: columns.Whole = Field(sa_type=BigInteger, primary_key=True, foreign_key="people.id", index=True)
    place: columns.Whole


class PadPlayerRow(columns.Row, table=True):
    """A player whose points a pad keeps. `guest` is a guest's name; a person's is in their own row."""

    __tablename__ = "pad_players"

    pad_id: PadKey
    number: columns.Key
    person_id: columns.User | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id", index=True)
    guest: columns.String
    place: columns.Whole
    state: Annotated[PlayerState, columns.TEXT]
    start: columns.OptionalPoints = None
    source_pad: columns.Whole | None = Field(default=None, sa_type=BigInteger, index=True)
    source_number: columns.OptionalWhole = None


class PadHandRow(columns.Row, table=True):
    """A hand of a pad (records.PadHand)."""

    __tablename__ = "pad_hands"

    pad_id: PadKey
    number: columns.Key
    rev: columns.Whole
    players: columns.SeatNumbers
    dealer: columns.Whole
    account: columns.JsonObject
    entry: columns.JsonObject
    outcome: columns.JsonObject
    points: columns.SeatNumbers
    state: Annotated[HandState, columns.TEXT]
    person_id: columns.Whole | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id", index=True)
    entered: columns.Whole
    played: columns.Whole
    day: columns.OptionalString = None


class PadChangeRow(columns.Row, table=True):
    """A change of a pad. The key makes two writers safe; the interaction makes a click count once."""

    __tablename__ = "pad_changes"

    pad_id: PadKey
    seq: Annotated[columns.Key, Ge(1)]
    kind: Annotated[ChangeKind, columns.TEXT]
    hand: columns.OptionalWhole = None
    before: columns.OptionalJsonObject = None
    after: columns.OptionalJsonObject = None
    person_id: columns.Whole | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id", index=True)
    interaction: columns.Whole | None = Field(default=None, sa_type=BigInteger, unique=True)
    at: columns.Whole


class PadContestRow(columns.Row, table=True):
    """A contest of a hand (records.Contest)."""

    __tablename__ = "pad_contests"

    pad_id: PadKey
    seq: Annotated[columns.Key, Ge(1)]
    hand: columns.Whole
    person_id: columns.Whole | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id", index=True)
    why: columns.String
    at: columns.Whole
    outcome: Annotated[ContestOutcome, columns.TEXT] = "waits"
    decided: columns.OptionalWhole = None
    decider_id: columns.Whole | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id")


class PadConsentRow(columns.Row, table=True):
    """A consent to being a player (records.PadConsent), and whether the message that asks names them."""

    __tablename__ = "pad_consents"

    pad_id: PadKey
    person_id: columns.PersonKey
    player: columns.Whole
    guest: columns.String
    state: Annotated[ConsentState, columns.TEXT]
    seq: Annotated[columns.Whole, Ge(1)]
    by_id: columns.User | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id")
    asked_at: columns.Whole
    informed_at: columns.OptionalWhole = None
    is_named: bool = False


class PadDraftRow(columns.Row, table=True):
    """A draft of a hand (records.PadDraft). Its number is never given again, for old buttons bear it."""

    __tablename__ = "pad_drafts"
    __table_args__ = (UniqueConstraint("pad_id", "person_id", "hand"), {"sqlite_autoincrement": True})

    pad_id: columns.Whole = Field(sa_type=BigInteger, foreign_key="pads.id", ondelete="CASCADE")
    person_id: columns.Whole = Field(sa_type=BigInteger, foreign_key="people.id", ondelete="CASCADE")
    hand: columns.Whole
    base: columns.Whole
    players: columns.SeatNumbers
    dealer: columns.Whole
    played: columns.OptionalWhole = None
    day: columns.OptionalString = None
    typed: columns.JsonObject
    updated: columns.Whole
    id: columns.RowId = None

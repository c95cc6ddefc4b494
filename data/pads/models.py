"""The tables of score pads."""

from __future__ import annotations

from typing import Annotated, Any, Final

from annotated_types import Ge
from sqlalchemy import BigInteger, Text, UniqueConstraint
from sqlmodel import Field

from data.engine.columns import Amount, Amounts, Id, Json, Row, User, Whole
from data.pads.records import ChangeKind, ConsentState, ContestOutcome, HandState, PadStatus, PlayerState


class PadRow(Row, table=True):
    """A score pad and how far its changes have come. Its number is never given again, for old buttons bear it."""

    __tablename__ = "pads"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel, which takes a name
    __table_args__ = ({"sqlite_autoincrement": True},)

    name: str = Field(sa_type=Text)
    options: dict[str, Any] = Field(sa_type=Json)
    status: PadStatus = Field(default="open", sa_type=Text)
    given: Whole = Field(default=0, sa_type=BigInteger)
    deleted: Whole | None = Field(default=None, sa_type=BigInteger)
    game: str = Field(sa_type=Text)
    rules_version: int = Field(sa_type=BigInteger)
    guild: Whole = Field(sa_type=BigInteger, index=True)
    channel: Whole = Field(sa_type=BigInteger)
    message_channel: Whole | None = Field(default=None, sa_type=BigInteger)
    message: Whole | None = Field(default=None, sa_type=BigInteger)
    recorded: Whole = Field(default=0, sa_type=BigInteger)
    seq: Whole = Field(default=0, sa_type=BigInteger)
    created: Whole = Field(sa_type=BigInteger)
    updated: Whole = Field(sa_type=BigInteger)
    id: int | None = Field(default=None, sa_type=Id, primary_key=True)


CHANGEABLE: Final = frozenset({"name", "options", "status", "given", "deleted"})
"""The columns of a pad that a step may change."""


class PadKeeperRow(Row, table=True):
    """Somebody who keeps a pad; they stand in the order of `place`."""

    __tablename__ = "pad_keepers"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel

    pad_id: Whole = Field(sa_type=BigInteger, primary_key=True, foreign_key="pads.id", ondelete="CASCADE")
    person_id: Whole = Field(sa_type=BigInteger, primary_key=True, foreign_key="people.id", index=True)
    place: Whole = Field(sa_type=BigInteger)


class PadPlayerRow(Row, table=True):
    """Somebody whose points a pad keeps. `guest` is a guest's name; a person's is in their own row."""

    __tablename__ = "pad_players"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel

    pad_id: Whole = Field(sa_type=BigInteger, primary_key=True, foreign_key="pads.id", ondelete="CASCADE")
    number: Whole = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    person_id: User | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id", index=True)
    guest: str = Field(sa_type=Text)
    place: Whole = Field(sa_type=BigInteger)
    state: PlayerState = Field(sa_type=Text)
    start: int | None = Field(default=None, sa_type=Amount)
    source_pad: Whole | None = Field(default=None, sa_type=BigInteger, index=True)
    source_number: Whole | None = Field(default=None, sa_type=BigInteger)


class PadHandRow(Row, table=True):
    """A hand of a pad (records.PadHand)."""

    __tablename__ = "pad_hands"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel

    pad_id: Whole = Field(sa_type=BigInteger, primary_key=True, foreign_key="pads.id", ondelete="CASCADE")
    number: Whole = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    rev: Whole = Field(sa_type=BigInteger)
    players: tuple[int, ...] = Field(sa_type=Amounts)
    dealer: Whole = Field(sa_type=BigInteger)
    account: dict[str, Any] = Field(sa_type=Json)
    entry: dict[str, Any] = Field(sa_type=Json)
    outcome: dict[str, Any] = Field(sa_type=Json)
    points: tuple[int, ...] = Field(sa_type=Amounts)
    state: HandState = Field(sa_type=Text)
    person_id: Whole | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id", index=True)
    entered: Whole = Field(sa_type=BigInteger)
    played: Whole = Field(sa_type=BigInteger)
    day: str | None = Field(default=None, sa_type=Text)


class PadChangeRow(Row, table=True):
    """A change of a pad. The key makes two writers safe; the interaction makes a click count once."""

    __tablename__ = "pad_changes"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel

    pad_id: Whole = Field(sa_type=BigInteger, primary_key=True, foreign_key="pads.id", ondelete="CASCADE")
    seq: Annotated[Whole, Ge(1)] = Field(
        sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False}
    )
    kind: ChangeKind = Field(sa_type=Text)
    hand: Whole | None = Field(default=None, sa_type=BigInteger)
    before: dict[str, Any] | None = Field(default=None, sa_type=Json)
    after: dict[str, Any] | None = Field(default=None, sa_type=Json)
    person_id: Whole | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id", index=True)
    interaction: Whole | None = Field(default=None, sa_type=BigInteger, unique=True)
    at: Whole = Field(sa_type=BigInteger)


class PadContestRow(Row, table=True):
    """A contest of a hand (records.Contest), and its message to the keepers: due while `shown` is not `outcome`."""

    __tablename__ = "pad_contests"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel

    pad_id: Whole = Field(sa_type=BigInteger, primary_key=True, foreign_key="pads.id", ondelete="CASCADE")
    seq: Annotated[Whole, Ge(1)] = Field(
        sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False}
    )
    hand: Whole = Field(sa_type=BigInteger)
    person_id: Whole | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id", index=True)
    why: str = Field(sa_type=Text)
    at: Whole = Field(sa_type=BigInteger)
    outcome: ContestOutcome = Field(default="waits", sa_type=Text)
    decided: Whole | None = Field(default=None, sa_type=BigInteger)
    decider_id: Whole | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id")
    channel: Whole | None = Field(default=None, sa_type=BigInteger)
    message: Whole | None = Field(default=None, sa_type=BigInteger)
    begun: Whole | None = Field(default=None, sa_type=BigInteger)
    shown_outcome: str = Field(default="", sa_type=Text)


class PadConsentRow(Row, table=True):
    """A consent to being a player (records.PadConsent), and the message that asks: due while `shown` is not
    `state`.
    """

    __tablename__ = "pad_consents"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel

    pad_id: Whole = Field(sa_type=BigInteger, primary_key=True, foreign_key="pads.id", ondelete="CASCADE")
    person_id: User = Field(
        sa_type=BigInteger,
        primary_key=True,
        foreign_key="people.id",
        index=True,
        sa_column_kwargs={"autoincrement": False},
    )
    player: Whole = Field(sa_type=BigInteger)
    guest: str = Field(sa_type=Text)
    state: ConsentState = Field(sa_type=Text)
    seq: Annotated[Whole, Ge(1)] = Field(sa_type=BigInteger)
    by_id: User | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id")
    asked_at: Whole = Field(sa_type=BigInteger)
    informed_at: Whole | None = Field(default=None, sa_type=BigInteger)
    channel: Whole | None = Field(default=None, sa_type=BigInteger)
    message: Whole | None = Field(default=None, sa_type=BigInteger)
    begun: Whole | None = Field(default=None, sa_type=BigInteger)
    shown_state: str = Field(default="", sa_type=Text)


class PadDraftRow(Row, table=True):
    """A draft of a hand (records.PadDraft). Its number is never given again, for old buttons bear it."""

    __tablename__ = "pad_drafts"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel
    __table_args__ = (UniqueConstraint("pad_id", "person_id", "hand"), {"sqlite_autoincrement": True})

    pad_id: Whole = Field(sa_type=BigInteger, foreign_key="pads.id", ondelete="CASCADE")
    person_id: Whole = Field(sa_type=BigInteger, foreign_key="people.id", ondelete="CASCADE")
    hand: Whole = Field(sa_type=BigInteger)
    base: Whole = Field(sa_type=BigInteger)
    players: tuple[int, ...] = Field(sa_type=Amounts)
    dealer: Whole = Field(sa_type=BigInteger)
    played: Whole | None = Field(default=None, sa_type=BigInteger)
    day: str | None = Field(default=None, sa_type=Text)
    typed: dict[str, Any] = Field(sa_type=Json)
    updated: Whole = Field(sa_type=BigInteger)
    id: int | None = Field(default=None, sa_type=Id, primary_key=True)

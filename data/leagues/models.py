"""The tables of leagues."""

from __future__ import annotations

from typing import Annotated, Any

from sqlalchemy import BigInteger
from sqlmodel import Field

from data.engine import columns
from data.leagues.records import EntrantState, LeagueActKind, LeagueStatus

LeagueKey = Annotated[
    columns.Number, Field(sa_type=BigInteger, primary_key=True, foreign_key="leagues.id", ondelete="CASCADE")
]


class LeagueRow(columns.Row, table=True):
    """A season of a league (records.LeagueRecord). Its number is never given again, for old buttons bear it.

    `person_id` is its organiser.
    """

    __tablename__ = "leagues"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel, which takes a name
    __table_args__ = ({"sqlite_autoincrement": True},)

    guild: columns.Whole = Field(sa_type=BigInteger, index=True)
    channel: columns.Whole
    name: columns.String
    game: columns.String
    seats: columns.Whole
    options: dict[str, Any] = Field(default_factory=dict, sa_type=columns.Json)
    clock: columns.Whole
    starts: columns.Whole
    ends: columns.Whole
    advance: columns.Whole = 0
    stage: columns.Whole = 0
    stage_ms: columns.Whole = 0
    previous: columns.OptionalWhole = None
    status: Annotated[LeagueStatus, columns.TEXT]
    began: columns.OptionalWhole = None
    ended: columns.OptionalWhole = None
    seq: columns.Whole = 1
    message_channel: columns.OptionalWhole = None
    message: columns.OptionalWhole = None
    person_id: columns.Whole | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id")
    interaction: columns.Whole | None = Field(default=None, sa_type=BigInteger, unique=True)
    id: columns.RowId = None


class LeagueEntrantRow(columns.Row, table=True):
    """Somebody who has entered a league (records.Entrant)."""

    __tablename__ = "league_entrants"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel

    league_id: LeagueKey
    stage: columns.Key = 0
    person_id: columns.PersonKey
    entered: columns.Whole
    state: Annotated[EntrantState, columns.TEXT]
    group_number: columns.OptionalWhole = None
    place: columns.OptionalWhole = None
    since: columns.OptionalWhole = None
    final_place: columns.OptionalWhole = None
    final_points: columns.OptionalString = None


class LeagueTableRow(columns.Row, table=True):
    """A table of a league (records.LeagueTable)."""

    __tablename__ = "league_tables"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel

    league_id: LeagueKey
    stage: columns.Key = 0
    group_number: columns.Key
    number: columns.Key
    table_id: columns.Whole | None = Field(
        default=None, sa_type=BigInteger, foreign_key="tables.id", ondelete="SET NULL", index=True
    )
    void: bool = False


class LeagueActRow(columns.Row, table=True):
    """What somebody did to a league (records.LeagueAct)."""

    __tablename__ = "league_acts"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel

    league_id: columns.Whole = Field(sa_type=BigInteger, foreign_key="leagues.id", ondelete="CASCADE", index=True)
    at: columns.Whole
    kind: Annotated[LeagueActKind, columns.TEXT]
    person_id: columns.Whole | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id", index=True)
    whom_id: columns.Whole | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id", index=True)
    words: columns.String = ""
    amount: columns.OptionalPoints = None
    id: columns.RowId = None

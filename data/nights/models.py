"""The tables of club nights."""

from __future__ import annotations

from typing import Annotated

from sqlalchemy import BigInteger
from sqlmodel import Field

from data.engine import columns
from data.standings.records import Source


class NightRow(columns.Row, table=True):
    """A club night (records.NightRecord). Its number is never given again, for old buttons bear it."""

    __tablename__ = "nights"
    __table_args__ = ({"sqlite_autoincrement": True},)

    guild: columns.Whole = Field(sa_type=BigInteger, index=True)
    channel: columns.Whole = Field(sa_type=BigInteger, index=True)
    name: columns.String
    person_id: columns.Whole | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id")
    began: columns.Whole
    ended: columns.OptionalWhole = None
    ender_id: columns.Whole | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id")
    deleted: columns.OptionalWhole = None
    deleter_id: columns.Whole | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id")
    seq: columns.Whole = 1
    message_channel: columns.OptionalWhole = None
    message: columns.OptionalWhole = None
    interaction: columns.Whole | None = Field(default=None, sa_type=BigInteger, unique=True)
    id: columns.RowId = None


class NightPartRow(columns.Row, table=True):
    """A table or pad that a user brought into a club night, or took out of it."""

    __tablename__ = "night_parts"

    night_id: columns.Whole = Field(sa_type=BigInteger, primary_key=True, foreign_key="nights.id", ondelete="CASCADE")
    source: Annotated[Source, columns.TEXT_KEY]
    number: columns.Key
    belongs: bool

"""The tables of club nights."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Text
from sqlmodel import Field

from data.engine.columns import Id, Row, Whole
from data.standings.records import Source


class NightRow(Row, table=True):
    """A club night (records.NightRecord). Its number is never given again, for old buttons bear it."""

    __tablename__ = "nights"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel, which takes a name
    __table_args__ = ({"sqlite_autoincrement": True},)

    guild: Whole = Field(sa_type=BigInteger, index=True)
    channel: Whole = Field(sa_type=BigInteger, index=True)
    name: str = Field(sa_type=Text)
    person_id: Whole | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id")
    began: Whole = Field(sa_type=BigInteger)
    ended: Whole | None = Field(default=None, sa_type=BigInteger)
    ender_id: Whole | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id")
    deleted: Whole | None = Field(default=None, sa_type=BigInteger)
    deleter_id: Whole | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id")
    seq: Whole = Field(default=1, sa_type=BigInteger)
    message_channel: Whole | None = Field(default=None, sa_type=BigInteger)
    message: Whole | None = Field(default=None, sa_type=BigInteger)
    interaction: Whole | None = Field(default=None, sa_type=BigInteger, unique=True)
    card_begun: Whole | None = Field(default=None, sa_type=BigInteger)
    card: Whole | None = Field(default=None, sa_type=BigInteger)
    card_shown: Whole | None = Field(default=None, sa_type=BigInteger)
    id: int | None = Field(default=None, sa_type=Id, primary_key=True)


class NightPartRow(Row, table=True):
    """A table or pad that somebody brought into a club night, or took out of it."""

    __tablename__ = "night_parts"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel

    night_id: Whole = Field(sa_type=BigInteger, primary_key=True, foreign_key="nights.id", ondelete="CASCADE")
    source: Source = Field(sa_type=Text, primary_key=True)
    number: Whole = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    belongs: bool = Field(sa_type=Boolean)

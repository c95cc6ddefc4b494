"""The tables of hands of the day."""

from __future__ import annotations

from sqlalchemy import BigInteger, Index
from sqlmodel import Field

from data.engine import columns


class DailyHandRow(columns.Row, table=True):
    """The hand of a day in a game: the secret behind its cards, and when (ms) the day was closed."""

    __tablename__ = "daily_hands"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel

    day: columns.Key
    game: columns.StringKey
    secret: columns.String
    closed: columns.OptionalWhole = None


class DailyTryRow(columns.Row, table=True):
    """A person's one try at a hand of the day. `guild` is the server it counts for; None for no server.

    Until the day closes, `mark` stands for the person's number, also once their data is erased. `points` and `streak`
    are set at the close; a try without them was not finished.
    """

    __tablename__ = "daily_tries"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel
    __table_args__ = (
        Index("daily_tries_mark", "day", "game", "mark", unique=True, **columns.partial_index("mark IS NOT NULL")),
        Index(None, "guild", "day"),
    )

    day: columns.Key
    game: columns.StringKey
    person_id: columns.User = Field(
        sa_type=BigInteger,
        primary_key=True,
        foreign_key="people.id",
        ondelete="CASCADE",
        index=True,
        sa_column_kwargs={"autoincrement": False},
    )
    table_id: columns.Whole | None = Field(
        default=None, sa_type=BigInteger, foreign_key="tables.id", ondelete="SET NULL", index=True
    )
    guild: columns.OptionalWhole = None
    mark: columns.OptionalString = None
    points: columns.OptionalPoints = None
    streak: columns.OptionalWhole = None

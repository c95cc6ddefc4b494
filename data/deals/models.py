"""The tables of deals that many people play, with one try each, and of the weekly cup."""

from __future__ import annotations

from typing import Annotated

from sqlalchemy import BigInteger, Index
from sqlmodel import Field

from data.deals.records import DealKind
from data.engine import columns


class MatchRow(columns.Row, table=True):
    """A match (records.Match). `person_id` is its organiser. Its number is never reused, since old buttons bear it."""

    __tablename__ = "matches"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel, which takes a name
    __table_args__ = ({"sqlite_autoincrement": True},)

    secret: columns.String
    person_id: columns.User = Field(sa_type=BigInteger, foreign_key="people.id", index=True)
    interaction: columns.Whole = Field(sa_type=BigInteger, unique=True)
    id: columns.RowId = None


class DealRow(columns.Row, table=True):
    """A deal (records.Deal). Its number is never reused, since old buttons bear it.

    `guild` and `channel` are where a challenge or a match is posted. The boards of a match follow their numbers.
    """

    __tablename__ = "deals"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel, which takes a name
    __table_args__ = (
        Index("deals_day", "game", "opens", unique=True, **columns.partial_index("kind = 'daily'")),
        Index("deals_hand", "table_id", "hand", unique=True, **columns.partial_index("table_id IS NOT NULL")),
        Index(None, "closes"),
        Index(None, "guild"),
        {"sqlite_autoincrement": True},
    )

    kind: Annotated[DealKind, columns.TEXT]
    game: columns.String
    options: columns.JsonObject
    seats: columns.Whole
    seat: columns.Whole
    dealer: columns.Whole
    secret: columns.String
    opens: columns.Whole
    closes: columns.Whole
    closed: columns.OptionalWhole = None
    packs: list[list[str]] = Field(sa_type=columns.Json)
    guild: columns.OptionalWhole = None
    channel: columns.OptionalWhole = None
    table_id: columns.Whole | None = Field(
        default=None, sa_type=BigInteger, foreign_key="tables.id", ondelete="SET NULL"
    )
    hand: columns.OptionalWhole = None
    points: columns.OptionalPoints = None
    match_id: columns.Whole | None = Field(
        default=None, sa_type=BigInteger, foreign_key="matches.id", ondelete="CASCADE", index=True
    )
    id: columns.RowId = None


class DealTryRow(columns.Row, table=True):
    """A person's one try at a deal. `guild` is the server it counts for; None for no server.

    Those who sat at the table of a challenge have a row without a table from the beginning, and no try.

    Until the deal closes, `mark` stands for the person's number, also once their data is erased. `points` and, of a
    hand of the day, `streak` are set at the close; a try without them was not finished.
    """

    __tablename__ = "deal_tries"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel
    __table_args__ = (
        Index("deal_tries_mark", "deal_id", "mark", unique=True, **columns.partial_index("mark IS NOT NULL")),
        Index(None, "deal_id", "guild"),
    )

    deal_id: columns.Whole = Field(sa_type=BigInteger, primary_key=True, foreign_key="deals.id", ondelete="CASCADE")
    person_id: columns.PersonKeyCascading
    table_id: columns.Whole | None = Field(
        default=None, sa_type=BigInteger, foreign_key="tables.id", ondelete="SET NULL", index=True
    )
    guild: columns.OptionalWhole = None
    mark: columns.OptionalString = None
    points: columns.OptionalPoints = None
    streak: columns.OptionalWhole = None


class CupResultRow(columns.Row, table=True):
    """A person's result in the cup of a week in a server (records.CupResult), written at the week's close."""

    __tablename__ = "cup_results"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel

    week: columns.Key
    guild: columns.Key
    person_id: columns.PersonKeyCascading
    permille: columns.Whole
    group_number: columns.OptionalWhole = None

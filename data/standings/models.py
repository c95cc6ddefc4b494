"""The tables of results: what every finished hand and game brought whom, and what is worked out from them.

Of a person there is their number in `people` alone; guests and computer players have no name here.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Boolean, Float, Index, Text
from sqlmodel import Field

from data.engine.columns import Amount, Json, Row, User, Whole
from data.standings.records import PartKind, ResultState, Source, Stay


class HandResultRow(Row, table=True):
    """A hand that is over (records.HandResult)."""

    __tablename__ = "hand_results"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel
    __table_args__ = (Index(None, "guild", "game", "at", "source", "origin", "number"),)

    source: Source = Field(sa_type=Text, primary_key=True)
    origin: Whole = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    number: Whole = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    guild: Whole = Field(sa_type=BigInteger)
    game: str = Field(sa_type=Text)
    at: Whole = Field(sa_type=BigInteger)
    state: ResultState = Field(sa_type=Text)
    friendly: bool = Field(sa_type=Boolean)
    entered: Whole | None = Field(default=None, sa_type=BigInteger)


class HandPartRow(Row, table=True):
    """A person's part in a hand."""

    __tablename__ = "hand_result_parts"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel

    source: Source = Field(sa_type=Text, primary_key=True)
    origin: Whole = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    number: Whole = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    part: Whole = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    seat: Whole = Field(sa_type=BigInteger)
    kind: PartKind = Field(sa_type=Text)
    person_id: User | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id", index=True)
    points: int = Field(sa_type=Amount)
    feats: dict[str, Any] = Field(sa_type=Json)


class GameResultRow(Row, table=True):
    """A game that was played to its end (records.GameResult)."""

    __tablename__ = "game_results"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel
    __table_args__ = (Index(None, "guild", "game", "at", "source", "origin"),)

    source: Source = Field(sa_type=Text, primary_key=True)
    origin: Whole = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    guild: Whole = Field(sa_type=BigInteger)
    game: str = Field(sa_type=Text)
    at: Whole = Field(sa_type=BigInteger)
    hands: Whole = Field(sa_type=BigInteger)
    state: ResultState = Field(sa_type=Text)
    friendly: bool = Field(sa_type=Boolean)
    entered: Whole | None = Field(default=None, sa_type=BigInteger)


class GamePartRow(Row, table=True):
    """A person's part in a game; a seat that changed hands has two."""

    __tablename__ = "game_result_parts"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel

    source: Source = Field(sa_type=Text, primary_key=True)
    origin: Whole = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    part: Whole = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    seat: Whole = Field(sa_type=BigInteger)
    side: Whole = Field(sa_type=BigInteger)
    kind: PartKind = Field(sa_type=Text)
    person_id: User | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id", index=True)
    points: int = Field(sa_type=Amount)
    place: Whole = Field(sa_type=BigInteger)
    won: bool = Field(sa_type=Boolean)
    stay: Stay = Field(sa_type=Text)


class SeasonRow(Row, table=True):
    """A season of a server (records.Season)."""

    __tablename__ = "seasons"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel

    guild: Whole = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    number: Whole = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    name: str = Field(sa_type=Text)
    began: Whole = Field(sa_type=BigInteger)
    ended: Whole | None = Field(default=None, sa_type=BigInteger)


class StandingRow(Row, table=True):
    """A person's standing (records.Standing), worked out from results whenever they change."""

    __tablename__ = "standings"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel

    guild: Whole = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    game: str = Field(sa_type=Text, primary_key=True)
    season: Whole = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    person_id: Whole = Field(
        sa_type=BigInteger, primary_key=True, foreign_key="people.id", ondelete="CASCADE", index=True
    )
    hands: Whole = Field(sa_type=BigInteger)
    at_pads: Whole = Field(sa_type=BigInteger)
    points: int = Field(sa_type=Amount)
    best: int | None = Field(sa_type=Amount)
    best_source: Source | None = Field(sa_type=Text)
    best_origin: Whole | None = Field(sa_type=BigInteger)
    best_number: Whole | None = Field(sa_type=BigInteger)
    games: Whole = Field(sa_type=BigInteger)
    wins: Whole = Field(sa_type=BigInteger)
    streak: Whole = Field(sa_type=BigInteger)
    longest: Whole = Field(sa_type=BigInteger)
    friendly: Whole = Field(sa_type=BigInteger)
    feats: dict[str, Any] = Field(sa_type=Json)
    rated: Whole = Field(sa_type=BigInteger)
    mu: float = Field(sa_type=Float)
    sigma: float = Field(sa_type=Float)


class RatedGameRow(Row, table=True):
    """A person's rating after a game (records.RatedGame)."""

    __tablename__ = "rated_games"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel
    __table_args__ = (Index(None, "guild", "game", "at", "source", "origin"),)

    guild: Whole = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    game: str = Field(sa_type=Text, primary_key=True)
    season: Whole = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    person_id: Whole = Field(
        sa_type=BigInteger, primary_key=True, foreign_key="people.id", ondelete="CASCADE", index=True
    )
    at: Whole = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    source: Source = Field(sa_type=Text, primary_key=True)
    origin: Whole = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    place: Whole = Field(sa_type=BigInteger)
    mu: float = Field(sa_type=Float)
    sigma: float = Field(sa_type=Float)


class FoldRow(Row, table=True):
    """How far the results of a game in a server have been worked into standings.

    `changes` counts what makes it necessary to begin anew; the standings are made of change `made`, up to and with the
    last hand and game that are named here.
    """

    __tablename__ = "folds"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel

    guild: Whole = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    game: str = Field(sa_type=Text, primary_key=True)
    changes: Whole = Field(sa_type=BigInteger)
    made: Whole = Field(sa_type=BigInteger)
    hand_at: Whole = Field(default=0, sa_type=BigInteger)
    hand_source: str = Field(default="", sa_type=Text)
    hand_origin: Whole = Field(default=0, sa_type=BigInteger)
    hand_number: Whole = Field(default=0, sa_type=BigInteger)
    game_at: Whole = Field(default=0, sa_type=BigInteger)
    game_source: str = Field(default="", sa_type=Text)
    game_origin: Whole = Field(default=0, sa_type=BigInteger)

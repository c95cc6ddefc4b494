"""The tables of results, standings and ratings.

Of a person there is their number in `people` alone; guests and computer players have no name here.
"""

from __future__ import annotations

from typing import Annotated

from sqlalchemy import BigInteger, Index
from sqlmodel import Field

from data.engine import columns
from data.standings.records import PartKind, ResultState, Source, Stay


class HandResultRow(columns.Row, table=True):
    """A hand that is over (records.HandResult)."""

    __tablename__ = "hand_results"
    __table_args__ = (Index(None, "guild", "game", "at", "source", "origin", "number"),)

    source: Annotated[Source, columns.TEXT_KEY]
    origin: columns.Key
    number: columns.Key
    guild: columns.Whole
    game: columns.String
    at: columns.Whole
    state: Annotated[ResultState, columns.TEXT]
    friendly: bool
    entered: columns.OptionalWhole = None


class HandPartRow(columns.Row, table=True):
    """A person's part in a hand."""

    __tablename__ = "hand_result_parts"

    source: Annotated[Source, columns.TEXT_KEY]
    origin: columns.Key
    number: columns.Key
    part: columns.Key
    seat: columns.Whole
    kind: Annotated[PartKind, columns.TEXT]
    person_id: columns.User | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id", index=True)
    points: columns.Points
    feats: columns.JsonObject


class GameResultRow(columns.Row, table=True):
    """A game that was played to its end (records.GameResult)."""

    __tablename__ = "game_results"
    __table_args__ = (Index(None, "guild", "game", "at", "source", "origin"),)

    source: Annotated[Source, columns.TEXT_KEY]
    origin: columns.Key
    guild: columns.Whole
    game: columns.String
    at: columns.Whole
    hands: columns.Whole
    state: Annotated[ResultState, columns.TEXT]
    friendly: bool
    entered: columns.OptionalWhole = None


class GamePartRow(columns.Row, table=True):
    """A person's part in a game; a seat that changed hands has two."""

    __tablename__ = "game_result_parts"

    source: Annotated[Source, columns.TEXT_KEY]
    origin: columns.Key
    part: columns.Key
    seat: columns.Whole
    side: columns.Whole
    kind: Annotated[PartKind, columns.TEXT]
    person_id: columns.User | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id", index=True)
    points: columns.Points
    place: columns.Whole
    won: bool
    stay: Annotated[Stay, columns.TEXT]


class SeasonRow(columns.Row, table=True):
    """A season of a server (records.Season)."""

    __tablename__ = "seasons"

    guild: columns.Key
    number: columns.Key
    name: columns.String
    began: columns.Whole
    ended: columns.OptionalWhole = None


class StandingRow(columns.Row, table=True):
    """A person's standing (records.Standing), worked out from results whenever they change."""

    __tablename__ = "standings"

    guild: columns.Key
    game: columns.StringKey
    season: columns.Key
    person_id: columns.Whole = Field(
        sa_type=BigInteger, primary_key=True, foreign_key="people.id", ondelete="CASCADE", index=True
    )
    hands: columns.Whole
    at_pads: columns.Whole
    points: columns.Points
    best: columns.OptionalPoints
    best_source: Annotated[Source | None, columns.TEXT]
    best_origin: columns.OptionalWhole
    best_number: columns.OptionalWhole
    games: columns.Whole
    wins: columns.Whole
    streak: columns.Whole
    longest: columns.Whole
    friendly: columns.Whole
    feats: columns.JsonObject
    rated: columns.Whole
    mu: float
    sigma: float


class RatedGameRow(columns.Row, table=True):
    """A person's rating after a game (records.RatedGame)."""

    __tablename__ = "rated_games"
    __table_args__ = (Index(None, "guild", "game", "at", "source", "origin"),)

    guild: columns.Key
    game: columns.StringKey
    season: columns.Key
    person_id: columns.Whole = Field(
        sa_type=BigInteger, primary_key=True, foreign_key="people.id", ondelete="CASCADE", index=True
    )
    at: columns.Key
    source: Annotated[Source, columns.TEXT_KEY]
    origin: columns.Key
    place: columns.Whole
    mu: float
    sigma: float


class FoldRow(columns.Row, table=True):
    """The progress of folding a server's results of a game into standings.

    `changes` counts the reasons for a rebuild. `changes_folded` is its value for the present standings, up to the last
    hand and game named here.
    """

    __tablename__ = "folds"

    guild: columns.Key
    game: columns.StringKey
    changes: columns.Whole
    changes_folded: columns.Whole
    hand_at: columns.Whole = 0
    hand_source: columns.String = ""
    hand_origin: columns.Whole = 0
    hand_number: columns.Whole = 0
    game_at: columns.Whole = 0
    game_source: columns.String = ""
    game_origin: columns.Whole = 0

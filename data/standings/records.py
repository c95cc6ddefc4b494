"""Values of results: finished hands and games, at tables or on score pads, and what follows from them.

Standings, ratings and seasons' archives are worked out from these alone. Times are UTC milliseconds since 1970.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

Source = Literal["table", "pad"]
"""The source of a result: a table, or a score pad (played anywhere)."""

ResultState = Literal["counts", "waits"]
"""Whether a result counts, or was contested and waits for a keeper; one that was struck out is no result."""

PartKind = Literal["person", "computer", "guest"]
"""The kind of player: a Discord user, a computer player, or a pad's guest known by name only."""

Stay = Literal["whole", "left", "came", "absent"]
"""A player's part in a game: played whole, left it, came as a substitute, or chose none of their seat's moves.

A player who lost the seat by absence, or chose fewer than half of its moves, has left the game.
"""

UNCOUNTED_STAYS: Final[tuple[Stay, ...]] = ("came", "absent")
"""The stays for which a game does not count."""

ALL_TIME: Final = 0
"""The season of everything; those that servers begin count from 1."""

PROVISIONAL_GAMES: Final = 10
"""Rated games until a rating is more than provisional."""


class Origin(NamedTuple):
    """The table or pad that a result comes from."""

    source: Source
    number: int


class Unrecorded(NamedTuple):
    """A finished hand of a table that has no result yet (records.NewHand), and when it was over."""

    number: int
    first: int
    last: int
    points: tuple[int, ...]
    how: dict[str, Any]
    at: int


@dataclass(frozen=True, slots=True)
class HandPart:
    """A person's part in a hand. `feats` are the game's other counts by name: successes and tries (of bids, say)."""

    seat: int
    kind: PartKind
    user: int | None
    points: int
    feats: Mapping[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])
    guest: str = ""
    """A guest's name when written; a guest who is read has a negative number (records.is_erased)."""


@dataclass(frozen=True, slots=True)
class HandResult:
    """A hand that is over, number `number` of its table (from 0) or pad (from 1), played at `at`.

    On a pad it was `entered` then or later.
    """

    origin: Origin
    number: int
    guild: int
    game: str
    at: int
    state: ResultState
    friendly: bool
    parts: tuple[HandPart, ...]
    entered: int | None = None


@dataclass(frozen=True, slots=True)
class GamePart:
    """A person's part in a game: `place` from 1, shared by ties; partners have the same `side`."""

    seat: int
    side: int
    kind: PartKind
    user: int | None
    points: int
    place: int
    won: bool
    stay: Stay
    guest: str = ""


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game of so many `hands`, played to its end at `at`; one that was given up is none.

    A pad's game was `entered` when the pad was first finished.
    """

    origin: Origin
    guild: int
    game: str
    at: int
    hands: int
    state: ResultState
    friendly: bool
    parts: tuple[GamePart, ...]
    entered: int | None = None


@dataclass(slots=True)
class Standing:
    """A person's standing in a game, a server and a season, or what it comes to so far while results are added.

    Friendly games count in `friendly` only.
    """

    user: int
    game: str
    season: int
    mu: float
    """The mean of the rating."""
    sigma: float
    """The uncertainty of the rating."""
    hands: int = 0
    """All hands."""
    at_pads: int = 0
    """The hands on pads."""
    points: int = 0
    """The points of all hands."""
    best: int | None = None
    """The best hand's points."""
    best_source: Source | None = None
    best_origin: int | None = None
    best_number: int | None = None
    games: int = 0
    """Games played whole or left."""
    wins: int = 0
    """Games won."""
    streak: int = 0
    """The current run of wins."""
    longest: int = 0
    """The longest run of wins."""
    friendly: int = 0
    feats: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])
    rated: int = 0
    """The games that the rating counts."""
    name: str = field(default="", compare=False)
    """The person's name when read."""
    guest: bool = field(default=False, compare=False)
    """Whether it is read of a guest of the server's pads, without a rating."""

    @property
    def best_of(self) -> tuple[Origin, int] | None:
        """The best hand's origin and number."""
        if self.best_source is None or self.best_origin is None or self.best_number is None:
            return None
        return Origin(self.best_source, self.best_origin), self.best_number

    @property
    def is_provisional(self) -> bool:
        """Whether the rating rests on too few games."""
        return self.rated < PROVISIONAL_GAMES


@dataclass(frozen=True, slots=True)
class BestHand:
    """The best hand of a player, as their standing names it; of a pad, its `day` there (records.PadHand)."""

    user: int
    name: str
    points: int
    origin: Origin
    number: int
    at: int
    day: str | None = None


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two people's record in games that both played, from the first one's side.

    `together` are games as partners, which count in none of the others.
    """

    game: str
    ahead: int
    level: int
    behind: int
    together: int


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A user's rating after a game, in a season."""

    user: int
    season: int
    at: int
    source: Source
    origin: int
    place: int
    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a server, from `began` on until it was `ended` (None: it is the present one)."""

    guild: int
    number: int
    name: str
    began: int
    ended: int | None


def season_number(season: Season | None) -> int:
    """Return a season's number; ALL_TIME for None."""
    return ALL_TIME if season is None else season.number


HandKey = tuple[int, str, int, int]
"""A hand's sort key in its server and game: at, source, origin, number."""

GameKey = tuple[int, str, int]
"""A game's sort key: at, source, origin."""


class Fold(NamedTuple):
    """The progress of folding a server's results of a game into standings.

    `changes` counts the reasons for a rebuild. `changes_folded` is its value for the present standings. They go up to
    these keys of hand and game.
    """

    guild: int
    game: str
    changes: int
    changes_folded: int
    hand: HandKey
    played: GameKey


FIRST_HAND: Final[HandKey] = (0, "", 0, 0)
FIRST_GAME: Final[GameKey] = (0, "", 0)
"""The keys before all others."""

"""The values of results that enter and leave data/: what every finished hand and game brought whom, and what follows.

Results are records: of hands and games that were played at a table of ours, or told of on a score pad. Standings,
ratings and who is in which season's archive are worked out from them alone. Times are milliseconds of UTC since 1970.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

Source = Literal["table", "pad"]
"""Where a result comes from: a table of ours (online), or a score pad (played anywhere)."""

ResultState = Literal["counts", "waits"]
"""Whether a result counts, or was contested and waits for a keeper; one that was struck out is no result."""

PartKind = Literal["person", "computer", "guest"]
"""Who played: somebody with a number at Discord, a computer player, or somebody whom a pad knows by name alone."""

Stay = Literal["whole", "left", "came", "absent"]
"""Whether somebody played a whole game, left it, came for somebody who had left, or chose none of their seat's moves.

Who lost the seat by being away, or chose fewer than half of its moves, has left the game.
"""

UNCOUNTED: Final[tuple[Stay, ...]] = ("came", "absent")
"""Of these a game does not count for the person."""

ALL_TIME: Final = 0
"""The season of everything; those that servers begin count from 1."""

PROVISIONAL: Final = 10
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
    """What a hand brought somebody. `feats` are what the game counts beside points, by name: how often it came off, of
    how many tries (bids that came home, of those made).
    """

    seat: int
    kind: PartKind
    user: int | None
    points: int
    feats: Mapping[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])
    guest: str = ""
    """The name by which a guest of the server is to be known; one that is read has a number (records.is_erased)."""


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
    """What a game brought somebody: `place` from 1, shared by those who are level; partners have the same `side`."""

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
    """A game that was played to its end, of so many `hands`, at `at`. One that was given up is none.

    That of a pad was `entered` when the pad was first finished.
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


@dataclass(frozen=True, slots=True)
class Standing:
    """What somebody's results come to in a game, in a server and a season. Friendly games count for nothing else than
    `friendly`.

    `hands` and `points` are of all hands, `at_pads` how many of them were on pads; `best` is what their best
    hand brought and `best_of` where that stands (origin and number). `games` are those that they played whole or left,
    `wins` those that they won, `streak` how many they won last one after another, `longest` the longest such row.
    `rated` are the games that `mu` and `sigma`, their rating, come from.
    """

    user: int
    name: str
    game: str
    season: int
    hands: int
    at_pads: int
    points: int
    best: int | None
    best_of: tuple[Origin, int] | None
    games: int
    wins: int
    streak: int
    longest: int
    friendly: int
    feats: Mapping[str, tuple[int, int]]
    rated: int
    mu: float
    sigma: float
    guest: bool = False
    """Whether it is a guest of the server's pads: they have no rating."""

    @property
    def provisional(self) -> bool:
        """Whether too few games stand behind the rating to say much."""
        return self.rated < PROVISIONAL


@dataclass(frozen=True, slots=True)
class BestHand:
    """The best hand of somebody, as their standing names it; of a pad, its `day` there (pad_records.PadHand)."""

    user: int
    name: str
    points: int
    origin: Origin
    number: int
    at: int
    day: str | None = None


@dataclass(frozen=True, slots=True)
class Against:
    """How two people did in the games that both played, from the first one's side: ahead of the other, level, behind.

    `together` are those that they played as partners; these are none of the others.
    """

    game: str
    ahead: int
    level: int
    behind: int
    together: int


@dataclass(frozen=True, slots=True)
class RatedGame:
    """What somebody's rating came to after a game."""

    at: int
    origin: Origin
    place: int
    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a server, from `began` on and until another began (or, of the present one, None)."""

    guild: int
    number: int
    name: str
    began: int
    ended: int | None


@dataclass(slots=True)
class Tally:
    """What a user's results come to in a game, in a server and a season, while they are added up (see Standing).

    `best_of` is source, origin and number of the best hand.
    """

    user: int
    season: int
    mu: float
    sigma: float
    hands: int = 0
    at_pads: int = 0
    points: int = 0
    best: int | None = None
    best_of: tuple[Source, int, int] | None = None
    games: int = 0
    wins: int = 0
    streak: int = 0
    longest: int = 0
    friendly: int = 0
    feats: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])
    rated: int = 0


class RatedRow(NamedTuple):
    """What a user's rating came to after a game, in a season."""

    user: int
    season: int
    at: int
    source: Source
    origin: int
    place: int
    mu: float
    sigma: float


HandKey = tuple[int, str, int, int]
"""Where a hand stands among all of its server and game: at, source, origin, number."""

GameKey = tuple[int, str, int]
"""Where a game stands: at, source, origin."""


class Fold(NamedTuple):
    """How far the results of a game in a server have been worked into standings.

    `changes` counts what made it necessary to begin anew, `made` is the count of which the standings are made: up to
    the hand and the game of these keys.
    """

    guild: int
    game: str
    stale: bool
    changes: int
    made: int
    hand: HandKey
    played: GameKey


FIRST_HAND: Final[HandKey] = (0, "", 0, 0)
FIRST_GAME: Final[GameKey] = (0, "", 0)
"""The keys before all others."""

"""Values of leagues: frozen, plain. Times are milliseconds of UTC since 1970."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

LeagueStatus = Literal["entry", "playing", "over", "cancelled"]
"""How far a season of a league has come."""

ACTIVE: Final[tuple[LeagueStatus, ...]] = ("entry", "playing")
"""The states of a season that is not over."""

EntrantState = Literal["in", "waiting", "out"]
"""Whether somebody plays, is on the waiting list, or plays no more."""

LeagueActKind = Literal[
    "open", "options", "start", "stage", "cancel", "end", "move_end", "replace", "withdraw", "absent", "void", "correct"
]
"""What somebody did to a league. `absent`: somebody made no move in time; nobody did that."""


@dataclass(frozen=True, slots=True)
class NewLeague:
    """A season of a league that is opened. `organiser` runs it; `previous` is the season before, by its number."""

    guild: int
    channel: int
    name: str
    game: str
    seats: int
    clock: int
    """Seconds for a move."""
    starts: int
    ends: int
    organiser: int
    organiser_name: str
    previous: int | None = None
    advance: int = 0
    """In a cup: how many people of each table go on to the next stage; 0 in a league."""
    stage_ms: int = 0
    """How long each stage of a cup lasts."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who has entered. An erased person has a negative `user` and no name (`is_erased`)."""

    user: int
    name: str
    entered: int
    state: EntrantState
    group: int | None = None
    """The number of the group, from 0; None for people without one."""
    place: int | None = None
    """The place in the circle of the group, from 0."""
    since: int | None = None
    """Since when (ms) they have had that place."""
    final_place: int | None = None
    """The place at the end of the season, from 1."""
    final_points: str | None = None
    """The points at the end of the season, a fraction."""
    stage: int = 0
    """The stage of a cup that the entry belongs to, from 0: who goes on has an entry for each stage."""

    @property
    def is_playing(self) -> bool:
        """Whether the entrant has a place and plays there."""
        return self.state == "in" and self.place is not None


class LeaguePlace(NamedTuple):
    """A table of a league: the number of its group, and its number there, both from 0."""

    league: int
    group: int
    number: int
    stage: int = 0


@dataclass(frozen=True, slots=True)
class LeagueTable:
    """A table of a league. `table` is None before it is opened, and once it is deleted."""

    group: int
    number: int
    table: int | None
    void: bool


@dataclass(frozen=True, slots=True)
class NewLeagueAct:
    """What `by` does to a league; None where the time did. `whom` is the entrant that it is about."""

    kind: LeagueActKind
    by: int | None = None
    by_name: str = ""
    whom: int | None = None
    reason: str = field(default="", repr=False)
    amount: int | None = None
    """The points of a correction, the number of a table, or the end of the season (ms)."""


@dataclass(frozen=True, slots=True)
class LeagueAct:
    """An act as it is stored."""

    at: int
    kind: LeagueActKind
    by: int | None
    by_name: str
    whom: int | None
    whom_name: str
    reason: str = field(repr=False)
    amount: int | None


@dataclass(frozen=True, slots=True)
class LeagueRecord:
    """A season of a league: `seq` is its last change."""

    id: int
    guild: int
    channel: int
    name: str
    game: str
    seats: int
    options: Mapping[str, Any]
    """The game's options where they are not the standard ones."""
    clock: int
    starts: int
    ends: int
    """When the season ends, in a cup the stage that is played."""
    advance: int
    """In a cup: how many people of each table go on to the next stage; 0 in a league."""
    stage: int
    """The stage of a cup that is played, from 0."""
    stage_ms: int
    previous: int | None
    status: LeagueStatus
    began: int | None
    """When its tables were opened, in a cup those of the stage."""
    ended: int | None
    seq: int
    message_channel: int | None
    message: int | None
    organiser: int | None
    organiser_name: str
    entrants: tuple[Entrant, ...] = ()
    """In the order in which they have entered."""
    tables: tuple[LeagueTable, ...] = ()
    corrections: tuple[tuple[int, int], ...] = ()
    """Users and the points that an organiser has given them, or taken with a minus."""
    earlier: tuple[Entrant, ...] = ()
    """The entries for the earlier stages of a cup, in order."""

    def entrant(self, user: int) -> Entrant | None:
        """Return the entrant with that number."""
        return next((entrant for entrant in self.entrants if entrant.user == user), None)

    def of_state(self, state: EntrantState) -> list[Entrant]:
        """Return the entrants of a state, in the order in which they have entered."""
        return [entrant for entrant in self.entrants if entrant.state == state]

    def groups(self) -> list[list[Entrant]]:
        """Return the people of each group, by their places in its circle."""
        return groups_of(self.entrants)


def groups_of(entrants: Iterable[Entrant]) -> list[list[Entrant]]:
    """Return the people of each group among these entrants of a season or a stage, by their places in its circle."""
    placed = [entrant for entrant in entrants if entrant.group is not None]
    count = 1 + max((entrant.group or 0 for entrant in placed), default=-1)
    return [
        sorted((person for person in placed if person.group == number), key=lambda person: person.place or 0)
        for number in range(count)
    ]

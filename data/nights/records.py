"""Values of club nights: frozen, plain. Times are milliseconds of UTC since 1970."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from data.standings.records import Origin

MAX_NIGHT_MS: Final = 24 * 3600 * 1000
"""Milliseconds after which a club night is over by itself."""

UNDO_MS: Final = 24 * 3600 * 1000
"""Milliseconds in which the deletion of a night can be undone."""

WATCHED_MS: Final = 7 * MAX_NIGHT_MS
"""Milliseconds after its begin for which a night's message follows tables that are still played."""


@dataclass(frozen=True, slots=True)
class NewNight:
    """A club night that the user `by` begins in a channel."""

    guild: int
    channel: int
    name: str
    by: int
    by_name: str


@dataclass(frozen=True, slots=True)
class NightRecord:
    """A club night: `seq` is its last change.

    Tables and pads opened in its channel during the night belong to it.
    """

    id: int
    guild: int
    channel: int
    name: str
    by: int | None
    by_name: str
    began: int
    ended: int | None
    """The time of its end by a user; None if no user has ended it."""
    seq: int
    message_channel: int | None
    message: int | None
    ended_by: str = ""
    """The name of the person who ended it."""
    deleted: int | None = None
    """The time of its deletion; it can be restored for a day."""
    deleted_by: str = ""
    """The name of the person who deleted it."""
    inside: frozenset[Origin] = frozenset()
    """Tables and pads brought in from elsewhere."""
    outside: frozenset[Origin] = frozenset()
    """Tables and pads taken out."""

    @property
    def end(self) -> int:
        """The time at which it ended, or ends by itself."""
        return self.began + MAX_NIGHT_MS if self.ended is None else min(self.ended, self.began + MAX_NIGHT_MS)

    def is_over(self, now: int) -> bool:
        """Whether it is over at `now`."""
        return now >= self.end

"""Values of club nights: frozen, plain. Times are milliseconds of UTC since 1970."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from data.result_records import Origin

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
    """A club night: `seq` is its last change, `shown` the one that its public message shows.

    `ended` and `ended_by` say when somebody ended it, and their name (None, ""). `deleted` and `deleted_by` say the
    same of its deletion, which can be undone for a day. `inside` are tables and pads brought in from elsewhere,
    `outside` those taken out; all others opened in its channel during the night belong to it. `card` is the message
    posted at its end, which shows change `card_shown`; posting it began at `card_begun`.
    """

    id: int
    guild: int
    channel: int
    name: str
    by: int | None
    by_name: str
    began: int
    ended: int | None
    seq: int
    shown: int
    message_channel: int | None
    message: int | None
    ended_by: str = ""
    deleted: int | None = None
    deleted_by: str = ""
    inside: frozenset[Origin] = frozenset()
    outside: frozenset[Origin] = frozenset()
    card_begun: int | None = None
    card: int | None = None
    card_shown: int | None = None

    @property
    def end(self) -> int:
        """When it was over, or will be by itself."""
        return self.began + MAX_NIGHT_MS if self.ended is None else min(self.ended, self.began + MAX_NIGHT_MS)

    def is_over(self, now: int) -> bool:
        """Whether it is over at `now`."""
        return now >= self.end

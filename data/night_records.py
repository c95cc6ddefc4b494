"""The values of club nights that enter and leave data/: frozen, plain. Times are milliseconds of UTC since 1970."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from data.result_records import Origin

LONGEST: Final = 24 * 3600 * 1000
"""Milliseconds after which a club night is over by itself."""

UNDO: Final = 24 * 3600 * 1000
"""Milliseconds in which the deletion of a night can be undone."""

WATCHED: Final = 7 * LONGEST
"""Milliseconds after its begin for which a night's message tells what becomes of tables that are still played."""


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
    """A club night: `seq` is the number of its last change, `shown` that which its public message shows.

    `ended` is when somebody ended it, `ended_by` their name; None and "" where nobody did. So are `deleted` and
    `deleted_by`: a night that was deleted can be brought back for a day. `inside` are tables and pads
    from elsewhere that somebody brought in, `outside` those that somebody took out; all others that were opened in its
    channel while it was on belong to it by themselves.

    `card` is the message that was posted when it was over, and shows change `card_shown`; `card_begun` is when it was
    begun to be posted.
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
        return self.began + LONGEST if self.ended is None else min(self.ended, self.began + LONGEST)

    def is_over(self, now: int) -> bool:
        """Whether it is over at `now`."""
        return now >= self.end

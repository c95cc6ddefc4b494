"""Values of people and servers: frozen, plain, and silent about contents when printed."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from typing import Any, Final, Literal

MAX_BLOCKED: Final = 200
"""People whom one person may block."""

Blocking = Literal["blocked", "there", "full"]
"""The outcome of blocking a user: they were on the list already, or it has MAX_BLOCKED people."""


def is_erased(user: int | None) -> bool:
    """Whether a user is an erased person: a negative number, that of their row.

    It tells erased persons apart, so that no count changes. It is nobody's at Discord, and nobody is mentioned by it.
    """
    return user is not None and user < 0


@dataclass(frozen=True, slots=True)
class Preferences:
    """The preferences of a person; the defaults hold for a person who has set none."""

    pictures: bool = True
    """Show pictures in private messages, else words with the signs of the suits alone."""
    high_first: bool = False
    """The highest card of a suit lies first, else last."""
    confirms: bool = False
    """A move needs another press, else it is made at once."""
    plays_only_card: bool = False
    """The only card they may play is played for them, else left to them."""
    muted: tuple[int, ...] = ()
    """Tables at which they are not mentioned."""
    colours: str = ""
    """The name of their pictures' set of colours; empty for the usual one."""
    no_statistics: bool = False
    """Leave them out of standings, ratings and records."""
    zone: str = ""
    """The name of their time zone; empty for UTC."""
    night: tuple[int, int] | None = None
    """The night, from and until: minutes after midnight."""
    away: tuple[tuple[int, int], ...] = ()
    """Absences, from and until (ms), the latest last."""
    reminders: bool = True
    """Remind them when their time runs out."""
    by_message: bool = False
    """Remind them in a private message, else at the table."""
    version: int = field(default=0, compare=False)
    """The number of times that they were saved."""


MAX_MUTED: Final = 50
"""Tables that a person may have muted; of more the first is forgotten."""


Act = Literal["end", "free", "ban", "allow", "end_challenge", "end_match"]
"""An act of a moderator: end a table, a challenge or a match, free a seat, ban a user from a server's tables, undo
that. The organiser of a match can end it, too.
"""


@dataclass(frozen=True, slots=True)
class NewAct:
    """An act of the moderator `by` in a step of a table. The seat of the user `whom` is concerned."""

    act: Act
    by: int
    whom: int | None = None


@dataclass(frozen=True, slots=True)
class ActRecord:
    """An act of the moderator `by`, at `at`: to the user `whom`, at `table`, and in their `words` why."""

    id: int
    at: int
    act: Act
    by: int | None
    by_name: str
    whom: int | None
    whom_name: str | None
    table: int | None
    words: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """A server's settings by name; empty until it has set them."""

    guild: int
    values: dict[str, Any] = field(default_factory=dict[str, Any])
    version: int = field(default=0, compare=False)
    """The number of times that they were saved."""


def guest_key(name: str) -> str:
    """Return the key by which names are compared: equal keys are one guest of a server."""
    return " ".join(unicodedata.normalize("NFKC", name).split()).casefold()

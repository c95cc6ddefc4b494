"""A clock that a test sets."""

from __future__ import annotations

NOON = 1_800_000_000_000


class Clock:
    """A clock that stands at noon until it is set (ms)."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> int:
        """Return the time (ms)."""
        return self.now

"""A clock that a test sets."""

from __future__ import annotations

START_MS = 1_790_000_000_000
"""21 September 2026, 14:13:20 UTC."""


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = START_MS

    def __call__(self) -> int:
        """Return the time (ms)."""
        return self.now

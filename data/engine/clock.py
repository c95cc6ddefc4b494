"""The clock that the store reads."""

from __future__ import annotations

import time


def now_ms() -> int:
    """Return the time now."""
    return time.time_ns() // 1_000_000

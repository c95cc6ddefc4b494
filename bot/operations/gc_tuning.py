"""Tunes Python's garbage collector: a full pass over ten thousand servers would stop answers for half a second."""

from __future__ import annotations

import gc
from typing import Final

STARTUP_THRESHOLDS: Final = (2_000, 10, 1_000_000)
"""Thresholds while servers arrive: nearly all objects stay, so the oldest generation is never collected."""

RUNNING_THRESHOLDS: Final = (5_000, 8, 200)
"""Thresholds from then on: an answer makes a thousand short-lived objects."""


def tune_for_startup() -> None:
    """Set the thresholds before the bot connects."""
    gc.set_threshold(*STARTUP_THRESHOLDS)


async def tune_for_running() -> None:
    """Freeze the objects that exist once all servers are known.

    It runs again after a lost session, when Discord sends all servers once more.
    """
    gc.freeze()
    gc.set_threshold(*RUNNING_THRESHOLDS)

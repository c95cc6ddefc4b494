"""An end in time. Whoever asks the bot to stop waits five seconds at most, whatever is under way.

Nothing has to be finished for that: what was acknowledged is kept, what is owed stays owed (as if it had been killed).
So what does not end by itself, a picture half drawn or a Discord that does not answer, is left behind.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
from collections.abc import Callable
from typing import Final

log = logging.getLogger(__name__)

WITHIN: Final = 4.5
"""Seconds from being asked to the end of the process; systemd and others kill much later."""


def end_within(seconds: float, code: int, leave: Callable[[int], object] = os._exit) -> threading.Timer:
    """From now on this process ends with `code` after so many seconds, unless it has ended before.

    A thread does it, for an event loop or a thread pool that waits for something could not. It holds up nothing itself.
    """

    def end() -> None:
        log.warning("something did not end within %s seconds and is left behind; work that is due stays due", seconds)
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        leave(code)

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    return timer

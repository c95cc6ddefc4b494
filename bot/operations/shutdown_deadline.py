"""Ends the process within five seconds of a stop, whatever is under way.

Nothing has to be finished: acknowledged moves are kept and due work stays due, as after a kill. So a half-drawn picture
or an unanswered request is left behind.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
from collections.abc import Callable
from typing import Final

log = logging.getLogger(__name__)

SHUTDOWN_SECONDS: Final = 4.5
"""Seconds from the stop to the end of the process; systemd and others kill much later."""


def schedule_exit(seconds: float, code: int, leave: Callable[[int], object] = os._exit) -> threading.Timer:
    """Make this process exit with `code` after so many seconds, unless it has ended before.

    A thread does it, because the event loop or a thread pool may be stuck.
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

"""`python -m bot.search.worker`: a search process. It reads a request a line and writes an answer a line, both JSON.

A line is a request's number with the request, or with its answer. The process ends with its input, so it does not
outlive the bot. It imports the rules alone, so it stays small.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import Any, Final

from bot.search.answers import answer

NICENESS: Final = 10
"""Clicks come first: a search gets the processor's time that the bot leaves."""


def main() -> None:
    """Answer requests until the input ends."""
    os.nice(NICENESS)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # where the bot is gone an answer ends the process, without an error
    _write(0, "ready")
    for line in sys.stdin:
        number, request = json.loads(line)
        try:
            answered: Any = answer(request)
        except Exception as error:  # noqa: BLE001  # the bot logs its kind: the text may name a hidden card
            answered = {"error": type(error).__name__}
        _write(number, answered)


def _write(number: int, answered: Any) -> None:
    print(json.dumps([number, answered]), flush=True)  # noqa: T201  # that is the answer


if __name__ == "__main__":
    main()

"""`python -m bot.search.worker`: a search process. It reads a request a line and writes an answer a line, both JSON.

It ends when its input ends, so that it does not outlive the bot. It imports the rules alone, so that it stays small.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any, Final

from bot.search.answers import answer

NICENESS: Final = 10
"""Clicks come first: a search gets the processor's time that the bot leaves."""


def main() -> None:
    """Answer requests until the input ends."""
    os.nice(NICENESS)
    _write("ready")
    for line in sys.stdin:
        try:
            answered: Any = answer(json.loads(line))
        except Exception as error:  # noqa: BLE001  # the bot logs its kind: the text may name a hidden card
            answered = {"error": type(error).__name__}
        _write(answered)


def _write(answered: Any) -> None:
    print(json.dumps(answered), flush=True)  # noqa: T201  # that is the answer


if __name__ == "__main__":
    main()

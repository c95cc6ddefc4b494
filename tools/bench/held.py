"""`python -m tools.bench.held FILE`: the bot, of which FILE tells what held its event loop for longer than LEAST."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from time import perf_counter
from typing import Final

from bot.__main__ import main

LEAST: Final = 0.002
"""Seconds."""


def watch(path: Path) -> None:
    """Record every callback of the event loop from now on: its time (ms), and its name."""
    run = asyncio.Handle._run
    with path.open("w", encoding="utf-8", buffering=1) as file:

        def timed(self: asyncio.Handle) -> None:
            began = perf_counter()
            run(self)
            took = perf_counter() - began
            if took > LEAST:
                file.write(f"{took * 1e3:.2f} {self!r}\n")

        asyncio.Handle._run = timed
        try:
            main()
        finally:
            asyncio.Handle._run = run


def longest(path: Path, after: int) -> float:
    """Return how long the loop was held at most (ms), of what was written down behind so many letters; 0 for never
    LEAST.
    """
    lines = path.read_text(encoding="utf-8")[after:].splitlines()
    return max((float(line.split()[0]) for line in lines), default=0)


if __name__ == "__main__":
    file = Path(sys.argv.pop())
    watch(file)

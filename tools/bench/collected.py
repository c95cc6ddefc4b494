"""`python -m tools.bench.collected FILE`: the bot, of which FILE tells how long each garbage collection took (ms)."""

from __future__ import annotations

import gc
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

from bot.__main__ import main


def watch(path: Path) -> None:
    """Write down every collection from now on: its generation, and the milliseconds that it took."""
    began = 0.0
    with path.open("w", encoding="ascii", buffering=1) as file:

        def looked(phase: str, info: dict[str, Any]) -> None:
            nonlocal began
            if phase == "start":
                began = perf_counter()
            else:
                file.write(f"{info['generation']} {(perf_counter() - began) * 1e3:.2f}\n")

        gc.callbacks.append(looked)
        try:
            main()
        finally:
            gc.callbacks.remove(looked)


def longest(path: Path) -> float:
    """Return the time (ms) of the longest recorded collection."""
    return max(float(line.split()[1]) for line in path.read_text(encoding="ascii").splitlines())


if __name__ == "__main__":
    file = Path(sys.argv.pop())
    watch(file)

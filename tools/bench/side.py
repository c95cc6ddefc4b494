"""One side of a comparison, run as a program in the tree that it measures: `python side.py BENCH REPEATS ROUNDS`.

It runs that tree's own benchmark with so many repeats (0: its own number, shared by the rounds), and writes one line of
JSON a row: `{"name", "ours", "peer"}`, as the benchmark prints them. It uses only what older trees have, too: a `run`
that gives rows, and perhaps `REPEATS`.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

PATIENCE = 120.0
"""Seconds, at least, that a bot may take to start: the machine may be busy with more than this."""


def be_patient() -> None:
    """Raise the time limits of the tree's benchmarks for what happens beside their figures."""
    waiting: Any = import_module("tests.support.waiting")
    until: Callable[[Callable[[], Any], float], Awaitable[Any]] = waiting.until

    async def patient(check: Callable[[], Any], seconds: float = PATIENCE) -> Any:
        return await until(check, max(seconds, PATIENCE))

    waiting.until = patient


def main(bench: str, repeats: int, rounds: int) -> None:
    """Run the benchmark; what it and its bots print goes to the standard error."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    with suppress(ModuleNotFoundError):  # an older tree may have none
        be_patient()
    folder = "tools" if Path("tools/bench").is_dir() else "tests"  # where older trees have it
    module: Any = import_module(f"{folder}.bench.{bench}")
    if hasattr(module, "REPEATS"):
        module.REPEATS = repeats or max(1, module.REPEATS // rounds)
    for row in module.run():
        out.write(json.dumps({"name": row.name, "ours": row.ours, "peer": row.peer}) + "\n")
    out.flush()


if __name__ == "__main__":
    sys.path[0] = str(Path.cwd())  # the tree, not this folder
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))

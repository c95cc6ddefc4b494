"""What a forked bot runs. The process that it is forked from has imported this module, and with it the bot."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace

from bot.__main__ import main
from data.engine import clock

STANDARD_OUTPUT, STANDARD_ERROR = 1, 2


def run_bot(
    environment: Mapping[str, str], folder: Path, log: Path, output: Path | None = None, ahead_ms: int = 0
) -> None:
    """Do as `python -m bot` does with this environment in this folder.

    Standard error goes to the end of `log`, standard output to that of `output` if it is given. The clock of bot and
    store is so far ahead of the machine's.
    """
    if ahead_ms:
        clock.time = SimpleNamespace(time_ns=lambda: time.time_ns() + ahead_ms * 1_000_000)  # type: ignore[assignment]
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv[:] = ["bot"]
    _append(STANDARD_ERROR, log)
    if output is not None:
        _append(STANDARD_OUTPUT, output)
    sys.exit(main())


def _append(stream: int, path: Path) -> None:
    """Let what is written to a stream go to the end of a file."""
    file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.dup2(file, stream)
    os.close(file)
